extension String {
    /// The parts of a name between fixed texts: of "block 7", "7" lies between "block " and the empty end. Nil if the name does not begin with the
    /// first text, does not end with the last, or lacks one between. Each part is as short as can be.
    ///
    /// A page asks for the parts of thousands of names, and a regular expression is compiled each time it is asked.
    package func parts(_ first: String, _ others: String...) -> [Substring]? {
        guard let last = others.last, hasPrefix(first) else { return nil }
        var parts: [Substring] = []
        var rest = dropFirst(first.count)
        for text in others.dropLast() {
            guard let range = rest.utf8.firstRange(of: text.utf8) else { return nil }
            parts.append(rest[..<range.lowerBound])
            rest = rest[range.upperBound...]
        }
        guard rest.hasSuffix(last) else { return nil }
        return parts + [rest.dropLast(last.count)]
    }
}

extension StringProtocol {
    /// Whether this is a number in decimal digits.
    package var isDecimal: Bool { !isEmpty && utf8.allSatisfy { (0x30...0x39).contains($0) } }
}
