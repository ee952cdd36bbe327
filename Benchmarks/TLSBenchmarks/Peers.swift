import Crypto
import PKI
import TLSSim
import Trace

/// A client and a server with nothing between them but arrays.
struct Peers {
    private var client: TLSEndpoint
    private var server: TLSEndpoint
    private var clientRandom: SeededRandomSource
    private var serverRandom: SeededRandomSource
    private let verdict: Verdict
    private let tracing: Tracing
    /// Octets that both have sent so far, the headers of records included.
    private(set) var octets = 0
    /// The last ticket of TLS 1.3 that the client was given.
    private(set) var ticket: TLS13.Ticket?
    private var journal = Journal(
        title: "", settings: [], epoch: 0, client: .init(address: "10.0.0.1", port: 50_000),
        server: .init(address: "10.0.0.2", port: 443))

    /// How much of it is to be seen afterwards.
    enum Tracing: String, CaseIterable {
        /// Nothing.
        case none
        /// All that has happened, as the two tell it.
        case traced
        /// The same in a journal, which no reader has opened yet.
        case written = "traced and written down"
        /// The same, and a reader has read all of it: every message taken apart, every calculation with its steps.
        case explained = "traced and explained"
    }

    init(_ suite: CipherSuite, _ world: World, _ tracing: Tracing, seed: UInt64) {
        let judged = world.server(for: suite)
        let client = Client.Configuration(
            hostName: World.hostName, cipherSuites: [suite], extendedMasterSecret: true, encryptThenMAC: true,
            arithmetic: .live, tracing: tracing != .none)
        let server = Server.Configuration(
            identity: judged.identity, cipherSuites: [suite], extendedMasterSecret: true, encryptThenMAC: true,
            arithmetic: .live, tracing: tracing != .none)
        self.init(.tls12(client), .tls12(server), judged.verdict, tracing, seed: seed)
    }

    /// Two ends, of which the client thinks so of the server's certificate.
    init(
        _ client: Versions<Client.Configuration, TLS13.ClientConfiguration>,
        _ server: Versions<Server.Configuration, TLS13.ServerConfiguration>, _ verdict: Verdict, _ tracing: Tracing,
        seed: UInt64
    ) {
        self.tracing = tracing
        self.verdict = verdict
        clientRandom = SeededRandomSource(seed: seed).fork("client")
        serverRandom = SeededRandomSource(seed: seed).fork("server")
        self.client = TLSEndpoint(client: client)
        self.server = TLSEndpoint(server: server)
    }

    /// The handshake, from ClientHello to the second Finished.
    mutating func shakeHands() {
        var established = 0
        var forServer: [[UInt8]] = []
        var inputs: [Input] = [.start]
        while !inputs.isEmpty {
            var pending: [Input] = []
            for input in inputs {
                for output in heard(client.handle(input, using: &clientRandom), of: .client) {
                    switch output {
                    case .bytes(let octets):
                        self.octets += octets.count
                        forServer.append(octets)
                    case .judge: pending.append(.verdict(verdict))
                    case .ticket(let ticket): self.ticket = ticket
                    case .established: established += 1
                    default: break
                    }
                }
            }
            for octets in forServer {
                for output in heard(server.handle(.bytes(octets), using: &serverRandom), of: .server) {
                    switch output {
                    case .bytes(let octets):
                        self.octets += octets.count
                        pending.append(.bytes(octets))
                    case .established: established += 1
                    default: break
                    }
                }
            }
            forServer = []
            inputs = pending
        }
        precondition(established == 2, "the handshake has failed")
        if tracing == .explained { read() }
    }

    /// Reads the journal as a reader of all its octets does.
    private func read() {
        var octets = 0
        for event in journal.events {
            switch event.kind {
            case .wrote(let message), .read(let message): octets += message.panes.reduce(0) { $0 + $1.bytes.count }
            case .computed(let calculation): octets += calculation.results.reduce(0) { $0 + $1.octets.count }
            default: break
            }
        }
        precondition(octets > 0, "the journal is empty")
    }

    /// Writes outputs down, where there is a journal.
    private mutating func heard(_ outputs: [Output], of who: Principal) -> [Output] {
        guard tracing == .written || tracing == .explained else { return outputs }
        var recorder = OutputRecorder(who: who, at: .zero, cause: nil)
        for output in outputs { recorder.record(output, in: &journal) }
        return outputs
    }

    /// Sends `data` from the client to the server and returns how many octets came out there.
    mutating func transfer(_ data: [UInt8]) -> Int {
        var count = 0
        for case .bytes(let octets) in client.handle(.send(data), using: &clientRandom) {
            for case .plaintext(let text) in server.handle(.bytes(octets), using: &serverRandom) { count += text.count }
        }
        return count
    }
}
