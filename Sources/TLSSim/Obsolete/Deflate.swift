/// DEFLATE (RFC 1951) with fixed Huffman codes: a repeated piece is replaced by its length and the distance back to its copy.
package enum Deflate {
    /// The lengths of pieces that can be replaced, in octets (RFC 1951 section 3.2.5).
    private static let lengths = 3...258
    /// The largest distance, in octets.
    private static let window = 32_768
    /// The smallest length of each length code from 257 on, and the smallest distance of each distance code (section 3.2.5).
    private static let lengthBases = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]
    private static let distanceBases = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
        6145, 8193, 12_289, 16_385, 24_577,
    ]

    private static func extraBits(length code: Int) -> Int { code < 8 || code == 28 ? 0 : (code - 4) / 4 }
    private static func extraBits(distance code: Int) -> Int { code < 4 ? 0 : (code - 2) / 2 }

    /// The compressed content: a block with fixed codes, and an empty stored block after it, so that the end is on an octet boundary.
    package static func compress(_ content: [UInt8]) -> [UInt8] {
        var writer = BitWriter()
        writer.bits(0b010, 3)
        var place = 0
        while place < content.count {
            if let match = longestMatch(in: content, at: place) {
                writer.match(match.length, match.distance)
                place += match.length
            } else {
                writer.symbol(Int(content[place]))
                place += 1
            }
        }
        writer.symbol(256)
        writer.bits(0, 3)
        writer.align()
        return writer.octets + [0, 0, 0xff, 0xff]
    }

    /// The longest match: a piece that begins before `place` and occurs again at `place`. Of equally long ones it is the nearest.
    private static func longestMatch(in content: [UInt8], at place: Int) -> (length: Int, distance: Int)? {
        let most = min(lengths.upperBound, content.count - place)
        guard most >= lengths.lowerBound else { return nil }
        var best: (length: Int, distance: Int)?
        for distance in stride(from: 1, through: min(window, place), by: 1) {
            var length = 0
            while length < most, content[place - distance + length] == content[place + length] { length += 1 }
            if length >= lengths.lowerBound, length > best?.length ?? 0 { best = (length, distance) }
        }
        return best
    }

    /// The content from which ``compress(_:)`` has made `octets`; nil for octets of another form, and for a content of more than `most`
    /// octets.
    package static func expand(_ octets: ArraySlice<UInt8>, most: Int) -> [UInt8]? {
        var reader = BitReader(octets)
        var content: [UInt8] = []
        while reader.isLeft {
            guard reader.bits(1) != nil, let kind = reader.bits(2) else { return nil }
            if kind == 0 {
                guard reader.align([0, 0, 0xff, 0xff]) else { return nil }
                continue
            }
            guard kind == 1 else { return nil }
            while true {
                guard let symbol = reader.symbol(), content.count < most else { return nil }
                if symbol == 256 { break }
                if let literal = UInt8(exactly: symbol) {
                    content.append(literal)
                    continue
                }
                guard lengthBases.indices.contains(symbol - 257),
                    let more = reader.bits(extraBits(length: symbol - 257)), let code = reader.code(5),
                    distanceBases.indices.contains(code), let further = reader.bits(extraBits(distance: code))
                else { return nil }
                let (length, distance) = (lengthBases[symbol - 257] + more, distanceBases[code] + further)
                guard distance <= content.count, content.count + length <= most else { return nil }
                for _ in 0..<length { content.append(content[content.count - distance]) }
            }
        }
        return content
    }

    /// Writes bits, beginning with the lowest bit of each octet (section 3.1.1).
    private struct BitWriter {
        private(set) var octets: [UInt8] = []
        private var free = 0

        mutating func bits(_ value: Int, _ count: Int) {
            for index in 0..<count {
                if free == 0 {
                    octets.append(0)
                    free = 8
                }
                if (value >> index) & 1 == 1, let last = octets.indices.last { octets[last] |= 1 << UInt8(8 - free) }
                free -= 1
            }
        }

        mutating func align() { free = 0 }

        /// Writes a Huffman code, beginning with its highest bit (section 3.1.1).
        private mutating func code(_ value: Int, _ count: Int) {
            for index in (0..<count).reversed() { bits((value >> index) & 1, 1) }
        }

        /// Writes a literal, a length code or the end of the block with the fixed Huffman codes (section 3.2.6).
        mutating func symbol(_ symbol: Int) {
            switch symbol {
            case ..<144: code(0x30 + symbol, 8)
            case ..<256: code(0x190 + symbol - 144, 9)
            case ..<280: code(symbol - 256, 7)
            default: code(0xc0 + symbol - 280, 8)
            }
        }

        mutating func match(_ length: Int, _ distance: Int) {
            let code = lengthBases.lastIndex { $0 <= length } ?? 0
            symbol(257 + code)
            bits(length - lengthBases[code], extraBits(length: code))
            let far = distanceBases.lastIndex { $0 <= distance } ?? 0
            self.code(far, 5)
            bits(distance - distanceBases[far], extraBits(distance: far))
        }
    }

    private struct BitReader {
        private let octets: ArraySlice<UInt8>
        private var place = 0

        init(_ octets: ArraySlice<UInt8>) { self.octets = octets }

        /// Whether there are bits left.
        var isLeft: Bool { place < 8 * octets.count }

        mutating func bits(_ count: Int) -> Int? {
            guard place + count <= 8 * octets.count else { return nil }
            var value = 0
            for index in 0..<count {
                let octet = octets[octets.startIndex + (place + index) / 8]
                value |= Int(octet >> UInt8((place + index) % 8) & 1) << index
            }
            place += count
            return value
        }

        /// Skips to the next octet boundary, and past the octets `expected`. Returns false if other octets are there.
        mutating func align(_ expected: [UInt8]) -> Bool {
            place = (place + 7) / 8 * 8
            guard octets.dropFirst(place / 8).starts(with: expected) else { return false }
            place += 8 * expected.count
            return true
        }

        mutating func code(_ count: Int) -> Int? {
            var value = 0
            for _ in 0..<count {
                guard let bit = bits(1) else { return nil }
                value = value << 1 | bit
            }
            return value
        }

        mutating func symbol() -> Int? {
            guard let seven = code(7) else { return nil }
            if seven < 0x18 { return 256 + seven }
            guard let eighth = bits(1) else { return nil }
            let eight = seven << 1 | eighth
            if eight < 0xc0 { return eight - 0x30 }
            if eight < 0xc8 { return 280 + eight - 0xc0 }
            guard let ninth = bits(1) else { return nil }
            return 144 + (eight << 1 | ninth) - 0x190
        }
    }
}
