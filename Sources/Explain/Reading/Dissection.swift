import Capture
import TCPSim
import Trace

/// What is in a frame: a segment of TCP, a report about one, a fragment, or nothing that is explained here.
enum Dissection: Sendable {
    /// A segment.
    case segment(SeenSegment)
    /// An error of ICMP that quotes a segment.
    case report(SeenReport)
    /// A fragment of a datagram.
    case fragment(SeenFragment)
    /// Nothing of it is explained.
    case setAside(SetAside)

    /// Looks into a frame, whose octets stand in the reader's buffer.
    init(_ frame: CaptureReader.Frame, of reader: CaptureReader) {
        guard let interface = frame.interface else {
            self = .setAside(.malformed)
            return
        }
        switch reader.interfaces[interface].linkType.payload(in: reader.buffer, frame.octets) {
        case .arp: self = .setAside(.arp)
        case .otherType: self = .setAside(.otherEtherType)
        case .unknownLink: self = .setAside(.linkType)
        case .cut: self = .setAside(.headerCut)
        case .datagram(let start):
            var digest: UInt32 = 0
            for octet in reader.buffer[frame.octets.lowerBound..<start] { digest = (digest &* 31) &+ UInt32(octet) }
            self.init(
                reader.buffer, datagram: start..<frame.octets.upperBound,
                original: frame.originalLength - (start - frame.octets.lowerBound), link: digest)
        }
    }

    /// Looks into a datagram.
    ///
    /// - Parameter original: how many octets of the frame there were from its first one on.
    init(_ octets: [UInt8], datagram: Range<Int>, original: Int, link: UInt32) {
        do throws(SetAside) {
            guard let first = octets[datagram].first else { throw .headerCut }
            switch first >> 4 {
            case 4: self = try Self.version4(octets, datagram, original, link)
            case 6: self = try Self.version6(octets, datagram, original, link)
            default: throw .notIP
            }
        } catch {
            self = .setAside(error)
        }
    }

    // MARK: IP

    /// A datagram of IPv4 (RFC 791 section 3.1).
    private static func version4(_ octets: [UInt8], _ datagram: Range<Int>, _ original: Int, _ link: UInt32)
        throws(SetAside) -> Dissection
    {
        let start = datagram.lowerBound
        guard datagram.count >= 20 else { throw .headerCut }
        let header = Int(octets[start] & 15) * 4
        let announced = octets.half(start + 2)
        // A kernel that leaves segmentation to the network card may announce no length at all.
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
            length: total - header, link: link)
        if word & 0x3fff != 0 {
            return ip.fragment(UInt32(ip.identification), offset: (word & 0x1fff) * 8, isLast: word & 0x2000 == 0)
        }
        return try ip.content(octets)
    }

    /// A datagram of IPv6 and its extension headers (RFC 8200 sections 3 and 4).
    private static func version6(_ octets: [UInt8], _ datagram: Range<Int>, _ original: Int, _ link: UInt32)
        throws(SetAside) -> Dissection
    {
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
                // What follows the first fragment's header may be anywhere in the middle of a segment.
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
            content: place..<max(place, min(datagram.upperBound, end)), length: end - place, link: link)
        if let fragment, fragment.word & 0xfff9 != 0 {
            return ip.fragment(fragment.key, offset: fragment.word & 0xfff8, isLast: fragment.word & 1 == 0)
        }
        return try ip.content(octets)
    }

    /// What IP says about its content.
    struct Layer: Sendable {
        let source: NetworkAddress
        let destination: NetworkAddress
        let proto: UInt8
        let timeToLive: UInt8
        let congestion: UInt8
        let identification: UInt16
        /// Where the content is, as far as it was captured.
        var content: Range<Int>
        /// How long the content was on the wire, in octets.
        var length: Int
        let link: UInt32

        /// Whether the capture has cut it.
        var isCut: Bool { content.count < length }

        /// The content as a fragment of a datagram with that identification.
        func fragment(_ identification: UInt32, offset: Int, isLast: Bool) -> Dissection {
            let key = SeenFragment.Key(
                source: source, destination: destination, identification: identification, proto: proto)
            return .fragment(SeenFragment(key: key, offset: offset, isLast: isLast, layer: self))
        }

        /// Looks into the content.
        func content(_ octets: [UInt8]) throws(SetAside) -> Dissection {
            switch proto {
            case 6: return .segment(try segment(octets))
            case 1, 58: return SeenReport(octets, self).map { .report($0) } ?? .setAside(.icmp)
            case 17:
                guard content.count >= 4 else { throw .udp }
                let ports = [octets.half(content.lowerBound), octets.half(content.lowerBound + 2)]
                throw ports.contains(443) ? .quic : .udp
            default: throw .otherProtocol
            }
        }

        /// A segment of TCP (RFC 9293 section 3.1).
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
                optionsLength: header - 20, link: link, isCut: isCut)
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
