/// Reads the headers between the beginning of a frame and the IP datagram in it. No read goes beyond the end of the frame.
package struct LinkReader {
    private let octets: [UInt8]
    /// The place behind the last octet of the frame.
    private let end: Int

    /// A reader of a frame that ends at a place in some octets.
    package init(octets: [UInt8], end: Int) { (self.octets, self.end) = (octets, end) }

    /// The big-endian number in two octets of the frame; nil if the frame ends before them.
    private func word(_ place: Int) -> UInt16? {
        place + 2 <= end ? UInt16(octets[place]) << 8 | UInt16(octets[place + 1]) : nil
    }

    /// The payload of an Ethernet frame that begins at a place: behind two addresses stands its type (RFC 894).
    package func ethernet(at start: Int, _ tunnels: Tunnels) -> LinkType.Payload {
        typed(at: start + 12, content: start + 14, tunnels)
    }

    /// The payload at `content`, whose EtherType stands at `place`.
    func typed(at place: Int, content: Int, _ tunnels: Tunnels) -> LinkType.Payload {
        guard let type = word(place), content <= end else { return .cut }
        return payload(type, at: content, tunnels)
    }

    /// The payload of a type that begins at a place.
    ///
    /// - Parameter type: an EtherType; or the length of an IEEE 802.3 frame, which is a number up to 1,500.
    package func payload(_ type: UInt16, at start: Int, _ tunnels: Tunnels) -> LinkType.Payload {
        guard start <= end else { return .cut }
        var (type, place) = (type, start)
        // Tags of VLANs (IEEE 802.1Q): two octets, then the type of what follows.
        while type == 0x8100 || type == 0x88a8 || type == 0x9100 {
            guard let next = word(place + 2) else { return .cut }
            (type, place) = (next, place + 4)
        }
        switch type {
        case 0x0800, 0x86dd: return .datagram(at: place, inside: tunnels)
        case 0x0806: return .arp
        case 0x8864: return pppoe(at: place, tunnels)
        case 0x8847, 0x8848: return mpls(type, at: place, tunnels)
        case 0x6558: return ethernet(at: place, tunnels)
        case ...1_500: return llc(at: place, tunnels)
        default: return .otherType(type)
        }
    }

    /// The payload behind a header of Logical Link Control (IEEE 802.2). SNAP puts an EtherType behind it (RFC 1042).
    private func llc(at place: Int, _ tunnels: Tunnels) -> LinkType.Payload {
        guard let points = word(place) else { return .cut }
        guard points == 0xaaaa else { return .otherType(points >> 8 & 0xfe) }
        guard place + 8 <= end, let type = word(place + 6) else { return .cut }
        // With another organization than 0 the type is that organization's own.
        guard octets[place + 2] == 3, octets[place + 3] == 0, octets[place + 4] == 0, type > 1_500 else {
            return .otherType(0xaa)
        }
        return payload(type, at: place + 8, tunnels)
    }

    /// The payload of a session of PPP over Ethernet (RFC 2516 section 4).
    func pppoe(at place: Int, _ tunnels: Tunnels) -> LinkType.Payload {
        guard place + 6 <= end else { return .cut }
        guard octets[place] == 0x11, octets[place + 1] == 0 else { return .otherType(0x8864) }
        guard let inside = tunnels.adding(.pppoe) else { return .tooDeep }
        return ppp(at: place + 6, inside)
    }

    /// The payload of a frame on a serial line: PPP, with or without an address and a control octet, or Cisco's HDLC.
    func hdlc(at place: Int, _ tunnels: Tunnels) -> LinkType.Payload {
        switch word(place) {
        case nil: .cut
        case 0xff03: ppp(at: place + 2, tunnels)
        case 0x0f00, 0x8f00: typed(at: place + 2, content: place + 4, tunnels)
        default: ppp(at: place, tunnels)
        }
    }

    /// The payload behind the protocol number of PPP (RFC 1661 section 2). An odd first octet is the whole number (section 6.5).
    func ppp(at place: Int, _ tunnels: Tunnels) -> LinkType.Payload {
        guard place < end else { return .cut }
        let isShort = octets[place] & 1 == 1
        guard let number = isShort ? UInt16(octets[place]) : word(place) else { return .cut }
        let content = place + (isShort ? 1 : 2)
        return switch number {
        case 0x0021, 0x0057: .datagram(at: content, inside: tunnels)
        case 0x0281, 0x0283: mpls(number, at: content, tunnels)
        default: .otherType(number)
        }
    }

    /// The payload behind labels (RFC 3032 section 2.1). They do not say what it is; the first four bits of a datagram are its version.
    ///
    /// - Parameter type: the type that is told if no datagram follows.
    package func mpls(_ type: UInt16, at start: Int, _ tunnels: Tunnels) -> LinkType.Payload {
        var place = start
        while place + 4 <= end, octets[place + 2] & 1 == 0 { place += 4 }
        place += 4
        guard place < end else { return .cut }
        guard [4, 6].contains(octets[place] >> 4) else { return .otherType(type) }
        return tunnels.adding(.mpls).map { .datagram(at: place, inside: $0) } ?? .tooDeep
    }
}
