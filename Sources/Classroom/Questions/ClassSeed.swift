import Crypto
import Trace

/// The seeds of a class: each student has other numbers, and they follow from a secret that the teacher keeps.
///
/// A seed is the beginning of HMAC-SHA-256 (RFC 2104) under the secret, over the names of course, student and item.
package struct ClassSecret: Sendable {
    private let octets: [UInt8]

    /// How many octets a secret has.
    package static let lengths = 16...4096

    /// The secret in a file; one newline at its end does not count.
    ///
    /// - Throws: ``ClassSecretError`` where it is too short or too long. A student knows the own seed and could try words.
    package init(file: [UInt8]) throws(ClassSecretError) {
        octets = file.last == 0x0a ? file.dropLast() : file
        guard ClassSecret.lengths.contains(octets.count) else { throw ClassSecretError(length: octets.count) }
    }

    /// How a seed is used. The raw value is the word in a course.
    package enum Mode: String, Sendable, CaseIterable {
        /// One seed for the whole paper, short enough to type; it stands on the paper.
        case lab
        /// A seed for each item, which stands in the key alone.
        case exam
        /// As in a lab, and the page may check answers itself.
        case practice
    }

    /// The largest seed of a lab, and one more: nine decimal digits.
    private static let labSeeds: UInt64 = 1_000_000_000

    /// The seed of an item of a student's paper.
    ///
    /// - Parameter item: the item in an exam; in a lab one seed serves the whole paper.
    package func seed(course: String, student: String, item: String, attempt: Int, mode: Mode) -> UInt64 {
        let isExam = mode == .exam
        let digest = mac(["class.1", course, student, isExam ? item : "", String(attempt)])
        let number = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return isExam ? number : number % ClassSecret.labSeeds
    }

    /// The number of a student's paper: 16 hexadecimal digits.
    package func paper(course: String, student: String, attempt: Int) -> String {
        Hex.string(mac(["paper.1", course, student, String(attempt)]).prefix(8))
    }

    private func mac(_ lines: [String]) -> [UInt8] {
        HMAC.authenticate(Array(("handshakesim." + lines.joined(separator: "\n")).utf8), key: octets, hash: .sha256)
    }
}

/// A secret that is too short or too long.
package struct ClassSecretError: Error, Hashable, Sendable {
    /// How many octets it has.
    package let length: Int
}
