import Trace

/// Bits of a compressed stream, the least significant bit of each octet first (RFC 1951 section 3.1.1).
struct BitReader: Sendable {
    private(set) var octets: [UInt8] = []
    /// The next octet that is not among the bits.
    private(set) var position = 0
    /// The bits that were taken from the octets and are not used, the next bit lowest. Behind them are zeros.
    private(set) var bits: UInt64 = 0
    /// The number of these bits.
    private(set) var count = 0
    /// The place in the stream of the first of the octets.
    private(set) var base = 0

    /// The place in the stream of the next octet.
    var offset: Int { base + position - count / 8 }

    mutating func append(_ more: [UInt8]) {
        base += position
        octets.removeSubrange(..<position)
        octets += more
        position = 0
    }

    /// Takes octets until there are more than 48 bits, or no octets.
    mutating func fill() {
        while count < 56, position < octets.count {
            bits |= UInt64(octets[position]) << UInt64(count)
            position += 1
            count += 8
        }
    }

    /// Uses bits, of which there must be so many.
    mutating func use(_ number: Int) {
        bits >>= UInt64(number)
        count -= number
    }

    /// Gives back whole octets, and drops the bits before them.
    mutating func align() {
        position -= count / 8
        (bits, count) = (0, 0)
    }

    /// Steps over octets that are there. The reader must be aligned.
    mutating func skip(_ number: Int) { position += number }

    /// Goes back to a state in which it was before, if no octets were appended meanwhile.
    mutating func goBack(to earlier: (position: Int, bits: UInt64, count: Int)) {
        (position, bits, count) = earlier
    }
}

/// Decompresses the blocks of deflate (RFC 1951), piece by piece. It keeps the last 32,768 octets, to which the stream may refer.
struct Inflate: Sendable {
    /// The largest distance to which the stream may refer.
    private static let window = 32_768
    /// About the number of octets that one call gives: as many, and the rest of a repetition.
    private static let piece = 1 << 18
    /// The longest repetition.
    private static let longest = 258

    private enum Phase {
        /// A block begins.
        case block
        /// A block without compression, of which this number of octets is to come.
        case stored(Int)
        /// A block of codes.
        case codes
        /// The last block has ended.
        case done
    }

    private var phase = Phase.block
    private var isLastBlock = false
    private var literals = HuffmanCode.fixedLiterals
    private var distances = HuffmanCode.fixedDistances
    /// The window, and behind it new octets.
    private var output = [UInt8](repeating: 0, count: window + piece + longest)
    /// The first octet of the stream in `output`, the first one that was not given out, and the end of the octets.
    private var first = window
    private var given = window
    private var end = window

    /// Whether the last block has ended.
    var isDone: Bool { if case .done = phase { true } else { false } }

    /// Begins another stream, with the same memory.
    mutating func begin() { (phase, isLastBlock, first) = (.block, false, end) }

    /// Decompresses some octets.
    ///
    /// - Returns: the octets; none if the input must have more octets, or if the last block has ended.
    /// - Throws: ``ParseError`` if the stream breaks the rules.
    mutating func next(_ input: inout BitReader) throws(ParseError) -> [UInt8] {
        if end >= Self.window + Self.piece { slide() }
        var goesOn = true
        while goesOn, !isDone, end < Self.window + Self.piece {
            switch phase {
            case .block: goesOn = try beginBlock(&input)
            case .stored(let count): goesOn = copy(count, &input)
            case .codes: goesOn = try readCodes(&input)
            case .done: break
            }
        }
        defer { given = end }
        return Array(output[given..<end])
    }

    /// Keeps the window alone.
    private mutating func slide() {
        let distance = end - Self.window
        output.replaceSubrange(..<Self.window, with: Array(output[distance..<end]))
        first = max(0, first - distance)
        (given, end) = (Self.window, Self.window)
    }

    private func wrong(_ why: String, _ input: BitReader) -> ParseError {
        ParseError("deflate.block", at: input.offset, .value(why), cite: .rfc(1951, "3.2"))
    }

    /// Reads the beginning of a block (section 3.2.3).
    ///
    /// - Returns: whether its octets are there. If they are not, nothing was read.
    private mutating func beginBlock(_ input: inout BitReader) throws(ParseError) -> Bool {
        let start = (input.position, input.bits, input.count)
        input.fill()
        guard input.count >= 3 else { return false }
        let (isLast, kind) = (input.bits & 1 == 1, input.bits >> 1 & 3)
        input.use(3)
        switch kind {
        case 0:
            input.align()
            guard input.octets.count - input.position >= 4 else {
                input.goBack(to: start)
                return false
            }
            func number(_ place: Int) -> Int { Int(input.octets[place]) | Int(input.octets[place + 1]) << 8 }
            let (length, check) = (number(input.position), number(input.position + 2))
            guard length ^ check == 0xffff else { throw wrong("the two lengths of a stored block differ", input) }
            input.skip(4)
            phase = .stored(length)
        case 1:
            (literals, distances) = (.fixedLiterals, .fixedDistances)
            phase = .codes
        case 2:
            guard try readCodeLengths(&input) else {
                input.goBack(to: start)
                return false
            }
            phase = .codes
        default: throw wrong("a block of type 3", input)
        }
        isLastBlock = isLast
        return true
    }

    /// Copies octets of a block without compression.
    ///
    /// - Returns: whether an octet was there.
    private mutating func copy(_ count: Int, _ input: inout BitReader) -> Bool {
        let number = min(count, input.octets.count - input.position, Self.window + Self.piece - end)
        output.replaceSubrange(end..<(end + number), with: input.octets[input.position..<(input.position + number)])
        input.skip(number)
        end += number
        if number < count { phase = .stored(count - number) } else { endBlock() }
        return number > 0 || count == 0
    }

    private mutating func endBlock() { phase = isLastBlock ? .done : .block }

    /// Reads the codes of a block (section 3.2.7).
    ///
    /// - Returns: whether the octets for them are there.
    private mutating func readCodeLengths(_ input: inout BitReader) throws(ParseError) -> Bool {
        func read(_ bits: Int) -> Int? {
            input.fill()
            guard input.count >= bits else { return nil }
            defer { input.use(bits) }
            return Int(input.bits & (1 << UInt64(bits) - 1))
        }
        guard let numbers = read(14) else { return false }
        let (literalCount, distanceCount, count) = (numbers & 31 + 257, numbers >> 5 & 31 + 1, numbers >> 10 + 4)
        guard literalCount <= 286, distanceCount <= 30 else { throw wrong("too many codes", input) }
        var lengths = [UInt8](repeating: 0, count: 19)
        for place in Self.order.prefix(count) {
            guard let length = read(3) else { return false }
            lengths[place] = UInt8(length)
        }
        guard let code = HuffmanCode(lengths[...]) else { throw wrong("the code of the lengths is no code", input) }
        lengths = []
        while lengths.count < literalCount + distanceCount {
            input.fill()
            let (symbol, used) = code.symbol(in: input.bits)
            guard used <= input.count else { return false }
            guard symbol >= 0 else { throw wrong("a length that has no code", input) }
            input.use(used)
            guard symbol > 15 else {
                lengths.append(UInt8(symbol))
                continue
            }
            let (bits, least) = symbol == 16 ? (2, 3) : symbol == 17 ? (3, 3) : (7, 11)
            guard let more = read(bits) else { return false }
            guard symbol > 16 || !lengths.isEmpty else { throw wrong("nothing to repeat", input) }
            lengths += [UInt8](repeating: symbol == 16 ? lengths.last ?? 0 : 0, count: least + more)
        }
        guard lengths.count == literalCount + distanceCount, lengths[256] > 0,
            let literals = HuffmanCode(lengths[..<literalCount]), let distances = HuffmanCode(lengths[literalCount...])
        else { throw wrong("the lengths make no code", input) }
        (self.literals, self.distances) = (literals, distances)
        return true
    }

    /// Reads literals and repetitions, until the block ends, or enough octets are there, or the input has no more.
    ///
    /// - Returns: whether the input may have more.
    private mutating func readCodes(_ input: inout BitReader) throws(ParseError) -> Bool {
        // The octets are changed in a variable of its own: so each access need not ask whether they are shared.
        var octets: [UInt8] = []
        swap(&octets, &output)
        defer { swap(&octets, &output) }
        let (literals, distances) = (self.literals, self.distances)
        let (lengthBases, distanceBases) = (Self.lengths, Self.distances)
        var end = self.end
        defer { self.end = end }
        while end < Self.window + Self.piece {
            input.fill()
            var (symbol, used) = literals.symbol(in: input.bits)
            guard used <= input.count else { return false }
            if symbol < 256 {
                guard symbol >= 0 else { throw wrong("bits that are no code", input) }
                octets[end] = UInt8(truncatingIfNeeded: symbol)
                end += 1
                input.use(used)
                continue
            }
            guard symbol > 256 else {
                input.use(used)
                endBlock()
                return true
            }
            guard symbol <= 285 else { throw wrong("a length that does not exist", input) }
            let length = lengthBases[symbol - 257]
            let repeated = length.base + Int(input.bits >> UInt64(used) & (1 << UInt64(length.bits) - 1))
            used += length.bits
            let code = distances.symbol(in: input.bits >> UInt64(used))
            used += code.length
            guard used <= input.count else { return false }
            guard code.symbol >= 0, code.symbol < 30 else { throw wrong("a distance that does not exist", input) }
            let back = distanceBases[code.symbol]
            let distance = back.base + Int(input.bits >> UInt64(used) & (1 << UInt64(back.bits) - 1))
            used += back.bits
            guard used <= input.count else { return false }
            guard distance <= end - first else { throw wrong("a distance beyond the beginning", input) }
            input.use(used)
            for place in end..<(end + repeated) { octets[place] = octets[place - distance] }
            end += repeated
        }
        return true
    }

    /// The order in which the lengths of the code of the lengths stand (section 3.2.7).
    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    /// The shortest repetition of each code from 257 on, and the number of bits that are added to it (section 3.2.5).
    private static let lengths: [(base: Int, bits: Int)] =
        steps([0, 0, 0, 0, 0, 0, 0, 0] + (1...5).flatMap { [$0, $0, $0, $0] }, from: 3) + [(258, 0)]
    /// The shortest distance of each code, and the number of bits that are added to it (section 3.2.5).
    private static let distances = steps([0, 0, 0, 0] + (1...13).flatMap { [$0, $0] }, from: 1)

    private static func steps(_ bits: [Int], from start: Int) -> [(base: Int, bits: Int)] {
        var base = start
        return bits.map { count in
            defer { base += 1 << count }
            return (base, count)
        }
    }
}

/// A prefix code: the shorter codes come first, and codes of the same length are in the order of their symbols (RFC 1951 section 3.2.2).
struct HuffmanCode: Sendable {
    /// The length of codes that one look into a table decodes.
    private static let quick = 10

    /// For each value of the next bits the symbol times 16, and the length of its code; 0 for a longer code.
    private var table = [UInt16](repeating: 0, count: 1 << quick)
    /// The number of codes of each length, and the symbols in the order of their codes.
    private var counts = [Int](repeating: 0, count: 16)
    private var symbols: [UInt16] = []

    /// The codes of blocks with fixed codes (section 3.2.6).
    static let fixedLiterals = HuffmanCode(
        assigning: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }[...])
    static let fixedDistances = HuffmanCode(assigning: [UInt8](repeating: 5, count: 30)[...])

    /// The code of symbols with these lengths, 0 for a symbol without a code; nil if there is no such code. A code may have no symbol, or
    /// a single symbol with one bit (section 3.2.7); each other code must be complete.
    init?(_ lengths: ArraySlice<UInt8>) {
        self.init(assigning: lengths)
        var left = 1
        for count in counts.dropFirst() {
            left = left * 2 - count
            guard left >= 0 else { return nil }
        }
        guard left == 0 || symbols.isEmpty || symbols.count == 1 && counts[1] == 1 else { return nil }
    }

    private init(assigning lengths: ArraySlice<UInt8>) {
        for length in lengths where length > 0 { counts[Int(length)] += 1 }
        for length in 1...15 where counts[length] > 0 {
            for (symbol, own) in lengths.enumerated() where Int(own) == length { symbols.append(UInt16(symbol)) }
        }
        var (code, place) = (0, 0)
        for length in 1...Self.quick {
            for _ in 0..<counts[length] where code < 1 << length {
                // The first bit of a code is the highest, and the first bit of the stream is the lowest.
                let reversed = (0..<length).reduce(0) { $0 | (code >> $1 & 1) << (length - 1 - $1) }
                for index in stride(from: reversed, to: 1 << Self.quick, by: 1 << length) {
                    table[index] = symbols[place] << 4 | UInt16(length)
                }
                code += 1
                place += 1
            }
            code <<= 1
        }
    }

    /// The symbol with which some bits begin, and the length of its code; -1 if they begin with no code.
    func symbol(in bits: UInt64) -> (symbol: Int, length: Int) {
        let entry = table[Int(bits & (1 << UInt64(Self.quick) - 1))]
        if entry != 0 { return (Int(entry >> 4), Int(entry & 15)) }
        var (code, first, place) = (0, 0, 0)
        for length in 1...15 {
            code |= Int(bits >> UInt64(length - 1) & 1)
            let count = counts[length]
            if code - count < first { return (Int(symbols[place + code - first]), length) }
            place += count
            first = (first + count) << 1
            code <<= 1
        }
        return (-1, 15)
    }
}
