import PKI
import Simulator
import TCPSim
import TLSSim
import Trace

/// The attacker between a victim and a server, with a TLS of her own on both sides: she reads the request, passes it on, and changes the
/// answer.
struct TLSManInTheMiddle {
    /// Her TLS with the victim, which takes her for the server.
    private(set) var near: AttackerTLS
    /// Her TLS with the server.
    private var far: AttackerTLS
    /// The number of the frame on the victim's wire that has her public value; empty if she has sent none.
    private(set) var frames: [Int] = []
    /// The number of the frame on the victim's wire that has the request; empty if there is none.
    private var read: [Int] = []
    /// What she has found so far, in the order in which she has found it.
    private var found = Outcome()

    /// Accepts the victim's connection, opens one to the server, and relays until the handshake with the victim fails or 20 seconds are
    /// over; nil if the victim's connection does not open.
    ///
    /// - Parameters:
    ///   - shown: the chain that she shows the victim, and the key that she has.
    ///   - suites: the suites that she accepts from the victim; she offers them to the server in the opposite order.
    ///   - judge: judges the server's chain.
    ///   - keepsExponent: whether her exponent towards the victim is one of the values that she reports.
    init?(
        _ show: Performance, _ stage: ManInTheMiddleStage, shown: Identity, _ suites: [CipherSuite], judge: ChainJudge,
        keepsExponent: Bool = false
    ) {
        let attacker = stage.attacker
        guard let middle = stage.middle() else { return nil }
        near = AttackerTLS(
            on: middle.victim,
            TLSEndpoint(Server.Configuration(identity: shown, cipherSuites: suites, now: Visit.epoch)),
            random: attacker.random.fork("server"), judge: judge)
        far = AttackerTLS(
            on: middle.server,
            TLSEndpoint(
                Client.Configuration(hostName: Visit.hostName, cipherSuites: suites.reversed(), now: Visit.epoch)),
            random: attacker.random.fork("client"), judge: judge)
        attacker.wait(atMost: .seconds(20)) {
            near.proceed()
            if let exponent = near.known[Knowledge.serverExponent], frames.isEmpty {
                frames = [attacker.frame(.victim)]
                if keepsExponent { show.find("exponent", exponent, &found) }
            }
            far.proceed()
            if !near.heard.isEmpty, far.isEstablished, !far.hasSpoken {
                read = attacker.sighted(on: .victim)
                show.find("request", near.heard, &found)
                far.say(near.heard)
            }
            if far.peerHasClosed, !near.hasSpoken {
                show.find("answer", far.heard, &found)
                near.say(Money.altered(far.heard))
                near.close()
                far.close()
            }
            return near.failure != nil
        }
    }

    /// Whether she has read the victim's request and has answered it.
    var isThrough: Bool { !near.heard.isEmpty && near.hasSpoken }

    /// Adds the data that she has read and the steps of the attack to an outcome.
    ///
    /// - Parameters:
    ///   - request: the request that the victim has sent.
    ///   - victim: the victim's program after the attack.
    func tell(_ outcome: inout Outcome, request: [UInt8], victim: TLSProgram?) {
        outcome.loot = found.loot
        outcome.truth = [("request", request), ("answer", Money.answer)]
        outcome.say(
            TLSManInTheMiddleNote.twoSecrets, cite: .rfc(5246, "F.1.1.3"),
            [
                .init("master secret with the victim", near.known[Knowledge.masterSecret] ?? []),
                .init("master secret with the server", far.known[Knowledge.masterSecret] ?? []),
            ])
        outcome.say(
            TLSManInTheMiddleNote.reads(
                octets: near.heard.count, isBelieved: victim?.heard == Money.altered(far.heard)),
            frames: read, on: .victim)
    }
}

/// The remarks about an attacker with a TLS of her own on both sides.
enum TLSManInTheMiddleNote: Remark {
    case stands
    case twoSecrets
    case reads(octets: Int, isBelieved: Bool)

    var english: String {
        switch self {
        case .stands:
            "She takes the victim's connection in the server's place, and opens one of her own to the server. On it she is an ordinary client."
        case .twoSecrets:
            "Two handshakes are complete. They have two master secrets, and she has both. Both Finished of each connection are right: each "
                + "covers the messages of its own connection."
        case .reads(let octets, let isBelieved):
            "She has decrypted the request of \(counted(octets, "octet")), and has encrypted it anew for the server. In the answer she has "
                + "replaced the account \(Money.account) by \(Money.hers). "
                + (isBelieved ? "The victim's program has read her answer." : "The victim's program has not read it.")
        }
    }

    var chinese: String {
        switch self {
        case .stands: "她代替服务器接下受害者的连接，再自己打开一个到服务器的连接。在后一个连接上，她是一个普通的客户端。"
        case .twoSecrets: "两次握手都已完成。它们有两个主密钥，她两个都有。每个连接的两条 Finished 都是对的：它们各自包含本连接的消息。"
        case .reads(let octets, let isBelieved):
            "她解密了 \(octets) 字节的请求，又为服务器重新加密。在应答里，她把账号 \(Money.account) 换成了 \(Money.hers)。"
                + (isBelieved ? "受害者的程序读到了她的应答。" : "受害者的程序没有读到它。")
        }
    }
}
