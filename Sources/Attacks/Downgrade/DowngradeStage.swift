import Crypto
import PKI
import Simulator
import TLSSim
import Trace

/// Who takes part: a client and a server that both speak TLS 1.2 and 1.3, and Mallory, who stands on the path between them.
struct DowngradeStage {
    let seed: UInt64
    let cast: Visit.Cast
    let exchange: DowngradeAttack.Exchange
    let change: DowngradeAttack.Change
    let victim: DowngradeAttack.Victim
    /// What the client asks the server for.
    let request: [UInt8]
    let client: TLSEndpoint
    let server: TLSEndpoint
    let path: DowngradingPath
    /// Where all randomness comes from.
    let seeds: SeededRandomSource

    init(
        seed: UInt64, _ cast: Visit.Cast, _ exchange: DowngradeAttack.Exchange, _ change: DowngradeAttack.Change,
        _ victim: DowngradeAttack.Victim
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
        oldClient.checksDowngradeSentinel = victim == .checks
        let oldServer = Server.Configuration(
            identity: cast.server, cipherSuites: [exchange.suite], groups: [DowngradeAttack.Exchange.group],
            now: Visit.epoch, arithmetic: .live)
        client = TLSEndpoint(client: .both(oldClient, TLS13.ClientConfiguration(sharing: oldClient)))
        server = TLSEndpoint(server: .both(oldServer, TLS13.ServerConfiguration(sharing: oldServer)))
        path = DowngradingPath(change, exchange, stolen: exchange == .stolenKey ? cast.server.privateKey.rsa : nil)
    }
}
