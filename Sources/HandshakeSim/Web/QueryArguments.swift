import Trace

/// A run as a link: `?rsa&seed=5&rule=drop+server+SYN,ACK+1` is `--rsa --seed 5 --rule "drop server SYN,ACK 1"`, and
/// `?argument=attack&argument=mitm&rsa` is `attack mitm --rsa`.
enum QueryArguments {
    /// The command line in the query of a request target; nil where there is no query.
    ///
    /// - Throws: ``WebProblem`` if an escape is broken.
    static func arguments(ofTarget target: String) throws(WebProblem) -> [String]? {
        guard let mark = target.firstIndex(of: "?") else { return nil }
        let query = target[target.index(after: mark)...]
        guard !query.isEmpty else { return nil }
        var arguments: [String] = []
        for part in query.split(separator: "&") {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let option = try decoded(sides[0])
            let name = "--" + option
            let value = sides.count > 1 ? try decoded(sides[1]) : ""
            // A word that is no option: the name of a command or of a scenario.
            if option == "argument" {
                arguments.append(value)
                continue
            }
            if value.isEmpty {
                arguments.append(name)
            } else if value.hasPrefix("-") || name.contains("=") {
                arguments.append("\(name)=\(value)")
            } else {
                arguments += [name, value]
            }
        }
        return arguments
    }

    /// The values that a query has under a name, in their order.
    ///
    /// - Throws: ``WebProblem`` if an escape is broken.
    static func values(of name: String, inTarget target: String) throws(WebProblem) -> [String] {
        guard let mark = target.firstIndex(of: "?") else { return [] }
        var values: [String] = []
        for part in target[target.index(after: mark)...].split(separator: "&") {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2, try decoded(sides[0]) == name else { continue }
            values.append(try decoded(sides[1]))
        }
        return values
    }

    /// The text behind escapes, with a plus for a space, as forms have it (URL Standard, 5.1).
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
                    throw WebProblem(400, .malformed, "The query has an escape that is not two hexadecimal digits.")
                }
                octets.append(value)
                rest = rest.dropFirst(2)
            default: octets.append(octet)
            }
        }
        guard let decoded = String(validating: octets, as: UTF8.self) else {
            throw WebProblem(400, .malformed, "The query is not UTF-8.")
        }
        return decoded
    }
}
