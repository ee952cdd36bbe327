import Crypto
import PKI
import Simulator
import TLSSim
import Trace

/// Who takes part: a client and a server that both speak TLS 1.2 and 1.3, and Mallory, who stands on the path between them.
struct DowngradeStage {
    let cast: Visit.Cast
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
        self.cast = cast
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

/// The three with nothing but arrays between them.
struct DowngradeMeeting {
    private(set) var client: DowngradeEnd
    private var server: DowngradeEnd
    private(set) var path: DowngradingPath

    init(_ stage: DowngradeStage) {
        client = DowngradeEnd(
            stage.client, stage.seeds.fork("client"), stage.cast.judges.client, reads: InterceptedExchange.answer,
            writes: stage.request)
        server = DowngradeEnd(
            stage.server, stage.seeds.fork("server"), stage.cast.judges.client, reads: stage.request,
            writes: InterceptedExchange.answer)
        path = stage.path
    }

    /// All three go on until no side has anything to say.
    mutating func run() {
        var toServer = path.carry(client.take(.start), from: .client)
        while !toServer.isEmpty {
            let toClient = path.carry(server.take(.bytes(toServer)), from: .server)
            toServer = toClient.isEmpty ? [] : path.carry(client.take(.bytes(toClient)), from: .client)
        }
    }

    /// What has come of it. The side that has noticed something sends an alert, and the other side only reads it.
    var end: DowngradeAttack.End {
        if let refusal = client.refusal ?? server.refusal { return .refused(refusal) }
        guard let version = client.version, version == server.version else { return .stuck }
        return .completed(version)
    }
}

/// A side of the connection: its TLS and its application.
struct DowngradeEnd {
    private var tls: TLSEndpoint
    private var random: SeededRandomSource
    private let judge: ChainJudge
    /// What its application waits for, and what it then says. A client says it first.
    private let awaited: [UInt8]
    private let words: [UInt8]
    private var place = ""

    /// What its application has read.
    private(set) var plaintext: [UInt8] = []
    /// The version of the completed handshake.
    private(set) var version: ProtocolVersion?
    /// What it has noticed; nil where nothing is wrong or the peer has noticed it.
    private(set) var refusal: DowngradeAttack.Refusal?

    init(
        _ tls: TLSEndpoint, _ random: SeededRandomSource, _ judge: ChainJudge, reads awaited: [UInt8],
        writes words: [UInt8]
    ) {
        self.tls = tls
        self.random = random
        self.judge = judge
        self.awaited = awaited
        self.words = words
    }

    /// What it sends after an input and after all that follows from it.
    mutating func take(_ input: Input) -> [UInt8] {
        var octets: [UInt8] = []
        var inputs = [input]
        while !inputs.isEmpty {
            for output in tls.handle(inputs.removeFirst(), using: &random) {
                switch output {
                case .bytes(let sent): octets += sent
                case .judge(let chain): inputs.append(.verdict(judge.verdict(on: chain)))
                case .entered(_, let before): place = before
                case .established(let parameters):
                    version = parameters.version
                    if tls.role == .client { inputs.append(.send(words)) }
                case .plaintext(let read):
                    plaintext += read
                    if tls.role == .server, plaintext == awaited { inputs.append(.send(words)) }
                case .failed(.peerAlert, _): break
                case .failed(let error, let alert):
                    refusal = DowngradeAttack.Refusal(side: tls.role, message: "", error: error, alert: alert)
                default: break
                }
            }
        }
        // A machine enters its last state behind the error: only then is it known what it was waiting for.
        refusal = refusal.map { $0.at(place) }
        return octets
    }
}

extension DowngradeAttack.Refusal {
    /// The refusal of a machine that was in the state of that name: "ExpectServerHello" waits for ServerHello.
    func at(_ state: String) -> DowngradeAttack.Refusal {
        let awaited = state.hasPrefix("Expect") ? String(state.dropFirst("Expect".count)) : state
        return DowngradeAttack.Refusal(
            side: side, message: message.isEmpty ? awaited : message, error: error, alert: alert)
    }
}
