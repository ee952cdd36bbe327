/// The reason why a text is not the JSON that was asked for: the error, and its octet.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The octet at which the text cannot be read further, counted from 0.
    public let offset: Int
    /// The text that was found there, or that is missing.
    public let problem: String
    /// The members of the outermost object before that octet. Often they tell to which request the line belongs.
    public let read: [JSON.Member]

    /// "at octet 7: expected a colon after a name".
    public var description: String { "at octet \(offset): \(problem)" }
}

extension JSON {
    /// The set of values that a text may have.
    public enum Grammar: Hashable, Sendable {
        /// Every value of RFC 8259, 64 levels deep at most.
        case any
        /// Every value, with at most this many arrays and objects inside each other, and never more than 64.
        case levels(Int)
        /// One object of integers, texts, true, false and null: the lines that drive a program.
        case flat
    }

    /// Reads a text in UTF-8 that is one value.
    ///
    /// - Throws: ``JSONError`` with the octet and the error.
    public init(_ text: some Sequence<UInt8>, _ grammar: Grammar = .any) throws(JSONError) {
        var parser = JSONParser(octets: Array(text), grammar: grammar)
        do throws(JSONError) {
            self = try parser.all()
        } catch {
            throw JSONError(offset: error.offset, problem: error.problem, read: parser.read)
        }
    }
}

/// Reads one value and nothing after it.
struct JSONParser {
    /// The most arrays and objects within each other, so that no text exhausts the stack. A thread of macOS has 512 KiB: there a program that
    /// is not optimized reads 128 levels, and ends in the middle of 200.
    private var deepest: Int {
        switch grammar {
        case .any: 64
        case .levels(let levels): min(levels, 64)
        case .flat: 1
        }
    }

    private let octets: [UInt8]
    private let grammar: JSON.Grammar
    private var offset = 0
    /// How many values it has begun to read. It begins each value of a text once, so that a text costs no more than its length.
    private(set) var begun = 0
    /// The members of the outermost object that have been read.
    private(set) var read: [JSON.Member] = []

    init(octets: [UInt8], grammar: JSON.Grammar) {
        self.octets = octets
        self.grammar = grammar
    }

    private func fail(_ problem: String) -> JSONError { JSONError(offset: offset, problem: problem, read: []) }

    /// The next octet; nil at the end.
    private var next: UInt8? { offset < octets.count ? octets[offset] : nil }

    private mutating func skipSpace() {
        while let octet = next, octet == 0x20 || octet == 0x09 || octet == 0x0d || octet == 0x0a { offset += 1 }
    }

    private mutating func skip(_ character: Unicode.Scalar, _ problem: String) throws(JSONError) {
        guard passes(character) else { throw fail(problem) }
    }

    private mutating func passes(_ character: Unicode.Scalar) -> Bool {
        guard let octet = next, Unicode.Scalar(octet) == character else { return false }
        offset += 1
        return true
    }

    mutating func all() throws(JSONError) -> JSON {
        skipSpace()
        let result: JSON
        switch grammar {
        case .any, .levels: result = try value(depth: 0)
        case .flat: result = .object(try object(depth: 1))
        }
        skipSpace()
        guard next == nil else { throw fail("nothing may follow the object") }
        return result
    }

    /// - Parameter depth: how many arrays and objects this one stands in, itself included.
    private mutating func object(depth: Int) throws(JSONError) -> [JSON.Member] {
        var members: [JSON.Member] = []
        defer { if depth == 1 { read = members } }
        try skip("{", "a line is a JSON object and begins with a brace")
        skipSpace()
        guard !passes("}") else { return members }
        repeat {
            skipSpace()
            let name = try string("expected a name in quotes")
            skipSpace()
            try skip(":", "expected a colon after the name \"\(name)\"")
            skipSpace()
            members.append(JSON.Member(name, try value(depth: depth)))
            skipSpace()
        } while passes(",")
        try skip("}", "expected a comma or the closing brace")
        return members
    }

    private mutating func array(depth: Int) throws(JSONError) -> [JSON] {
        var values: [JSON] = []
        try skip("[", "expected a list")
        skipSpace()
        guard !passes("]") else { return values }
        repeat {
            skipSpace()
            values.append(try value(depth: depth))
            skipSpace()
        } while passes(",")
        try skip("]", "expected a comma or the closing bracket")
        return values
    }

    /// - Parameter depth: how many arrays and objects the value stands in.
    private mutating func value(depth: Int) throws(JSONError) -> JSON {
        begun += 1
        guard let octet = next else { throw fail("the line ends where a value is expected") }
        switch Unicode.Scalar(octet) {
        case "\"": return .string(try string("expected a text"))
        case "t": return try word("true", .bool(true))
        case "f": return try word("false", .bool(false))
        case "n": return try word("null", .null)
        case "-", "0"..."9": return try number()
        case "{", "[":
            guard grammar != .flat else { throw fail("a value is an integer, a text, true, false or null") }
            guard depth < deepest else { throw fail("more than \(deepest) levels") }
            return octet == UInt8(ascii: "{")
                ? .object(try object(depth: depth + 1)) : .array(try array(depth: depth + 1))
        default: throw fail("expected a value")
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSON) throws(JSONError) -> JSON {
        let start = offset
        for scalar in word.description.unicodeScalars where !passes(scalar) {
            offset = start
            throw fail("expected \(word)")
        }
        return value
    }

    // MARK: Numbers

    /// RFC 8259 section 6.
    private mutating func number() throws(JSONError) -> JSON {
        let start = offset
        let isWhole = passesNumber()
        let text = String(decoding: octets[start..<offset], as: UTF8.self)
        if isWhole == true, let integer = Int64(text) { return .integer(integer) }
        if grammar != .flat, isWhole != nil, let number = Double(text), number.isFinite { return .fraction(number) }
        offset = start
        throw fail(grammar == .flat ? "expected an integer of at most 64 bits" : "expected a number")
    }

    /// Passes over the characters of a number. Returns whether it is a whole number; nil if they are not a number.
    private mutating func passesNumber() -> Bool? {
        _ = passes("-")
        let first = next
        let count = passDigits()
        guard count == 1 || count > 1 && first != UInt8(ascii: "0") else { return nil }
        var isWhole = true
        if passes(".") {
            isWhole = false
            guard passDigits() > 0 else { return nil }
        }
        if passes("e") || passes("E") {
            isWhole = false
            if !passes("+") { _ = passes("-") }
            guard passDigits() > 0 else { return nil }
        }
        return isWhole
    }

    /// Passes over digits and returns how many.
    private mutating func passDigits() -> Int {
        let start = offset
        while let octet = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octet) { offset += 1 }
        return offset - start
    }

    // MARK: Strings

    private mutating func string(_ problem: String) throws(JSONError) -> String {
        try skip("\"", problem)
        var text: [UInt8] = []
        while let octet = next {
            switch octet {
            case UInt8(ascii: "\""):
                offset += 1
                guard let string = String(validating: text, as: UTF8.self) else { throw fail("the text is not UTF-8") }
                return string
            case UInt8(ascii: "\\"):
                offset += 1
                text += String(Character(try escape())).utf8
            case 0..<0x20: throw fail("a control character must be escaped")
            default:
                let start = offset
                while let octet = next, octet >= 0x20, octet != UInt8(ascii: "\""), octet != UInt8(ascii: "\\") {
                    offset += 1
                }
                text += octets[start..<offset]
            }
        }
        throw fail("the line ends within a text")
    }

    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        guard let octet = next else { throw fail("the line ends within a text") }
        offset += 1
        switch Unicode.Scalar(octet) {
        case "\"": return "\""
        case "\\": return "\\"
        case "/": return "/"
        case "b": return "\u{8}"
        case "f": return "\u{c}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "u":
            let high = try codeUnit()
            guard (0xd800..<0xdc00).contains(high), next == UInt8(ascii: "\\") else {
                guard let scalar = Unicode.Scalar(high) else { throw fail("half of a surrogate pair") }
                return scalar
            }
            offset += 1
            try skip("u", "expected the second half of a surrogate pair")
            let low = try codeUnit()
            guard (0xdc00..<0xe000).contains(low),
                let scalar = Unicode.Scalar(0x1_0000 + (high - 0xd800) << 10 + (low - 0xdc00))
            else { throw fail("half of a surrogate pair") }
            return scalar
        default:
            offset -= 1
            throw fail("no such escape")
        }
    }

    private mutating func codeUnit() throws(JSONError) -> UInt32 {
        guard octets.count - offset >= 4,
            octets[offset..<(offset + 4)].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let unit = UInt32(String(decoding: octets[offset..<(offset + 4)], as: UTF8.self), radix: 16)
        else { throw fail("expected four hexadecimal digits") }
        offset += 4
        return unit
    }
}
