import TLSSim
import Trace

/// The TLS records in one direction of a captured connection, each with the packets in which it begins and ends.
///
/// It never fails: what is no TLS has no messages, and behind a gap or an octet that cannot be read there are none any more.
package struct CapturedMessages: Sendable {
    /// A record as a message, and its packets by their places in the connection.
    package struct Placed: Sendable {
        /// The record, as a message.
        package let message: Message
        /// The packet with its first octet.
        package let first: Int
        /// The packet with which all of its octets are there.
        package let last: Int
    }

    /// The most pieces that wait for a gap before them.
    private static let mostWaiting = 256

    /// The messages so far.
    package private(set) var placed: [Placed] = []
    private var layer = RecordLayer()
    private var dissector = Dissector()
    /// The suite that this side's ServerHello names. The messages of a key exchange cannot be read without it.
    package var suite: CipherSuite? {
        get { dissector.suite }
        set { dissector.suite = newValue }
    }
    /// The keys of this side's records, for who has them.
    package var protection: RecordProtection?
    /// Octets of the stream that are there without a gap.
    private var contiguous = 0
    /// Where each piece that was taken begins, with its packet.
    private var starts: [(offset: Int, packet: Int)] = []
    private var waiting: [(range: Range<Int>, octets: [UInt8], packet: Int)] = []
    private var isSealed = false
    private var hasEnded = false

    /// Nothing yet.
    package init() {}

    /// Takes the octets that a packet carries at a place of the stream.
    package mutating func add(_ octets: [UInt8], at range: Range<Int>, packet: Int) {
        guard !hasEnded, octets.count == range.count, range.upperBound > contiguous else { return }
        guard waiting.count < Self.mostWaiting else { return hasEnded = true }
        waiting.append((range, octets, packet))
        while let index = waiting.firstIndex(where: { $0.range.lowerBound <= contiguous }) {
            let piece = waiting.remove(at: index)
            guard piece.range.upperBound > contiguous else { continue }
            starts.append((contiguous, piece.packet))
            layer.append(Array(piece.octets.dropFirst(contiguous - piece.range.lowerBound)))
            contiguous = piece.range.upperBound
        }
        do {
            while let record = try layer.next() { take(record, completedBy: packet) }
        } catch {
            hasEnded = true
        }
    }

    private mutating func take(_ record: Record, completedBy packet: Int) {
        let message =
            isSealed
            ? CapturedMessages.sealed(record) : dissector.message(of: record)
        if message.step == "tls.server_hello" { suite = CapturedMessages.suite(in: record) }
        if record.type == .changeCipherSpec {
            isSealed = protection == nil
            if let protection { layer.startReading(with: protection) }
        }
        let first = starts.last { $0.offset <= record.stream.lowerBound }?.packet ?? packet
        placed.append(Placed(message: message, first: first, last: packet))
    }

    /// A record whose content an onlooker cannot read.
    private static func sealed(_ record: Record) -> Message {
        let rule = Citation.rfc(5246, "6.2.1")
        let length = record.wire.count
        var fields = [
            Field(name: "tls.record.content_type", range: 0..<1, value: "\(record.type)", cite: rule),
            Field(name: "tls.record.version", range: 1..<3, value: "\(record.version)", cite: rule),
            Field(name: "tls.record.length", range: 3..<5, value: "\(length - RecordLimits.header)", cite: rule),
        ]
        if length > RecordLimits.header {
            fields.append(
                Field(
                    name: "tls.record.ciphertext", range: RecordLimits.header..<length, value: "",
                    cite: .rfc(5246, "6.2.3")))
        }
        return Message(
            machine: "TLS", label: "\(record.type), sealed", step: "tls.record", version: ProtocolVersion.tls12.word,
            panes: [Pane("record", bytes: record.wire, fields: fields)], stream: record.stream, encrypted: true)
    }

    /// The suite in a ServerHello (RFC 5246 section 7.4.1.3), if it is one that is known.
    private static func suite(in record: Record) -> CipherSuite? {
        let octets = record.plaintext
        // Handshake header, version, random; then the session ID with its length.
        let fixed = 4 + 2 + 32
        guard octets.count > fixed else { return nil }
        let start = fixed + 1 + Int(octets[fixed])
        guard octets.count >= start + 2 else { return nil }
        return CipherSuite.withCodePoint(UInt16(octets[start]) << 8 | UInt16(octets[start + 1]))
    }
}
