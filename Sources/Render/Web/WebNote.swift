import Trace

/// Instructions for the parts of a page.
enum WebNote: Wording {
    case noOctetChosen
    /// A link to a step of a run.
    case look(step: Int)
    case noCellChosen
    case table
    case octets(of: Words)
    case fields(of: Words)
    /// The octets of a part.
    case place(Range<Int>, of: Words)
    /// A part with its value and its meaning, for a reader who listens.
    case label(Words, value: Words, Words)

    /// The words in each language.
    var words: Words { Words(self) }

    var english: String {
        switch self {
        case .look(let step): "Look at it: step \(step)"
        case .noOctetChosen: "Choose an octet or a field: by pointer, or with the arrow keys."
        case .noCellChosen:
            "Point at a cell, or walk through the table with the arrow keys. Its reasons stand here. All of them stand below the table."
        case .table: "A row for each situation, a column for each policy. Each mark leads to its reasons."
        case .octets(let name): "Octets of \(name.english)"
        case .fields(let name): "Fields of \(name.english)"
        case .place(let range, let name):
            range.isEmpty
                ? "\(name.english): no octets, at offset \(range.lowerBound)"
                : "\(name.english): octets \(range.lowerBound) to \(range.upperBound - 1), \(range.count) in all"
        case .label(let name, let value, let meaning):
            "\(name.english)\(value.isEmpty ? "" : ": \(value.english)"). \(meaning.english)"
        }
    }

    var chinese: String {
        switch self {
        case .look(let step): "看一看：第 \(step) 步"
        case .noOctetChosen: "选择一个字节或一个字段：用指针，或者用方向键。"
        case .noCellChosen: "把指针移到一个单元格上，或者用方向键在表格中移动。它的原因显示在这里。全部原因列在表格下面。"
        case .table: "每行是一种情况，每列是一个策略。每个记号都通向它的原因。"
        case .octets(let name): "\(spaced(name.chinese, "的字节"))"
        case .fields(let name): "\(spaced(name.chinese, "的字段"))"
        case .place(let range, let name):
            range.isEmpty
                ? "\(name.chinese)：没有字节，偏移 \(range.lowerBound)"
                : "\(name.chinese)：字节 \(range.lowerBound) 到 \(range.upperBound - 1)，共 \(range.count) 字节"
        case .label(let name, let value, let meaning):
            "\(name.chinese)\(value.isEmpty ? "" : "：\(value.chinese)")。\(meaning.chinese)"
        }
    }
}
