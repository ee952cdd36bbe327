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
    /// Linux "cooked" capture, as on the interface "any".
    package static let linuxSLL = LinkType(rawValue: 113)
    /// No link header: the frame is an IPv4 datagram.
    package static let ipv4 = LinkType(rawValue: 228)
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
        case .linuxSLL2: "LINUX_SLL2"
        default: String(rawValue)
        }
    }

    /// The IP datagram in a frame of this link type; nil for a frame without an IP datagram, and for an unknown link type.
    package func datagram(in frame: [UInt8]) -> [UInt8]? {
        guard let start = datagramStart(in: frame), start < frame.count else { return nil }
        let version = frame[start] >> 4
        guard version == 4 || (version == 6 && self != .ipv4) else { return nil }
        return Array(frame[start...])
    }

    /// Where the datagram starts if the link's header says that one follows.
    private func datagramStart(in frame: [UInt8]) -> Int? {
        switch self {
        case .raw, .ipv4: return 0
        case .ethernet: return ethernetPayload(in: frame)
        case .null, .loop:
            // Four octets in either order, so the number is in the first or the last one. 2 is IPv4 everywhere; IPv6 is 10,
            // 24, 28 or 30, depending on the system.
            guard frame.count >= 4, frame[1] == 0, frame[2] == 0, frame[0] == 0 || frame[3] == 0 else { return nil }
            return [2, 10, 24, 28, 30].contains(frame[0] | frame[3]) ? 4 : nil
        case .linuxSLL: return isIP(typeAt: 14, in: frame) ? 16 : nil
        case .linuxSLL2: return isIP(typeAt: 0, in: frame) ? 20 : nil
        default: return nil
        }
    }

    /// Behind two addresses and any number of VLAN tags stands the type of the payload.
    private func ethernetPayload(in frame: [UInt8]) -> Int? {
        var place = 12
        while let type = word(at: place, in: frame), [0x8100, 0x88a8, 0x9100].contains(type) { place += 4 }
        return isIP(typeAt: place, in: frame) ? place + 2 : nil
    }

    private func isIP(typeAt place: Int, in frame: [UInt8]) -> Bool {
        let type = word(at: place, in: frame)
        return type == 0x0800 || type == 0x86dd
    }

    private func word(at place: Int, in frame: [UInt8]) -> UInt16? {
        guard place + 2 <= frame.count else { return nil }
        return UInt16(frame[place]) << 8 | UInt16(frame[place + 1])
    }
}
