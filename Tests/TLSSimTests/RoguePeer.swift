import Crypto
import PKI
import Testing
import Trace

@testable import TLSSim

/// A peer that can say anything in any order: the parts of an endpoint, with no machine that keeps them in order.
protocol RoguePeer {
    var parts: RogueParts { get set }
    /// Whose part it plays.
    var side: Role { get }
    /// Has the endpoint under test take an input.
    mutating func hand(_ input: Input) -> [Output]
    /// What the endpoint under test has said in a handshake message.
    mutating func heard(_ message: HandshakeMessage) throws
    /// The judgment on a chain that is shown.
    var verdict: Verdict? { get }
}

/// A rogue was asked for something that it has no means for.
struct RogueError: Error {}

/// A value that a rogue needs to go on.
func needed<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw RogueError() }
    return value
}

/// What a rogue keeps.
struct RogueParts {
    var reading = RecordLayer()
    var writing: RecordProtection?
    var joiner = HandshakeJoiner()
    var transcript = Transcript()
    /// The handshake messages that were sent.
    var said: [HandshakeMessage] = []
    var schedule: KeySchedule?
    /// The alerts that were received.
    var alerts: [Alert] = []
    /// The application data that was received, record by record.
    var data: [[UInt8]] = []
    /// What the endpoint under test handed to its application.
    var accepted: [UInt8] = []
    var established = false
    var error: TLSError?
    /// The alert that the endpoint under test says it sent.
    var alert: AlertDescription?
    /// Garbles what is sent.
    var mangler: Mangler?
    /// Whether what is received no longer makes sense here, because the keys differ.
    var isDeaf = false
}

extension RoguePeer {
    /// The alert with which the endpoint under test gave up; nil if it has not, or said nothing.
    var alert: AlertDescription? { parts.alert }
    /// Why it gave up.
    var error: TLSError? { parts.error }

    /// Delivers octets as they are.
    mutating func deliver(_ octets: [UInt8]) throws {
        try take(hand(.bytes(octets)))
    }

    /// Works through what the endpoint under test wants done.
    mutating func take(_ outputs: [Output]) throws {
        for output in outputs {
            switch output {
            case .bytes(let octets): try read(octets)
            case .judge: try take(hand(.verdict(try needed(verdict))))
            case .plaintext(let octets): parts.accepted += octets
            case .established: parts.established = true
            case .failed(let error, let alert):
                parts.error = error
                parts.alert = alert
                // What is said to have been sent is on the wire.
                if let alert, !parts.isDeaf { #expect(parts.alerts.last == Alert(.fatal, alert)) }
            default: break
            }
        }
    }

    private mutating func read(_ octets: [UInt8]) throws {
        guard !parts.isDeaf else { return }
        parts.reading.append(octets)
        do {
            while let record = try parts.reading.next() {
                switch record.type {
                case .handshake: parts.joiner.append(record.plaintext)
                case .alert: parts.alerts.append(try Alert.read(record.plaintext))
                case .applicationData: parts.data.append(record.plaintext)
                case .changeCipherSpec:
                    guard let schedule = parts.schedule else { continue }
                    parts.reading.startReading(
                        with: side == .client ? schedule.serverProtection : schedule.clientProtection)
                }
                while let message = try parts.joiner.next() { try heard(message) }
            }
        } catch {
            parts.isDeaf = true
        }
    }

    /// Sends one record of any content, under the current keys; what a mangler makes of it, where there is one.
    mutating func send(_ type: ContentType, _ content: [UInt8]) throws {
        guard var mangler = parts.mangler else { return try deliver(try seal(type, content)) }
        for piece in mangler.pieces(type, content) {
            let sealed = try seal(piece.type, piece.content)
            try deliver(mangler.wire(sealed))
        }
        parts.mangler = mangler
    }

    /// Protects any content under the current keys; in clear while there are none.
    mutating func seal(_ type: ContentType, _ content: [UInt8]) throws -> [UInt8] {
        record(type.rawValue, try parts.writing?.seal(content, type: type, version: .tls12) ?? content)
    }

    /// Sends a handshake message, which becomes part of the transcript.
    mutating func say(_ message: HandshakeMessage) throws {
        parts.transcript.add(message)
        parts.said.append(message)
        try send(.handshake, message.bytes)
    }

    /// Announces a change of keys and makes it.
    mutating func changeCipherSpec(_ content: [UInt8] = [1]) throws {
        try send(.changeCipherSpec, content)
        parts.writing = side == .client ? parts.schedule?.clientProtection : parts.schedule?.serverProtection
    }

    /// Sends a Finished with verify_data that `change` has had in hand.
    mutating func finish(_ change: (inout [UInt8]) -> Void = { _ in }) throws {
        try say(try finished(change))
    }

    /// The Finished that is due, changed.
    func finished(_ change: (inout [UInt8]) -> Void = { _ in }) throws -> HandshakeMessage {
        let schedule = try needed(parts.schedule)
        var data = schedule.verifyData(of: side, transcriptHash: try needed(parts.transcript.digest))
        change(&data)
        return HandshakeMessage(.finished, body: data)
    }
}

/// A cipher suite, and how it protects records.
struct Setting: Hashable, CustomTestStringConvertible {
    let suite: CipherSuite
    var encryptThenMAC = false

    var testDescription: String { suite.name + (encryptThenMAC ? ", encrypt-then-MAC" : "") }

    /// Every key exchange.
    static let exchanges: [CipherSuite] = [
        .rsaAES128GCM, .dheRSAAES128GCM, .ecdheRSAAES128GCM, .ecdheECDSAChaCha20,
    ]

    /// Every way to protect records.
    static let protections: [Setting] = [
        .init(suite: .rsaAES128GCM), .init(suite: .ecdheRSAChaCha20), .init(suite: .rsaAES128CBCSHA),
        .init(suite: .rsaAES256CBCSHA256), .init(suite: .rsaAES128CBCSHA, encryptThenMAC: true),
        .init(suite: .rsaAES256CBCSHA256, encryptThenMAC: true),
    ]
}
