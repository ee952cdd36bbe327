extension JSON {
    /// The value in one line, for readers that are people.
    public var line: String { write(indent: nil, isCompact: false) }

    /// The value in many lines: an array or object of plain values is one line, any other is indented by two spaces a level.
    public var text: String { write(indent: 0, isCompact: false) + "\n" }

    /// The value in one line without spaces, for readers that are programs. What RFC 8259 section 7 requires is
    /// escaped, and what is not `legible`, always by its number.
    public var compact: String { write(indent: nil, isCompact: true) }

    /// As ``compact``, for an element of an HTML page: "<" is escaped, so that no text ends the element (HTML 4.12.1.3).
    public var compactForMarkup: String { write(indent: nil, isCompact: true, isInMarkup: true) }

    private func write(indent: Int?, isCompact: Bool, isInMarkup: Bool = false) -> String {
        var writer = JSONWriter(isCompact: isCompact, isInMarkup: isInMarkup)
        writer.write(self, indent: indent)
        return writer.text
    }

    fileprivate var isPlain: Bool {
        switch self {
        case .array, .object: false
        default: true
        }
    }
}

/// Writes values one after the other.
private struct JSONWriter {
    /// Whether to write no spaces after commas and colons, and no short escapes.
    let isCompact: Bool
    /// Whether to escape "<" by its number. It stands only in strings.
    let isInMarkup: Bool
    /// The text so far.
    var text = ""

    /// - Parameter indent: the level of the line that the value begins in; nil for a value in one line.
    mutating func write(_ value: JSON, indent: Int?) {
        switch value {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .fraction(let value): text += value.isFinite ? String(value) : "null"
        case .string(let value): quote(value)
        case .array(let values):
            let inner = values.allSatisfy(\.isPlain) ? nil : indent
            list(values, from: "[", to: "]", indent: inner) { writer, value, indent in
                writer.write(value, indent: indent)
            }
        case .object(let members):
            let inner = members.allSatisfy(\.value.isPlain) ? nil : indent
            list(members, from: "{", to: "}", indent: inner) { writer, member, indent in
                writer.quote(member.name)
                writer.text += writer.isCompact ? ":" : ": "
                writer.write(member.value, indent: indent)
            }
        }
    }

    private mutating func list<Element>(
        _ elements: [Element], from open: String, to close: String, indent: Int?,
        write: (inout JSONWriter, Element, Int?) -> Void
    ) {
        text += open
        let inner = indent.map { $0 + 1 }
        for (index, element) in elements.enumerated() {
            if index > 0 { text += inner == nil && !isCompact ? ", " : "," }
            newLine(inner)
            write(&self, element, inner)
        }
        if !elements.isEmpty { newLine(indent) }
        text += close
    }

    private mutating func newLine(_ indent: Int?) {
        guard let indent else { return }
        text += "\n" + String(repeating: "  ", count: indent)
    }

    private mutating func quote(_ value: String) {
        text += "\""
        defer { text += "\"" }
        let reserved: UInt8 = isInMarkup ? 0x3c : 0x22
        guard !value.utf8.allSatisfy({ (0x20..<0x7f).contains($0) && $0 != 0x22 && $0 != 0x5c && $0 != reserved })
        else {
            text += value
            return
        }
        for scalar in value.unicodeScalars {
            switch scalar.value {
            case 0x22: text += "\\\""
            case 0x5c: text += "\\\\"
            case 0x0a where !isCompact: text += "\\n"
            case 0x0d where !isCompact: text += "\\r"
            case 0x09 where !isCompact: text += "\\t"
            case 0..<0x20: escape(scalar)
            case 0x3c where isInMarkup: escape(scalar)
            case 0x20..<0x7f: text.unicodeScalars.append(scalar)
            // RFC 8259 allows all others as they are. A terminal that shows the text may act on what is not legible.
            default:
                if scalar.isLegible(afterBase: true) { text.unicodeScalars.append(scalar) } else { escape(scalar) }
            }
        }
    }

    private mutating func escape(_ scalar: Unicode.Scalar) {
        for unit in String(scalar).utf16 {
            text += "\\u" + String(unit, radix: 16).zeroPadded(to: 4)
        }
    }
}
