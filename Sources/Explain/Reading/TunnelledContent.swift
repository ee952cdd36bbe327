import Capture

/// Steps into the tunnels that IP and UDP carry. A tunnel needs a sound header: what only has its port is plain UDP.
extension Dissection.Layer {
    /// Dissects what a tunnel carries; nil if the content is no tunnel that is read here.
    func tunnelled(_ octets: [UInt8]) -> Dissection? {
        switch proto {
        case 4, 41: return ip(octets, at: content.lowerBound, .ipInIP)
        case 47: return gre(octets)
        case 137:
            let reader = LinkReader(octets: octets, end: content.upperBound)
            return dissect(reader.mpls(0x8847, at: content.lowerBound, inside), octets)
        case 17:
            guard content.count >= 16, length >= 16 else { return nil }
            let start = content.lowerBound + 8
            return switch octets.half(content.lowerBound + 2) {
            // 8472 is the port that Linux took before 4789 was assigned.
            case 4_789, 8_472: vxlan(octets, at: start)
            case 6_081: geneve(octets, at: start)
            case 2_152: gtpU(octets, at: start)
            default: nil
            }
        default: return nil
        }
    }

    private func dissect(_ payload: LinkType.Payload, _ octets: [UInt8]) -> Dissection {
        Dissection(payload, in: octets, content, original: length, link: link)
    }

    /// Dissects a datagram in a tunnel; nil if neither version of IP is at that place.
    private func ip(_ octets: [UInt8], at place: Int, _ tunnel: Tunnel) -> Dissection? {
        guard place < content.upperBound, [4, 6].contains(octets[place] >> 4) else { return nil }
        guard let inside = inside.adding(tunnel) else { return dissect(.tooDeep, octets) }
        return dissect(.datagram(at: place, inside: inside), octets)
    }

    /// Dissects what has an EtherType, or is an Ethernet frame, in a tunnel.
    private func payload(_ octets: [UInt8], _ type: Int, at place: Int, _ tunnel: Tunnel) -> Dissection {
        guard let inside = inside.adding(tunnel) else { return dissect(.tooDeep, octets) }
        let reader = LinkReader(octets: octets, end: content.upperBound)
        return dissect(reader.payload(UInt16(truncatingIfNeeded: type), at: place, inside), octets)
    }

    /// Generic Routing Encapsulation: a checksum, a key and a sequence number may stand in the header (RFC 2784, RFC 2890).
    private func gre(_ octets: [UInt8]) -> Dissection? {
        let start = content.lowerBound
        guard content.count >= 4 else { return nil }
        let (flags, type) = (octets.half(start), octets.half(start + 2))
        // Other bits are those of routing (RFC 1701) and of PPTP's version 1 (RFC 2637). Those headers are not read.
        guard flags & ~0xb000 == 0 else { return nil }
        let words = [0x8000, 0x2000, 0x1000].count { flags & $0 != 0 }
        var place = start + 4 + 4 * words
        // A mirror of Cisco's (ERSPAN type II) has eight octets more where it has a sequence number, and then an Ethernet frame.
        let isMirror = type == 0x88be
        if isMirror, flags & 0x1000 != 0 { place += 8 }
        // An Ethernet frame or a datagram follows. A number up to 1,500 would be taken for a length.
        guard type > 1_500 else { return nil }
        return payload(octets, isMirror ? 0x6558 : type, at: place, .gre)
    }

    /// VXLAN: a flag, the number of the network, and an Ethernet frame (RFC 7348 section 5).
    private func vxlan(_ octets: [UInt8], at place: Int) -> Dissection? {
        guard octets.word(place) == 0x0800_0000, octets[place + 7] == 0 else { return nil }
        return payload(octets, 0x6558, at: place + 8, .vxlan)
    }

    /// Geneve: the length of the options in words of four octets, and the type of what it carries (RFC 8926 section 3.4).
    private func geneve(_ octets: [UInt8], at place: Int) -> Dissection? {
        let header = 8 + Int(octets[place] & 63) * 4
        let type = octets.half(place + 2)
        guard octets[place] >> 6 == 0, octets[place + 1] & 63 == 0, octets[place + 7] == 0, header + 8 <= length,
            [0x6558, 0x0800, 0x86dd].contains(type)
        else { return nil }
        return payload(octets, type, at: place + header, .geneve)
    }

    /// GTP-U: messages of type 255 carry a datagram, behind extension headers whose last octet is the type of the next one
    /// (3GPP TS 29.281 section 5).
    private func gtpU(_ octets: [UInt8], at start: Int) -> Dissection? {
        guard octets[start] & 0xf8 == 0x30, octets[start + 1] == 255, octets.half(start + 2) + 16 == length else {
            return nil
        }
        var place = start + 8
        if octets[start] & 7 != 0 {
            place += 4
            while place < content.upperBound, octets[place - 1] != 0 {
                let words = Int(octets[place])
                guard words > 0 else { return nil }
                place += 4 * words
            }
        }
        return ip(octets, at: place, .gtpU)
    }
}
