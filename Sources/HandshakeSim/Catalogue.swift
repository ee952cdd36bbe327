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

    /// The lessons that were compiled in, in order, as they are written in that language.
    static func lessons(in language: Language) throws(LessonError) -> [Lesson] {
        var lessons: [Lesson] = []
        while let lesson = try lesson(at: lessons.count, in: language) { lessons.append(lesson) }
        return lessons
    }

    /// The lesson at a place in their order, from 0; nil if there are not so many.
    static func lesson(at place: Int, in language: Language) throws(LessonError) -> Lesson? {
        guard let text = lesson_text(Int32(clamping: place), language.ofLessons) else { return nil }
        return try Lesson(markdown: String(cString: text), in: language)
    }

    /// The glossary of the lessons, in Markdown.
    static func glossary(in language: Language) -> String { String(cString: glossary_text(language.ofLessons)) }

    /// The terms of the glossary.
    static func terms(in language: Language) -> [Term] {
        switch language {
        case .english: englishTerms
        case .chinese: chineseTerms
        }
    }

    private static let englishTerms = Term.all(in: glossary(in: .english), .english)
    private static let chineseTerms = Term.all(in: glossary(in: .chinese), .chinese)

    /// The explanation of a term, in Markdown. The term may be given in any language of the glossary. Upper and lower case are equal.
    ///
    /// - Throws: `ValidationError` if the glossary does not have the term. The error names similar terms.
    static func explanation(of wanted: String, in language: Language) throws -> String {
        let words = SearchWords.folded(wanted)
        let terms = terms(in: language)
        func found(by isMeant: (String) -> Bool) -> [Term] {
            let own = terms.filter { $0.spellings.contains(where: isMeant) }
            guard own.isEmpty else { return own }
            let named = Language.allCases.flatMap(Self.terms).filter { $0.spellings.contains(where: isMeant) }.map(
                \.english)
            return terms.filter { named.contains($0.english) }
        }
        // Of terms that differ in their endings alone, the one that is spelled as asked is meant.
        let exact = found { $0.lowercased() == wanted.lowercased() }
        let found = exact.isEmpty ? found { SearchWords.folded($0) == words } : exact
        guard found.isEmpty else {
            return found.map { "### \($0.heading)\n\n\($0.text)\n" }.joined(separator: "\n")
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

    /// A command line that is shown in the gallery.
    struct Exhibit {
        /// The path of the page of the run in the site; nil if the run is on the page of a lesson.
        let path: String?
        let arguments: [String]
        let title: Words

        /// The command as a user enters it.
        var command: String { "HandshakeSim \(arguments.map(\.shellWord).joined(separator: " "))" }

        fileprivate init(_ title: Words, file: String?, _ arguments: [String]) {
            self.init(title, path: file.map { "runs/\($0).html" }, arguments)
        }

        fileprivate init(english: String, chinese: String, file: String? = nil, _ arguments: [String]) {
            self.init(Words(english: english, chinese: chinese), file: file, arguments)
        }

        fileprivate init(english: String, chinese: String, path: String, _ arguments: [String]) {
            self.init(Words(english: english, chinese: chinese), path: path, arguments)
        }

        init(_ title: Words, path: String?, _ arguments: [String]) {
            self.path = path
            self.arguments = arguments
            self.title = title
        }
    }

    /// A command line as an example of a help text, which is English.
    struct Example {
        let arguments: [String]
        private let title: String

        /// The command and its title.
        var text: String {
            let command = "HandshakeSim \(arguments.map(\.shellWord).joined(separator: " "))"
            return "  \(command)" + (title.isEmpty ? "" : "\n      \(title)")
        }

        fileprivate init(_ title: String, _ arguments: [String]) { (self.title, self.arguments) = (title, arguments) }
    }

    /// Command lines of the explorer. A page can ask for those of TLS alone: a search of TCP can use all processors for minutes.
    static let explorations = [
        Example("", ["explore"]),
        Example("", ["explore", "--loss", "2", "--timeouts", "1"]),
        Example(
            "what an attacker who sees no segment cannot do",
            ["explore", "--forged", "1", "--loss", "0", "--timeouts", "0"]),
        Example(
            "why the handshake has three steps; 'HandshakeSim tcp why-three' tells it in full",
            ["explore", "--variant", "two-way", "--detail", "messages"]),
        Example(
            "what a simultaneous open does not protect against",
            ["explore", "--simultaneous", "--old-syn", "10", "--excuse", "progress", "--pcap", "ghost.pcapng"]),
        Example(
            "a listener with a backlog of one, two clients, and a stranger who fills the backlog",
            [
                "explore", "--listener", "--cookies", "full", "--flood", "1", "--loss", "0", "--timeouts", "0",
                "--data", "0",
            ]),
        Example("every run of TLS 1.2 and of TLS 1.3 with two moves of an attacker in the path", ["explore", "--tls"]),
        Example(
            "the shortest attack on a client that does not verify the signature of ServerKeyExchange",
            ["explore", "--tls", "1.2", "--variant", "unsigned-dh", "--html", "unsigned.html"]),
    ]

    /// The command lines of the gallery, in groups with titles.
    static var gallery: [(title: Words, exhibits: [Exhibit])] {
        let figures = Scenario.all.filter { $0.name.hasPrefix("figure-") }
        let others = Scenario.all.filter { !$0.name.hasPrefix("figure-") }
        return [
            (Words(english: "Visits to look at", chinese: "可以细看的访问"), visits),
            (Words(english: "Visits side by side", chinese: "并排比较的访问"), comparisons),
            (Words(english: "Attacks to look at", chinese: "可以细看的攻击"), staged),
            (Words(english: "Exhibits of the museum of attacks", chinese: "攻击博物馆的展品"), firstExhibits),
            (
                Words(
                    english: "The shortest attacks on a TLS that leaves out a rule, as the explorer finds them",
                    chinese: "对缺少一条规则的 TLS 的最短攻击，由探索器找到"), found
            ),
            (
                Words(english: "TCP: the figures of RFC 9293", chinese: "TCP：RFC 9293 中的图"),
                figures.map { tcp($0.name, $0.title) }
            ),
            (
                Words(
                    english: "TCP: segments that are lost, late or forged", chinese: "TCP：丢失、迟到或伪造的报文段"),
                others.map { tcp($0.name, $0.title) }
            ),
            (
                Words(english: "TCP: why a rule is as it is", chinese: "TCP：规则为什么是这样"),
                Counterexample.all.map { tcp($0.name, $0) }
            ),
        ]
    }

    private static func tcp(_ name: String, _ title: any Wording) -> Exhibit {
        Exhibit(Words(title), file: "tcp-\(name)", ["tcp", name])
    }

    /// What the explorer finds in a TLS that is wrong on purpose.
    private static var found: [Exhibit] {
        [("1.2", TLSMistake.earlyCCS), ("1.2", .skipMessages), ("1.2", .truncationSilent), ("1.3", .dataEarly)].map {
            version, mistake in
            Exhibit(
                english: "TLS \(version), where \(mistake.english)",
                chinese: "TLS \(version)，其中\(mistake.chinese)", file: "explore-\(mistake.rawValue)",
                ["explore", "--tls", version, "--variant", mistake.rawValue, "--moves", "1"])
        }
    }

    /// Machines that the learner finds out, each on a page of its own. They are no runs.
    static let machines = [
        Exhibit(
            english: "The server of TLS 1.2, as one finds it out who asks it",
            chinese: "TLS 1.2 的服务器：通过提问弄清的样子",
            path: "machines/server.html", ["learn", "self"]),
        Exhibit(
            english: "The same server with the hole of 2014: a ChangeCipherSpec is taken too early",
            chinese: "同一台服务器，带有 2014 年的漏洞：过早接受 ChangeCipherSpec",
            path: "machines/early-ccs.html",
            ["learn", "self", "--variant", "early-ccs", "--compare", "self"]),
        Exhibit(
            english: "The server of TLS 1.3", chinese: "TLS 1.3 的服务器",
            path: "machines/server-tls13.html", ["learn", "self", "--tls", "1.3"]),
        Exhibit(
            english: "A client of TLS 1.2 that skips messages", chinese: "跳过消息的 TLS 1.2 客户端",
            path: "machines/client-skips.html",
            ["learn", "self", "--role", "client", "--variant", "skip-messages", "--compare", "self"]),
    ]

    private static var visits: [Exhibit] {
        [
            Exhibit(
                english: "A visit: ephemeral Diffie–Hellman", chinese: "访问：临时 Diffie–Hellman",
                file: "visit-dh", ["--dh", "--seed", "7"]),
            Exhibit(
                english: "A visit: ephemeral Diffie–Hellman on a curve",
                chinese: "访问：椭圆曲线上的临时 Diffie–Hellman",
                file: "visit-ecdhe",
                ComparedVisit.ecdhe.arguments(seed: 7)),
            Exhibit(
                english: "A visit: RSA key transport", chinese: "访问：RSA 密钥传输",
                file: "visit-rsa", ["--rsa", "--seed", "7"]),
            Exhibit(
                english: "A visit that begins with a ticket of TLS 1.2", chinese: "以 TLS 1.2 的票据开始的访问",
                file: "visit-ticket",
                ["--rsa", "--resume", "ticket", "--seed", "7"]),
            Exhibit(
                english: "A visit: TLS 1.3", chinese: "访问：TLS 1.3",
                file: "visit-tls13", ["--tls13", "--seed", "7"]),
            Exhibit(
                english: "A visit: TLS 1.3 with a wrong bet on the group", chinese: "访问：TLS 1.3，押错了群",
                ["--tls13", "--hrr", "--seed", "7"]),
            Exhibit(
                english: "A visit that begins with a ticket of TLS 1.3", chinese: "以 TLS 1.3 的票据开始的访问",
                file: "visit-tls13-psk",
                ["--tls13", "--resume", "psk", "--seed", "7"]),
            Exhibit(
                english: "A visit with early data", chinese: "带早期数据的访问",
                ["--tls13", "--resume", "early", "--seed", "7"]),
            Exhibit(
                english: "A visit over a wire that loses a fifth of the packets",
                chinese: "访问经过的线路丢失五分之一的数据包",
                file: "visit-loss",
                ["--dh", "--seed", "7", "--loss", "0.2"]),
            Exhibit(
                english: "A visit with a client certificate", chinese: "带客户端证书的访问",
                file: "visit-client-certificate",
                ["--dh", "--seed", "7", "--client-cert", "good"]),
        ]
    }

    private static var comparisons: [Exhibit] {
        [
            Exhibit(
                english: "What changes from RSA key transport to ephemeral Diffie–Hellman?",
                chinese: "从 RSA 密钥传输到临时 Diffie–Hellman，什么变了？",
                file: "compare-rsa-dhe",
                ["compare", "rsa", "dhe", "--seed", "7"]),
            Exhibit(
                english: "What changes from TLS 1.2 to TLS 1.3?", chinese: "从 TLS 1.2 到 TLS 1.3，什么变了？",
                ["compare", "dhe", "tls13", "--seed", "7"]),
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
            Words(card.headline), path: SiteMap.path(of: card),
            ["attack", card.name] + variant + ["--seed", "7", "--defence", "both"])
    }

    private static var staged: [Exhibit] {
        [
            Exhibit(
                english: "What does an interceptor get?", chinese: "拦截者能得到什么？",
                file: "attack-mitm", ["attack", "mitm", "--policy", "all"]),
            Exhibit(
                english: "How does an attacker on the path take TLS 1.3 away from two sides that both speak it?",
                chinese: "双方都支持 TLS 1.3，路径上的攻击者怎样让双方用不上它？",
                file: "attack-version-downgrade",
                ["attack", "version-downgrade", "--exchange", "weak-group", "--client", "unchecked", "--seed", "7"]),
            Exhibit(
                english: "Is an order carried out twice if an attacker copies early data?",
                chinese: "攻击者复制早期数据，指令会执行两次吗？",
                ["attack", "early-data-replay", "--seed", "7", "--scene", "soon"]),
            Exhibit(
                english: "What does a stolen key open later of a recording of TLS 1.2?",
                chinese: "窃取的密钥以后能解开录下的 TLS 1.2 流量中的什么？",
                file: "attack-forward-secrecy",
                ["attack", "forward-secrecy", "--tls12", "--seed", "7"]),
            Exhibit(
                english: "What does a thief open later of a recording of TLS 1.3?",
                chinese: "窃贼以后能解开录下的 TLS 1.3 流量中的什么？",
                ["attack", "forward-secrecy", "--tls13", "--seed", "7"]),
            Exhibit(
                english: "What is left for a quantum computer if the exchange was hybrid?",
                chinese: "如果交换是混合的，还有什么留给量子计算机？",
                ["attack", "forward-secrecy", "--tls13", "--group", "X25519MLKEM768", "--seed", "7"]),
        ]
    }
}

extension Language {
    /// The language as the texts of the lessons know it.
    fileprivate var ofLessons: lesson_language {
        switch self {
        case .english: LESSON_ENGLISH
        case .chinese: LESSON_CHINESE
        }
    }
}
