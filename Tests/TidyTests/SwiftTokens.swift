/// A Swift file as words, literals and marks. White space and comments are left out; a literal is one token with all that is interpolated in it.
struct SwiftTokens {
    /// One of them.
    struct Token {
        /// The mark itself, ``SwiftTokens/word`` or ``SwiftTokens/literal``.
        let mark: UInt8
        /// Its octets in the file.
        let range: Range<Int>
        /// The index of its line.
        let line: Int
        /// Whether it is the first one of its line.
        let isFirst: Bool
    }

    /// The marks of what is none: no mark is a letter.
    static let word = UInt8(ascii: "w")
    static let literal = UInt8(ascii: "l")

    let tokens: [Token]
    /// For each bracket the place of the one that belongs to it; for the rest, and for brackets without one, the end.
    let partners: [Int]
    private let octets: [UInt8]

    init(_ text: String) {
        let octets = Array(text.utf8)
        var tokens: [Token] = []
        octets.withUnsafeBufferPointer { buffer in
            var reader = Reader(octets: buffer, at: 0)
            while let token = reader.next() { tokens.append(token) }
        }
        var partners = [Int](repeating: tokens.count, count: tokens.count)
        var open: [Int] = []
        for (index, token) in tokens.enumerated() {
            switch token.mark {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open.append(index)
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                guard let other = open.popLast() else { continue }
                (partners[other], partners[index]) = (index, other)
            default: break
            }
        }
        (self.octets, self.tokens, self.partners) = (octets, tokens, partners)
    }

    /// Whether the token at `index` is the mark, for any index.
    func isMark(_ mark: Character, at index: Int) -> Bool {
        tokens.indices.contains(index) && tokens[index].mark == mark.asciiValue
    }

    /// The word at `index`, or nil.
    func word(at index: Int) -> String? {
        tokens.indices.contains(index) && tokens[index].mark == Self.word ? text(at: index) : nil
    }

    func text(at index: Int) -> String { String(decoding: octets[tokens[index].range], as: UTF8.self) }

    /// Whether a literal that is not empty is among the tokens.
    func saysSomething(_ range: Range<Int>) -> Bool {
        range.contains { tokens[$0].mark == Self.literal && text(at: $0) != "\"\"" }
    }

    /// The source of some tokens, with one space between any two: a new line in it makes no difference, nor does one that a literal joins.
    func source(_ range: Range<Int>) -> String {
        range.map { index in
            let text = text(at: index)
            guard tokens[index].mark == Self.literal else { return text }
            return text.replacing(#/\\\n\s*/#, with: "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }.joined(separator: " ")
    }

    /// Reads one token after the other.
    private struct Reader {
        let octets: UnsafeBufferPointer<UInt8>
        var at: Int
        private var line = 0

        init(octets: UnsafeBufferPointer<UInt8>, at: Int) { (self.octets, self.at) = (octets, at) }

        private static let newline = UInt8(ascii: "\n")
        private static let slash = UInt8(ascii: "/")
        private static let quote = UInt8(ascii: "\"")
        private static let hash = UInt8(ascii: "#")

        mutating func next() -> Token? {
            var isFirst = at == 0
            while at < octets.count {
                let octet = octets[at]
                if octet == Self.slash, at + 1 < octets.count, octets[at + 1] == Self.slash {
                    while at < octets.count, octets[at] != Self.newline { at += 1 }
                } else if octet == UInt8(ascii: " ") || octet == Self.newline {
                    if octet == Self.newline {
                        isFirst = true
                        line += 1
                    }
                    at += 1
                } else {
                    break
                }
            }
            guard at < octets.count else { return nil }
            let (start, first) = (at, line)
            let octet = octets[at]
            if Self.isWord(octet) {
                while at < octets.count, Self.isWord(octets[at]) { at += 1 }
                return Token(mark: SwiftTokens.word, range: start..<at, line: first, isFirst: isFirst)
            }
            if octet == Self.quote || octet == Self.hash, let end = endOfLiteral(start) {
                while at < end {
                    if octets[at] == Self.newline { line += 1 }
                    at += 1
                }
                return Token(mark: SwiftTokens.literal, range: start..<end, line: first, isFirst: isFirst)
            }
            at += 1
            return Token(mark: octet, range: start..<at, line: first, isFirst: isFirst)
        }

        /// Letters, digits, "_", and all that is not ASCII.
        private static func isWord(_ octet: UInt8) -> Bool {
            (octet >= 0x61 && octet <= 0x7A) || (octet >= 0x41 && octet <= 0x5A) || (octet >= 0x30 && octet <= 0x39)
                || octet == 0x5F || octet >= 0x80
        }

        private func count(of octet: UInt8, from start: Int, upTo most: Int) -> Int {
            var count = 0
            while count < most, start + count < octets.count, octets[start + count] == octet { count += 1 }
            return count
        }

        /// Where a literal ends that begins at `start`; nil if none does.
        private func endOfLiteral(_ start: Int) -> Int? {
            let hashes = count(of: Self.hash, from: start, upTo: .max)
            var place = start + hashes
            let isPattern = hashes > 0 && place < octets.count && octets[place] == Self.slash
            let quotes = isPattern ? 1 : count(of: Self.quote, from: place, upTo: 3)
            guard quotes > 0 else { return nil }
            if quotes == 2 { return place + 2 + hashes }
            let closing = isPattern ? Self.slash : Self.quote
            place += quotes
            while place < octets.count {
                if octets[place] == UInt8(ascii: "\\"),
                    count(of: Self.hash, from: place + 1, upTo: hashes) == hashes || isPattern
                {
                    let next = place + 1 + (isPattern ? 0 : hashes)
                    let isOpen = !isPattern && next < octets.count && octets[next] == UInt8(ascii: "(")
                    place = isOpen ? endOfInterpolation(next + 1) : next + 1
                } else if count(of: closing, from: place, upTo: quotes) == quotes,
                    count(of: Self.hash, from: place + quotes, upTo: hashes) == hashes
                {
                    return place + quotes + hashes
                } else {
                    place += 1
                }
            }
            return octets.count
        }

        private func endOfInterpolation(_ start: Int) -> Int {
            var reader = Reader(octets: octets, at: start)
            var depth = 1
            while depth > 0, let token = reader.next() {
                if token.mark == UInt8(ascii: "(") { depth += 1 }
                if token.mark == UInt8(ascii: ")") { depth -= 1 }
            }
            return reader.at
        }
    }
}
