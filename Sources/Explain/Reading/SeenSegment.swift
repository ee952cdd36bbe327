import Capture
import TCPSim
import Trace

/// A TCP segment as a capture has it (RFC 9293 section 3.1): it may be cut, and its checksum may never have been computed.
///
/// An endpoint drops a damaged segment. An analyser keeps it, with those header fields that tell something about the connection.
struct SeenSegment: Sendable {
    /// The sockets of the sender and of the receiver.
    var source: NetworkSocket
    var destination: NetworkSocket
    /// SEG.SEQ and SEG.ACK.
    var sequence: UInt32
    var acknowledgment: UInt32
    /// The control bits, AE among them (RFC 9768).
    var control: Control
    /// SEG.WND as the header has it, not scaled.
    var window: UInt16
    /// Octets of data on the wire.
    var length: Int
    /// The place of the data in the reader's buffer, as far as it was captured.
    var payload: Range<Int>
    /// The IPv4 identification; 0 for IPv6, which has none.
    var identification: UInt16
    /// The time to live, or the hop limit.
    var timeToLive: UInt8
    /// The ECN field of the IP header (RFC 3168 section 5).
    var congestion: UInt8
    /// The checksum in the header.
    var checksum: UInt16
    /// The result of recomputing the checksum.
    var checksumState: ChecksumState
    /// The options, and their length in octets.
    var options: SeenOptions
    var optionsLength: Int
    /// A digest of the link-layer header. The two copies of a frame that was captured twice often differ in this header.
    var link: UInt32
    /// Whether the capture has cut the segment.
    var isCut: Bool
    /// The place of the first octet of the datagram in the reader's buffer.
    var start: Int
    /// The tunnels in which the datagram is.
    var inside: Tunnels

    /// The place of the datagram in the reader's buffer, as far as it was captured.
    var datagram: Range<Int> { start..<payload.upperBound }

    /// The result of recomputing a checksum.
    enum ChecksumState: Sendable {
        /// The checksum is right.
        case right
        /// The field has the sum of the pseudo-header alone. A host writes this sum when its network card computes the checksum.
        case pseudoHeader
        /// The checksum is wrong.
        case wrong
        /// The segment is cut, so the checksum cannot be recomputed.
        case unknown
    }

    /// The control bits of a segment (RFC 9293 section 3.1).
    struct Control: OptionSet, Sendable {
        let rawValue: UInt16
        static let fin = Control(rawValue: 1)
        static let syn = Control(rawValue: 2)
        static let rst = Control(rawValue: 4)
        static let psh = Control(rawValue: 8)
        static let ack = Control(rawValue: 16)
        static let urg = Control(rawValue: 32)
        static let ece = Control(rawValue: 64)
        static let ae = Control(rawValue: 256)
    }

    /// SEG.LEN: the octets of data, and one number each for SYN and FIN (RFC 9293 section 3.4).
    var numbers: Int { length + (control.contains(.syn) ? 1 : 0) + (control.contains(.fin) ? 1 : 0) }

    /// The first eight captured octets of data as a big-endian number, padded with zero octets.
    func head(in buffer: [UInt8]) -> UInt64 {
        var head: UInt64 = 0
        for place in 0..<8 {
            let index = payload.lowerBound + place
            head = head << 8 | (index < payload.upperBound ? UInt64(buffer[index]) : 0)
        }
        return head
    }

    /// The Internet checksum of the captured data (RFC 1071).
    func sum(in buffer: [UInt8]) -> UInt16 { InternetChecksum.of(buffer[payload]) }

    /// Whether the segment is a SYN without ACK: the first segment of a connection.
    var opens: Bool { control.contains(.syn) && !control.contains(.ack) }
    /// Whether the segment has no data and none of SYN, FIN and RST.
    var isBareAcknowledgment: Bool { length == 0 && control.isDisjoint(with: [.syn, .fin, .rst]) }
}

/// The options of a segment (RFC 9293 section 3.2).
struct SeenOptions: Sendable {
    /// The maximum segment size in a SYN (RFC 9293 section 3.7.1); nil without the option.
    var maximumSegmentSize: UInt16?
    /// The shift count of the window scale option in a SYN, at most 14 (RFC 7323 section 2); nil without the option.
    var windowScale: UInt8?
    /// Whether the SYN permits selective acknowledgments (RFC 2018 section 2).
    var permitsSACK = false
    /// TSval and TSecr (RFC 7323 section 3); nil without the option.
    var timestamps: (value: UInt32, echo: UInt32)?
    /// Up to four blocks of a selective acknowledgment (RFC 2018 section 3).
    var blocks = SACKBlocks()
    /// Whether the TCP Fast Open option is there, and whether it has a cookie (RFC 7413 section 4.1.1).
    var hasFastOpen = false
    var hasFastOpenCookie = false
    /// Whether the Multipath TCP option is there (RFC 8684 section 3).
    var hasMultipath = false

    /// The blocks of a selective acknowledgment. They are stored without an array, whose allocation would cost time for each segment.
    struct SACKBlocks: Sendable {
        private(set) var count = 0
        private var first: (start: UInt32, end: UInt32) = (0, 0)
        private var second: (start: UInt32, end: UInt32) = (0, 0)
        private var third: (start: UInt32, end: UInt32) = (0, 0)
        private var fourth: (start: UInt32, end: UInt32) = (0, 0)

        mutating func append(_ block: (start: UInt32, end: UInt32)) {
            switch count {
            case 0: first = block
            case 1: second = block
            case 2: third = block
            case 3: fourth = block
            default: return
            }
            count += 1
        }

        /// The block at an index: its first sequence number, and the number behind its last one.
        subscript(index: Int) -> (start: UInt32, end: UInt32) {
            switch index {
            case 0: first
            case 1: second
            case 2: third
            default: fourth
            }
        }
    }

    /// The kinds of the options in a header, in their order.
    static func kinds(_ octets: [UInt8], _ range: Range<Int>) -> [UInt8] {
        var kinds: [UInt8] = []
        walk(octets, in: range) { kind, _ in kinds.append(kind) }
        return kinds
    }

    /// Options without the values of their timestamps.
    static func withoutTimes(_ octets: [UInt8]) -> [UInt8] {
        var bare = octets
        walk(octets, in: octets.indices) { kind, value in
            if kind == OptionKind.timestamps.rawValue {
                bare.replaceSubrange(value, with: repeatElement(0, count: value.count))
            }
        }
        return bare
    }

    /// Reads the options in a range of the octets. An option with an impossible length ends the reading.
    init(_ octets: [UInt8], _ range: Range<Int>) {
        // Most segments have the same options: two NOPs and timestamps (RFC 7323 appendix A).
        if range.count == 12, octets[range.lowerBound] == 1, octets[range.lowerBound + 1] == 1,
            octets[range.lowerBound + 2] == 8, octets[range.lowerBound + 3] == 10
        {
            let start = range.lowerBound
            timestamps = (octets.word(start + 4), octets.word(start + 8))
            return
        }
        Self.walk(octets, in: range) { kind, value in
            let start = value.lowerBound
            switch OptionKind(rawValue: kind) {
            case .maximumSegmentSize: if value.count == 2 { maximumSegmentSize = UInt16(octets.half(start)) }
            case .windowScale: if value.count == 1 { windowScale = min(octets[start], 14) }
            case .selectiveAcknowledgmentPermitted: permitsSACK = permitsSACK || value.isEmpty
            case .selectiveAcknowledgment:
                for place in stride(from: start, through: value.upperBound - 8, by: 8) {
                    blocks.append((octets.word(place), octets.word(place + 4)))
                }
            case .timestamps: if value.count == 8 { timestamps = (octets.word(start), octets.word(start + 4)) }
            case .endOfList, .noOperation: break
            case nil:
                if kind == Self.multipath { hasMultipath = true }
                if kind == Self.fastOpen { (hasFastOpen, hasFastOpenCookie) = (true, !value.isEmpty) }
            }
        }
    }

    /// The kinds of two options that TCPSim does not know: Multipath TCP (RFC 8684 section 3) and TCP Fast Open (RFC 7413 section 4.1.1).
    private static let (multipath, fastOpen) = (UInt8(30), UInt8(34))

    /// Calls `take` with the kind of each option and the range of its value, up to the end of the option list.
    private static func walk(_ octets: [UInt8], in range: Range<Int>, take: (UInt8, Range<Int>) -> Void) {
        var place = range.lowerBound
        while place < range.upperBound {
            let kind = octets[place]
            if kind == OptionKind.endOfList.rawValue { return }
            if kind == OptionKind.noOperation.rawValue {
                take(kind, place..<place)
                place += 1
                continue
            }
            guard place + 1 < range.upperBound else { return }
            let length = Int(octets[place + 1])
            guard length >= 2, place + length <= range.upperBound else { return }
            take(kind, (place + 2)..<(place + length))
            place += length
        }
    }
}

/// Big-endian numbers, as headers have them.
extension [UInt8] {
    /// The 16-bit number that begins at a place.
    func half(_ place: Int) -> Int { Int(self[place]) << 8 | Int(self[place + 1]) }
    /// The 32-bit number that begins at a place.
    func word(_ place: Int) -> UInt32 { UInt32(half(place)) << 16 | UInt32(half(place + 2)) }
}
