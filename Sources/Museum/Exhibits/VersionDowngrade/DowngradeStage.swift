import Crypto
import PKI
import Simulator
import TLSSim
import Trace

/// The parties of the attack: a client and a server that both speak TLS 1.2 and 1.3, and Mallory on the path between them.
package struct DowngradeStage {
    let seed: UInt64
    let cast: Visit.Cast
    let exchange: DowngradeAttack.Exchange
    let change: DowngradeAttack.Change
    let victim: DowngradeAttack.Victim
    /// The octets of the client's HTTP request.
    package let request: [UInt8]
    package let client: TLSEndpoint
    package let server: TLSEndpoint
    /// Mallory before the run.
    package let path: DowngradingPath
    /// The source of all random values.
    package let seeds: SeededRandomSource

    /// The parties of one variant.
    ///
    /// - Parameter extent: how much of the rule about the sign the client applies; nil if `victim` decides.
    package init(
        seed: UInt64, cast: Visit.Cast, _ exchange: DowngradeAttack.Exchange, changing change: DowngradeAttack.Change,
        against victim: DowngradeAttack.Victim, extent: RuleCoverage? = nil
    ) {
        self.seed = seed
        self.cast = cast
        self.exchange = exchange
        self.change = change
        self.victim = victim
        seeds = SeededRandomSource(seed: seed).fork("downgrade")
        var secrets = seeds.fork("exchange")
        request = InterceptedExchange(using: &secrets).request(to: Visit.hostName)
        var oldClient = Client.Configuration(
            hostName: Visit.hostName, groups: NamedGroup.curves, groupPolicy: .init(acceptsToys: true),
            now: Visit.epoch, arithmetic: .live)
        oldClient.checksDowngradeSentinel = extent ?? (victim == .checks ? .whole : .nothing)
        let oldServer = Server.Configuration(
            identity: cast.server, cipherSuites: [exchange.suite], groups: [DowngradeAttack.Exchange.group],
            now: Visit.epoch, arithmetic: .live)
        client = TLSEndpoint(client: .both(oldClient, TLS13.ClientConfiguration(sharing: oldClient)))
        server = TLSEndpoint(server: .both(oldServer, TLS13.ServerConfiguration(sharing: oldServer)))
        path = DowngradingPath(change, exchange, stolen: exchange == .stolenKey ? cast.server.privateKey.rsa : nil)
    }

    /// The steps of a run that was made outside ``DowngradeAttack``.
    ///
    /// - Parameters:
    ///   - path: Mallory after the run.
    ///   - failure: the error that the client has detected, and its alert; nil if both sides have completed the handshake.
    package func steps(
        of path: DowngradingPath, clientHas failure: (error: TLSError, alert: AlertDescription?)?
    ) -> [AttackStep] {
        // The steps do not use the name of the message.
        let refusal = failure.map {
            DowngradeAttack.Refusal(side: .client, message: "", error: $0.error, alert: $0.alert)
        }
        return DowngradeAttack(
            exchange: exchange, change: change, victim: victim,
            end: refusal.map { .refused($0) } ?? .completed(.tls12), path: path, answer: [], connections: []
        ).steps
    }
}
