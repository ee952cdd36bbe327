import Crypto
import PKI
import Trace

@testable import TLSSim
@testable import TrustLab

/// A server of the laboratory, which may have any fault: an endpoint of this program with something done to what it says, or a script.
struct FaultyServer: Sendable {
    /// What the server answers to the flight of that number, from 0, which it has just got.
    typealias Answer = @Sendable (_ flight: Int, _ heard: [UInt8]) -> [Arrival]

    private let endpoint: (@Sendable () -> TLSEndpoint)?
    private let change: @Sendable (Int, [UInt8]) -> [Arrival]
    private let script: Answer?
    /// What a server of this program answers to a request; nil for nothing.
    private let page: String?
    /// What comes where nothing more does.
    private let rest: Arrival

    /// A server of this program, with something done to each of its flights, and with an answer to a request.
    init(
        _ endpoint: @escaping @Sendable () -> TLSEndpoint, page: String? = nil,
        _ change: @escaping @Sendable (Int, [UInt8]) -> [Arrival] = { [.octets($1)] }
    ) {
        (self.endpoint, self.change, script, rest, self.page) = (endpoint, change, nil, .silence, page)
    }

    /// A server that says what is written for it.
    init(then rest: Arrival = .silence, _ script: @escaping Answer) {
        (endpoint, change, self.script, self.rest, page) = (nil, { [.octets($1)] }, script, rest, nil)
    }

    /// A new connection to it.
    func dial() -> any ServerLine { Line(self) }

    private struct Line: ServerLine {
        private let server: FaultyServer
        private var endpoint: TLSEndpoint?
        private var random = SeededRandomSource(seed: 5)
        private var queue: [Arrival] = []
        private var heard = 0
        private var said = 0

        init(_ server: FaultyServer) {
            self.server = server
            endpoint = server.endpoint?()
            if var endpoint {
                _ = endpoint.handle(.start, using: &random)
                self.endpoint = endpoint
            }
        }

        mutating func send(_ octets: [UInt8]) {
            if let script = server.script { queue += script(heard, octets) }
            heard += 1
            guard var endpoint else { return }
            var flight: [UInt8] = []
            for output in endpoint.handle(.bytes(octets), using: &random) {
                if case .bytes(let octets) = output { flight += octets }
                guard case .plaintext = output, let page = server.page else { continue }
                for case .bytes(let octets) in endpoint.handle(.send(Array(page.utf8)), using: &random) {
                    flight += octets
                }
            }
            if !flight.isEmpty {
                queue += server.change(said, flight)
                said += 1
            }
            if endpoint.isOver { queue.append(.end) }
            self.endpoint = endpoint
        }

        mutating func receive() -> Arrival { queue.isEmpty ? server.rest : queue.removeFirst() }
    }

    // MARK: Seen otherwise

    /// What an app sees that goes through the whole handshake, judges the chain, and says goodbye: whether it has connected.
    func connects(_ evidence: TrustEvidence) throws -> Bool {
        guard let host = evidence.attempt?.host else { return false }
        let older = Client.Configuration(
            hostName: host, extendedMasterSecret: true, requestsStatus: true, now: evidence.time, arithmetic: .live,
            tracing: false)
        var tls13 = TLS13.ClientConfiguration(hostName: host, requestsStatus: true)
        tls13.common = TLS13.CommonConfiguration(now: evidence.time * 1_000, arithmetic: .live, tracing: false)
        var client = TLSEndpoint(client: .both(older, tls13))
        var random = SeededRandomSource(seed: 9)
        var line = dial()
        var outcome = (established: false, failed: false)
        func step(_ input: Input) throws {
            for output in client.handle(input, using: &random) {
                switch output {
                case .bytes(let octets): try line.send(octets)
                case .judge(let chain):
                    try step(
                        .verdict(
                            Evaluator(store: evidence.platformStore)
                                .judge(chain: chain, question: evidence.platformQuestion)))
                case .established: outcome.established = true
                case .failed: outcome.failed = true
                default: break
                }
            }
        }
        try step(.start)
        for _ in 0..<20 {
            guard case .octets(let octets) = try line.receive() else { break }
            try step(.bytes(octets))
        }
        return outcome.established && !outcome.failed
    }

    /// A recording of a client's connection to it: what each side said, in the order in which it was said.
    ///
    /// - Parameter isTrusting: whether the client believes the chain.
    func recording(of host: String, at time: Int64, offersTLS13: Bool = false, isTrusting: Bool = true) throws
        -> MadeRecording
    {
        let older = Client.Configuration(
            hostName: host, extendedMasterSecret: true, requestsStatus: true, now: time, arithmetic: .live,
            tracing: false)
        var tls13 = TLS13.ClientConfiguration(hostName: host)
        tls13.common = TLS13.CommonConfiguration(now: time * 1_000, arithmetic: .live, tracing: false)
        var client = TLSEndpoint(client: offersTLS13 ? .tls13(tls13) : .tls12(older))
        var random = SeededRandomSource(seed: 11)
        var line = dial()
        var recording = MadeRecording()
        let store = TrustStore(anchors: [])
        var flight: [UInt8] = []
        func step(_ input: Input) {
            for output in client.handle(input, using: &random) {
                switch output {
                case .bytes(let octets): flight += octets
                case .judge(let chain):
                    let verdict = Evaluator(store: store)
                        .judge(
                            chain: chain, question: ChainQuestion(hostName: host, time: time),
                            checksMade: isTrusting ? .none : .full)
                    step(.verdict(verdict))
                default: break
                }
            }
        }
        step(.start)
        for _ in 0..<20 {
            if !flight.isEmpty {
                recording.say(.client, flight)
                try line.send(flight)
                flight = []
            }
            guard case .octets(let octets) = try line.receive() else { break }
            recording.say(.server, octets)
            step(.bytes(octets))
        }
        return recording
    }
}
