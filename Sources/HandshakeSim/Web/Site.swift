import Classroom
import Misconceptions
import Museum
import Render
import Trace

/// The lessons, the museum, the clinic and a gallery of runs as pages, for any web host or for a folder on a disk. Each page contains all its
/// data.
struct Site: Sendable {
    /// A file of the site.
    struct File {
        /// The path in the site, such as "lessons/01-the-three-way-handshake.html".
        let path: String
        let html: String
    }

    /// A page before it is made.
    struct Page: Sendable {
        /// The path of its English form.
        let path: String
        let title: Words
        /// The words that the search finds on the page, in Markdown.
        let markdown: Words
        /// How the page is made: from texts alone, or from runs.
        let making: Making

        enum Making {
            case texts(@Sendable (Site, Language) throws -> String)
            case runs(@Sendable (Site, Language) async throws -> String)
        }

        init(_ path: String, title: Words, markdown: Words = "", _ making: Making) {
            self.path = path
            self.title = title
            self.markdown = markdown
            self.making = making
        }

        /// The languages in which the page stands in the site.
        var languages: [Language] { SiteMap.isInEachLanguage(path) ? Language.allCases : [.english] }

        func html(in site: Site, _ language: Language) async throws -> String {
            switch making {
            case .texts(let make): try make(site, language)
            case .runs(let make): try await make(site, language)
            }
        }
    }

    /// The largest page of the site, in octets.
    static let longestPage = 4 << 20

    /// Where the pages stand.
    let map: SiteMap
    /// Whether the program serves the pages. Then a run of the gallery is made when it is asked for.
    let isServed: Bool
    /// How long the runs of a page may take; nil for no limit.
    var patience: Duration? { isServed ? RunRequest.patience : nil }
    /// The runs of the lessons by their command lines. Several pages can use the same runs.
    private(set) var sets: [[String]: RunSet] = [:]
    /// Where the runs of a lesson's command stand: a page with a fragment. Empty where each page has all its runs.
    var firsts: [[String]: String] = [:]

    /// A site whose runs are not made yet.
    init(isServed: Bool = false) throws(LessonError) {
        map = try SiteMap()
        self.isServed = isServed
    }

    /// All pages but the search and the first one.
    private var pages: [Page] {
        let cards = ExhibitName.allCases.map(\.card)
        return map.lessons.enumerated().map { page(of: $1, at: $0, in: map.lessons) }
            + SiteMap.shown.compactMap { Self.page(of: $0) }
            + Catalogue.machines.compactMap { Self.page(ofMachine: $0) }
            + [Self.museum] + cards.enumerated().map { Self.page(of: $1, at: $0, in: cards) }
            + [Self.clinic] + Claim.all.enumerated().map { Self.page(of: $1, at: $0) }
            + [teachers, Self.glossary, Self.designs]
    }

    /// Makes all files, and gives each to `write` as soon as it is made.
    ///
    /// - Throws: the errors of `write`; ``LessonError`` and ``WebProblem`` for a mistake in the program's own lessons and runs, which tests
    ///   exclude.
    static func make(_ write: (File) throws -> Void) async throws {
        var site = try Site()
        site.sets = try await runs(of: site.map.lessons)
        site.placeRuns()
        let made = site
        let forms = made.pages.flatMap { page in page.languages.map { (page: page, language: $0) } }
        try await InOrder.make(forms.count) { index in
            let (page, language) = forms[index]
            return File(
                path: SiteMap.path(page.path, in: language), html: try await page.html(in: made, language))
        } take: { file in
            try write(file)
        }
        for language in Language.allCases {
            try write(try made.search(in: language))
            try write(File(path: SiteMap.path(SiteMap.index, in: language), html: try await made.index(in: language)))
        }
    }

    var paths: Set<String> {
        let forms = pages.flatMap { page in page.languages.map { SiteMap.path(page.path, in: $0) } }
        let others = Language.allCases.flatMap { language in
            [SearchPage.path, SiteMap.index].map { SiteMap.path($0, in: language) }
        }
        return Set(forms + others)
    }

    /// The path of the English form of a page, and the language of the form at this path.
    private static func form(at path: String) -> (path: String, language: Language) {
        path.hasPrefix(SiteMap.chineseFolder)
            ? (String(path.dropFirst(SiteMap.chineseFolder.count)), .chinese) : (path, .english)
    }

    /// Makes a page of texts alone; nil if the page has runs, or if there is none at this path.
    func text(at path: String) -> (() throws -> String)? {
        let (path, language) = Self.form(at: path)
        if path == SearchPage.path { return { try search(in: language).html } }
        guard case .texts(let make)? = pages.first(where: { $0.path == path })?.making else { return nil }
        return { try make(self, language) }
    }

    /// Makes one page of the site; nil if there is none at this path.
    ///
    /// - Throws: ``WebProblem`` if its runs take too long; the errors of ``make(_:)``.
    func html(at path: String) async throws -> String? {
        let (path, language) = Self.form(at: path)
        if path == SiteMap.index { return try await index(in: language) }
        var site = self
        site.sets = try await Self.runs(of: map.lessons.filter { SiteMap.path(of: $0) == path }, within: patience)
        return try await pages.first { $0.path == path }?.html(in: site, language)
    }

    private func search(in language: Language) throws -> File {
        var search = SearchPage(language: language)
        for page in pages where !page.markdown.isEmpty {
            search.add(
                page.path, title: page.title.sentence(in: language), markdown: page.markdown.sentence(in: language))
        }
        for term in Catalogue.terms(in: language) {
            search.add(
                "\(SiteMap.glossary)#\(term.anchor)", title: term.heading,
                markdown: "# \(term.heading)\n\(term.text)")
        }
        return try search.file(links: Self.places(from: SearchPage.path))
    }

    /// The link to the page of a command; nil if there is none.
    func link(for command: String, from path: String) -> WebArticle.Link? { map.link(for: command, from: path) }

    // MARK: Runs and texts

    /// The page of a run of the gallery; nil if the run is on the page of a lesson.
    private static func page(of run: Catalogue.Exhibit) -> Page? {
        run.path.map { path in
            Page(
                path, title: run.title, markdown: Words(same: run.command),
                .runs { site, language in
                    let document = try await RunRequest(arguments: run.arguments).document(
                        RunBudget(within: site.patience))
                    let title = run.title
                    let heading: Words = title.english == run.command ? "" : "# \(title)\n\n"
                    let article = WebArticle(
                        title: title, markdown: "\(heading)```text\n\(run.command)\n```\n", links: places(from: path))
                    return try WebPage(document, article: article)
                        .html(in: language, hasOther: SiteMap.isInEachLanguage(path))
                })
        }
    }

    /// The page of a machine that is learned. It has no run.
    private static func page(ofMachine machine: Catalogue.Exhibit) -> Page? {
        machine.path.map { path in
            let title = machine.title
            return Page(
                path, title: title, markdown: "# \(title)\n\n\(machine.command)",
                .runs { _, language in
                    guard let command = await HandshakeSim.command(of: machine.arguments) as? LearnCommand else {
                        throw WebProblem.arguments(machine.command)
                    }
                    let report = Report([.commands([machine.command])]) + (try command.outcome().page)
                    return WebPage.plain(WebArticle(title: title, report, links: places(from: path)), in: language)
                })
        }
    }

    private var teachers: Page {
        let path = SiteMap.teachers
        let text = Self.both { TeachersPage.text(map.lessons(in: $0), in: $0) }
        return Page(
            path, title: TeachersPage.title, markdown: text,
            .texts { site, language in
                WebPage.plain(
                    WebArticle(
                        title: TeachersPage.title, markdown: text, links: Self.places(from: path),
                        lists: [(Self.lessonsHead, site.links(to: site.map.lessons, from: path))],
                        place: { site.link(for: $0, from: path) }), in: language)
            })
    }
}
