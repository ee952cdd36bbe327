import ArgumentParser
import CLessons
import Museum
import Render
import Simulator
import TLSExplorer
import Trace

/// The lists of all commands, lessons and runs that can be shown. The help, `serve` and `site` use them. Tests compare the README with
/// them.
enum Catalogue {
    /// The commands, in the order of the help.
    static let commands: [any ParsableCommand.Type] = [
        Run.self, CompareCommand.self, AttackCommand.self, ClinicCommand.self, LessonCommand.self, QuizCommand.self,
        ClassCommand.self, TCPCommand.self, ExploreCommand.self, CryptoCommand.self, TLS13Command.self,
        ConnectCommand.self, ListenCommand.self, LearnCommand.self, TrustCommand.self, DoctorCommand.self,
        ExplainCommand.self, ServeCommand.self, SiteCommand.self,
    ]

    /// The reports on trust, in the order of the help.
    static let reports: [any ParsableCommand.Type] = [
        TrustShowCommand.self, TrustEvaluateCommand.self, TrustMatrixCommand.self, TrustPinCommand.self,
        TrustPinnedRootsCommand.self, TrustChallengesCommand.self, TrustLoadersCommand.self, TrustATSCommand.self,
    ]

    /// The lessons that were compiled in, in order.
    static func lessons() throws(LessonError) -> [Lesson] {
        var lessons: [Lesson] = []
        while let text = lesson_text(Int32(lessons.count)) {
            lessons.append(try Lesson(markdown: String(cString: text)))
        }
        return lessons
    }

    /// The glossary of the lessons, in Markdown.
    static let glossary = String(cString: glossary_text())

    static let terms = Term.all(in: glossary)

    /// The explanation of a term, in Markdown. Upper and lower case are equal.
    ///
    /// - Throws: `ValidationError` if the glossary does not have the term. The error names similar terms.
    static func explanation(of wanted: String) throws -> String {
        let words = SearchWords.folded(wanted)
        let spelled = terms.filter { term in ([term.name] + term.also).contains { SearchWords.folded($0) == words } }
        // Of terms that differ in their endings alone, the one that is spelled as asked is meant.
        let exact = spelled.filter { term in
            ([term.name] + term.also).contains { $0.lowercased() == wanted.lowercased() }
        }
        let found = exact.isEmpty ? spelled : exact
        guard found.isEmpty else {
            return found.map { "### \($0.name)\n\n\($0.text)\n" }.joined(separator: "\n")
        }
        let like = terms.filter { SearchWords.have([$0.name], wanted) }.map(\.name)
        throw ValidationError(
            "The glossary has no term '\(wanted.legible)'."
                + (like.isEmpty
                    ? " HandshakeSim lesson --glossary has all." : " It has \(like.joined(separator: ", "))."))
    }

    /// The commands that a page can ask for. They make runs and use no file and no socket.
    static let pages: [any PageCommand.Type] = {
        let shown = AttackCommand.attacks.compactMap { $0 as? any PageCommand.Type }
        // Commands that a page can use only with a certain option come last.
        return [Run.self, CompareCommand.self, TCPCommand.Show.self] + shown.filter { $0.option == nil }
            + shown.filter { $0.option != nil } + [ExploreCommand.self]
    }()

    /// A command line that is shown as an example or in the gallery.
    struct Exhibit {
        /// The path of the page of the run in the site; nil if the run is on the page of a lesson.
        let path: String?
        let arguments: [String]
        let title: String

        /// The command as a user enters it.
        var command: String { "HandshakeSim \(arguments.map(\.shellWord).joined(separator: " "))" }

        /// The command and its title, as an example of a help text.
        var example: String { "  \(command)" + (title.isEmpty ? "" : "\n      \(title)") }

        fileprivate init(_ title: String, file: String? = nil, _ arguments: [String]) {
            self.init(title, path: file.map { "runs/\($0).html" }, arguments)
        }

        init(_ title: String, path: String?, _ arguments: [String]) {
            self.path = path
            self.arguments = arguments
            self.title = title
        }
    }

    /// Command lines of the explorer. A page can ask for those of TLS alone: a search of TCP can use all processors for minutes.
    static let explorations = [
        Exhibit("", ["explore"]),
        Exhibit("", ["explore", "--loss", "2", "--timeouts", "1"]),
        Exhibit(
            "what an attacker who sees no segment cannot do",
            ["explore", "--forged", "1", "--loss", "0", "--timeouts", "0"]),
        Exhibit(
            "why the handshake has three steps; 'HandshakeSim tcp why-three' tells it in full",
            ["explore", "--variant", "two-way", "--detail", "messages"]),
        Exhibit(
            "what a simultaneous open does not protect against",
            ["explore", "--simultaneous", "--old-syn", "10", "--excuse", "progress", "--pcap", "ghost.pcapng"]),
        Exhibit(
            "a listener with a backlog of one, two clients, and a stranger who fills the backlog",
            [
                "explore", "--listener", "--cookies", "full", "--flood", "1", "--loss", "0", "--timeouts", "0",
                "--data", "0",
            ]),
        Exhibit("every run of TLS 1.2 and of TLS 1.3 with two moves of an attacker in the path", ["explore", "--tls"]),
        Exhibit(
            "the shortest attack on a client that does not verify the signature of ServerKeyExchange",
            ["explore", "--tls", "1.2", "--variant", "unsigned-dh", "--html", "unsigned.html"]),
    ]

    /// The command lines of the gallery, in groups with titles.
    static var gallery: [(title: String, exhibits: [Exhibit])] {
        let figures = Scenario.all.filter { $0.name.hasPrefix("figure-") }
        let others = Scenario.all.filter { !$0.name.hasPrefix("figure-") }
        return [
            ("Visits to look at", visits), ("Visits side by side", comparisons), ("Attacks to look at", staged),
            ("Exhibits of the museum of attacks", firstExhibits),
            ("The shortest attacks on a TLS that leaves out a rule, as the explorer finds them", found),
            ("TCP: the figures of RFC 9293", figures.map { tcp($0.name, $0.title) }),
            ("TCP: segments that are lost, late or forged", others.map { tcp($0.name, $0.title) }),
            ("TCP: why a rule is as it is", Counterexample.all.map { tcp($0.name, $0) }),
        ]
    }

    private static func tcp(_ name: String, _ title: any Wording) -> Exhibit {
        Exhibit(title.sentence(in: .english), file: "tcp-\(name)", ["tcp", name])
    }

    /// What the explorer finds in a TLS that is wrong on purpose.
    private static var found: [Exhibit] {
        [("1.2", TLSMistake.earlyCCS), ("1.2", .skipMessages), ("1.2", .truncationSilent), ("1.3", .dataEarly)].map {
            version, mistake in
            Exhibit(
                "TLS \(version), where \(mistake.english)", file: "explore-\(mistake.rawValue)",
                ["explore", "--tls", version, "--variant", mistake.rawValue, "--moves", "1"])
        }
    }

    /// Machines that the learner finds out, each on a page of its own. They are no runs.
    static let machines = [
        Exhibit(
            "The server of TLS 1.2, as one finds it out who asks it", path: "machines/server.html", ["learn", "self"]),
        Exhibit(
            "The same server with the hole of 2014: a ChangeCipherSpec is taken too early",
            path: "machines/early-ccs.html",
            ["learn", "self", "--variant", "early-ccs", "--compare", "self"]),
        Exhibit(
            "The server of TLS 1.3", path: "machines/server-tls13.html", ["learn", "self", "--tls", "1.3"]),
        Exhibit(
            "A client of TLS 1.2 that skips messages", path: "machines/client-skips.html",
            ["learn", "self", "--role", "client", "--variant", "skip-messages", "--compare", "self"]),
    ]

    private static var visits: [Exhibit] {
        [
            Exhibit("A visit: ephemeral Diffie–Hellman", file: "visit-dh", ["--dh", "--seed", "7"]),
            Exhibit(
                "A visit: ephemeral Diffie–Hellman on a curve", file: "visit-ecdhe",
                ComparedVisit.ecdhe.arguments(seed: 7)),
            Exhibit("A visit: RSA key transport", file: "visit-rsa", ["--rsa", "--seed", "7"]),
            Exhibit(
                "A visit that begins with a ticket of TLS 1.2", file: "visit-ticket",
                ["--rsa", "--resume", "ticket", "--seed", "7"]),
            Exhibit("A visit: TLS 1.3", file: "visit-tls13", ["--tls13", "--seed", "7"]),
            Exhibit("A visit: TLS 1.3 with a wrong bet on the group", ["--tls13", "--hrr", "--seed", "7"]),
            Exhibit(
                "A visit that begins with a ticket of TLS 1.3", file: "visit-tls13-psk",
                ["--tls13", "--resume", "psk", "--seed", "7"]),
            Exhibit("A visit with early data", ["--tls13", "--resume", "early", "--seed", "7"]),
            Exhibit(
                "A visit over a wire that loses a fifth of the packets", file: "visit-loss",
                ["--dh", "--seed", "7", "--loss", "0.2"]),
            Exhibit(
                "A visit with a client certificate", file: "visit-client-certificate",
                ["--dh", "--seed", "7", "--client-cert", "good"]),
        ]
    }

    private static var comparisons: [Exhibit] {
        [
            Exhibit(
                "What changes from RSA key transport to ephemeral Diffie–Hellman?", file: "compare-rsa-dhe",
                ["compare", "rsa", "dhe", "--seed", "7"]),
            Exhibit("What changes from TLS 1.2 to TLS 1.3?", ["compare", "dhe", "tls13", "--seed", "7"]),
        ]
    }

    /// Some exhibits of the museum to begin with.
    private static var firstExhibits: [Exhibit] {
        ["truncation", "tcp-hijack", "replay", "unsigned-dh", "ccs-injection", "record-replay"].compactMap { name in
            ExhibitName.allCases.first { $0.rawValue == name }.map { run(of: $0.card) }
        }
    }

    /// An exhibit of the museum as its page shows it: without the rule and with it, in the variant that takes the least time.
    static func run(of card: Card) -> Exhibit {
        let variant = card.shortest == card.variants.first ? [] : ["--variant", card.shortest]
        return Exhibit(
            card.headline.english, path: SiteMap.path(of: card),
            ["attack", card.name] + variant + ["--seed", "7", "--defence", "both"])
    }

    private static var staged: [Exhibit] {
        [
            Exhibit("What does an interceptor get?", file: "attack-mitm", ["attack", "mitm", "--policy", "all"]),
            Exhibit(
                "How does an attacker on the path take TLS 1.3 away from two sides that both speak it?",
                file: "attack-version-downgrade",
                ["attack", "version-downgrade", "--exchange", "weak-group", "--client", "unchecked", "--seed", "7"]),
            Exhibit(
                "Is an order carried out twice if an attacker copies early data?",
                ["attack", "early-data-replay", "--seed", "7", "--scene", "soon"]),
            Exhibit(
                "What does a stolen key open later of a recording of TLS 1.2?", file: "attack-forward-secrecy",
                ["attack", "forward-secrecy", "--tls12", "--seed", "7"]),
            Exhibit(
                "What does a thief open later of a recording of TLS 1.3?",
                ["attack", "forward-secrecy", "--tls13", "--seed", "7"]),
            Exhibit(
                "What is left for a quantum computer if the exchange was hybrid?",
                ["attack", "forward-secrecy", "--tls13", "--group", "X25519MLKEM768", "--seed", "7"]),
        ]
    }
}
