import Trace

/// Decompresses a file of gzip (RFC 1952), piece by piece: members, one behind the other, and zeros behind the last one.
struct GzipReader: Sendable {
    /// The longest header of a member, with the name of the file and a comment. A longer one is taken for damage.
    private static let longestHeader = 1 << 20

    private enum Phase { case header, blocks, trailer }

    private var phase = Phase.header
    private var input = BitReader()
    private var inflate = Inflate()
    private var check = CRC32()
    private var size: UInt32 = 0
    private var members = 0
    /// The number of octets of the compressed file that were appended so far.
    private(set) var octets = 0

    /// Whether some octets begin as a file of gzip does.
    static func begins(_ octets: [UInt8]) -> Bool { octets.starts(with: [0x1f, 0x8b]) }

    /// Takes the next octets of the file.
    mutating func append(_ more: [UInt8]) {
        input.append(more)
        octets += more.count
    }

    /// Decompresses the next octets, at most a megaoctet.
    ///
    /// - Parameter isWhole: whether the file has no more octets.
    /// - Returns: the octets; nil if more octets of the file are needed, and at its end.
    /// - Throws: ``ParseError`` if the file breaks the rules. The rule `truncated` means that it ends inside a member.
    mutating func next(isWhole: Bool) throws(ParseError) -> [UInt8]? {
        while true {
            switch phase {
            case .header:
                let place = input.position
                if members > 0 { while input.octets.dropFirst(input.position).first == 0 { input.skip(1) } }
                if input.position == input.octets.count, members > 0 { return nil }
                guard let header = try header() else {
                    guard input.octets.count - place <= Self.longestHeader else {
                        throw wrong("gzip.header", "a header without end")
                    }
                    return try wait(isWhole)
                }
                input.skip(header)
                (check, size, phase) = (CRC32(), 0, .blocks)
                members += 1
                inflate.begin()
            case .blocks:
                let octets = try inflate.next(&input)
                check.add(octets)
                size &+= UInt32(truncatingIfNeeded: octets.count)
                if inflate.isDone {
                    input.align()
                    phase = .trailer
                }
                if !octets.isEmpty { return octets }
                if phase == .blocks { return try wait(isWhole) }
            case .trailer:
                guard input.octets.count - input.position >= 8 else { return try wait(isWhole) }
                guard number(at: 0) == check.value else { throw wrong("gzip.crc32", "the octets have another check") }
                guard number(at: 4) == size else { throw wrong("gzip.isize", "the octets have another length") }
                input.skip(8)
                phase = .header
            }
        }
    }

    /// More octets are needed: nil, or an error if there are none.
    private func wait(_ isWhole: Bool) throws(ParseError) -> [UInt8]? {
        guard isWhole else { return nil }
        let left = input.octets.count - input.position
        throw ParseError(
            "gzip.member", at: input.offset, .truncated(needed: left + 1, available: left), cite: .rfc(1952, "2.2"))
    }

    private func wrong(_ field: String, _ why: String) -> ParseError {
        ParseError(field, at: input.offset, .value(why), cite: .rfc(1952, "2.3"))
    }

    /// The little-endian number in four octets from the position on.
    private func number(at place: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(input.octets[input.position + place + $1]) << UInt32(8 * $1) }
    }

    /// The length of the header at the position (section 2.3); nil if it is not all there.
    private func header() throws(ParseError) -> Int? {
        let octets = input.octets[input.position...]
        guard octets.count >= 10 else { return nil }
        let start = octets.startIndex
        guard octets[start] == 0x1f, octets[start + 1] == 0x8b, octets[start + 2] == 8, octets[start + 3] & 0xe0 == 0
        else { throw wrong("gzip.header", "what follows is no member of gzip") }
        let flags = octets[start + 3]
        var place = start + 10
        if flags & 4 != 0 {
            guard place + 2 <= octets.endIndex else { return nil }
            place += 2 + Int(octets[place]) + Int(octets[place + 1]) << 8
        }
        // The name of the file, and a comment, each with a zero at its end.
        for flag in [8, 16] as [UInt8] where flags & flag != 0 {
            guard place <= octets.endIndex, let zero = octets[place...].firstIndex(of: 0) else { return nil }
            place = zero + 1
        }
        if flags & 2 != 0 { place += 2 }
        return place <= octets.endIndex ? place - start : nil
    }
}
