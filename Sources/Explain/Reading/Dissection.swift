import Capture
import TCPSim
import Trace

/// The content of a frame: a TCP segment, an ICMP error about a segment, a fragment of a datagram, or something that is set aside.
enum Dissection: Sendable {
    /// A TCP segment.
    case segment(SeenSegment)
    /// An ICMP error that quotes a TCP segment.
    case report(SeenReport)
    /// A fragment of an IP datagram, to be put together by ``Fragments``.
    case fragment(SeenFragment)
    /// The frame is not explained, for this reason, which for a protocol that is not read goes with the protocol's number.
    case setAside(SetAside, number: UInt16? = nil)

    /// Dissects a frame whose octets are in the reader's buffer.
    init(_ frame: CaptureReader.Frame, of reader: CaptureReader) {
        guard let interface = frame.interface else {
            self = .setAside(.malformed)
            return
        }
        let payload = reader.interfaces[interface].linkType.payload(in: reader.buffer, frame.octets)
        var digest: UInt32 = 0
        if case .datagram(let start, _) = payload {
            for octet in reader.buffer[frame.octets.lowerBound..<start] { digest = (digest &* 31) &+ UInt32(octet) }
        }
        self.init(payload, in: reader.buffer, frame.octets, original: frame.originalLength, link: digest)
    }

    /// Dissects the payload of a frame.
    ///
    /// - Parameters:
    ///   - frame: the captured octets of the frame.
    ///   - original: the octets of the frame on the wire.
    init(_ payload: LinkType.Payload, in octets: [UInt8], _ frame: Range<Int>, original: Int, link: UInt32) {
        switch payload {
        case .arp: self = .setAside(.arp)
        case .otherType(let type): self = .setAside(.otherEtherType, number: type)
        case .unknownLink(let link): self = .setAside(.linkType, number: link.rawValue)
        case .cut: self = .setAside(.headerCut)
        case .tooDeep: self = .setAside(.otherProtocol, number: ForeignProtocol.tooDeep)
        case .datagram(let start, let tunnels):
            self.init(
                octets, datagram: start..<frame.upperBound, original: original - (start - frame.lowerBound), link: link,
                inside: tunnels)
        }
    }

    /// Dissects an IP datagram.
    ///
    /// - Parameters:
    ///   - datagram: the captured octets from the first octet of the datagram to the end of the frame. They may include the link's padding.
    ///   - original: octets on the wire from the first octet of the datagram to the end of the frame.
    ///   - link: a digest of the link-layer header.
    ///   - tunnels: the tunnels in which the datagram is.
    init(_ octets: [UInt8], datagram: Range<Int>, original: Int, link: UInt32, inside tunnels: Tunnels = Tunnels()) {
        do throws(SetAside) {
            guard let first = octets[datagram].first else { throw .headerCut }
            switch first >> 4 {
            case 4: self = try Self.version4(octets, datagram: datagram, original: original, link, tunnels)
            case 6: self = try Self.version6(octets, datagram: datagram, original: original, link, tunnels)
            default: throw .notIP
            }
        } catch {
            self = .setAside(error)
        }
    }

    // MARK: IP

    /// Dissects an IPv4 datagram (RFC 791 section 3.1).
    private static func version4(
        _ octets: [UInt8], datagram: Range<Int>, original: Int, _ link: UInt32, _ tunnels: Tunnels
    ) throws(SetAside) -> Dissection {
        let start = datagram.lowerBound
        guard datagram.count >= 20 else { throw .headerCut }
        let header = Int(octets[start] & 15) * 4
        let announced = octets.half(start + 2)
        // A kernel that leaves segmentation to the network card may write 0 as the length.
        let total = announced == 0 ? max(original, datagram.count) : announced
        guard header >= 20, total >= header else { throw .malformed }
        guard datagram.count >= header else { throw .headerCut }
        let word = octets.half(start + 6)
        let ip = Layer(
            source: NetworkAddress(octets, at: start + 12, isVersion6: false),
            destination: NetworkAddress(octets, at: start + 16, isVersion6: false), proto: octets[start + 9],
            timeToLive: octets[start + 8], congestion: octets[start + 1] & 3,
            identification: UInt16(truncatingIfNeeded: octets.half(start + 4)),
            content: (start + header)..<max(start + header, min(datagram.upperBound, start + total)),
            length: total - header, start: start, inside: tunnels, link: link)
        if word & 0x3fff != 0 {
            return ip.fragment(UInt32(ip.identification), offset: (word & 0x1fff) * 8, isLast: word & 0x2000 == 0)
        }
        return ip.content(octets)
    }

    /// Dissects an IPv6 datagram and its extension headers (RFC 8200 sections 3 and 4).
    private static func version6(
        _ octets: [UInt8], datagram: Range<Int>, original: Int, _ link: UInt32, _ tunnels: Tunnels
    ) throws(SetAside) -> Dissection {
        let start = datagram.lowerBound
        guard datagram.count >= 40 else { throw .headerCut }
        let announced = octets.half(start + 4)
        let total = announced == 0 ? max(original, datagram.count) : 40 + announced
        let end = start + total
        var next = octets[start + 6]
        var place = start + 40
        var fragment: (key: UInt32, word: Int)?
        while [0, 43, 44, 60, 51].contains(next) {
            guard place + 8 <= end else { throw .malformed }
            guard place + 8 <= datagram.upperBound else { throw .headerCut }
            let kind = next
            next = octets[place]
            if kind == 44 {
                fragment = (octets.word(place + 4), octets.half(place + 2))
                place += 8
                // In a fragment that is not the first, the octets behind this header come from the middle of the datagram.
                break
            }
            // The authentication header counts in words of four octets, the others in eights (RFC 4302 section 2.2).
            place += kind == 51 ? Int(octets[place + 1]) * 4 + 8 : Int(octets[place + 1]) * 8 + 8
        }
        guard place <= end else { throw .malformed }
        guard place <= datagram.upperBound else { throw .headerCut }
        let ip = Layer(
            source: NetworkAddress(octets, at: start + 8, isVersion6: true),
            destination: NetworkAddress(octets, at: start + 24, isVersion6: true), proto: next,
            timeToLive: octets[start + 7], congestion: (octets[start + 1] >> 4) & 3, identification: 0,
            content: place..<max(place, min(datagram.upperBound, end)), length: end - place, start: start,
            inside: tunnels, link: link)
        if let fragment, fragment.word & 0xfff9 != 0 {
            return ip.fragment(fragment.key, offset: fragment.word & 0xfff8, isLast: fragment.word & 1 == 0)
        }
        return ip.content(octets)
    }

    /// The fields of an IP header, and the place of the content behind it.
    struct Layer: Sendable {
        let source: NetworkAddress
        let destination: NetworkAddress
        let proto: UInt8
        let timeToLive: UInt8
        /// The ECN field (RFC 3168 section 5).
        let congestion: UInt8
        /// The IPv4 identification; 0 for IPv6.
        let identification: UInt16
        /// The place of the content in the octets, as far as it was captured.
        var content: Range<Int>
        /// The length of the content on the wire, in octets.
        var length: Int
        /// The place of the first octet of the datagram in the octets.
        let start: Int
        /// The tunnels in which the datagram is.
        let inside: Tunnels
        /// A digest of the link-layer header.
        let link: UInt32

        /// Whether the capture has fewer octets of the content than the wire had.
        var isCut: Bool { content.count < length }

        /// The content as a fragment of a datagram with that identification.
        func fragment(_ identification: UInt32, offset: Int, isLast: Bool) -> Dissection {
            let key = SeenFragment.Key(
                source: source, destination: destination, identification: identification, proto: proto)
            return .fragment(SeenFragment(key: key, offset: offset, isLast: isLast, layer: self))
        }

        /// Dissects the content by its protocol number.
        func content(_ octets: [UInt8]) -> Dissection {
            switch proto {
            case 6:
                do throws(SetAside) { return .segment(try segment(octets)) } catch { return .setAside(error) }
            case 1, 58: return SeenReport(octets, self).map { .report($0) } ?? .setAside(.icmp)
            case 17: return tunnelled(octets) ?? udp(octets)
            case 51:
                // The authentication header counts in words of four octets (RFC 4302 section 2.2).
                guard content.count >= 2 else { return .setAside(.headerCut) }
                let header = Int(octets[content.lowerBound + 1]) * 4 + 8
                guard header <= content.count, octets[content.lowerBound] != 51 else {
                    return .setAside(isCut ? .headerCut : .malformed)
                }
                return behind(header, octets[content.lowerBound]).content(octets)
            default: return tunnelled(octets) ?? .setAside(.otherProtocol, number: UInt16(proto))
            }
        }

        /// The layer with the content behind a header of so many octets, which are there.
        private func behind(_ header: Int, _ proto: UInt8) -> Layer {
            Layer(
                source: source, destination: destination, proto: proto, timeToLive: timeToLive, congestion: congestion,
                identification: identification, content: (content.lowerBound + header)..<content.upperBound,
                length: length - header, start: start, inside: inside, link: link)
        }

        private func udp(_ octets: [UInt8]) -> Dissection {
            guard content.count >= 4 else { return .setAside(.udp) }
            let ports = [octets.half(content.lowerBound), octets.half(content.lowerBound + 2)]
            if ports.contains(443) { return .setAside(.quic) }
            return .setAside(.udp, number: ports.first { ForeignProtocol.udp[UInt16($0)] != nil }.map { UInt16($0) })
        }

        /// Reads a TCP segment (RFC 9293 section 3.1).
        func segment(_ octets: [UInt8]) throws(SetAside) -> SeenSegment {
            let start = content.lowerBound
            guard length >= 20 else { throw .malformed }
            guard content.count >= 20 else { throw .headerCut }
            let word = octets.half(start + 12)
            let header = (word >> 12) * 4
            guard header >= 20, header <= length else { throw .malformed }
            guard content.count >= header else { throw .headerCut }
            return SeenSegment(
                source: NetworkSocket(address: source, port: UInt16(octets.half(start))),
                destination: NetworkSocket(address: destination, port: UInt16(octets.half(start + 2))),
                sequence: octets.word(start + 4), acknowledgment: octets.word(start + 8),
                control: SeenSegment.Control(rawValue: UInt16(word & 0x1ff)), window: UInt16(octets.half(start + 14)),
                length: length - header, payload: (start + header)..<content.upperBound, identification: identification,
                timeToLive: timeToLive, congestion: congestion, checksum: UInt16(octets.half(start + 16)),
                checksumState: checksumState(octets), options: SeenOptions(octets, (start + 20)..<(start + header)),
                optionsLength: header - 20, link: link, isCut: isCut, start: self.start, inside: inside)
        }

        /// Recomputes the checksum over the pseudo-header and the segment.
        private func checksumState(_ octets: [UInt8]) -> SeenSegment.ChecksumState {
            guard !isCut else { return .unknown }
            var sum = InternetChecksum()
            for address in [source, destination] {
                for number in [address.high, address.low] {
                    for shift in [48, 32, 16, 0] as [UInt64] {
                        sum.add(word: UInt16(truncatingIfNeeded: number >> shift))
                    }
                }
            }
            sum.add(word: UInt16(proto))
            sum.add(word: UInt16(truncatingIfNeeded: length >> 16))
            sum.add(word: UInt16(truncatingIfNeeded: length))
            let pseudoHeader = ~sum.value
            sum.add(octets[content])
            if sum.value == 0 { return .right }
            return octets.half(content.lowerBound + 16) == Int(pseudoHeader) ? .pseudoHeader : .wrong
        }
    }
}
