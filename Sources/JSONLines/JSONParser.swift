/// Why a line is no flat JSON object: what is wrong, and at which octet of the line.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The octet at which the line cannot be read further, counted from 0.
    public let offset: Int
    /// What was found or missed there.
    public let problem: String
    /// The members before that place: enough, often, to say whose line it was.
    public let read: JSONObject

    /// "at octet 7: expected a colon after a name".
    public var description: String { "at octet \(offset): \(problem)" }
}

extension JSONObject {
    /// Reads a line.
    ///
    /// - Throws: ``JSONError`` naming the octet and what is wrong with it.
    public init(line: some Sequence<UInt8>) throws(JSONError) {
        var parser = JSONParser(octets: Array(line))
        self = try parser.object()
    }
}

/// Reads one flat object and nothing behind it.
private struct JSONParser {
    let octets: [UInt8]
    var offset = 0
    /// What has been read.
    private var read = JSONObject()

    init(octets: [UInt8]) { self.octets = octets }

    private func fail(_ problem: String) -> JSONError { JSONError(offset: offset, problem: problem, read: read) }

    /// The next octet; nil at the end.
    private var next: UInt8? { offset < octets.count ? octets[offset] : nil }

    private mutating func skipSpace() {
        while let octet = next, octet == 0x20 || octet == 0x09 || octet == 0x0d || octet == 0x0a { offset += 1 }
    }

    private mutating func skip(_ character: Unicode.Scalar, _ problem: String) throws(JSONError) {
        guard let octet = next, Unicode.Scalar(octet) == character else { throw fail(problem) }
        offset += 1
    }

    private mutating func passes(_ character: Unicode.Scalar) -> Bool {
        guard let octet = next, Unicode.Scalar(octet) == character else { return false }
        offset += 1
        return true
    }

    mutating func object() throws(JSONError) -> JSONObject {
        skipSpace()
        try skip("{", "a line is a JSON object and begins with a brace")
        skipSpace()
        if !passes("}") {
            repeat {
                skipSpace()
                let name = try string("expected a name in quotes")
                skipSpace()
                try skip(":", "expected a colon after the name \"\(name)\"")
                skipSpace()
                read.add(name, try value())
                skipSpace()
            } while passes(",")
            try skip("}", "expected a comma or the closing brace")
        }
        skipSpace()
        guard next == nil else { throw fail("nothing may follow the object") }
        return read
    }

    private mutating func value() throws(JSONError) -> JSONObject.Value {
        guard let octet = next else { throw fail("the line ends where a value is expected") }
        switch Unicode.Scalar(octet) {
        case "\"": return .string(try string("expected a text"))
        case "t": return try word("true", .boolean(true))
        case "f": return try word("false", .boolean(false))
        case "n": return try word("null", .null)
        case "-", "0"..."9": return try integer()
        case "{", "[": throw fail("a value is an integer, a text, true, false or null")
        default: throw fail("expected a value")
        }
    }

    private mutating func word(
        _ word: StaticString, _ value: JSONObject.Value
    ) throws(JSONError) -> JSONObject.Value {
        let start = offset
        for scalar in word.description.unicodeScalars where !passes(scalar) {
            offset = start
            throw fail("expected \(word)")
        }
        return value
    }

    private mutating func integer() throws(JSONError) -> JSONObject.Value {
        let start = offset
        if next == UInt8(ascii: "-") { offset += 1 }
        let digits = offset
        while let octet = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octet) { offset += 1 }
        let isPadded = offset - digits > 1 && octets[digits] == UInt8(ascii: "0")
        let isFraction = next.map { [UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E")].contains($0) } ?? false
        guard !isFraction, !isPadded, let number = Int64(String(decoding: octets[start..<offset], as: UTF8.self)) else {
            offset = start
            throw fail("expected an integer of at most 64 bits")
        }
        return .integer(number)
    }

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
                text.append(octet)
                offset += 1
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
