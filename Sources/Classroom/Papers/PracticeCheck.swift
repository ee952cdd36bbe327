import Crypto
import Trace

/// By which a page for practice tells whether an answer is right, without holding it.
///
/// An answer with few possible values could be found by trying, so only distinct ones are checked, and each trial takes long:
/// PBKDF2 (RFC 8018 section 5.2) with many rounds, which browsers have as well.
struct PracticeCheck: Sendable {
    /// How often the function is repeated.
    private static let rounds = 600_000

    private let salt: String
    private let digests: [String]

    /// For a question of a paper; nil where the page cannot check it.
    init?(_ question: Question, of paper: Paper) {
        guard question.isDistinct, [.number, .hex, .parts].contains(question.form) else { return nil }
        let salt = paper.number + question.item
        self.salt = salt
        digests = question.right.map { answer in
            Hex.string(PBKDF2.key(from: Array(answer.utf8), salt: Array(salt.utf8), rounds: Self.rounds, count: 32))
        }
    }

    /// As the page has it.
    var json: JSON {
        .members(("salt", .string(salt)), ("rounds", .number(Self.rounds)), ("digests", .strings(digests)))
    }
}
