/// A count with its noun in English: "1 octet", "3 octets", "2 queries", "5 guesses", "9 days".
public func counted(_ count: some BinaryInteger, _ noun: String) -> String {
    guard count != 1 else { return "1 \(noun)" }
    let endsInConsonantY = noun.last == "y" && !(noun.dropLast().last.map { "aeiou".contains($0) } ?? true)
    if endsInConsonantY { return "\(count) \(noun.dropLast())ies" }
    return "\(count) \(noun)\(noun.hasSuffix("s") ? "es" : "s")"
}

/// Items as a list in English: "a", "a and b", "a, b and c"; with another word in place of "and". Empty if there are no items.
public func listed(_ items: [String], _ word: String = "and") -> String {
    guard items.count > 1, let last = items.last else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " \(word) " + last
}

/// A place in a row in English: "first", "second", "third", "12th", "21st".
public func ordinal(_ count: Int) -> String {
    switch count {
    case 1: "first"
    case 2: "second"
    case 3: "third"
    default:
        switch (count % 100, count % 10) {
        case (11...13, _): "\(count)th"
        case (_, 1): "\(count)st"
        case (_, 2): "\(count)nd"
        case (_, 3): "\(count)rd"
        default: "\(count)th"
        }
    }
}
