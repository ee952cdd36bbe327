import Trace

/// A sentence that many people know, what is true in it, what is so, and a run that settles it.
package struct Claim: Sendable {
    /// Its number. It stays when claims are added.
    package let number: Int
    /// What it is about.
    package let subject: Subject
    /// Whether it is so.
    package let verdict: Verdict
    /// Where it is said.
    package let origins: [Origin]
    /// The rules that decide it.
    package let rules: [Citation]
    /// The runs that settle it, the deciding one first.
    package let runs: [Run]
    /// The sentence.
    package let claim: Words
    /// What is true in it.
    package let truth: Words
    /// What is so.
    package let fact: Words

    /// A claim.
    ///
    /// - Parameter run: the deciding run.
    /// - Parameter others: further runs that show it.
    init(
        _ number: Int, _ subject: Subject, _ verdict: Verdict, _ origins: [Origin], _ rules: [Citation],
        _ run: Run, _ others: Run..., english claim: String, _ truth: String, _ fact: String
    ) {
        self.number = number
        self.subject = subject
        self.verdict = verdict
        self.origins = origins
        self.rules = rules
        runs = [run] + others
        self.claim = Words(english: claim)
        self.truth = Words(english: truth)
        self.fact = Words(english: fact)
    }

    /// All claims, in the order of their numbers.
    package static let all: [Claim] =
        (ofRandoms + ofExchanges + ofCertificates + ofRecords + ofOpening + ofClosing + ofTLS13)
        .sorted { $0.number < $1.number }

    /// The claim of that number; nil where there is none.
    package static func numbered(_ number: Int) -> Claim? { all.first { $0.number == number } }

    /// Whether one of its sentences, its rules or its commands has these words. Upper and lower case are the same.
    package func mentions(_ words: String) -> Bool {
        let texts =
            [claim, truth, fact].map(\.english) + rules.map(\.description)
            + runs.map { $0.arguments.joined(separator: " ") }
        return texts.contains { $0.lowercased().contains(words.lowercased()) }
    }

    /// Whether a claim is so. The raw value is the word in JSON.
    package enum Verdict: String, Sendable, CaseIterable {
        /// It is so.
        case isTrue = "true"
        /// It is not so.
        case isFalse = "false"
        /// It is so under a condition, which the claim leaves out.
        case onlyIf = "only-if"
    }

    /// What a claim is about. The raw value is the letter of its part of the list.
    package enum Subject: String, Sendable, CaseIterable {
        /// Randoms and keys.
        case randoms = "A"
        /// Forward secrecy, RSA and Diffie–Hellman.
        case exchanges = "B"
        /// Certificates and the man in the middle.
        case certificates = "C"
        /// Records.
        case records = "D"
        /// How TCP opens.
        case opening = "E"
        /// TCP's numbers, how it closes, and errors.
        case closing = "F"
        /// TLS 1.3.
        case tls13 = "G"
    }

    /// Where a claim is said. The raw value is the word in JSON.
    package enum Origin: String, Sendable, CaseIterable {
        /// Articles, job interviews and blogs.
        case article, interview, blog
        /// Textbooks, people at work and learners.
        case textbook, work, course
    }

    /// A command, and the words in what it prints that decide.
    package struct Run: Sendable {
        /// The arguments of the program.
        package let arguments: [String]
        /// The deciding words. Line ends and spaces between them do not count.
        package let shows: String

        /// A command.
        ///
        /// - Parameters:
        ///   - words: its arguments, separated by spaces.
        ///   - last: a last argument that has spaces in it.
        init(_ words: String, _ last: String? = nil, shows: String) {
            arguments = words.split(separator: " ").map { String($0) } + (last.map { [$0] } ?? [])
            self.shows = shows
        }

        /// An attack of the museum, without its rule and with it.
        static func exhibit(_ name: String) -> Run {
            Run("attack \(name) --seed 7", shows: "Without the rule she reaches her goal. With the rule she does not")
        }
    }
}
