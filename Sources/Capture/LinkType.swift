/// The link type of captured frames: a number from the registry of LINKTYPE values.
package struct LinkType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The number in the registry.
    package let rawValue: UInt16

    /// The link type with that number.
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// BSD loopback: an address family in the byte order of the capturing machine.
    package static let null = LinkType(rawValue: 0)
    package static let ethernet = LinkType(rawValue: 1)
    /// The Point-to-Point Protocol (RFC 1661), with or without the two octets of HDLC before it.
    package static let ppp = LinkType(rawValue: 9)
    /// PPP in HDLC-like framing (RFC 1662), or Cisco's HDLC.
    package static let pppHDLC = LinkType(rawValue: 50)
    /// PPP over Ethernet, without the header of Ethernet (RFC 2516).
    package static let pppEther = LinkType(rawValue: 51)
    /// No link header: the frame is an IPv4 or IPv6 datagram.
    package static let raw = LinkType(rawValue: 101)
    /// Cisco's HDLC.
    package static let cHDLC = LinkType(rawValue: 104)
    /// OpenBSD loopback: an address family in network byte order.
    package static let loop = LinkType(rawValue: 108)
    /// Linux "cooked" capture, such as that of the interface "any".
    package static let linuxSLL = LinkType(rawValue: 113)
    /// No link header: the frame is an IPv4 datagram.
    package static let ipv4 = LinkType(rawValue: 228)
    /// No link header: the frame is an IPv6 datagram.
    package static let ipv6 = LinkType(rawValue: 229)
    /// Apple's capture, which tcpdump on macOS writes: a header with the process stands before each frame.
    package static let pktap = LinkType(rawValue: 258)
    /// Linux "cooked" capture, version 2.
    package static let linuxSLL2 = LinkType(rawValue: 276)

    /// The numbers that some systems have written in place of 101. They are values of libpcap's DLT_RAW.
    private static let oldRaw: Set<UInt16> = [12, 14]

    /// The name in the registry, or the number.
    package var description: String {
        switch self {
        case .null: "NULL"
        case .ethernet: "ETHERNET"
        case .ppp: "PPP"
        case .pppHDLC: "PPP_HDLC"
        case .pppEther: "PPP_ETHER"
        case .raw: "RAW"
        case .cHDLC: "C_HDLC"
        case .loop: "LOOP"
        case .linuxSLL: "LINUX_SLL"
        case .ipv4: "IPV4"
        case .ipv6: "IPV6"
        case .pktap: "PKTAP"
        case .linuxSLL2: "LINUX_SLL2"
        default: Self.oldRaw.contains(rawValue) ? "RAW" : String(rawValue)
        }
    }

    /// The payload of a frame.
    package enum Payload: Hashable, Sendable {
        /// Octets that are an IP datagram according to the headers before it: the place at which they begin, and the tunnels around it.
        case datagram(at: Int, inside: Tunnels)
        /// The Address Resolution Protocol.
        case arp
        /// A payload of another type: its EtherType; for PPP the number of the protocol, which is odd and below 1,536 or above 32,767;
        /// for LLC the service access point, which is an even number below 256.
        case otherType(UInt16)
        /// The frame ends inside the headers.
        case cut
        /// More tunnels, one in the other, than are stepped into.
        case tooDeep
        /// This link type is not read here.
        case unknownLink(LinkType)
    }

    /// The payload of the frame that is at a place in some octets.
    package func payload(in octets: [UInt8], _ frame: Range<Int>) -> Payload {
        let start = frame.lowerBound
        let reader = LinkReader(octets: octets, end: frame.upperBound)
        switch self {
        case .ethernet: return reader.ethernet(at: start, Tunnels())
        case .raw, .ipv4, .ipv6: return .datagram(at: start, inside: Tunnels())
        case .null, .loop:
            // The header is a small number in four octets of either byte order, so the number is in the first or the last octet.
            // 2 is IPv4 on all systems; IPv6 is 10, 24, 28 or 30, depending on the system.
            guard frame.count >= 4 else { return .cut }
            let (first, last) = (octets[start], octets[start + 3])
            guard octets[start + 1] == 0, octets[start + 2] == 0, first == 0 || last == 0 else { return .otherType(0) }
            guard [2, 10, 24, 28, 30].contains(first | last) else { return .otherType(0) }
            return .datagram(at: start + 4, inside: Tunnels())
        case .linuxSLL: return reader.typed(at: start + 14, content: start + 16, Tunnels())
        case .linuxSLL2: return reader.typed(at: start, content: start + 20, Tunnels())
        case .ppp, .pppHDLC, .cHDLC: return reader.hdlc(at: start, Tunnels())
        case .pppEther: return reader.pppoe(at: start, Tunnels())
        case .pktap:
            // The header begins with its length, its type and the link type of the frame behind it, as little-endian numbers.
            guard frame.count >= 12 else { return .cut }
            func number(_ place: Int) -> Int { (0..<4).reduce(0) { $0 | Int(octets[start + place + $1]) << (8 * $1) } }
            let inner = LinkType(rawValue: UInt16(truncatingIfNeeded: number(8)))
            guard number(0) >= 12, number(0) <= frame.count, inner != .pktap else { return .cut }
            return inner.payload(in: octets, (start + number(0))..<frame.upperBound)
        default:
            return Self.oldRaw.contains(rawValue) ? .datagram(at: start, inside: Tunnels()) : .unknownLink(self)
        }
    }
}
