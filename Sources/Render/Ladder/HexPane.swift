import Trace

/// Octets and their meaning side by side: offset, hexadecimal, field, value, the RFC that defines it.
///
/// A structure stands before its parts, and each level is indented by one more space. Long opaque fields are folded into lines
/// of sixteen octets with their characters. Octets that no field covers have rows that say so. If the glossary has a meaning for
/// a field, it stands under the field's row; each meaning stands in a table once.
package struct HexPane {
    private let title: Words
    private let bytes: [UInt8]
    private let fields: [Field]
    /// The octets that the rendering shows elsewhere, and a note that says where.
    private var elsewhere: (range: Range<Int>, note: String)?
    /// The meanings of the fields.
    private var glossary = Glossary()
    /// The place of the octets, on which the meanings depend.
    private var place = Place()
    private var language = Language.english

    /// How far the table has come.
    private struct Progress {
        /// The offset of the first octet that no row has shown.
        var next = 0
        /// The keys of the meanings that the table has.
        var explained: Set<String> = []
        /// The lines of the table so far.
        var lines: [Line]
    }

    /// The width of the columns for offset and octets, with the gaps behind them.
    private static let margin = 6 + 2 + 23 + 2

    /// The columns of the table. Eight octets a line need 23 columns on every page; on a narrow page the columns of names, values
    /// and sources are narrower.
    private static func table(_ pen: Pen) -> Table {
        let isNarrow = pen.columns < Text.columns
        let (field, source) = isNarrow ? (21, 9) : (28, 13)
        return Table(columns: [
            Table.Column(title: pen.say(.offset), width: 6, side: .right), Table.Column(title: "hex", width: 23),
            Table.Column(title: pen.say(.field), width: field),
            Table.Column(title: pen.say(.value), width: pen.columns - 6 - 23 - field - source - 8),
            Table.Column(title: "RFC", width: source),
        ])
    }

    /// `bytes` with the meaning that `fields` give them.
    package init(title: Words, bytes: [UInt8], fields: [Field]) {
        self.title = title
        self.bytes = bytes
        self.fields = fields
    }

    /// A packet, from the first octet of its IP header.
    ///
    /// - Parameter payload: a note that says where the payload is shown; nil to show the payload here.
    package init(_ packet: Packet, payload: String? = nil) {
        self.init(title: Words(LadderNote.frame(packet.number)), bytes: packet.bytes, fields: packet.fields)
        if let payload { elsewhere = (packet.payload, payload) }
    }

    /// A pane of a message.
    package init(_ pane: Pane) {
        self.init(title: Words(same: pane.name), bytes: pane.bytes, fields: pane.fields)
    }

    /// The table in the columns of `style`.
    package func text(style: PageStyle = .plain) -> String {
        let pen = Pen(style)
        return pen.draw(lines(pen))
    }

    /// The same table with the meanings that the fields have at `place`, in words.
    func explained(by glossary: Glossary, at place: Place, in language: Language) -> HexPane {
        var pane = self
        pane.glossary = glossary
        pane.place = place
        pane.language = language
        return pane
    }

    func lines(_ pen: Pen) -> [Line] {
        var progress = Progress(lines: [
            Line(pen.legible(pen.say(title)), .heading) + pen.list(["", pen.count(bytes.count)])
        ])
        var head = HexPane.table(pen).head(pen)
        // The meanings run across the columns. Chinese has one rule over all of them.
        if language == .chinese {
            head[head.count - 1] = Line(String(repeating: pen.rule, count: pen.columns), .faint)
        }
        progress.lines += head
        for field in fields { addRows(of: field, at: place, depth: 0, pen, to: &progress) }
        uncovered(to: bytes.count, pen, &progress)
        return progress.lines
    }

    /// Adds the rows of a field that stands in a structure at `outside`, and those of its parts.
    private func addRows(
        of field: Field, at outside: Place, depth: Int, _ pen: Pen, to progress: inout Progress
    ) {
        let table = HexPane.table(pen)
        let place = glossary.place(of: field, at: outside)
        let range = field.range.clamped(to: 0..<bytes.count)
        uncovered(to: range.lowerBound, pen, &progress)
        progress.next = max(progress.next, field.children.isEmpty ? range.upperBound : range.lowerBound)

        let leaf = field.children.isEmpty
        let skipped = elsewhere.map { leaf && !range.isEmpty && $0.range.clamped(to: range) == range } ?? false
        let folded = leaf && range.count > 16 || skipped
        let text = field.value.isEmpty ? field.number.map { String($0) } ?? "" : pen.say(glossary.name(field.value))
        let hex = leaf && !folded ? HexPane.hex(bytes[range]) : pen.count(range.count)
        progress.lines += table.row([
            Table.Cell(text: String(range.lowerBound), tone: .faint),
            Table.Cell(text: hex, tone: leaf && !folded ? .normal : .faint),
            Table.Cell(text: pen.legible(field.name), tone: leaf ? .segment : .strong, indent: min(depth, 6)),
            Table.Cell(text: pen.legible(skipped ? elsewhere?.note ?? "" : text)),
            Table.Cell(text: HexPane.source(field.cite), tone: .faint),
        ])
        explain(field.name, at: place, depth: depth, pen, in: &progress)
        for bits in field.bits {
            progress.lines += table.row([
                Table.Cell(text: ""), Table.Cell(text: HexPane.pattern(bits, of: field), tone: .faint),
                Table.Cell(text: pen.legible(bits.name), tone: .segment, indent: min(depth + 1, 6)),
                Table.Cell(text: String(bits.number)),
            ])
            explain(bits.name, at: place, depth: depth + 1, pen, in: &progress)
        }
        if folded, !skipped { progress.lines += dump(range, pen) }
        for child in field.children { addRows(of: child, at: place, depth: depth + 1, pen, to: &progress) }
        if !field.children.isEmpty {
            uncovered(to: range.upperBound, pen, &progress)
            progress.next = max(progress.next, range.upperBound)
        }
    }

    /// Adds the meaning that a field of that name has at `place`, unless the table has the meaning already.
    private func explain(
        _ name: String, at place: Place, depth: Int, _ pen: Pen, in progress: inout Progress
    ) {
        guard let meaning = glossary.meaning(of: name, at: place), progress.explained.insert(meaning.key).inserted
        else { return }
        let margin = HexPane.margin + min(depth, 6)
        progress.lines += Text.wrap(pen.legible(meaning.note.sentence(in: language)), to: pen.columns - margin).map {
            Line().padded(to: margin) + Line($0, .faint)
        }
    }

    /// Adds rows for the octets before `end` that no row has shown.
    private func uncovered(to end: Int, _ pen: Pen, _ progress: inout Progress) {
        let start = progress.next
        guard start < end else { return }
        progress.lines += HexPane.table(pen).row([
            Table.Cell(text: String(start), tone: .faint), Table.Cell(text: pen.count(end - start), tone: .faint),
            Table.Cell(text: pen.say(.noField), tone: .bad),
        ])
        progress.lines += dump(start..<end, pen)
    }

    /// Lines of sixteen octets with their ASCII characters; "." stands for an octet that is not a printable character.
    private func dump(_ range: Range<Int>, _ pen: Pen) -> [Line] {
        stride(from: range.lowerBound, to: range.upperBound, by: 16).map { start in
            let row = bytes[start..<min(start + 16, range.upperBound)]
            let characters = row.map { (0x20...0x7e).contains($0) ? String(UnicodeScalar($0)) : "." }.joined()
            return Line(Text.pad(String(start), to: 6, side: .right) + "  ", .faint)
                + Line(Text.pad(Hex.spaced(row), to: 49))
                + Line(characters, .faint)
        }
    }

    /// Eight octets a line.
    private static func hex(_ octets: ArraySlice<UInt8>) -> String {
        stride(from: octets.startIndex, to: octets.endIndex, by: 8).map { start in
            Hex.spaced(octets[start..<min(start + 8, octets.endIndex)])
        }.joined(separator: "\n")
    }

    /// The bits of the mask in their places, as Wireshark prints them: ".... ..1.".
    private static func pattern(_ bits: Field.Bits, of field: Field) -> String {
        let width = field.range.count * 8
        guard (1...16).contains(width) else { return "mask " + Hex.number(bits.mask, digits: field.range.count * 2) }
        var value = bits.number << UInt64(bits.mask == 0 ? 0 : bits.mask.trailingZeroBitCount)
        var places: [String] = []
        for place in 0..<width {
            places.append(bits.mask >> UInt64(place) & 1 == 1 ? String(value & 1) : ".")
            if place % 4 == 3, place < width - 1 { places.append(" ") }
            value >>= 1
        }
        return places.reversed().joined()
    }

    /// A citation without "RFC ", which is the head of the column: "9293 3.1".
    private static func source(_ cite: Citation?) -> String {
        guard let cite else { return "" }
        let text = cite.description
        return text.hasPrefix("RFC ") ? String(text.dropFirst(4)) : text
    }
}
