import Trace

/// Layout of text in a fixed number of columns: width, padding, wrapping.
package enum Text {
    /// How wide a rendering may be: a terminal of this many columns shows every line whole.
    package static let columns = 100

    /// Which edge of its column a text keeps to.
    package enum Side: Sendable {
        /// Padding follows the text.
        case left
        /// Padding goes before the text.
        case right
    }

    /// The columns `text` takes in a terminal: none for a combining mark, two for an ideograph or an emoji, else one.
    package static func width(_ text: some StringProtocol) -> Int {
        text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
    }

    /// `text` with spaces added until it is `width` columns wide; unchanged if it is that wide already.
    package static func pad(_ text: String, to width: Int, side: Side = .left) -> String {
        let space = String(repeating: " ", count: max(0, width - self.width(text)))
        return side == .left ? text + space : space + text
    }

    /// `text` without the spaces at its end.
    package static func trimmed(_ text: some StringProtocol) -> String {
        String(text.reversed().drop { $0 == " " }.reversed())
    }

    /// `text` in lines of at most `width` columns, broken between words. There is at least one line.
    ///
    /// `text` is one paragraph: it is made ``legible(_:)``, so that no character of it begins a line. A word that is too
    /// long is broken after a mark such as "." or "_" in its second half, or else where the line is full. The first line
    /// has at most `first` columns, if that is less than `width`.
    package static func wrap(_ text: String, to width: Int, first: Int? = nil) -> [String] {
        wrap(lines: text.legible, to: width, first: first)
    }

    /// Words behind a head, in lines of at most `columns` columns: the words of all lines begin at column `indent`, and the
    /// head stands before those of the first. A head that is wider than the indent leaves the first line fewer words.
    package static func behind(_ head: String, _ words: String, indent: Int, columns: Int) -> [String] {
        wrap(words, to: columns - indent, first: columns - max(indent, width(head))).enumerated().map {
            pad($0.offset == 0 ? head : "", to: indent) + $0.element
        }
    }

    /// The program's own lines, each wrapped. A line feed ends a line. Empty lines at the end are dropped.
    static func wrap(lines text: String, to width: Int, first: Int? = nil) -> [String] {
        var lines: [String] = []
        var limit: Int { max(2, lines.isEmpty ? min(first ?? width, width) : width) }
        for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
            var line = ""
            for atom in atoms(of: paragraph) {
                let separator = line.isEmpty || !atom.isApart ? "" : " "
                if self.width(line) + separator.count + self.width(atom.text) <= limit {
                    line += separator + atom.text
                    continue
                }
                if !line.isEmpty { lines.append(line) }
                var pieces = pieces(of: atom.text, limit: limit)
                line = pieces.popLast() ?? ""
                lines.append(contentsOf: pieces)
            }
            lines.append(line)
        }
        while lines.count > 1, lines.last == "" { lines.removeLast() }
        return lines
    }

    /// The sentences of `text`: a sentence ends with a full stop, a space and a capital letter behind it. Joined with spaces
    /// the sentences are `text` again. A Chinese sentence ends with its full-width mark, and the next one follows without a space.
    package static func sentences(_ text: String, in language: Language = .english) -> [String] {
        switch language {
        case .english: break
        case .chinese: return chineseSentences(text)
        }
        var sentences: [String] = []
        var rest = text[...]
        for place in places(of: ". ", in: text) where text[place.upperBound...].first?.isUppercase ?? true {
            sentences.append(String(text[rest.startIndex..<place.lowerBound]) + ".")
            rest = text[place.upperBound...]
        }
        return sentences + [String(rest)]
    }

    private static func chineseSentences(_ text: String) -> [String] {
        var sentences: [String] = []
        var hasEnded = false
        for character in text {
            let isBehind = "”）」".contains(character)
            if sentences.isEmpty || hasEnded && !isBehind && !"。？！".contains(character) {
                sentences.append("")
                hasEnded = false
            }
            sentences[sentences.count - 1].append(character)
            hasEnded = "。？！".contains(character) || hasEnded && isBehind
        }
        return sentences
    }

    /// `text` with `new` in each place of `old`, which is ASCII; also where a combining mark follows, which makes another character of it.
    package static func replacing(_ old: String, with new: String, in text: String) -> String {
        var result = ""
        var rest = text[...]
        for place in places(of: old, in: text) {
            result += text[rest.startIndex..<place.lowerBound] + new
            rest = text[place.upperBound...]
        }
        return result + rest
    }

    /// Where `pattern`, which is ASCII, stands in `text`. Octets are compared: a search for characters takes ten times as long.
    private static func places(of pattern: String, in text: String) -> [Range<String.Index>] {
        guard let first = pattern.utf8.first else { return [] }
        var places: [Range<String.Index>] = []
        var rest = text.utf8[...]
        while let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            guard rest.starts(with: pattern.utf8) else {
                rest = rest.dropFirst()
                continue
            }
            rest = rest.dropFirst(pattern.utf8.count)
            places.append(start..<rest.startIndex)
        }
        return places
    }

    /// `text` in lines of at most `width` columns, broken between words; all but the first begin with `hang` spaces.
    package static func wrap(_ text: String, to width: Int, hang: Int) -> [String] {
        wrap(text, to: width - hang, first: width, hanging: String(repeating: " ", count: hang))
    }

    private static func wrap(_ text: String, to width: Int, first: Int, hanging: String) -> [String] {
        let text = text.legible
        guard self.width(text) > first else { return [text] }
        let words = text.split(separator: " ").joined(separator: " ")
        guard let start = wrap(words, to: first).first else { return [words] }
        let rest = words.dropFirst(start.count).drop { $0 == " " }
        return [start] + wrap(String(rest), to: width).map { hanging + $0 }
    }

    /// `text` cut to `width` columns. A text that is cut ends with `mark`, which counts among the columns.
    package static func fit(_ text: String, to width: Int, mark: String = "…") -> String {
        guard self.width(text) > width else { return text }
        return prefix(of: text[...], width: max(0, width - self.width(mark))) + mark
    }

    /// `text` in one line. Characters that could begin a line, steer a terminal or reverse the reading order are written as
    /// escapes (`legible` of ``Trace``): a peer may have sent them.
    package static func legible(_ text: String) -> String { text.legible }

    /// The program's own lines, each of them ``legible(_:)``. The line feeds between them stay.
    package static func legible(lines text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(\.legible).joined(separator: "\n")
    }

    /// A shell command in lines of at most `width` columns which, pasted together, still is the same command.
    ///
    /// Lines are broken with a backslash at the end, between words and with `indent` where possible. A word that is too
    /// long continues in the first column, where the shell joins it again; inside single quotes, which know no
    /// backslash, the quotes are closed and reopened.
    package static func shell(_ command: String, to width: Int, indent: String = "  ") -> [String] {
        var lines: [String] = []
        for part in command.split(separator: "\n", omittingEmptySubsequences: false) {
            var line = ""
            for word in shellWords(part) {
                let separator = line.isEmpty ? "" : " "
                if line.count + separator.count + word.count + 2 <= width {
                    line += separator + word
                    continue
                }
                if !line.isEmpty { lines.append(line + " \\") }
                line = lines.isEmpty ? "" : indent
                if line.count + word.count + 2 <= width {
                    line += word
                } else {
                    var pieces = shellPieces(line + word, limit: width - 3)
                    line = pieces.popLast() ?? ""
                    lines.append(contentsOf: pieces)
                }
            }
            lines.append(line)
        }
        return lines
    }

    // MARK: Wide characters

    /// A part of a line that is never broken, unless it is longer than a line.
    package struct Atom {
        /// The characters.
        package var text: Substring
        /// Whether a space stands before it. At the beginning of a line the space vanishes.
        package var isApart: Bool
    }

    /// The parts between which a line may be broken: at spaces, and beside each wide character (Han and full-width marks). No part begins with a
    /// mark that may not begin a line, and none ends with a mark that may not end one (GB/T 15834, JIS X 4051).
    package static func atoms(of text: Substring) -> [Atom] {
        let words = text.split(separator: " ").map { Atom(text: $0, isApart: true) }
        guard text.unicodeScalars.contains(where: { width(of: $0) == 2 }) else { return words }
        return words.flatMap { parts(of: $0.text) }.reduce(into: []) { atoms, atom in
            // "RFC 9293" is one name.
            if let last = atoms.last, last.text.hasSuffix("RFC"), atom.isApart, atom.text.first?.isNumber ?? false {
                atoms[atoms.count - 1].text = text[last.text.startIndex..<atom.text.endIndex]
            } else {
                atoms.append(atom)
            }
        }
    }

    /// The marks that stand at the end of a line and not at the beginning of one, and the other way round.
    private static let closers = Set("，。、；：？！）》〉」』】〕］｝”’％)]}")
    private static let openers = Set("（《〈「『【〔［｛“‘([{")

    private static func parts(of word: Substring) -> [Atom] {
        var atoms: [Atom] = []
        var before: Character?
        for index in word.indices {
            let character = word[index]
            let next = word.index(after: index)
            // Two narrow characters belong together, whatever they are; so do marks and their neighbours.
            let isBreak =
                before.map { before in
                    (isWide(before) || isWide(character)) && !closers.contains(character) && !openers.contains(before)
                } ?? true
            if isBreak {
                atoms.append(Atom(text: word[index..<next], isApart: atoms.isEmpty))
            } else {
                atoms[atoms.count - 1].text = word[atoms[atoms.count - 1].text.startIndex..<next]
            }
            before = character
        }
        return atoms
    }

    /// Whether a character takes two columns, or is a quotation mark of Chinese.
    private static func isWide(_ character: Character) -> Bool {
        "“”‘’".contains(character) || width(String(character)) > 1
    }

    /// The text of lines of a document, joined: a line end between two wide characters is no space.
    package static func joined(lines: some Sequence<Substring>) -> String {
        lines.reduce(into: "") { text, line in
            guard let last = text.last else {
                text += line
                return
            }
            // Quotation marks are those of Chinese beside a wide character alone.
            let areWide =
                line.first.map { first in
                    isWide(last) && isWide(first) && width(String([last, first])) > 2
                } ?? false
            text += (areWide ? "" : " ") + line
        }
    }

    // MARK: Parts

    private static func width(of scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x20...0x7e: 1
        case 0x300...0x36f, 0x200b...0x200f, 0xfe00...0xfe0f: 0
        case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f,
            0xff00...0xff60, 0xffe0...0xffe6, 0x1f000...0x1faff, 0x20000...0x3fffd:
            2
        default: 1
        }
    }

    private static func prefix(of text: Substring, width: Int) -> Substring {
        var used = 0
        var end = text.startIndex
        while end < text.endIndex {
            let next = text.index(after: end)
            used += self.width(text[end..<next])
            if used > width { break }
            end = next
        }
        return text[..<end]
    }

    private static func pieces(of word: Substring, limit: Int) -> [String] {
        var result: [String] = []
        var rest = word
        while width(rest) > limit {
            var piece = prefix(of: rest, width: limit)
            if let mark = piece.lastIndex(where: { "._-/:,+=>)".contains($0) }) {
                let nicer = piece[...mark]
                if nicer.count * 2 > piece.count { piece = nicer }
            }
            // A single character wider than the limit still has to go somewhere.
            if piece.isEmpty { piece = rest.prefix(1) }
            result.append(String(piece))
            rest = rest[piece.endIndex...]
        }
        result.append(String(rest))
        return result
    }

    /// The words of a command as the shell separates them: a space in quotes or after a backslash belongs to its word.
    private static func shellWords(_ text: Substring) -> [String] {
        var words: [String] = []
        var word = ""
        var quoting = Quoting()
        for character in text {
            if character == " ", quoting.mayBreak {
                if !word.isEmpty { words.append(word) }
                word = ""
            } else {
                word.append(character)
            }
            quoting.pass(character)
        }
        return word.isEmpty ? words : words + [word]
    }

    private static func shellPieces(_ word: String, limit: Int) -> [String] {
        var result: [String] = []
        var line = ""
        var quoting = Quoting()
        for character in word {
            if line.count >= limit, !quoting.escaped, !quoting.isOctal, line.last != "$" {
                result.append(line + (quoting.quote == "'" ? "'\\" : "\\"))
                line = quoting.quote == "'" ? "'" : ""
            }
            line.append(character)
            quoting.pass(character)
        }
        return result + [line]
    }

    /// The place of a reader in a shell command: inside quotes, after a backslash, or neither.
    private struct Quoting {
        var quote: Character?
        var escaped = false
        /// Inside `$'\012'`, which cannot be cut.
        var isOctal = false
        private var before: Character = " "

        var mayBreak: Bool { quote == nil && !escaped }

        mutating func pass(_ character: Character) {
            defer {
                isOctal = quote == "'" && (isOctal || before == "$" && character == "'")
                before = character
            }
            if escaped {
                escaped = false
            } else if character == "\\", quote != "'" {
                escaped = true
            } else if let open = quote {
                if character == open { quote = nil }
            } else if character == "'" || character == "\"" {
                quote = character
            }
        }
    }
}
