import Trace

/// Reads a capture as its octets come: pcapng, or classic pcap in any of its byte orders and resolutions.
///
/// Memory is bounded by the largest block. No announced length is believed before it is compared with what is there.
package struct CaptureReader: Sendable {
    /// The two kinds of files.
    package enum Format: String, Sendable {
        /// The classic format.
        case pcap
        /// Sections of blocks.
        case pcapng
    }

    /// Where frames were captured.
    package struct Interface: Hashable, Sendable {
        /// The link type of its frames.
        package let linkType: LinkType
        /// No packet is longer in the file; 0 for no limit.
        package let snapLength: UInt32
        /// Its name, if the file says it.
        package var name: String?
        /// How many frames it has had so far.
        package var packets = 0
        /// How its timestamps count.
        var clock = CaptureClock()
    }

    /// A frame of the capture, whose octets stand in ``CaptureReader/buffer``.
    package struct Frame: Sendable {
        /// Its place among the frames of the file, from 1, as analysers number frames.
        package let number: Int
        /// The place of its interface among ``CaptureReader/interfaces``; nil for an interface that was never described.
        package let interface: Int?
        /// When it was captured, in microseconds since 1970-01-01T00:00:00Z; nil where the file does not say.
        package let timestamp: Int64?
        /// Where its octets are, until more are appended.
        package let octets: Range<Int>
        /// Octets on the wire; more than were captured if the capture was cut off at some length.
        package let originalLength: Int
        /// The first comment on it; nil for no comment.
        package let comment: String?
    }

    /// What is read.
    package enum Item: Sendable {
        /// A frame.
        case frame(Frame)
        /// A TLS key log that is embedded in the file.
        case secrets([UInt8])
        /// A block of a sound length that does not say what a block of its kind has to.
        case skipped(ParseError)
        /// A block that is none of these.
        case other
    }

    /// No block and no frame is longer, in octets: a longer one is damage.
    static let longestBlock = 16 << 20
    /// There are no more interfaces in a file: more are damage.
    static let mostInterfaces = 4_096

    /// Which of the two formats it is, once the first octets have told.
    package private(set) var format: Format?
    /// All interfaces, in the order in which they are described.
    package internal(set) var interfaces: [Interface] = []
    /// How many frames were read.
    package internal(set) var frames = 0
    /// Octets that were appended last, and those before that are not stepped over yet.
    package private(set) var buffer: [UInt8] = []
    /// Octets of the file so far.
    package var octets: Int { base + buffer.count }
    /// Octets of the file that are stepped over.
    package var offset: Int { base + position }

    /// The place in the file at which the buffer begins.
    private(set) var base = 0
    /// The next octet in the buffer.
    var position = 0
    /// Whether no more octets will come.
    private var isWhole = false
    var isBigEndian = true
    /// The first interface of the section.
    var section = 0
    private var clock = CaptureClock()

    /// A reader that has no octets yet.
    package init() {}

    /// Takes the next octets of the file. Octets that are stepped over are forgotten: ranges of earlier frames do not hold any more.
    package mutating func append(_ octets: [UInt8]) {
        if position == buffer.count {
            buffer = octets
        } else {
            buffer.removeSubrange(..<position)
            buffer += octets
        }
        base += position
        position = 0
    }

    /// No more octets will come.
    package mutating func end() { isWhole = true }

    /// Reads the next item.
    ///
    /// - Returns: nil where more octets are needed, or, after ``end()``, at the end of the file.
    /// - Throws: ``ParseError`` where the file cannot be read any further: with the rule `truncated` it simply ends there.
    package mutating func next() throws(ParseError) -> Item? {
        while true {
            if position == buffer.count, !isWhole || format != nil { return nil }
            switch format {
            case nil: guard try begin() else { return nil }
            case .pcap: return try nextRecord()
            case .pcapng:
                guard let item = try nextBlock() else { return nil }
                if case .other = item { continue }
                return item
            }
        }
    }

    /// Octets that are there.
    var remaining: Int { buffer.count - position }

    /// Whether that many octets are there.
    ///
    /// - Throws: where they never will be.
    func has(_ count: Int, _ field: String, cite: Citation) throws(ParseError) -> Bool {
        if remaining >= count { return true }
        guard isWhole else { return false }
        throw ParseError(field, at: offset, .truncated(needed: count, available: remaining), cite: cite)
    }

    /// The octets in a range of the buffer, to be read one after the other.
    func reader(_ range: Range<Int>) -> EndianReader {
        EndianReader(buffer, range, base: base, isBigEndian: isBigEndian)
    }

    /// The number in four octets of the buffer.
    func word(at place: Int) -> UInt32 {
        let octets =
            (UInt32(buffer[place]), UInt32(buffer[place + 1]), UInt32(buffer[place + 2]), UInt32(buffer[place + 3]))
        return isBigEndian
            ? octets.0 << 24 | octets.1 << 16 | octets.2 << 8 | octets.3
            : octets.3 << 24 | octets.2 << 16 | octets.1 << 8 | octets.0
    }

    /// Reads the number by which the format is known.
    private mutating func begin() throws(ParseError) -> Bool {
        guard try has(4, "magic_number", cite: Pcap.cite) else { return false }
        let magic = word(at: position)
        if magic == PcapNG.sectionHeader {
            format = .pcapng
            return true
        }
        guard let known = Pcap.Format(magic: magic) else {
            let why = "\(Hex.number(magic)) begins neither a pcap nor a pcapng file"
            throw ParseError("magic_number", at: 0, .value(why), cite: Pcap.cite)
        }
        guard try has(Pcap.header, "pcap.header", cite: Pcap.cite) else { return false }
        isBigEndian = known.isBigEndian
        clock = CaptureClock(resolution: known.countsNanoseconds ? 9 : 6)
        var header = reader(position..<(position + Pcap.header))
        interfaces = [try Pcap.interface(from: &header)]
        position += Pcap.header
        format = .pcap
        return true
    }

    // MARK: The classic format

    /// Reads a packet of the classic format: four numbers, and the frame.
    private mutating func nextRecord() throws(ParseError) -> Item? {
        let cite = Pcap.cite
        guard try has(Pcap.record, "pcap.packet.header", cite: cite) else { return nil }
        let captured = Int(word(at: position + 8))
        guard captured <= Self.longestBlock else {
            throw ParseError(
                "pcap.packet.included_length", at: offset + 8, .length(captured, allowed: 0...Self.longestBlock),
                cite: cite)
        }
        let start = position + Pcap.record
        guard buffer.count - start >= captured else {
            guard isWhole else { return nil }
            throw ParseError(
                "pcap.packet.data", at: base + start, .truncated(needed: captured, available: buffer.count - start),
                cite: cite)
        }
        let fraction = Int64(word(at: position + 4))
        let time = Int64(word(at: position)) * 1_000_000 + (clock.resolution == 9 ? fraction / 1_000 : fraction)
        let original = Int(word(at: position + 12))
        position = start + captured
        return .frame(
            add(octets: start..<position, on: 0, at: time, originalLength: original, comment: nil))
    }

    /// The next frame.
    mutating func add(
        octets: Range<Int>, on interface: Int?, at timestamp: Int64?, originalLength: Int, comment: String?
    ) -> Frame {
        frames += 1
        if let interface { interfaces[interface].packets += 1 }
        return Frame(
            number: frames, interface: interface, timestamp: timestamp, octets: octets,
            originalLength: originalLength, comment: comment)
    }
}

/// How the timestamps of an interface count.
struct CaptureClock: Hashable, Sendable {
    /// The resolution: 10^-n seconds, or with the top bit set, 2^-n.
    var resolution: UInt8 = 6
    /// Seconds to be added.
    var offset: Int64 = 0

    /// A timestamp in microseconds since 1970; a timestamp out of range saturates.
    func microseconds(_ timestamp: UInt64) -> Int64 {
        if resolution == 6, offset == 0, let exact = Int64(exactly: timestamp) { return exact }
        let exponent = Int(resolution & 0x7f)
        var value = UInt128(timestamp) * 1_000_000
        if resolution & 0x80 != 0 {
            value >>= UInt128(exponent)
        } else {
            for _ in 0..<exponent where value > 0 { value /= 10 }
        }
        let (added, overflow) = Int64(clamping: value).addingReportingOverflow(TimeSpan.seconds(offset).microseconds)
        return overflow ? (offset < 0 ? .min : .max) : added
    }
}
