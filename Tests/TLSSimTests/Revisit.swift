import Crypto
import PKI
import Testing
import Trace

@testable import TLSSim

/// A client and a server that meet again and again, and keep what they are told to keep in between.
struct Revisit {
    /// Which of the two ways of resuming.
    enum Way: CaseIterable { case name, ticket }

    var client: Client.Configuration
    var server: Server.Configuration
    var seed: UInt64 = 1
    let fixture: (pki: LessonPKI, verdict: Verdict)

    static let ticketKey: TicketKey = {
        var random = SeededRandomSource(seed: 7).fork("ticket key")
        return TicketKey(using: &random)
    }()

    init(
        _ suite: CipherSuite = .rsaAES128GCM, _ way: Way? = .ticket, extended: Bool = false, tracing: Bool = false
    ) async throws {
        let made = try await Fixture.shared.get()
        var identity = made.pki.identity
        var verdict = made.verdict
        if suite.keyExchange == .ecdheECDSA { (identity, verdict) = try await Fixture.shared.onCurve() }
        fixture = (made.pki, verdict)
        client = Client.Configuration(
            hostName: Fixture.hostName, cipherSuites: [suite], extendedMasterSecret: extended,
            offersTickets: way == .ticket, now: Fixture.time, arithmetic: .live, tracing: tracing)
        server = Server.Configuration(
            identity: identity, cipherSuites: [suite], extendedMasterSecret: extended,
            sessions: way == .name ? SessionCache() : nil, ticketKey: way == .ticket ? Self.ticketKey : nil,
            now: Fixture.time, arithmetic: .live, tracing: tracing)
    }

    /// The next connection's two ends, with randoms of its own.
    mutating func pair() -> Pair {
        var pair = Pair(seed: seed, fixture)
        seed += 1
        pair.client = TLSEndpoint(client)
        pair.server = TLSEndpoint(server)
        return pair
    }

    /// One connection from hello to close; both sides then keep and forget what they were told to.
    @discardableResult
    mutating func visit(
        _ tamper: (_ flight: Int, _ from: Principal, _ octets: [UInt8]) -> [UInt8] = { _, _, octets in octets }
    ) async -> Pair.Outcome {
        var pair = pair()
        let outcome = await pair.run(tamper)
        for output in outcome.outputs[.client] ?? [] {
            if case .resumable(let session) = output { client.session = session }
            if case .forget(let session) = output, client.session == session { client.session = nil }
        }
        for output in outcome.outputs[.server] ?? [] {
            if case .resumable(let session) = output { server.sessions?.insert(session) }
            if case .forget(let session) = output { server.sessions?.remove(session.sessionID) }
        }
        return outcome
    }

    /// The server's first flight in answer to a client of this configuration.
    mutating func answer() -> [Output] {
        var pair = pair()
        var hello: [UInt8] = []
        for case .bytes(let octets) in pair.handle(.start, by: .client) { hello += octets }
        return pair.handle(.bytes(hello), by: .server)
    }
}

extension Pair.Outcome {
    /// What `principal` says was agreed.
    func parameters(_ principal: Principal) -> SecurityParameters? {
        for case .established(let parameters) in outputs[principal] ?? [] { return parameters }
        return nil
    }

    /// Whether both sides say that a session was resumed, or both that none was; nil if they do not agree or did not finish.
    var isResumed: Bool? {
        guard let client = parameters(.client)?.isResumed, client == parameters(.server)?.isResumed else { return nil }
        return client
    }

    func learned(_ wanted: SecretID, by principal: Principal) -> [UInt8]? {
        for case .learned(wanted, _, let value) in outputs[principal] ?? [] { return value }
        return nil
    }

    func labels(_ principal: Principal) -> [String] {
        (outputs[principal] ?? []).compactMap {
            if case .wrote(let record, _) = $0 { record.message.label } else { nil }
        }
    }
}

extension [Output] {
    /// The types of the handshake messages in clear that are written, one record each.
    var handshakeTypes: [UInt8] {
        flatMap { output -> [[UInt8]] in if case .bytes(let octets) = output { records(in: octets) } else { [] } }
            .prefix { $0[0] == 22 }.compactMap { $0.count > 5 ? $0[5] : nil }
    }

    /// Whether the flight is the one of an abbreviated handshake: ServerHello, perhaps a ticket, and no Certificate.
    var isAbbreviated: Bool { handshakeTypes == [2] || handshakeTypes == [2, 4] }
    /// Whether it is the one of a full handshake.
    var isFull: Bool { handshakeTypes.starts(with: [2, 11]) }

    /// The alert it ends with.
    var alert: AlertDescription? {
        for case .failed(_, let alert) in self { return alert }
        return nil
    }
}

extension Pair {
    /// The handshake and nothing after it: both ends are left where data may flow.
    ///
    /// - Returns: what each did, in order.
    mutating func runHandshake() async -> [Principal: [Output]] {
        var all: [Principal: [Output]] = [:]
        var queue: [(to: Principal, input: Input)] = [(.client, .start)]
        while !queue.isEmpty {
            let (principal, input) = queue.removeFirst()
            let outputs = handle(input, by: principal)
            all[principal, default: []] += outputs
            for output in outputs {
                if case .bytes(let octets) = output {
                    queue.append((principal == .client ? .server : .client, .bytes(octets)))
                }
                if case .judge = output { queue.insert((principal, .verdict(verdict)), at: 0) }
            }
        }
        return all
    }
}
