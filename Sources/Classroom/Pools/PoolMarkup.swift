/// What writes files of markup.
protocol PoolMarkup {}

extension PoolMarkup {
    /// A text as the content of an element, or between quotes.
    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }

    /// A question with what it shows, in HTML that is well-formed XML too. It has no line breaks: some formats change them.
    static func html(_ item: PoolItem) -> String {
        let ask = item.ask.map { "<p>\(escaped($0))</p>" }
        let shown = item.shown.map { caption, lines in
            "<p>\(escaped(caption)):</p><pre>\(lines.map(escaped).joined(separator: "<br/>"))</pre>"
        }
        return (ask + shown).joined()
    }

    /// An element. Attributes are names and values; contents are markup already.
    static func element(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ contents: String...)
        -> String
    {
        let list = attributes.map { " \($0.key)=\"\(escaped($0.value))\"" }.joined()
        return contents.isEmpty ? "<\(name)\(list)/>" : "<\(name)\(list)>\(contents.joined())</\(name)>"
    }

    /// What an XML file begins with.
    static var declaration: String { "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" }

    /// The part of the credit that each right answer is worth, and a wrong one takes, in per cent. Moodle knows a fixed list of grades,
    /// in which 100 over a number up to 10 has five decimals.
    static func share(of options: [PoolItem.Option]) -> String {
        percent(1, of: max(1, options.count(where: \.isRight)))
    }

    /// A part of 100 with at most five decimals: "33.33333".
    static func percent(_ part: Int, of whole: Int) -> String {
        let thousandths = (part * 100 * 100_000 + whole / 2) / whole
        guard thousandths % 100_000 != 0 else { return String(thousandths / 100_000) }
        let decimals = String(100_000 + thousandths % 100_000).dropFirst()
        return "\(thousandths / 100_000).\(decimals.trimmingSuffix { $0 == "0" })"
    }
}

extension Substring {
    fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> Substring {
        var rest = self
        while let last = rest.last, isTrimmed(last) { rest.removeLast() }
        return rest
    }
}
