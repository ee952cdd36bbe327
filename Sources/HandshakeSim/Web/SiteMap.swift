import Classroom
import Misconceptions
import Museum
import Render
import Trace

/// Where the pages of the site stand, to which page a command leads, and which pages speak of one another.
struct SiteMap: Sendable {
    /// The paths of the pages that are made once.
    static let (index, museum, clinic, glossary, teachers, designs) = (
        "index.html", "museum.html", "clinic.html", "glossary.html", "teachers.html", "designs.html"
    )

    /// The path of the page of an exhibit.
    static func path(of card: Card) -> String { "exhibits/\(card.name).html" }

    /// The path of the page of a claim.
    static func path(of claim: Claim) -> String { "claims/\(claim.number).html" }

    /// The path of the page of a lesson, such as "lessons/01-the-three-way-handshake.html".
    static func path(of lesson: Lesson) -> String {
        let number = (lesson.number < 10 ? "0" : "") + String(lesson.number)
        let words = lesson.title.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        return "lessons/" + ([number] + words.map { String($0) }).joined(separator: "-") + ".html"
    }

    /// The lessons in their order, in English.
    let lessons: [Lesson]
    /// The lessons in Chinese by their numbers.
    private let chinese: [Int: Lesson]
    /// The runs that have a page of their own, by the arguments that make them.
    private let runs: [[String]: Catalogue.Exhibit]
    /// The numbers of the lessons whose texts name a page, by its path.
    private var naming: [String: [Int]] = [:]
    /// The numbers of the lessons that name a claim or get stuck at it, by its number.
    private var claiming: [Int: [Int]] = [:]

    /// The map of a site with the lessons of the program.
    init() throws(LessonError) { self.init(try Catalogue.lessons(in: .english), try Catalogue.lessons(in: .chinese)) }

    private init(_ lessons: [Lesson], _ chinese: [Lesson]) {
        self.lessons = lessons
        self.chinese = Dictionary(chinese.map { ($0.number, $0) }) { first, _ in first }
        var runs: [[String]: Catalogue.Exhibit] = [:]
        for run in Self.shown + Catalogue.machines where run.path != nil { runs[Self.key(run.arguments)] = run }
        self.runs = runs
        for lesson in lessons {
            var seen: Set<String> = []
            for command in WebArticle.mentions(of: "HandshakeSim", in: lesson.markdown) {
                guard let path = place(of: command)?.path, seen.insert(path).inserted else { continue }
                naming[path, default: []].append(lesson.number)
            }
            let stuck = lesson.misconceptions
            for claim in Claim.all where seen.contains(Self.path(of: claim)) || stuck.contains(claim.number) {
                claiming[claim.number, default: []].append(lesson.number)
            }
        }
    }

    /// A text of a lesson in each language.
    func words(of lesson: Lesson, _ text: (Lesson) -> String) -> Words {
        Words(english: text(lesson), chinese: text(chinese[lesson.number] ?? lesson))
    }

    /// The lessons in a language, in their order.
    func lessons(in language: Language) -> [Lesson] {
        switch language {
        case .english: lessons
        case .chinese: lessons.map { chinese[$0.number] ?? $0 }
        }
    }

    /// The runs with a page of their own: those of the gallery, and the visits that settle a claim and are not among them.
    static let shown: [Catalogue.Exhibit] = {
        let gallery = Catalogue.gallery.flatMap(\.exhibits).filter { $0.path?.hasPrefix("runs/") == true }
        var known = Set(gallery.map { key($0.arguments) })
        var visits: [Catalogue.Exhibit] = []
        for claim in Claim.all {
            for arguments in claim.runs.flatMap({ [$0.arguments] + ($0.unlike.map { [$0.arguments] } ?? []) }) {
                guard arguments.first?.hasPrefix("--") == true else { continue }
                let own = RunCommand.arguments(of: arguments)
                guard known.insert(key(own)).inserted else { continue }
                let words = own.joined(separator: " ").lowercased().split {
                    !($0.isASCII && ($0.isLetter || $0.isNumber))
                }
                visits.append(
                    Catalogue.Exhibit(
                        "HandshakeSim \(own.map { $0.shellWord }.joined(separator: " "))",
                        path: "runs/visit-\(words.joined(separator: "-")).html", own))
            }
        }
        return gallery + visits
    }()

    /// The arguments that make a run, so that two command lines of the same run have the same: ephemeral Diffie–Hellman is the default.
    private static func key(_ arguments: [String]) -> [String] { arguments.filter { $0 != "--dh" } }

    // MARK: From a command to its page

    /// A place in the site, and words for a link to it.
    struct Place {
        /// The path of the page.
        let path: String
        /// The place on the page, with "#"; empty for the page as a whole.
        var fragment = ""
        let words: Words

        init(_ path: String, _ words: Words) { (self.path, self.words) = (path, words) }

        init(_ path: String, english: String, chinese: String) {
            self.init(path, Words(english: english, chinese: chinese))
        }
    }

    /// The place to which a command leads; nil if the site has none.
    func place(of line: String) -> Place? {
        guard let words = ShellWords.words(of: line), words.first == "HandshakeSim" else { return nil }
        let arguments = Array(words.dropFirst())
        let name = arguments.dropFirst().first
        switch arguments.first {
        case "clinic":
            let claim = name.flatMap { Int($0) }.flatMap { Claim.numbered($0) }
            return claim.map {
                Place(Self.path(of: $0), english: "Claim \($0.number)", chinese: "第 \($0.number) 条说法")
            } ?? Place(Self.clinic, english: "The clinic", chinese: "误解门诊")
        case "lesson":
            if name == "--glossary" { return Place(Self.glossary, english: "The glossary", chinese: "术语表") }
            let lesson = name.flatMap { Int($0) }.flatMap { number in lessons.first { $0.number == number } }
            return lesson.map {
                Place(Self.path(of: $0), english: "Lesson \($0.number)", chinese: "第 \($0.number) 课")
            }
        case "attack":
            if name == "list" { return Place(Self.museum, english: "The museum", chinese: "博物馆") }
            if name == AttackName.algorithms.rawValue {
                return Place(Self.designs, english: "The table of designs", chinese: "设计的表格")
            }
            if let run = run(arguments) { return run }
            let shown = name.flatMap { AttackName(rawValue: $0)?.exhibit ?? Self.exhibit($0) }
            return shown.map {
                Place(
                    Self.path(of: $0.card), english: "The exhibit \($0.card.name)", chinese: "展品 \($0.card.name)")
            }
        default: return run(arguments)
        }
    }

    /// The link to the page of a command, from a page at the top of the site or in a folder of it; nil if the site has none.
    func link(for line: String, from path: String) -> WebArticle.Link? {
        place(of: line).flatMap { place in
            place.path == path
                ? nil : WebArticle.Link(place.words, to: Self.way(from: path, to: place.path + place.fragment))
        }
    }

    // MARK: Languages

    /// The folder of the pages in Chinese. Below it stand the same names.
    static let chineseFolder = "zh/"

    /// The folders whose pages stand once: the runs in them have both languages, and so have the texts around them.
    private static let shared = ["runs/", "exhibits/"]

    /// Whether a page stands in the site once for each language.
    static func isInEachLanguage(_ path: String) -> Bool { !shared.contains { path.hasPrefix($0) } }

    /// The path of a page in a language.
    static func path(_ path: String, in language: Language) -> String {
        switch language {
        case .english: path
        case .chinese: isInEachLanguage(path) ? chineseFolder + path : path
        }
    }

    /// The relative path from one page of the site to another, in each language. The target may have a fragment. Runs stand on pages in
    /// English alone, with their words in both languages.
    static func way(from: String, to: String) -> Words {
        let up = from.contains("/") ? "../" : ""
        let lang = (to.contains("#") ? "&" : "#") + "lang=\(Language.chinese.rawValue)"
        let chinese =
            switch (isInEachLanguage(from), isInEachLanguage(to) && !to.contains("#run=")) {
            case (true, true): up + to
            case (true, false): "../" + up + to + lang
            case (false, true): up + chineseFolder + to
            case (false, false): up + to + lang
            }
        return Words(english: up + to, chinese: chinese)
    }

    /// The link from a page to itself in the other language; nil for a page that stands once.
    static func other(of path: String) -> WebArticle.Link? {
        guard isInEachLanguage(path) else { return nil }
        let up = path.contains("/") ? "../" : ""
        return WebArticle.Link(
            toOtherLanguageAt: Words(english: up + chineseFolder + path, chinese: up + "../" + path))
    }

    private static func exhibit(_ name: String) -> ExhibitName? {
        ExhibitName.allCases.first { $0.rawValue == name }
    }

    private func run(_ arguments: [String]) -> Place? {
        guard let path = runs[Self.key(RunCommand.arguments(of: arguments))]?.path else { return nil }
        var place = Place(path, english: "Look at it", chinese: "看一看")
        // The first step that is shown alone, if it has a name of its own: "tls.finished", "tcp.data:2".
        let only = arguments.firstIndex(of: "--only").flatMap { arguments.dropFirst($0 + 1).first }
        if let step = only?.split(separator: ",").first, !step.hasSuffix("."), !step.hasPrefix("end"), step != "start" {
            place.fragment = "#step=\(step)" + (step.contains(":") ? "" : ":1")
        }
        return place
    }

    // MARK: What speaks of what

    /// The exhibits that a lesson names.
    func exhibits(of lesson: Lesson) -> [Card] {
        ExhibitName.allCases.map(\.card).filter { naming[Self.path(of: $0)]?.contains(lesson.number) == true }
    }

    /// The claims that a lesson names, and those with which classes get stuck at it.
    func claims(of lesson: Lesson) -> [Claim] {
        Claim.all.filter { claiming[$0.number]?.contains(lesson.number) == true }
    }

    /// The lessons that name an exhibit.
    func lessons(of card: Card) -> [Lesson] { lessons(naming[Self.path(of: card)] ?? []) }

    /// The lessons that name a claim or get stuck at it; where there is none, those that show its run or cite its rule, or else the lesson
    /// with the most claims of its subject.
    func lessons(of claim: Claim) -> [Lesson] {
        if let own = claiming[claim.number] { return lessons(own) }
        let showing = claim.runs.compactMap { place(of: $0.command) }.flatMap { naming[$0.path] ?? [] }
        if !showing.isEmpty { return Array(lessons(showing).prefix(3)) }
        let cited = claim.rules.compactMap { rule in rule.section.map { "\(rule.document) §\($0)" } }
        let citing = lessons.filter { lesson in cited.contains { Self.cites(lesson.markdown, $0) } }
        if !citing.isEmpty { return Array(citing.prefix(3)) }
        // No lesson speaks of it. The nearest is the one with the most claims of its subject.
        let near = Claim.all.filter { $0.subject == claim.subject }.flatMap { claiming[$0.number] ?? [] }
        let counted = lessons.map { lesson in (lesson: lesson, count: near.count { $0 == lesson.number }) }
        return counted.max { $0.count < $1.count }.map { [$0.lesson] } ?? []
    }

    private func lessons(_ numbers: [Int]) -> [Lesson] { lessons.filter { numbers.contains($0.number) } }

    /// The claims that an exhibit settles.
    func claims(of card: Card) -> [Claim] {
        Claim.all.filter { claim in
            claim.runs.contains { $0.arguments.first == "attack" && $0.arguments.dropFirst().first == card.name }
        }
    }

    /// Whether a text cites a section, and not only one below it: "§3.4" is not "§3.4.1".
    private static func cites(_ text: String, _ rule: String) -> Bool {
        text.ranges(of: rule).contains { range in
            let rest = text[range.upperBound...]
            return rest.first?.isNumber != true && !(rest.first == "." && rest.dropFirst().first?.isNumber == true)
        }
    }
}
