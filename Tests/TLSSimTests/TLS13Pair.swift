import Crypto
import PKI
import TestSupport
import Testing
import Trace

@testable import TLSSim

/// A client and a server of TLS 1.3 with nothing between them but arrays.
struct TLS13Pair {
    var client: TLS13.Endpoint
    var server: TLS13.Endpoint
    var random = SeededRandomSource(seed: 13)
    let verdicts: [Role: Verdict]
    /// What is delivered at once, in octets; nil for whole flights.
    var pieces: Int?
    /// The flight, counted over both sides, and the octet in it that is changed on its way.
    var flip: (flight: Int, place: Int)?

    struct Outcome {
        var established: [Role: SecurityParameters] = [:]
        var errors: [Role: TLSError] = [:]
        var alerts: [Role: AlertDescription] = [:]
        var plaintext: [Role: [UInt8]] = [.client: [], .server: []]
        /// Every flight in order, with who sent it.
        var flights: [(from: Role, octets: [UInt8])] = []
        var tickets: [TLS13.Ticket] = []
        var calculations: [Calculation] = []
        var secrets: [Role: Set<String>] = [.client: [], .server: []]

        var isComplete: Bool { established.count == 2 && errors.isEmpty }
    }

    var outcome = Outcome()

    init(_ client: TLS13.ClientConfiguration, _ server: TLS13.ServerConfiguration, verdicts: [Role: Verdict]) {
        self.client = TLS13.Endpoint(client)
        self.server = TLS13.Endpoint(server)
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
        switch role {
        case .client: take(client.handle(input, using: &random), of: .client)
        case .server: take(server.handle(input, using: &random), of: .server)
        }
    }

    mutating func updateKeys(of role: Role, request: Bool) {
        take(role == .client ? client.updateKeys(request: request) : server.updateKeys(request: request), of: role)
    }

    private mutating func take(_ outputs: [Output], of role: Role) {
        for output in outputs {
            switch output {
            case .bytes(let octets): deliver(octets, from: role)
            case .plaintext(let octets): outcome.plaintext[role, default: []] += octets
            case .judge: if let verdict = verdicts[role] { perform(.verdict(verdict), at: role) }
            case .ticket(let ticket): outcome.tickets.append(ticket)
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

    private mutating func deliver(_ octets: [UInt8], from role: Role) {
        var octets = octets
        if let flip, flip.flight == outcome.flights.count, octets.indices.contains(flip.place) {
            octets[flip.place] ^= 1
        }
        outcome.flights.append((role, octets))
        guard let pieces else { return perform(.bytes(octets), at: role.peer) }
        for start in stride(from: 0, to: octets.count, by: pieces) {
            perform(.bytes(Array(octets[start..<min(start + pieces, octets.count)])), at: role.peer)
        }
    }
}
