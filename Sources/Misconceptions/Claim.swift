import Trace

/// A popular sentence about the protocols, with a verdict, the facts, and a run that shows them.
package struct Claim: Sendable {
    /// The claim's number. It does not change when claims are added.
    package let number: Int
    /// The topic of the claim.
    package let subject: Subject
    /// Whether the claim is true.
    package let verdict: Verdict
    /// The places where the claim is found.
    package let origins: [Origin]
    /// The rules that decide about the claim.
    package let rules: [Citation]
    /// The runs that show the facts. The first one decides; there is at least one.
    package let runs: [Run]
    /// The sentence.
    package let claim: Words
    /// The part of the sentence that is true.
    package let truth: Words
    package let fact: Words

    /// A claim. The arguments are its properties.
    init(
        _ number: Int, about subject: Subject, verdict: Verdict, saidIn origins: [Origin], rules: [Citation],
        runs: Run..., claim: Words, truth: Words, fact: Words
    ) {
        self.number = number
        self.subject = subject
        self.verdict = verdict
        self.origins = origins
        self.rules = rules
        self.runs = runs
        self.claim = claim
        self.truth = truth
        self.fact = fact
    }

    /// All claims, in the order of their numbers.
    package static let all: [Claim] =
        (ofRandoms + ofExchanges + ofCertificates + ofRecords + ofOpening + ofClosing + ofTLS13 + ofTLS13Messages
        + ofArticles + ofTruths)
        .sorted { $0.number < $1.number }

    /// The claim with a number; nil if there is none.
    package static func numbered(_ number: Int) -> Claim? { all.first { $0.number == number } }

    /// Whether the claim's sentences, rules and commands together have all these words. Hyphens, case and endings do not count.
    package func mentions(_ words: String) -> Bool {
        let texts =
            Language.allCases.flatMap { language in [claim, truth, fact].map { $0.sentence(in: language) } }
            + rules.map(\.description)
            + runs.map { $0.arguments.joined(separator: " ") }
        return SearchWords.have(texts, words)
    }

    /// Whether a claim is true. The raw value is the word in JSON.
    ///
    /// A claim is judged connection by connection. ``ClaimWords/definition`` tells the reader the same.
    package enum Verdict: String, Sendable, CaseIterable {
        /// It holds in each connection that it speaks of.
        case isTrue = "true"
        /// It holds in none of them, or the reason that it gives is wrong, or it says "always", "never" or "every" and one connection is
        /// otherwise.
        case isFalse = "false"
        /// It holds in some of them and not in others, and it does not say in which: in one version, suite, option or check, or against an
        /// attacker in one place. Such a claim has two runs, one of each kind.
        case onlyIf = "only-if"
    }

    /// The topic of a claim. The raw value is the letter of its part of the list.
    package enum Subject: String, Sendable, CaseIterable {
        /// Randoms and keys.
        case randoms = "A"
        /// Forward secrecy, RSA and Diffie–Hellman.
        case exchanges = "B"
        /// Certificates and the man in the middle.
        case certificates = "C"
        case records = "D"
        /// The opening of a TCP connection.
        case opening = "E"
        /// TCP's sequence numbers, the closing of a connection, and errors.
        case closing = "F"
        /// TLS 1.3.
        case tls13 = "G"
    }

    /// A place where a claim is found. The raw value is the word in JSON.
    package enum Origin: String, Sendable, CaseIterable {
        /// An article, job interviews, and blogs.
        case article, interview, blog
        /// Textbooks, people at work, and learners in a course.
        case textbook, work, course
    }

    /// A command, and the words of its output that decide about a claim.
    package struct Run: Sendable {
        /// The arguments of the command line.
        package let arguments: [String]
        /// The deciding words. A line end or several spaces between two words count as one space.
        package let shows: String
        /// The run in which it is otherwise: it does not print the deciding words, and this run does not print its words. nil if there is
        /// none.
        package let unlike: Counterpart?
        /// Why there is no run in which it is otherwise; nil if there is one, or if another run of the claim has one.
        package let alone: Words?

        /// A command.
        ///
        /// - Parameters:
        ///   - words: the arguments, separated by spaces.
        ///   - last: a last argument that contains spaces; nil if there is none.
        ///   - shows: the deciding words.
        ///   - unlike: the run in which it is otherwise.
        ///   - alone: why there is no such run.
        init(
            _ words: String, _ last: String? = nil, shows: String, unlike: Counterpart? = nil, alone: Words? = nil
        ) {
            arguments = Claim.arguments(words, last)
            self.shows = shows
            self.unlike = unlike
            self.alone = alone
        }

        /// An attack of the museum without the rule that prevents it. It is otherwise with the rule.
        ///
        /// - Parameters:
        ///   - words: the name of the exhibit, and perhaps options.
        ///   - shows: the deciding words of the run without the rule.
        ///   - defended: the words of the run with the rule.
        static func exhibit(
            _ words: String, shows: String, defended: String
        ) -> Run {
            Run(
                "attack \(words) --seed 7 --defence off", shows: shows,
                unlike: Counterpart("attack \(words) --seed 7 --defence on", shows: defended))
        }
    }

    /// A run in which it is otherwise than in the run that decides, and the words of its output that say so.
    package struct Counterpart: Sendable {
        /// The arguments of the command line.
        package let arguments: [String]
        /// The words that stand here in place of the deciding ones.
        package let shows: String

        /// A command. The parameters are those of ``Run``.
        init(_ words: String, _ last: String? = nil, shows: String) {
            arguments = Claim.arguments(words, last)
            self.shows = shows
        }
    }

    private static func arguments(_ words: String, _ last: String?) -> [String] {
        words.split(separator: " ").map { String($0) } + (last.map { [$0] } ?? [])
    }
}
