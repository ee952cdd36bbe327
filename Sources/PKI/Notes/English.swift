import Trace

/// English words that several sentences about certificates use.
package enum English {
    /// The certificate as the subject of a sentence.
    static func subject(_ role: CheckResult.Role) -> String {
        switch role {
        case .leaf: "The leaf"
        case .intermediate(let name): "The intermediate \(name)"
        case .root(let name): "The root \(name)"
        case .anchor(let name): "The trust anchor \(name)"
        case .extra: "A further certificate"
        case .chain: "The chain"
        }
    }

    /// "2026-01-01 00:00:00 UTC".
    static func date(_ time: Int64) -> String { CivilTime.text(time) }

    /// "2026-01-01".
    public static func day(_ time: Int64) -> String { String(CivilTime.text(time).prefix { $0 != " " }) }

    /// "398 days", "825 days and 3600 seconds".
    public static func duration(_ seconds: Int64) -> String {
        let (days, rest) = seconds.quotientAndRemainder(dividingBy: CivilTime.day)
        return rest == 0 ? counted(days, "day") : "\(counted(days, "day")) and \(counted(rest, "second"))"
    }

    /// The origin of an anchor, as the end of a sentence that ends in "an anchor that …".
    public static func origin(_ kind: AnchorKind) -> String {
        switch kind {
        case .system: "came with the system"
        case .app: "an app has supplied"
        case .user: "the user has installed"
        }
    }

    /// A noun with its article: "an RSA key of 2048 bits", "a key for DSA".
    static func a(_ noun: String) -> String {
        let sounds = ["a", "e", "i", "o", "u", "rsa"]
        return (sounds.contains { noun.lowercased().hasPrefix($0) } ? "an " : "a ") + noun
    }
    static func a(_ noun: Phrase) -> String { a(noun.english) }

    /// A count behind "there": "is 1", "are none", "are 2".
    static func are(_ count: Int) -> String { count == 1 ? "is 1" : "are \(count == 0 ? "none" : "\(count)")" }

    /// The items as a list: "a, b and c". A list of more than six items ends in "and 12 more".
    static func list(_ items: [String], or: Bool = false) -> String {
        guard items.count <= 6 else { return items.prefix(5).joined(separator: ", ") + " and \(items.count - 5) more" }
        return items.isEmpty ? "nothing" : listed(items, or ? "or" : "and")
    }
    static func list(_ items: [Phrase]) -> String { list(items.map(\.english)) }
}
