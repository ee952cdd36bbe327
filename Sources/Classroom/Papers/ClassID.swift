/// The rules for the ids of courses, students and items. An id becomes part of the names of files and fields, so it has plain characters.
package enum ClassID {
    private static let longest = 64

    /// Whether the text is an id: 1 to 64 characters, which are ASCII letters, ASCII digits and `. _ @ + -`. The first one is a letter or a
    /// digit.
    package static func isValid(_ text: String) -> Bool {
        let octets = text.utf8
        guard (1...longest).contains(octets.count), let first = octets.first, isAlphanumeric(first) else {
            return false
        }
        return octets.allSatisfy { isAlphanumeric($0) || "._@+-".utf8.contains($0) }
    }

    /// The id in lower case, to compare ids. Two ids that differ only in case count as the same: many file systems do not tell them apart.
    package static func folded(_ text: String) -> String { text.lowercased() }

    private static func isAlphanumeric(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: false
        }
    }
}
