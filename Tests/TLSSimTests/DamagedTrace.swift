import Crypto
import TestSupport
import Testing
import Trace

@testable import TLSSim

/// A trace of RFC 8448 that is changed at one place and sealed again, with the keys that the RFC prints.
struct DamagedTrace {
    let trace: RFC8448
    /// The records of both sides, in order.
    var records: [(side: Role, octets: [UInt8])]

    init(_ section: Int) {
        trace = RFC8448.section(section)
        records = trace.records.map { ($0.side == "client" ? .client : .server, $0.octets) }
    }

    /// What the onlooker ends with: the alert that is owed, and at which record; nil if it finds nothing wrong.
    func failure() throws -> (alert: AlertDescription?, record: Int)? {
        var onlooker = try OnlookerTraceTests.onlooker(of: trace, knowing: .server)
        var found: (alert: AlertDescription?, record: Int)?
        for (index, record) in records.enumerated() {
            for event in onlooker.read(record.octets, from: record.side) {
                // Nothing may follow a failure.
                if found != nil { Issue.record("\(event) follows a failure") }
                if case .failed(let alert, _) = event { found = (alert, index) }
            }
        }
        return found
    }

    /// The protection of a record, of which `before` came under the same keys.
    func protection(_ secret: SecretName, before: UInt64 = 0) -> TrafficProtection {
        TrafficProtection(
            .aes128GCM, TrafficSecret(trace.secret(secret.rawValue), hash: .sha256), sequenceNumber: before)
    }

    /// Opens a record, has its content changed, and seals it again.
    mutating func change(
        _ index: Int, _ secret: SecretName, before: UInt64 = 0, _ change: (inout [UInt8], inout UInt8) throws -> Void
    ) throws {
        var opened = protection(secret, before: before)
        let inner = try opened.open(records[index].octets)
        var (content, type) = (inner.content, inner.typeCode)
        try change(&content, &type)
        var sealing = protection(secret, before: before)
        records[index].octets = try sealing.seal(InnerPlaintext(content, typeCode: type))
    }

    /// Has the messages of a protected record changed.
    mutating func changeMessages(
        _ index: Int, _ secret: SecretName, before: UInt64 = 0, _ change: (inout [HandshakeMessage]) throws -> Void
    ) throws {
        try self.change(index, secret, before: before) { content, _ in
            var joiner = HandshakeJoiner()
            joiner.append(content)
            var messages: [HandshakeMessage] = []
            while let message = try joiner.next() { messages.append(message) }
            try change(&messages)
            content = messages.flatMap(\.bytes)
        }
    }

    /// Has the body of a message in a record in clear changed, the lengths in front of it included.
    mutating func changeClear<Body: SelfContainedBody>(
        _ index: Int, _: Body.Type, _ change: (inout Body) throws -> Void
    ) throws {
        var joiner = HandshakeJoiner()
        joiner.append(Array(records[index].octets.dropFirst(5)))
        let next = try joiner.next()
        let message = try #require(next)
        var body = try message.parsed(Body.read)
        try change(&body)
        records[index].octets = Self.record(22, body.message.bytes)
    }

    /// A record in clear.
    static func record(_ type: UInt8, _ content: [UInt8]) -> [UInt8] {
        [type, 3, 3, UInt8(truncatingIfNeeded: content.count >> 8), UInt8(truncatingIfNeeded: content.count)] + content
    }
}
