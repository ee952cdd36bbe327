import TLSSim
import Trace

/// The TLS records in one direction of a connection, as messages.
///
/// It never fails. Octets that are no TLS have no messages, and no messages follow an octet that cannot be read.
package struct CapturedMessages: Sendable {
    /// The messages so far.
    package private(set) var messages: [Message] = []
    private var layer = RecordLayer()
    private var dissector = Dissector()
    /// The negotiated suite of TLS 1.2; nil before it is known. Without it the messages of the key exchange cannot be read.
    package var suite: CipherSuite? {
        get { dissector.suite }
        set { dissector.suite = newValue }
    }
    /// The keys of the records after ChangeCipherSpec; nil if the reader does not have them. Then those records stay sealed.
    package var protection: RecordProtection?
    private var isSealed = false
    private var hasEnded = false

    /// A direction without octets.
    package init() {}

    /// Takes the next octets.
    package mutating func add(_ octets: [UInt8]) {
        guard !hasEnded else { return }
        layer.append(octets)
        do {
            while let record = try layer.next() { take(record) }
        } catch {
            hasEnded = true
        }
    }

    private mutating func take(_ record: Record) {
        messages.append(
            isSealed
                ? CapturedMessages.sealed(
                    type: record.type, version: record.version, wire: record.wire, stream: record.stream)
                : dissector.message(of: record))
        if messages.last?.step == "tls.server_hello" { suite = CapturedMessages.suite(in: record) }
        if record.type == .changeCipherSpec {
            isSealed = protection == nil
            if let protection { layer.startReading(with: protection) }
        }
    }

    /// The message of a record whose content an onlooker cannot read.
    ///
    /// - Parameter type: nil for a heartbeat (RFC 6520).
    static func sealed(type: ContentType?, version: ProtocolVersion, wire: [UInt8], stream: Range<Int>) -> Message {
        let rule = Citation.rfc(5246, "6.2.1")
        let length = wire.count
        let name = type.map { "\($0)" } ?? "heartbeat"
        var fields = [
            Field(name: "tls.record.content_type", range: 0..<1, value: name, cite: rule),
            Field(name: "tls.record.version", range: 1..<3, value: "\(version)", cite: rule),
            Field(name: "tls.record.length", range: 3..<5, value: "\(length - RecordLimits.header)", cite: rule),
        ]
        if length > RecordLimits.header {
            fields.append(
                Field(
                    name: "tls.record.ciphertext", range: RecordLimits.header..<length, value: "",
                    cite: .rfc(5246, "6.2.3")))
        }
        return Message(
            machine: "TLS", label: "\(name), sealed", step: "tls.record", version: ProtocolVersion.tls12.word,
            panes: [Pane("record", bytes: wire, fields: fields)], stream: stream, encrypted: true)
    }

    /// The suite in a record that begins with a ServerHello (RFC 5246 section 7.4.1.3); nil if the suite is not implemented for TLS 1.2.
    private static func suite(in record: Record) -> CipherSuite? {
        var joiner = HandshakeJoiner()
        joiner.append(record.plaintext)
        let hello = try? joiner.next()?.parsed(ServerHello.read)
        return hello.flatMap { CipherSuite.withCodePoint($0.cipherSuite) }
    }
}
