import Trace

/// Reads a capture file piece by piece: pcapng, or classic pcap in any of its byte orders and resolutions.
///
/// Memory is bounded by the largest block. A length in the file is used only after a comparison with the octets that are there.
package struct CaptureReader: Sendable {
    /// A format of capture files.
    package enum Format: String, Sendable {
        /// The classic format (draft-ietf-opsawg-pcap).
        case pcap
        /// Sections of blocks (draft-ietf-opsawg-pcapng).
        case pcapng
    }

    /// An interface on which frames were captured.
    package struct Interface: Hashable, Sendable {
        /// The link type of the interface's frames.
        package let linkType: LinkType
        /// The largest number of octets of a packet that the file keeps; 0 for no limit.
        package let snapLength: UInt32
        /// The name of the interface; nil if the file does not say it.
        package var name: String?
        /// The number of frames of this interface that were read so far.
        package var packets = 0
        /// The unit and the origin of the timestamps.
        var clock = CaptureClock()
    }

    /// A frame of the capture. Its octets are in ``CaptureReader/buffer``.
    package struct Frame: Sendable {
        /// The number of the frame in the file, from 1, as analysers count; in a capture of several files, among the frames of all.
        package var number: Int
        /// The place of the frame's interface in ``CaptureReader/interfaces``; nil for an interface that the file does not describe.
        package let interface: Int?
        /// The time of capture, in microseconds since 1970-01-01T00:00:00Z; nil if the file does not say it.
        package let timestamp: Int64?
        /// The place of the frame's octets in the buffer. It is valid until more octets are appended.
        package let octets: Range<Int>
        /// The number of octets on the wire. The file has fewer if it keeps only the beginning of each packet.
        package let originalLength: Int
        /// The first comment on the frame; nil for no comment.
        package let comment: String?
    }

    /// An item of a capture.
    package enum Item: Sendable {
        case frame(Frame)
        /// A TLS key log that is embedded in the file.
        case secrets([UInt8])
        /// A block whose length is right and whose contents are wrong. Reading goes on behind it.
        case skipped(ParseError)
        /// Another block. ``CaptureReader/next()`` steps over it and never returns it.
        case other
    }

    /// The longest block or frame that is read, in octets. A greater length is taken for damage.
    static let longestBlock = 16 << 20
    /// The largest number of interfaces in a file. A greater number is taken for damage.
    static let mostInterfaces = 4_096

    /// The format of the file; nil before the first four octets are there.
    package private(set) var format: Format?
    /// All interfaces, in the order in which the file describes them.
    package internal(set) var interfaces: [Interface] = []
    /// The number of frames that were read.
    package internal(set) var frames = 0
    /// The octets that are not forgotten: those that were appended last, and before them those that were not read yet.
    package private(set) var buffer: [UInt8] = []
    /// The number of octets of the file that were appended so far.
    package var octets: Int { gzip?.octets ?? base + buffer.count }
    /// Whether the file is compressed with gzip.
    package var isCompressed: Bool { gzip != nil }
    /// The place in the file of the next octet to be read. In a compressed file it is the place in what comes out.
    package var offset: Int { base + position }

    /// The place in the file at which the buffer begins.
    private(set) var base = 0
    /// The next octet in the buffer.
    var position = 0
    /// Whether no more octets will come to the buffer.
    private var isWhole = false
    /// Whether no more octets of the file will come.
    private var hasEnded = false
    /// What decompresses the file; nil for a file without compression.
    private var gzip: GzipReader?
    /// The byte order of the file or the section: whether the most significant octet comes first.
    var isBigEndian = true
    /// The place in ``interfaces`` of the first interface of the section.
    var section = 0
    /// What the header of a file in the classic format says of its packets.
    private var classic = Pcap.Layout()

    /// A reader that has no octets yet.
    package init() {}

    /// Takes the next octets of the file. Octets that were read are forgotten, so the ranges of earlier frames become invalid.
    package mutating func append(_ octets: [UInt8]) {
        if gzip != nil {
            gzip?.append(octets)
            return
        }
        add(octets)
        guard format == nil, GzipReader.begins(buffer) else { return }
        gzip = GzipReader()
        gzip?.append(buffer)
        buffer = []
    }

    /// Adds octets to the buffer.
    private mutating func add(_ octets: [UInt8]) {
        if position == buffer.count {
            buffer = octets
        } else {
            buffer.removeSubrange(..<position)
            buffer += octets
        }
        base += position
        position = 0
    }

    /// Tells the reader that no more octets will come.
    package mutating func end() {
        hasEnded = true
        if gzip == nil { isWhole = true }
    }

    /// Whether no more octets will come: what ``next()`` does not find now will never be there.
    package var isAtEnd: Bool { isWhole }

    /// Reads the next item.
    ///
    /// - Returns: the item; nil if more octets are needed and, after ``end()``, at the end of the file.
    /// - Throws: ``ParseError`` if the file cannot be read any further. The rule `truncated` means that the file ends inside an item.
    package mutating func next() throws(ParseError) -> Item? {
        while true {
            if let item = try nextInBuffer() { return item }
            guard gzip != nil, !isWhole else { return nil }
            if let octets = try gzip?.next(isWhole: hasEnded) {
                add(octets)
            } else if hasEnded {
                isWhole = true
            } else {
                return nil
            }
        }
    }

    private mutating func nextInBuffer() throws(ParseError) -> Item? {
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

    /// The number of octets that are there and not read.
    var remaining: Int { buffer.count - position }

    /// Whether `count` octets are there.
    ///
    /// - Throws: ``ParseError`` if they are not there and no more octets will come.
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

    /// Reads the magic number, which tells the format, and the header of a file in the classic format.
    ///
    /// - Returns: whether the octets for that are there.
    private mutating func begin() throws(ParseError) -> Bool {
        guard try has(4, "magic_number", cite: Pcap.cite) else { return false }
        let magic = word(at: position)
        if magic == PcapNG.sectionHeader {
            format = .pcapng
            return true
        }
        guard let known = Pcap.Format(magic: magic) else {
            if remaining < ForeignFormat.head, !isWhole { return false }
            let why =
                ForeignFormat.description(buffer[position...])
                ?? "\(Hex.number(magic)) begins neither a pcap nor a pcapng file"
            throw ParseError("magic_number", at: 0, .value(why), cite: Pcap.cite)
        }
        guard try has(Pcap.header, "pcap.header", cite: Pcap.cite) else { return false }
        isBigEndian = known.isBigEndian
        var header = reader(position..<(position + Pcap.header))
        let interface: Interface
        (interface, classic) = try Pcap.interface(from: &header, known)
        interfaces = [interface]
        position += Pcap.header
        format = .pcap
        return true
    }

    // MARK: The classic format

    /// Reads a packet of the classic format: four numbers, then the frame.
    private mutating func nextRecord() throws(ParseError) -> Item? {
        let cite = Pcap.cite
        guard try has(classic.record, "pcap.packet.header", cite: cite) else { return nil }
        var captured = Int(word(at: position + 8))
        var original = Int(word(at: position + 12))
        if classic.swapsLengths ?? (captured > original) { swap(&captured, &original) }
        guard captured <= Self.longestBlock else {
            throw ParseError(
                "pcap.packet.included_length", at: offset + 8, .length(captured, allowed: 0...Self.longestBlock),
                cite: cite)
        }
        let start = position + classic.record
        guard buffer.count - start >= captured else {
            guard isWhole else { return nil }
            throw ParseError(
                "pcap.packet.data", at: base + start, .truncated(needed: captured, available: buffer.count - start),
                cite: cite)
        }
        let fraction = Int64(word(at: position + 4))
        let time = Int64(word(at: position)) * 1_000_000 + (classic.countsNanoseconds ? fraction / 1_000 : fraction)
        position = start + captured
        return .frame(
            add(octets: start..<position, on: 0, at: time, originalLength: original, comment: nil))
    }

    /// Counts a frame that was read, and makes it.
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

/// The unit and the origin of the timestamps of an interface (draft-ietf-opsawg-pcapng section 4.2).
struct CaptureClock: Hashable, Sendable {
    /// The unit of the timestamps: 10^-n seconds, or 2^-n seconds if the top bit is set.
    var resolution: UInt8 = 6
    /// The seconds that must be added to each timestamp.
    var offset: Int64 = 0

    /// A timestamp in microseconds since 1970. A time outside the range of `Int64` becomes the nearest time within.
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
