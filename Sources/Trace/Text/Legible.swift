extension StringProtocol {
    /// The text in one line, with nothing in it that steers a terminal, begins a line, hides or turns the direction of reading.
    ///
    /// Text that a stranger wrote can have all of this: a line feed in a name would begin a line that looks like the program's own. These
    /// characters are written as escapes that the eye sees, `\n`, `\r`, `\t` and `\u{202e}`:
    /// - controls (Unicode's category Cc), formats (Cf: turns of direction, joiners, tags) and separators of lines and paragraphs (Zl, Zp);
    /// - what no font shows (Default_Ignorable_Code_Point), what has no common meaning (Co) and what is no character (Cn);
    /// - a combining mark (M) that stands behind no character that it could combine with.
    ///
    /// Legible text stays as it is, so a second call changes nothing.
    public var legible: String { String(self).oneLine }

    /// The text of a stranger in a form that may stand in a sentence: ``legible``, with escapes also for the marks that begin the program's
    /// verdicts. If a sentence is wrapped, any word of it can begin a line.
    public var quotable: String {
        let text = legible
        guard text.unicodeScalars.contains(where: \.isVerdictMark) else { return text }
        return text.unicodeScalars.map { $0.isVerdictMark ? $0.visibleEscape : String($0) }.joined()
    }
}

extension String {
    /// ``legible`` of a string. The compiler makes faster code for it than for all kinds of text.
    fileprivate var oneLine: String {
        if utf8.allSatisfy({ (0x20...0x7e).contains($0) }) { return self }
        var result = ""
        var canCombine = false
        for scalar in unicodeScalars {
            let isShown = scalar.isLegible(afterBase: canCombine)
            if isShown {
                result.unicodeScalars.append(scalar)
            } else {
                result += scalar.visibleEscape
            }
            canCombine = isShown && scalar.isBase(afterBase: canCombine)
        }
        return result
    }

    /// Digits with as many zeros before them as make `width` characters; unchanged if they are that many already.
    package func zeroPadded(to width: Int) -> String { String(repeating: "0", count: max(0, width - count)) + self }
}

extension Unicode.Scalar {
    /// Whether a reader sees the scalar. A combining mark is seen if it stands behind a base.
    func isLegible(afterBase: Bool) -> Bool {
        if (0x20...0x7e).contains(value) { return true }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: return false
        case .nonspacingMark, .spacingMark, .enclosingMark:
            return afterBase && !properties.isDefaultIgnorableCodePoint
        default: return !properties.isDefaultIgnorableCodePoint
        }
    }

    /// Whether a combining mark behind the scalar is seen.
    fileprivate func isBase(afterBase: Bool) -> Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber,
            .otherNumber:
            true
        case .nonspacingMark, .spacingMark, .enclosingMark: afterBase
        default: false
        }
    }

    /// The check marks and crosses of Unicode's dingbats: ✅, ✓ to ✘, ❌ and ❎.
    fileprivate var isVerdictMark: Bool {
        switch value {
        case 0x2705, 0x2713...0x2718, 0x274c, 0x274e: true
        default: false
        }
    }

    fileprivate var visibleEscape: String {
        switch value {
        case 0x09: "\\t"
        case 0x0a: "\\n"
        case 0x0d: "\\r"
        default: "\\u{\(String(value, radix: 16))}"
        }
    }
}
