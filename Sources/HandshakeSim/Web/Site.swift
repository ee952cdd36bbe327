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
        let path: String
        let title: String
        /// The words that the search finds on the page, in Markdown.
        let markdown: String
        /// How the page is made: from texts alone, or from runs.
        let making: Making

        enum Making {
            case texts(@Sendable (Site) throws -> String)
            case runs(@Sendable (Site) async throws -> String)
        }

        init(_ path: String, title: String, markdown: String = "", _ making: Making) {
            self.path = path
            self.title = title
            self.markdown = markdown
            self.making = making
        }

        func html(in site: Site) async throws -> String {
            switch making {
            case .texts(let make): try make(site)
            case .runs(let make): try await make(site)
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

    /// A site whose runs are not made yet.
    init(isServed: Bool = false) throws(LessonError) {
        map = SiteMap(try Catalogue.lessons())
        self.isServed = isServed
    }

    /// All pages but the search and the first one.
    private var pages: [Page] {
        let cards = ExhibitName.allCases.map(\.card)
        return map.lessons.enumerated().map { Self.page(of: $1, at: $0, in: map.lessons) }
            + SiteMap.shown.compactMap { Self.page(of: $0) }
            + Catalogue.machines.compactMap { Self.page(ofMachine: $0) }
            + [Self.museum] + cards.enumerated().map { Self.page(of: $1, at: $0, in: cards) }
            + [Self.clinic] + Claim.all.enumerated().map { Self.page(of: $1, at: $0) }
            + [Self.teachers(map.lessons), Self.glossary, Self.designs]
    }

    /// Makes all files, and gives each to `write` as soon as it is made.
    ///
    /// - Throws: the errors of `write`; ``LessonError`` and ``WebProblem`` for a mistake in the program's own lessons and runs, which tests
    ///   exclude.
    static func make(_ write: (File) throws -> Void) async throws {
        var site = try Site()
        site.sets = try await runs(of: site.map.lessons)
        let (made, pages) = (site, site.pages)
        try await InOrder.make(pages.count) { index in
            File(path: pages[index].path, html: try await pages[index].html(in: made))
        } take: { file in
            try write(file)
        }
        try write(try made.search())
        try write(File(path: SiteMap.index, html: try await made.index()))
    }

    var paths: Set<String> { Set(pages.map(\.path) + [SearchPage.path, SiteMap.index]) }

    /// Makes a page of texts alone; nil if the page has runs, or if there is none at this path.
    func text(at path: String) -> (() throws -> String)? {
        if path == SearchPage.path { return { try search().html } }
        guard case .texts(let make)? = pages.first(where: { $0.path == path })?.making else { return nil }
        return { try make(self) }
    }

    /// Makes one page of the site; nil if there is none at this path.
    ///
    /// - Throws: ``WebProblem`` if its runs take too long; the errors of ``make(_:)``.
    func html(at path: String) async throws -> String? {
        if path == SiteMap.index { return try await index() }
        var site = self
        site.sets = try await Self.runs(of: map.lessons.filter { SiteMap.path(of: $0) == path }, within: patience)
        return try await pages.first { $0.path == path }?.html(in: site)
    }

    private func search() throws -> File {
        var search = SearchPage()
        for page in pages where !page.markdown.isEmpty {
            search.add(page.path, title: page.title, markdown: page.markdown)
        }
        for term in Catalogue.terms {
            search.add(
                "\(SiteMap.glossary)#\(Term.anchor(term.name))", title: term.name,
                markdown: "# \(term.name)\n\(term.text)")
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
                path, title: run.title, markdown: run.command,
                .runs { site in
                    let document = try await RunRequest(arguments: run.arguments).document(
                        RunBudget(within: site.patience))
                    let title = run.title == run.command ? "" : "# \(run.title)\n\n"
                    let article = WebArticle(
                        title: run.title, markdown: "\(title)```text\n\(run.command)\n```\n", links: places(from: path))
                    return try WebPage(document, article: article).html()
                })
        }
    }

    /// The page of a machine that is learned. It has no run.
    private static func page(ofMachine machine: Catalogue.Exhibit) -> Page? {
        machine.path.map { path in
            Page(
                path, title: machine.title, markdown: "# \(machine.title)\n\n\(machine.command)",
                .runs { _ in
                    guard let command = await HandshakeSim.command(of: machine.arguments) as? LearnCommand else {
                        throw WebProblem.arguments(machine.command)
                    }
                    let report = Report([.commands([machine.command])]) + (try command.outcome().page)
                    return WebPage.plain(WebArticle(title: machine.title, report, links: places(from: path)))
                })
        }
    }

    private static func teachers(_ lessons: [Lesson]) -> Page {
        let (path, text) = (SiteMap.teachers, TeachersPage.text(lessons))
        return Page(
            path, title: TeachersPage.title, markdown: text,
            .texts { site in
                WebPage.plain(
                    WebArticle(
                        title: TeachersPage.title, markdown: text, links: places(from: path),
                        lists: [("Lessons", site.links(to: lessons, from: path))],
                        place: { site.link(for: $0, from: path) }))
            })
    }
}
