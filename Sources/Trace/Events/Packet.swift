/// One end of a connection as it is addressed on the network.
public struct Endpoint: Hashable, Sendable, CustomStringConvertible {
    /// A name, or an IP address as ``AddressText`` writes it.
    public let address: String
    /// The TCP port.
    public let port: UInt16

    /// `address`:`port`.
    public init(address: String, port: UInt16) {
        self.address = address
        self.port = port
    }

    /// Reads a host and a port as people write them: "example.com:443", "[::1]:443"; nil for anything else.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]), port > 0 else {
            return nil
        }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard !host.isEmpty else { return nil }
        self.init(address: String(host), port: port)
    }

    /// "10.0.0.1:50000"; an IPv6 address stands in brackets, "[::1]:443".
    public var description: String { address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)" }
}

/// The meaning of a datagram's octets. It is computed only when a reader asks for it, because most packets of a run are never shown in
/// detail.
public protocol PacketMeaning: Sendable {
    /// The source address and port.
    func source(of datagram: [UInt8]) -> Endpoint
    /// The destination address and port.
    func destination(of datagram: [UInt8]) -> Endpoint
    /// The meaning of the octets; offsets are into the datagram.
    func fields(of datagram: [UInt8]) -> [Field]
    /// The notation of the protocol's own specification with absolute numbers: "<SEQ=1000><CTL=SYN>".
    func label(of datagram: [UInt8]) -> String
    /// The same with numbers relative to each side's first.
    func relativeLabel(of datagram: [UInt8]) -> String
    /// The purpose of the packet besides carrying octets, in a word or two: "SYN,ACK", "ACK"; empty for a packet that only carries octets.
    func gist(of datagram: [UInt8]) -> String
    /// The kinds that it belongs to, by the names that an order to the wire has for them ("SYN,ACK", "data"), the most telling first;
    /// empty where such an order cannot name it.
    func kinds(of datagram: [UInt8]) -> [String]
}

extension PacketMeaning {
    /// Empty: an order to the wire cannot name the packet.
    public func kinds(of datagram: [UInt8]) -> [String] { [] }
}

/// A datagram on the wire, with the meaning of its octets.
public struct Packet: Sendable {
    /// Its place among the packets put on the wire, from 1: the frame number in a capture of the run.
    public let number: Int
    /// The whole IPv4 datagram.
    public let bytes: [UInt8]
    /// The place in `bytes` of the octets that belong to the stream; empty for a segment without data.
    public let payload: Range<Int>
    /// The place of those octets in the sender's stream, counted from 0; empty for a segment without data.
    public let stream: Range<Int>
    private let meaning: any PacketMeaning

    /// A datagram of `bytes`, whose meaning `meaning` can find.
    public init(
        number: Int, bytes: [UInt8], payload: Range<Int>, stream: Range<Int>, meaning: any PacketMeaning
    ) {
        self.number = number
        self.bytes = bytes
        self.payload = payload
        self.stream = stream
        self.meaning = meaning
    }

    /// A second copy of the datagram, as a packet of its own.
    public func copy(number: Int) -> Packet {
        Packet(number: number, bytes: bytes, payload: payload, stream: stream, meaning: meaning)
    }

    // These properties are computed each time that they are read.

    /// The source address and port.
    public var source: Endpoint { meaning.source(of: bytes) }
    /// The destination address and port.
    public var destination: Endpoint { meaning.destination(of: bytes) }
    /// The meaning of the octets; offsets are into `bytes`.
    public var fields: [Field] { meaning.fields(of: bytes) }
    /// The notation of the protocol's own specification with absolute numbers: "<SEQ=1000><CTL=SYN>".
    public var label: String { meaning.label(of: bytes) }
    /// The same with numbers relative to each side's first.
    public var relativeLabel: String { meaning.relativeLabel(of: bytes) }
    /// The purpose of the packet besides carrying octets, in a word or two: "SYN,ACK", "ACK"; empty for a packet that only carries octets.
    public var gist: String { meaning.gist(of: bytes) }
    /// The kinds that it belongs to, by the names that an order to the wire has for them, the most telling first.
    public var kinds: [String] { meaning.kinds(of: bytes) }
}

/// Two packets are equal if they have the same number, octets and meaning.
extension Packet: Hashable {
    /// Compares numbers, octets, places, addresses, labels and fields. Of the meanings, it compares what they return.
    public static func == (left: Packet, right: Packet) -> Bool {
        left.number == right.number && left.bytes == right.bytes && left.payload == right.payload
            && left.stream == right.stream && left.source == right.source && left.destination == right.destination
            && left.label == right.label && left.relativeLabel == right.relativeLabel && left.fields == right.fields
    }

    /// Hashes the number and the octets; equal packets have both in common.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(number)
        hasher.combine(bytes)
    }
}

/// A buffer of octets with a name and the meaning of what is in it.
public struct Pane: Hashable, Sendable {
    /// The kind of octets: "record", or "plaintext" for the content of a protected record.
    public let name: String
    /// The octets.
    public let bytes: [UInt8]
    /// Their meaning; offsets are into `bytes`.
    public let fields: [Field]

    /// A pane called `name`.
    public init(_ name: String, bytes: [UInt8], fields: [Field]) {
        self.name = name
        self.bytes = bytes
        self.fields = fields
    }
}
