import Crypto
import Trace

/// The source of the seeds of a class. Each student gets different numbers. They follow from a secret that the teacher keeps.
///
/// A seed is the first 8 octets of HMAC-SHA-256 (RFC 2104) with the secret as the key. The message has the ids of course, student and
/// item, and the attempt. docs/class.md gives the formula.
package struct ClassSecret: Sendable {
    private let octets: [UInt8]

    /// The allowed lengths of a secret, in octets.
    package static let lengths = 16...4096

    /// The secret in a file. One newline at the end of the file is not part of it.
    ///
    /// - Throws: ``ClassSecretError`` if it is too short or too long. Students know their own seeds, and could find a short secret by
    ///   trial.
    package init(file: [UInt8]) throws(ClassSecretError) {
        octets = file.last == 0x0a ? file.dropLast() : file
        guard ClassSecret.lengths.contains(octets.count) else { throw ClassSecretError(length: octets.count) }
    }

    /// The use of seeds in a course. The raw value is the word in the course file.
    package enum Mode: String, Sendable, CaseIterable {
        /// One seed for the whole paper. It is short enough to type, and it is printed on the paper.
        case lab
        /// A seed for each item. Only the key has the seeds.
        case exam
        /// Seeds as in a lab. The page can check some answers itself (``PracticeCheck``).
        case practice
    }

    /// The number of possible seeds of a lab. A seed is below it, so that it has at most nine decimal digits.
    private static let labSeeds: UInt64 = 1_000_000_000

    /// The seed of an item on a student's paper.
    ///
    /// - Parameter item: the id of the item. It counts only in an exam: in a lab and for practice all items of the paper have one seed.
    package func seed(course: String, student: String, item: String, attempt: Int, mode: Mode) -> UInt64 {
        let isExam = mode == .exam
        let digest = mac(["class.1", course, student, isExam ? item : "", String(attempt)])
        let number = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return isExam ? number : number % ClassSecret.labSeeds
    }

    /// The number of a student's paper: 16 hexadecimal digits, which follow from the secret.
    package func paper(course: String, student: String, attempt: Int) -> String {
        Hex.string(mac(["paper.1", course, student, String(attempt)]).prefix(8))
    }

    private func mac(_ lines: [String]) -> [UInt8] {
        HMAC.authenticate(Array(("handshakesim." + lines.joined(separator: "\n")).utf8), key: octets, hash: .sha256)
    }
}

/// A secret that is too short or too long.
package struct ClassSecretError: Error, Hashable, Sendable {
    /// The length of the secret, in octets.
    package let length: Int
}
