/// The names of courses, students and items. They become names of files and of fields, so they are plain.
package enum ClassID {
    private static let longest = 64

    /// Whether it is one: up to 64 letters and digits of ASCII, and of `. _ @ + -` behind the first.
    package static func isValid(_ text: String) -> Bool {
        let octets = text.utf8
        guard (1...longest).contains(octets.count), let first = octets.first, isAlphanumeric(first) else {
            return false
        }
        return octets.allSatisfy { isAlphanumeric($0) || "._@+-".utf8.contains($0) }
    }

    /// Two names that differ in their case alone are one: many file systems do not tell them apart.
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
