import Crypto
import PKI
import Simulator
import TLSSim
import Trace

/// Who takes part: a client and a server that both speak TLS 1.2 and 1.3, and Mallory, who stands on the path between them.
package struct DowngradeStage {
    let seed: UInt64
    let cast: Visit.Cast
    let exchange: DowngradeAttack.Exchange
    let change: DowngradeAttack.Change
    let victim: DowngradeAttack.Victim
    /// What the client asks the server for.
    package let request: [UInt8]
    /// The client's TLS.
    package let client: TLSEndpoint
    /// The server's.
    package let server: TLSEndpoint
    /// Mallory, before anything has happened.
    package let path: DowngradingPath
    /// Where all randomness comes from.
    package let seeds: SeededRandomSource

    /// The sides of a case.
    ///
    /// - Parameter extent: how much of the rule about the sign the client keeps; nil for what `victim` says.
    package init(
        seed: UInt64, _ cast: Visit.Cast, _ exchange: DowngradeAttack.Exchange, _ change: DowngradeAttack.Change,
        _ victim: DowngradeAttack.Victim, _ extent: Extent? = nil
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

    /// What happened on other machines than those of ``DowngradeAttack``, step by step.
    ///
    /// - Parameters:
    ///   - path: Mallory, after the end.
    ///   - failure: what the client has noticed, and the alert that it has sent; nil if both sides have completed the handshake.
    package func steps(
        of path: DowngradingPath, clientHas failure: (error: TLSError, alert: AlertDescription?)?
    ) -> [DowngradeStep] {
        // No step names the message at which a side has noticed something.
        let refusal = failure.map {
            DowngradeAttack.Refusal(side: .client, message: "", error: $0.error, alert: $0.alert)
        }
        return DowngradeAttack(
            exchange: exchange, change: change, victim: victim,
            end: refusal.map { .refused($0) } ?? .completed(.tls12), path: path, answer: [], connections: []
        ).steps
    }
}
