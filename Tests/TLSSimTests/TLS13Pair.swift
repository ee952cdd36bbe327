import Crypto
import PKI
import TestSupport
import Testing
import Trace

@testable import TLSSim

/// A client and a server of TLS 1.3 with nothing between them but arrays.
struct TLS13Pair {
    var client: Machine<TLS13>
    var server: Machine<TLS13>
    var random = SeededRandomSource(seed: 13)
    let verdicts: [Role: Verdict]
    /// What is delivered at once, in octets; nil for whole flights.
    var pieces: Int?
    /// What the server remembers of early data; nil for nothing, so that it accepts none.
    var replays: TLS13.ReplayRegister?
    /// The flight, counted over both sides, and the octet in it that is changed on its way.
    var flip: (flight: Int, place: Int)?
    /// The flight, the record in it and the octet in that record that is changed, the last one where the record is shorter: signatures
    /// have other lengths each time, and so do the records that carry them.
    var recordFlip: (flight: Int, record: Int, place: Int)?

    struct Outcome {
        var established: [Role: SecurityParameters] = [:]
        var errors: [Role: TLSError] = [:]
        var alerts: [Role: AlertDescription] = [:]
        var earlyPlaintext: [UInt8] = []
        var earlyData: [Role: EarlyDataOutcome] = [:]
        var plaintext: [Role: [UInt8]] = [.client: [], .server: []]
        /// Every flight in order, with who sent it.
        var flights: [(from: Role, octets: [UInt8])] = []
        var tickets: [TLS13.Ticket] = []
        /// What was written, where it is traced.
        var messages: [(from: Role, message: Message)] = []
        var authenticated: [PeerIdentity] = []
        var calculations: [Calculation] = []
        /// What was said, in its order.
        var notes: [(who: Role, note: Note)] = []
        var secrets: [Role: Set<String>] = [.client: [], .server: []]

        var isComplete: Bool { established.count == 2 && errors.isEmpty }
    }

    var outcome = Outcome()

    init(_ client: TLS13.ClientConfiguration, _ server: TLS13.ServerConfiguration, verdicts: [Role: Verdict]) {
        self.client = Machine<TLS13>(client)
        self.server = Machine<TLS13>(server)
        self.verdicts = verdicts
    }

    /// A pair of lesson endpoints that trust each other.
    static func able(
        _ change: (inout TLS13.ClientConfiguration, inout TLS13.ServerConfiguration) -> Void = { _, _ in },
        onCurve: Bool = false, client: KeyAlgorithm? = nil
    ) async throws -> TLS13Pair {
        let fixture = try await Fixture.shared.get()
        let common = TLS13.CommonConfiguration(arithmetic: .live)
        var identity = fixture.pki.identity
        var verdicts: [Role: Verdict] = [.client: fixture.verdict]
        if onCurve {
            let made = try await Fixture.shared.onCurve()
            identity = made.identity
            verdicts[.client] = made.verdict
        }
        var configuration = TLS13.ClientConfiguration(hostName: Fixture.hostName, common: common)
        if let client {
            let own = try await Fixture.shared.client(client)
            configuration.identity = own
            verdicts[.server] = await Fixture.judge(client: own.chain, fixture.pki)
        }
        var serving = TLS13.ServerConfiguration(identity: identity, common: common)
        change(&configuration, &serving)
        return TLS13Pair(configuration, serving, verdicts: verdicts)
    }

    /// Octets that have been sent and have not arrived, with whom they are for.
    private var underWay: [(to: Role, octets: [UInt8])] = []

    /// The handshake, a word each way, the close.
    mutating func run() -> Outcome {
        perform(.start, at: .client)
        if outcome.established.count == 2 {
            perform(.send(Array("ping".utf8)), at: .client)
            perform(.send(Array("pong".utf8)), at: .server)
            perform(.close, at: .client)
            perform(.close, at: .server)
        }
        return outcome
    }

    mutating func perform(_ input: Input, at role: Role) {
        take(handle(input, at: role), of: role)
        deliver()
    }

    private mutating func handle(_ input: Input, at role: Role) -> [Output] {
        guard role == .server else { return client.handle(input, using: &random) }
        return server.handle(input, replays: &replays, using: &random)
    }

    mutating func updateKeys(of role: Role, request: Bool) {
        take(role == .client ? client.updateKeys(request: request) : server.updateKeys(request: request), of: role)
        deliver()
    }

    /// The server asks for a certificate after the handshake.
    mutating func askLate() {
        take(server.requestCertificate(using: &random), of: .server)
        deliver()
    }

    private mutating func take(_ outputs: [Output], of role: Role) {
        for output in outputs {
            switch output {
            case .wrote(_, let note?), .read(_, let note?), .note(let note), .computed(_, let note),
                .checked(_, _, let note):
                outcome.notes.append((role, note))
            default: break
            }
            switch output {
            case .bytes(let octets): send(octets, from: role)
            case .plaintext(let octets): outcome.plaintext[role, default: []] += octets
            case .earlyPlaintext(let octets): outcome.earlyPlaintext += octets
            case .earlyData(let what): outcome.earlyData[role] = what
            case .authenticated(let peer): outcome.authenticated.append(peer)
            case .judge: if let verdict = verdicts[role] { take(handle(.verdict(verdict), at: role), of: role) }
            case .ticket(let ticket): outcome.tickets.append(ticket)
            case .wrote(let record, _): outcome.messages.append((role, record.message))
            case .established(let parameters): outcome.established[role] = parameters
            case .computed(let computation, _): outcome.calculations.append(computation.calculation)
            case .failed(let error, let alert):
                outcome.errors[role] = error
                outcome.alerts[role] = alert
            case .learned(let name, _, let value) where SecretName(rawValue: name.name) != nil:
                outcome.secrets[role, default: []].insert("\(name) \(Hex.string(value))")
            default: break
            }
        }
    }

    /// What is under way arrives in its order: what a side sends in two parts is not overtaken by the answer to the first.
    private mutating func deliver() {
        while !underWay.isEmpty {
            let (role, octets) = underWay.removeFirst()
            take(handle(.bytes(octets), at: role), of: role)
        }
    }

    private mutating func send(_ octets: [UInt8], from role: Role) {
        var octets = octets
        if let flip, flip.flight == outcome.flights.count, octets.indices.contains(flip.place) {
            octets[flip.place] ^= 1
        }
        if let flip = recordFlip, flip.flight == outcome.flights.count {
            var parts = records(in: octets)
            if parts.indices.contains(flip.record), !parts[flip.record].isEmpty {
                parts[flip.record][min(flip.place, parts[flip.record].count - 1)] ^= 1
                octets = parts.flatMap(\.self)
            }
        }
        outcome.flights.append((role, octets))
        for start in stride(from: 0, to: octets.count, by: pieces ?? max(octets.count, 1)) {
            underWay.append((role.peer, Array(octets[start..<min(start + (pieces ?? octets.count), octets.count)])))
        }
    }
}

extension Machine<TLS13> {
    /// A record under the keys that it writes with, which it does not know of; nil where it has none.
    func sealing(_ inner: InnerPlaintext) throws -> [UInt8]? {
        var writing = writing
        return try writing?.seal(inner)
    }
}

/// How a machine has ended: the alert, and that it has sent that and no more.
func refusal(
    in outputs: [Output], sourceLocation: SourceLocation = #_sourceLocation
) -> AlertDescription? {
    var sent: [UInt8] = []
    var alert: AlertDescription?
    for output in outputs {
        if case .bytes(let octets) = output { sent += octets }
        if case .failed(let error, let said) = output {
            alert = said
            #expect(error.alert == said, sourceLocation: sourceLocation)
        }
    }
    guard let alert else { return nil }
    // In clear seven octets, protected 24.
    let inClear: [UInt8] = [21, 3, 3, 0, 2, 2, alert.rawValue]
    #expect(sent == inClear || (sent.count == 24 && sent[0] == 23), sourceLocation: sourceLocation)
    return alert
}

extension Machine<TLS13> {
    /// The hello with which a client begins, in one record.
    mutating func begin(using random: inout SeededRandomSource) throws -> HandshakeMessage {
        var octets: [UInt8] = []
        for case .bytes(let sent) in handle(.start, using: &random) { octets += sent }
        let record = try #require(records(in: octets).first)
        return try #require(HandshakeMessage(whole: Array(record.dropFirst(5))))
    }
}

extension HandshakeMessage {
    /// Parses octets that are exactly one message; nil for any others.
    init?(whole octets: [UInt8]) {
        var joiner = HandshakeJoiner()
        joiner.append(octets)
        guard let message = try? joiner.next(), joiner.isEmpty else { return nil }
        self = message
    }
}

extension TLS13.Session {
    /// Writes the octets of a handshake message, which need not be well formed, and adds them to the transcript.
    mutating func send(_ octets: [UInt8]) throws(TLSError) {
        transcript.add(octets)
        try write(.handshake, octets)
    }
}
