import Crypto
import Trace

/// The data with which a page for practice tells whether an answer is right. The page has only digests of the right answers.
///
/// A student could find an answer with few possible values by trial. So the page checks only answers with very many possible values
/// (``Question/isDistinct``), and each trial takes long: a digest is made by PBKDF2 (RFC 8018 section 5.2) with many iterations.
/// Browsers have this function too.
struct PracticeCheck: Sendable {
    /// The iteration count of PBKDF2.
    private static let rounds = 600_000

    private let salt: String
    private let digests: [String]

    /// The data for a question of a paper; nil if the page cannot check the question.
    init?(_ question: Question, of paper: Paper) {
        guard question.isDistinct, [.number, .hex, .parts].contains(question.form) else { return nil }
        let salt = paper.number + question.item
        self.salt = salt
        digests = question.right.map { answer in
            Hex.string(PBKDF2.key(from: Array(answer.utf8), salt: Array(salt.utf8), rounds: Self.rounds, count: 32))
        }
    }

    /// The data as the page contains it.
    var json: JSON {
        .members(("salt", .string(salt)), ("rounds", .number(Self.rounds)), ("digests", .strings(digests)))
    }
}
