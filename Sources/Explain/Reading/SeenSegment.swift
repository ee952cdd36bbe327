import Capture
import TCPSim
import Trace

/// A TCP segment as a capture has it (RFC 9293 section 3.1): perhaps cut, perhaps with a checksum that was never computed.
///
/// An endpoint refuses what is damaged. An onlooker takes what there is, of the headers only what tells something about a connection.
struct SeenSegment: Sendable {
    /// Who sent it, and whom it is for.
    var source: NetworkSocket
    var destination: NetworkSocket
    /// SEG.SEQ and SEG.ACK.
    var sequence: UInt32
    var acknowledgment: UInt32
    /// The control bits, AE among them (RFC 9768).
    var control: Control
    /// SEG.WND as it is in the header, not scaled.
    var window: UInt16
    /// Octets of data on the wire.
    var length: Int
    /// Where the data stands in the reader's buffer, as far as it was captured.
    var payload: Range<Int>
    /// The IPv4 identification; 0 for IPv6, which has none.
    var identification: UInt16
    /// The time to live, or the hop limit.
    var timeToLive: UInt8
    /// The two bits of congestion notification (RFC 3168 section 5).
    var congestion: UInt8
    /// The checksum in the header.
    var checksum: UInt16
    /// What a recomputed checksum tells.
    var checksumState: ChecksumState
    /// Its options, and how many octets they take.
    var options: SeenOptions
    var optionsLength: Int
    /// A digest of the link's header: a frame that is captured twice often differs in it.
    var link: UInt32
    /// Whether the capture has cut it.
    var isCut: Bool

    /// What a recomputed checksum tells.
    enum ChecksumState: Sendable {
        /// It is right.
        case right
        /// It is the sum of the pseudo-header alone, as a host leaves it to its network card.
        case pseudoHeader
        /// It is wrong.
        case wrong
        /// The segment is cut: it cannot be judged.
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
    }

    /// Numbers that it takes: SYN and FIN have one each (RFC 9293 section 3.4).
    var numbers: Int { length + (control.contains(.syn) ? 1 : 0) + (control.contains(.fin) ? 1 : 0) }
    /// The first eight octets of the data that the capture has, the first one on top.
    func head(in buffer: [UInt8]) -> UInt64 {
        var head: UInt64 = 0
        for place in 0..<8 {
            let index = payload.lowerBound + place
            head = head << 8 | (index < payload.upperBound ? UInt64(buffer[index]) : 0)
        }
        return head
    }

    /// The sum of the data.
    func sum(in buffer: [UInt8]) -> UInt16 { InternetChecksum.of(buffer[payload]) }

    /// Whether it is a SYN that answers no SYN: the first segment of a connection.
    var opens: Bool { control.contains(.syn) && !control.contains(.ack) }
    /// Whether it is nothing but an acknowledgment.
    var isBareAcknowledgment: Bool { length == 0 && control.isDisjoint(with: [.syn, .fin, .rst]) }
}

/// The options of a segment (RFC 9293 section 3.2).
struct SeenOptions: Sendable {
    /// The maximum segment size of a SYN.
    var maximumSegmentSize: UInt16?
    /// The window scale of a SYN (RFC 7323 section 2).
    var windowScale: UInt8?
    /// Whether selective acknowledgments are permitted (RFC 2018 section 2).
    var permitsSACK = false
    /// TSval and TSecr (RFC 7323 section 3).
    var timestamps: (value: UInt32, echo: UInt32)?
    /// Up to four blocks of a selective acknowledgment (RFC 2018 section 3).
    var blocks = SACKBlocks()
    /// TCP Fast Open, and whether the option has a cookie (RFC 7413 section 4.1.1).
    var hasFastOpen = false
    var hasFastOpenCookie = false
    /// Multipath TCP (RFC 8684 section 3).
    var hasMultipath = false

    /// The blocks of a selective acknowledgment, without an array for each segment.
    struct SACKBlocks: Sendable {
        private(set) var count = 0
        private var numbers = SIMD8<UInt32>()

        mutating func append(_ block: (UInt32, UInt32)) {
            guard count < 4 else { return }
            (numbers[2 * count], numbers[2 * count + 1]) = block
            count += 1
        }

        /// The block at a place: its first number, and the number behind its last.
        subscript(index: Int) -> (start: UInt32, end: UInt32) { (numbers[2 * index], numbers[2 * index + 1]) }
    }

    /// The kinds of the options in a header, in order.
    static func kinds(_ octets: [UInt8], _ range: Range<Int>) -> [UInt8] {
        var kinds: [UInt8] = []
        walk(octets, range) { kind, _ in kinds.append(kind) }
        return kinds
    }

    /// Reads the options in a range of the octets. Behind an option that contradicts itself nothing is read.
    init(_ octets: [UInt8], _ range: Range<Int>) {
        // What nearly every segment of a connection has: two that do nothing, and timestamps (RFC 7323 appendix A).
        if range.count == 12, octets[range.lowerBound] == 1, octets[range.lowerBound + 1] == 1,
            octets[range.lowerBound + 2] == 8, octets[range.lowerBound + 3] == 10
        {
            let start = range.lowerBound
            timestamps = (octets.word(start + 4), octets.word(start + 8))
            return
        }
        Self.walk(octets, range) { kind, value in
            let start = value.lowerBound
            switch (kind, value.count) {
            case (2, 2): maximumSegmentSize = UInt16(octets.half(start))
            case (3, 1): windowScale = min(octets[start], 14)
            case (4, 0): permitsSACK = true
            case (5, _):
                for place in stride(from: start, through: value.upperBound - 8, by: 8) {
                    blocks.append((octets.word(place), octets.word(place + 4)))
                }
            case (8, 8): timestamps = (octets.word(start), octets.word(start + 4))
            case (30, _): hasMultipath = true
            case (34, let count): (hasFastOpen, hasFastOpenCookie) = (true, count > 0)
            default: break
            }
        }
    }

    private static func walk(_ octets: [UInt8], _ range: Range<Int>, _ take: (UInt8, Range<Int>) -> Void) {
        var place = range.lowerBound
        while place < range.upperBound {
            let kind = octets[place]
            if kind == 0 { return }
            if kind == 1 {
                take(1, place..<place)
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

/// Numbers as they stand in headers, the first octet on top.
extension [UInt8] {
    /// The number in two octets from a place on.
    func half(_ place: Int) -> Int { Int(self[place]) << 8 | Int(self[place + 1]) }
    /// The number in four octets.
    func word(_ place: Int) -> UInt32 { UInt32(half(place)) << 16 | UInt32(half(place + 2)) }
}
