/// Words as a search compares them: hyphens, dashes, underscores, case and endings do not count. `web/fold.js` folds in the same way, and
/// tests hold both to the same examples.
package enum SearchWords {
    /// Words that a question has and that say nothing about what is looked for.
    private static let small = Set(
        ("a an and are as at be by can do does for how i in is it my of on or the to vs what when where which who why "
            + "with").split(separator: " ").map { String($0) })

    /// A text in small letters with one space where hyphens, dashes, underscores and other signs stand, each word without its ending.
    package static func folded(_ text: String) -> String {
        text.lowercased().replacing(#/['’]s\b/#, with: "")
            .split { !($0.isLetter || $0.isNumber || $0 == ".") }
            .map { stem(trimmed($0)) }.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The folded words of a query, without the small ones unless it has no others.
    package static func query(_ text: String) -> [String] {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace)
        let rest = words.filter { word in
            !small.contains(String(word.prefix(word.count - word.reversed().prefix { "?.!,".contains($0) }.count)))
        }
        return (rest.isEmpty ? words : rest).map { folded(String($0)) }.filter { !$0.isEmpty }
    }

    /// Whether `texts` together have all words of `query`. A query without a letter or a digit is in no text.
    package static func have(_ texts: [String], _ query: String) -> Bool {
        let words = SearchWords.query(query)
        // A line feed keeps words of two texts apart.
        let plain = texts.map { folded($0) }.joined(separator: "\n")
        return !words.isEmpty && words.allSatisfy { plain.contains($0) }
    }

    private static func trimmed(_ word: Substring) -> String {
        let rest = word.drop { $0 == "." }
        return String(rest.prefix(rest.count - rest.reversed().prefix { $0 == "." }.count))
    }

    /// A word without its ending: "certificates", "certificate"; "replies", "reply"; "signed", "signs".
    private static func stem(_ word: String) -> String {
        var stem = word
        if stem.count > 4, stem.hasSuffix("ies") {
            stem = stem.dropLast(3) + "y"
        } else if stem.count > 3, stem.hasSuffix("s"), !["ss", "us", "is"].contains(where: { stem.hasSuffix($0) }) {
            stem.removeLast()
        } else if stem.count > 6, stem.hasSuffix("ing") {
            stem.removeLast(3)
        } else if stem.count > 5, stem.hasSuffix("ed") {
            stem.removeLast(2)
        }
        if stem.count > 4, stem.hasSuffix("e") { stem.removeLast() }
        return stem
    }
}
