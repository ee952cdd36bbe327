import TLSSim
import Trace

/// The TLS records in one direction of a captured connection, each with the packets in which it begins and ends.
///
/// It never fails. Octets that are no TLS have no messages, and no messages follow a gap or an octet that cannot be read.
package struct CapturedMessages: Sendable {
    /// A record as a message, with the places in the connection of the packets that carried it.
    package struct Placed: Sendable {
        /// The record, as a message.
        package let message: Message
        /// The packet with its first octet.
        package let first: Int
        /// The packet that completes the record.
        package let last: Int
    }

    /// The most pieces that wait until a gap before them is filled.
    private static let mostWaiting = 256

    /// The messages so far.
    package private(set) var placed: [Placed] = []
    private var layer = RecordLayer()
    private var dissector = Dissector()
    /// The negotiated suite of TLS 1.2; nil before it is known. Without it the messages of the key exchange cannot be read.
    package var suite: CipherSuite? {
        get { dissector.suite }
        set { dissector.suite = newValue }
    }
    /// The keys of the records after ChangeCipherSpec; nil if the reader does not have them. Then those records stay sealed.
    package var protection: RecordProtection?
    /// The number of octets at the beginning of the stream that are there without a gap.
    private var contiguous = 0
    /// The place at which the new octets of each piece begin, and the packet that carried them.
    private var starts: [(offset: Int, packet: Int)] = []
    private var waiting: [(range: Range<Int>, octets: [UInt8], packet: Int)] = []
    private var isSealed = false
    private var hasEnded = false

    /// A direction without octets.
    package init() {}

    /// Takes the octets of a packet, which stand at `range` in the stream.
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

    /// The message of a record whose content an onlooker cannot read.
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

    /// The suite in a record that begins with a ServerHello (RFC 5246 section 7.4.1.3); nil if the suite is not implemented for TLS 1.2.
    private static func suite(in record: Record) -> CipherSuite? {
        var joiner = HandshakeJoiner()
        joiner.append(record.plaintext)
        let hello = try? joiner.next()?.parsed(ServerHello.read)
        return hello.flatMap { CipherSuite.withCodePoint($0.cipherSuite) }
    }
}
