import Render
import Trace

extension Words {
    /// What stands between a name and what is said of it.
    static let colon = Words(english: ": ", chinese: "：")
    /// What stands between the items of a list.
    static let comma = Words(english: ", ", chinese: "、")
    /// What stands between the longer items of a list.
    static let semicolon = Words(english: "; ", chinese: "；")

    /// The words, padded in each language to `width` columns.
    func padded(to width: Int) -> Words { map { Text.pad($0, to: width) } }
}

extension Wording {
    /// The words, and behind them their source in square brackets.
    func sourced(_ cite: Citation) -> Words {
        // Some citations name two documents.
        Words(english: "\(english) [\(cite)]", chinese: "\(chinese)[\("\(cite)".replacing(" and ", with: "、"))]")
    }
}
