import Render

/// A writer of XML or HTML. The protocol only gives it the functions of the extension.
protocol PoolMarkup {}

extension PoolMarkup {
    /// The items by group, in the order of the groups' first items. If a question with blanks has several variants, the items of its
    /// groups alternate.
    static func groups(of items: [PoolItem]) -> [(name: String, items: [PoolItem])] {
        var groups: [(name: String, items: [PoolItem])] = []
        var places: [String: Int] = [:]
        for item in items {
            if let place = places[item.group] {
                groups[place].items.append(item)
            } else {
                places[item.group] = groups.count
                groups.append((item.group, [item]))
            }
        }
        return groups
    }

    /// The category of an item in Moodle's bank of questions.
    static func category(of item: PoolItem) -> String { "$course$/top/HandshakeSim/\(item.question.template)" }

    /// A text with the special characters escaped, for the content of an element or for an attribute.
    static func escaped(_ text: String) -> String {
        [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;")].reduce(text) {
            Text.replacing($1.0, with: $1.1, in: $0)
        }
    }

    /// A question with the data that it shows, in HTML that is also well-formed XML. It has no line breaks: some formats change them.
    static func html(_ item: PoolItem) -> String {
        let ask = item.ask.map { "<p>\(escaped($0))</p>" }
        // Nothing stands between the colon and the end of the paragraph.
        let colon = item.question.language == .english ? ":" : "："
        let shown = item.question.shown.map { shown in
            "<p>\(escaped(shown.caption))\(colon)</p><pre>\(shown.lines.map(escaped).joined(separator: "<br/>"))</pre>"
        }
        return (ask + shown).joined()
    }

    /// An element. The values of the attributes are escaped here. The contents are markup, which stays as it is.
    static func element(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ contents: String...)
        -> String
    {
        let list = attributes.map { " \($0.key)=\"\(escaped($0.value))\"" }.joined()
        return contents.isEmpty ? "<\(name)\(list)/>" : "<\(name)\(list)>\(contents.joined())</\(name)>"
    }

    /// The XML declaration, with which a file begins.
    static var declaration: String { "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" }

    /// The share of the credit that each right choice gives and each wrong choice takes, in percent. Moodle accepts only a fixed list of
    /// shares. In that list 100 divided by a number up to 10 has at most five decimals.
    static func share(of options: [PoolItem.Option]) -> String {
        percent(1, of: max(1, options.count(where: \.isRight)))
    }

    /// `part` of `whole` in percent, with at most five decimals: "33.33333".
    static func percent(_ part: Int, of whole: Int) -> String {
        let (units, rest) = ((part * 100 * 100_000 + whole / 2) / whole).quotientAndRemainder(dividingBy: 100_000)
        guard rest != 0 else { return String(units) }
        let decimals = String(100_000 + rest).dropFirst().reversed().drop { $0 == "0" }
        return "\(units).\(String(decimals.reversed()))"
    }
}
