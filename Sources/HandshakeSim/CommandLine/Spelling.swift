/// Which known names a misspelt word may mean.
enum Spelling {
    /// The names that are spelled most like `word`, the most likely first; at most `most`. Case, hyphens and underscores make no difference.
    ///
    /// A name is likely if few letters have to be changed: one, or a third of the word's letters. So is a name that begins with the word.
    static func nearest(to word: String, in names: [String], most: Int = 3) -> [String] {
        let wanted = letters(word)
        guard !wanted.isEmpty else { return [] }
        let limit = max(1, wanted.count / 3)
        let likely = names.enumerated().compactMap { place, name -> (name: String, rank: (Int, Int))? in
            let letters = letters(name)
            if wanted.count >= 3, letters.starts(with: wanted) { return (name, (0, place)) }
            // The lengths alone may say that the names are too different.
            guard abs(letters.count - wanted.count) <= limit else { return nil }
            let distance = distance(wanted, letters)
            return distance <= limit ? (name, (distance, place)) : nil
        }
        return likely.sorted { $0.rank < $1.rank }.prefix(most).map(\.name)
    }

    /// How many letters have to be added, left out, replaced, or exchanged with the next one, to make one word of the other.
    static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var (beforeLast, last) = ([Int](), Array(0...right.count))
        for (row, letter) in left.enumerated() {
            var next = [row + 1]
            for (column, other) in right.enumerated() {
                var best = min(last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, next[column] + 1)
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                next.append(best)
            }
            (beforeLast, last) = (last, next)
        }
        return last[right.count]
    }

    private static func letters(_ text: String) -> [Character] {
        text.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
    }
}
