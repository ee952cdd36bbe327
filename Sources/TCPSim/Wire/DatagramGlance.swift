/// The fields by which an IPv4 datagram is sorted (RFC 791 3.1). Only the version is checked: many datagrams pass a device, and
/// ``SegmentCodec`` reads the rest of those that are for a connection.
public struct DatagramGlance: Sendable {
    /// The host that has sent the datagram.
    public let source: IPv4Address
    /// The host that must receive it.
    public let destination: IPv4Address
    /// Whether it carries TCP.
    public let isTCP: Bool
    /// The sockets of a TCP segment; nil for another protocol, for a fragment without the ports, and if the ports are cut off.
    public let sockets: (source: Socket, destination: Socket)?

    /// Nil for a datagram of another version, and for one that ends inside the fixed part of the header.
    public init?(_ octets: [UInt8]) {
        guard octets.count >= 20, octets[0] >> 4 == 4 else { return nil }
        func address(_ place: Int) -> IPv4Address {
            IPv4Address(octets[place], octets[place + 1], octets[place + 2], octets[place + 3])
        }
        (source, destination) = (address(12), address(16))
        isTCP = octets[9] == IPv4Header.tcp
        let header = Int(octets[0] & 15) * 4
        let isFirst = octets[6] & 0x1f == 0 && octets[7] == 0
        guard isTCP, isFirst, header >= 20, octets.count >= header + 4 else {
            sockets = nil
            return
        }
        func port(_ place: Int) -> UInt16 { UInt16(octets[place]) << 8 | UInt16(octets[place + 1]) }
        sockets = (Socket(source, port(header)), Socket(destination, port(header + 2)))
    }
}
