import Trace

/// The command line in the query of a link: `?rsa&seed=5&rule=drop+server+SYN,ACK+1` is `--rsa --seed 5 --rule "drop server SYN,ACK 1"`, and
/// `?argument=attack&argument=mitm&rsa` is `attack mitm --rsa`.
enum QueryArguments {
    /// The command line in the query of a request target; nil where there is no query.
    ///
    /// - Throws: ``WebProblem`` if an escape is broken.
    static func arguments(ofTarget target: String) throws(WebProblem) -> [String]? {
        let parts = try parts(ofTarget: target)
        return parts.isEmpty
            ? nil
            : parts.flatMap { option, value in
                let (name, value) = ("--" + option, value ?? "")
                // The value is a word that is not an option: the name of a command or of a scenario.
                if option == "argument" { return [value] }
                if value.isEmpty { return [name] }
                return value.hasPrefix("-") || name.contains("=") ? ["\(name)=\(value)"] : [name, value]
            }
    }

    /// The link to the run of a command line, which ``arguments(ofTarget:)`` reads back; the page opens in that language.
    static func link(_ arguments: [String], in language: Language = .english) -> String {
        var parts: [String] = []
        var rest = arguments[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("--") else {
                parts.append("argument=" + encoded(word))
                continue
            }
            let name = encoded(String(word.dropFirst(2)))
            guard let value = rest.first, !value.hasPrefix("--") else {
                parts.append(name)
                continue
            }
            rest = rest.dropFirst()
            parts.append(name + "=" + encoded(value))
        }
        if language != .english { parts.append("language=" + language.rawValue) }
        return "/?" + parts.joined(separator: "&")
    }

    private static func encoded(_ text: String) -> String {
        text.utf8.map { octet in
            let isPlain =
                octet < 0x80 && (Character(Unicode.Scalar(octet)).isLetter || Character(Unicode.Scalar(octet)).isNumber)
            return isPlain || "-._~".utf8.contains(octet) ? String(Unicode.Scalar(octet)) : "%" + Hex.string([octet])
        }.joined()
    }

    /// The values of all parameters with this name in a query, in their order.
    ///
    /// - Throws: ``WebProblem`` if an escape is broken.
    static func values(of name: String, inTarget target: String) throws(WebProblem) -> [String] {
        try parts(ofTarget: target).compactMap { $0.name == name ? $0.value : nil }
    }

    /// The parameters of a query. The value is nil if the parameter has no "=".
    private static func parts(ofTarget target: String) throws(WebProblem) -> [(name: String, value: String?)] {
        let query = target.drop { $0 != "?" }.dropFirst()
        return try query.split(separator: "&").map { part throws(WebProblem) in
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (try decoded(sides[0]), sides.count > 1 ? try decoded(sides[1]) : nil)
        }
    }

    /// Decodes percent escapes, and "+" as a space, as in forms (URL Standard, 5.1).
    ///
    /// - Throws: ``WebProblem`` if an escape is broken, or if the octets are not UTF-8.
    private static func decoded(_ text: Substring) throws(WebProblem) -> String {
        var octets: [UInt8] = []
        var rest = text.utf8[...]
        while let octet = rest.popFirst() {
            switch octet {
            case UInt8(ascii: "+"): octets.append(0x20)
            case UInt8(ascii: "%"):
                guard let hex = String(rest.prefix(2)), hex.count == 2, hex.allSatisfy(\.isHexDigit),
                    let value = UInt8(hex, radix: 16)
                else {
                    throw WebProblem(
                        400, .malformed, saying: "The query has an escape that is not two hexadecimal digits.")
                }
                octets.append(value)
                rest = rest.dropFirst(2)
            default: octets.append(octet)
            }
        }
        guard let decoded = String(validating: octets, as: UTF8.self) else {
            throw WebProblem(400, .malformed, saying: "The query is not UTF-8.")
        }
        return decoded
    }
}
