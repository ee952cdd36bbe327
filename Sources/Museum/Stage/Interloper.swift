import PKI
import Simulator
import TCPSim
import TLSSim
import Trace

/// The attacker between a victim and a server, with a TLS of her own on both sides: she reads the request, passes it on, and changes the
/// answer.
struct Interloper {
    /// Her TLS with the victim, who takes her for the server.
    private(set) var near: OwnTLS
    /// Her TLS with the server.
    private(set) var far: OwnTLS
    /// The frame on the victim's wire in which her public value is; none if she sent none.
    private(set) var frames: [Int] = []
    /// The frame on the victim's wire in which the request is; none if there was none.
    private(set) var read: [Int] = []

    /// Takes the victim's connection and opens one to the server; nil if the victim does not come.
    ///
    /// - Parameters:
    ///   - lines: what is opened to her at the server's address.
    ///   - shown: the chain that she shows the victim, and the key that she has.
    ///   - suites: what she agrees on, with the server in the opposite order.
    ///   - judge: how she judges the server's chain.
    init?(_ attacker: Attacker, _ lines: () -> [Line], shown: Identity, _ suites: [CipherSuite], judge: ChainJudge) {
        guard let middle = Middle(attacker, lines, to: Socket(.server, 443)) else { return nil }
        near = OwnTLS(
            middle.victim, TLSEndpoint(Server.Configuration(identity: shown, cipherSuites: suites, now: Visit.epoch)),
            attacker.random.fork("server"), judge: judge)
        far = OwnTLS(
            middle.server,
            TLSEndpoint(
                Client.Configuration(hostName: Visit.hostName, cipherSuites: suites.reversed(), now: Visit.epoch)),
            attacker.random.fork("client"), judge: judge)
        attacker.wait(atMost: .seconds(20)) {
            near.proceed()
            if near.known[Knowledge.serverExponent] != nil, frames.isEmpty { frames = [attacker.frame(.victim)] }
            far.proceed()
            if !near.heard.isEmpty, far.isEstablished, !far.hasSpoken {
                read = attacker.sighted(on: .victim)
                far.say(near.heard)
            }
            if far.peerHasClosed, !near.hasSpoken {
                near.say(Money.altered(far.heard))
                near.close()
                far.close()
            }
            return near.failure != nil
        }
    }

    /// Whether she has read the request and has answered it.
    var isThrough: Bool { !near.heard.isEmpty && near.hasSpoken }
}
