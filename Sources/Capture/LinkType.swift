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
    /// Ethernet.
    package static let ethernet = LinkType(rawValue: 1)
    /// No link header: the frame is an IPv4 or IPv6 datagram.
    package static let raw = LinkType(rawValue: 101)
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

    /// The name in the registry, or the number.
    package var description: String {
        switch self {
        case .null: "NULL"
        case .ethernet: "ETHERNET"
        case .raw: "RAW"
        case .loop: "LOOP"
        case .linuxSLL: "LINUX_SLL"
        case .ipv4: "IPV4"
        case .ipv6: "IPV6"
        case .pktap: "PKTAP"
        case .linuxSLL2: "LINUX_SLL2"
        default: String(rawValue)
        }
    }

    /// The payload of a frame.
    package enum Payload: Hashable, Sendable {
        /// Octets that are an IP datagram according to the link's header; the place at which they begin.
        case datagram(at: Int)
        /// The Address Resolution Protocol.
        case arp
        /// A payload of another type.
        case otherType
        /// The frame ends inside the link's header.
        case cut
        /// The link type is not read here.
        case unknownLink
    }

    /// The IP datagram in a frame of this link type; nil for a frame without an IP datagram, and for an unknown link type.
    package func datagram(in frame: [UInt8]) -> [UInt8]? {
        guard case .datagram(let start) = payload(in: frame, frame.indices), start < frame.count else { return nil }
        let version = frame[start] >> 4
        guard version == 4 || (version == 6 && self != .ipv4) else { return nil }
        return Array(frame[start...])
    }

    /// The payload of the frame that is at a place in some octets.
    package func payload(in octets: [UInt8], _ frame: Range<Int>) -> Payload {
        let start = frame.lowerBound
        switch self {
        case .raw, .ipv4, .ipv6: return .datagram(at: start)
        case .ethernet: return ethernetPayload(in: octets, frame)
        case .null, .loop:
            // The header is a small number in four octets of either byte order, so the number is in the first or the last octet.
            // 2 is IPv4 on all systems; IPv6 is 10, 24, 28 or 30, depending on the system.
            guard frame.count >= 4 else { return .cut }
            let (first, last) = (octets[start], octets[start + 3])
            guard octets[start + 1] == 0, octets[start + 2] == 0, first == 0 || last == 0 else { return .otherType }
            return [2, 10, 24, 28, 30].contains(first | last) ? .datagram(at: start + 4) : .otherType
        case .linuxSLL: return typed(at: start + 14, header: 16, in: octets, frame)
        case .linuxSLL2: return typed(at: start, header: 20, in: octets, frame)
        case .pktap:
            // The header begins with its length, its type and the link type of the frame behind it, as little-endian numbers.
            guard frame.count >= 12 else { return .cut }
            func number(_ place: Int) -> Int { (0..<4).reduce(0) { $0 | Int(octets[start + place + $1]) << (8 * $1) } }
            let inner = LinkType(rawValue: UInt16(truncatingIfNeeded: number(8)))
            guard number(0) >= 12, number(0) <= frame.count, inner != .pktap else { return .cut }
            // The number here is a DLT value of libpcap: DLT_RAW is 12, where the registry has 101.
            return (inner.rawValue == 12 ? .raw : inner).payload(in: octets, (start + number(0))..<frame.upperBound)
        default: return .unknownLink
        }
    }

    /// The payload of an Ethernet frame. The type of the payload stands behind two addresses and any number of VLAN tags.
    private func ethernetPayload(in octets: [UInt8], _ frame: Range<Int>) -> Payload {
        var place = frame.lowerBound + 12
        while let type = word(at: place, in: octets, frame), type == 0x8100 || type == 0x88a8 || type == 0x9100 {
            place += 4
        }
        return typed(at: place, header: place + 2 - frame.lowerBound, in: octets, frame)
    }

    /// The payload behind a header of `header` octets, which has the EtherType of the payload at `place` (RFC 894, RFC 826, RFC 2464).
    private func typed(at place: Int, header: Int, in octets: [UInt8], _ frame: Range<Int>) -> Payload {
        guard let type = word(at: place, in: octets, frame), frame.count >= header else { return .cut }
        switch type {
        case 0x0800, 0x86dd: return .datagram(at: frame.lowerBound + header)
        case 0x0806: return .arp
        default: return .otherType
        }
    }

    /// The big-endian number in two octets of a frame; nil if the frame ends before them.
    private func word(at place: Int, in octets: [UInt8], _ frame: Range<Int>) -> UInt16? {
        guard place + 2 <= frame.upperBound else { return nil }
        return UInt16(octets[place]) << 8 | UInt16(octets[place + 1])
    }
}
