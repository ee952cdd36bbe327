/// The eight control bits of a segment, often called flags (RFC 9293 3.1). They combine freely.
public struct ControlBits: OptionSet, Hashable, Sendable, CustomStringConvertible {
    /// The octet as it is on the wire.
    public let rawValue: UInt8

    /// The control bits in this octet.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// No more data from the sender.
    public static let fin = ControlBits(rawValue: 0x01)
    /// Synchronize sequence numbers.
    public static let syn = ControlBits(rawValue: 0x02)
    /// Reset the connection.
    public static let rst = ControlBits(rawValue: 0x04)
    /// Push: hand the data to the application without waiting for more.
    public static let psh = ControlBits(rawValue: 0x08)
    /// The acknowledgment field is significant.
    public static let ack = ControlBits(rawValue: 0x10)
    /// The urgent pointer is significant.
    public static let urg = ControlBits(rawValue: 0x20)
    /// ECN echo (RFC 3168).
    public static let ece = ControlBits(rawValue: 0x40)
    /// Congestion window reduced (RFC 3168).
    public static let cwr = ControlBits(rawValue: 0x80)

    /// Each bit with its name, in the order in which the RFC writes them: "SYN,ACK", "FIN,ACK".
    static let names: [(bit: ControlBits, name: String)] = [
        (.syn, "SYN"), (.fin, "FIN"), (.rst, "RST"), (.psh, "PSH"), (.urg, "URG"), (.ece, "ECE"), (.cwr, "CWR"),
        (.ack, "ACK"),
    ]

    /// "SYN,ACK"; empty without any bit.
    public var description: String {
        Self.names.filter { contains($0.bit) }.map(\.name).joined(separator: ",")
    }
}
