import Classroom
import Clinic
import Museum
import Render
import Trace

/// The lessons and a gallery of runs as pages, for any web host or for a folder on a disk. Each page contains all its data.
struct Site {
    /// A file of the site.
    struct File {
        /// The path in the site, such as "lessons/01-the-three-way-handshake.html".
        let path: String
        let html: String
    }

    /// The path of the page with the glossary.
    private static let glossary = "glossary.html"

    /// The runs of the lessons by their command lines. Several pages can use the same runs.
    private var sets: [[String]: RunSet] = [:]

    /// The link from the index to the first place of each run on the pages of lessons, by the command line of the run.
    private var places: [[String]: String] = [:]

    /// Makes all files, and gives each to `write` as soon as it is made.
    ///
    /// - Throws: the errors of `write`; ``LessonError`` and ``WebProblem`` for a mistake in the program's own lessons and runs, which tests
    ///   exclude.
    static func make(_ write: (File) throws -> Void) async throws {
        let lessons = try Catalogue.lessons()
        var site = try await Site(runsOf: lessons)
        var search = SearchPage()
        let made = site
        try await InOrder.make(lessons.count) { index in
            try await made.page(
                of: lessons[index], before: index > 0 ? lessons[index - 1] : nil,
                after: index + 1 < lessons.count ? lessons[index + 1] : nil)
        } take: { page in
            try write(page.file)
            site.places.merge(page.places) { first, _ in first }
        }
        for lesson in lessons {
            search.add(
                "lessons/\(fileName(of: lesson))", title: "Lesson \(lesson.number): \(lesson.title)",
                markdown: lesson.markdown)
        }
        let exhibits = Catalogue.gallery.flatMap(\.exhibits).compactMap { exhibit in
            exhibit.file.map { (exhibit, $0) }
        }
        try await InOrder.make(exhibits.count) { place in
            try await page(of: exhibits[place].0, in: exhibits[place].1)
        } take: { file in
            try write(file)
        }
        for (exhibit, file) in exhibits {
            search.add("runs/\(file).html", title: exhibit.title, markdown: exhibit.command)
        }
        for (path, title, markdown) in [
            ("clinic.html", Claim.title, Claim.page()), ("museum.html", MuseumPage.title, MuseumPage.text),
            ("teachers.html", TeachersPage.title, TeachersPage.text(lessons)),
            (glossary, "Words of the lessons", Catalogue.glossary),
        ] {
            let article = WebArticle(
                title: title, markdown: markdown, links: [WebArticle.Link("All lessons and runs", to: "index.html")],
                lists: path == "teachers.html" ? [("Lessons", links(to: lessons))] : [], isGlossary: path == glossary)
            try write(File(path: path, html: WebPage.plain(article)))
            search.add(path, title: title, markdown: markdown)
        }
        try write(search.file())
        try write(try await site.index(of: lessons))
    }

    // MARK: Lessons

    /// Makes the runs of all commands in the lessons, each once. A command that makes no runs that a page can show is left out.
    private init(runsOf lessons: [Lesson]) async throws {
        var commands: [[String]] = []
        for command in lessons.flatMap({ Self.commands(in: $0).map(\.own) }) where !commands.contains(command) {
            // An exhibit takes a long time and has thousands of segments. So the page of a lesson has only its text.
            let exhibit = (await HandshakeSim.command(of: command) as? any ShowingCommand)?.show
            if exhibit == nil { commands.append(command) }
        }
        let made = commands
        try await InOrder.make(made.count) { place in
            (made[place], try? await RunRequest(arguments: made[place]).runs(RunBudget(within: nil)))
        } take: { command, set in
            sets[command] = set
        }
    }

    /// The command lines of this program in a lesson, with the arguments of each, and those arguments that make its runs.
    private static func commands(in lesson: Lesson) -> [(line: String, arguments: [String], own: [String])] {
        WebArticle.commands(in: lesson.markdown).compactMap { line in
            guard let words = ShellWords.words(of: line), words.first == "HandshakeSim" else { return nil }
            let arguments = Array(words.dropFirst())
            return (line, arguments, RunCommand.arguments(of: arguments))
        }
    }

    /// The name of the file of a lesson, such as "01-the-three-way-handshake.html".
    static func fileName(of lesson: Lesson) -> String {
        let number = (lesson.number < 10 ? "0" : "") + String(lesson.number)
        let words = lesson.title.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        return ([number] + words.map { String($0) }).joined(separator: "-") + ".html"
    }

    /// The page of a lesson, and the links to the first place of each of its runs.
    private func page(
        of lesson: Lesson, before: Lesson?, after: Lesson?
    ) async throws -> (file: File, places: [[String]: String]) {
        var places: [[String]: String] = [:]
        var runs: [WebDocument.Run] = []
        var pairs: [(String, String)] = []
        var commands = 0
        var ids: [[String]: String] = [:]
        var ways: [String: WebArticle.Way] = [:]
        for (line, arguments, own) in Self.commands(in: lesson) {
            guard let set = sets[own], let first = set.runs.first else { continue }
            if ids[own] == nil {
                commands += 1
                let part = "run-\(commands)"
                func id(_ run: String) -> String { set.runs.count == 1 ? part : "\(part)-\(run)" }
                let label = "HandshakeSim \(own.map { $0.shellWord }.joined(separator: " "))"
                for run in set.runs {
                    let command = run.command ?? own
                    // Each visit of a comparison is also the run of a command of its own.
                    if ids[command] == nil, command != own { ids[command] = id(run.id) }
                    var member = WebDocument.Run(
                        id(run.id), label: set.runs.count == 1 ? label : "\(label): \(run.label)",
                        run.journal, command: command, telling: run.telling?.naming(runs: id))
                    member.opens = run.opens
                    runs.append(member)
                }
                pairs += set.pairs.map { (id($0.0), id($0.1)) }
                ids[own] = id(first.id)
            }
            guard let run = ids[own] else { continue }
            if places[own] == nil { places[own] = "lessons/\(Self.fileName(of: lesson))#run=\(run)" }
            ways[line] = WebArticle.Way(run: run, step: RunRequest(arguments: arguments).step(in: first.journal) ?? 1)
        }
        var links = [WebArticle.Link("All lessons", to: "../index.html")]
        if let before { links.append(WebArticle.Link("Before: \(before.title)", to: Self.fileName(of: before))) }
        if let after { links.append(WebArticle.Link("Next: \(after.title)", to: Self.fileName(of: after))) }
        let article = WebArticle(
            title: "Lesson \(lesson.number): \(lesson.title)", markdown: lesson.markdown, links: links,
            exercises: try Self.exercises(of: lesson), terms: (Catalogue.terms, "../\(Self.glossary)")
        ) { ways[$0] }
        let html =
            runs.isEmpty
            ? try WebPage.exercises(article)
            : try WebPage(.of(RunSet(runs, pairs: pairs), command: []), article: article).html()
        return (File(path: "lessons/\(Self.fileName(of: lesson))", html: html), places)
    }

    /// The data with which a page checks the exercises of a lesson, for the seeds in the lesson, by the number of the exercise.
    private static func exercises(of lesson: Lesson) throws -> [Int: JSON] {
        var exercises: [Int: JSON] = [:]
        for task in lesson.tasks {
            exercises[task.number] = try Exercise.numbered(task.number, ofLesson: lesson.number)?
                .json(seed: task.seed ?? Lesson.defaultSeed)
        }
        return exercises
    }

    // MARK: Gallery

    private static func page(of exhibit: Catalogue.Exhibit, in file: String) async throws -> File {
        let document = try await RunRequest(arguments: exhibit.arguments).document()
        let article = WebArticle(
            title: exhibit.title, markdown: "# \(exhibit.title)\n\n```sh\n\(exhibit.command)\n```\n",
            links: [WebArticle.Link("All lessons and runs", to: "../index.html")])
        return File(path: "runs/\(file).html", html: try WebPage(document, article: article).html())
    }

    // MARK: The first page

    /// The first page: a visit, links for different readers, and lists of all pages.
    ///
    /// - Throws: ``WebProblem`` if a run of the gallery is on no page; the errors of ``WebPage/html(check:)``.
    private func index(of lessons: [Lesson]) async throws -> File {
        let runs = try Catalogue.gallery.map { group throws(WebProblem) in
            let links = try group.exhibits.map { exhibit throws(WebProblem) in
                guard let place = exhibit.file.map({ "runs/\($0).html" }) ?? places[exhibit.arguments] else {
                    throw .arguments("No lesson has the run of '\(exhibit.arguments.joined(separator: " "))'.")
                }
                return WebArticle.Link(exhibit.title, to: place)
            }
            return (title: group.title, links: links)
        }
        let title = "HandshakeSim: how HTTPS works, run byte for byte"
        let article = WebArticle(
            title: title,
            markdown: """
                # \(title)

                Below is one visit to a page over HTTPS, from the first packet to the last. The arrow keys step through it. \
                Every page here holds its runs whole: each packet, each octet and each reason. No page asks the network for anything.
                """,
            lists: [("", Self.waysIn(lessons))])
        let visit = try await RunRequest(arguments: ["--dh", "--seed", "7"]).document()
        let appendix = WebArticle(title: title, markdown: "", lists: [("Lessons", Self.links(to: lessons))] + runs)
        return File(path: "index.html", html: try WebPage(visit, article: article, appendix: appendix).html())
    }

    /// A link to each lesson from a page at the top of the site.
    private static func links(to lessons: [Lesson]) -> [WebArticle.Link] {
        lessons.map { lesson in
            WebArticle.Link(
                "\(lesson.number). \(lesson.title)", to: "lessons/\(fileName(of: lesson))", lesson.summary)
        }
    }

    /// Links to the pages with which learners, teachers and engineers can begin.
    private static func waysIn(_ lessons: [Lesson]) -> [WebArticle.Link] {
        func lesson(_ number: Int) -> String {
            lessons.first { $0.number == number }.map { "lessons/\(fileName(of: $0))" } ?? "#hs-more"
        }
        return [
            WebArticle.Link(
                "To learn how it works", to: lesson(1),
                "Begin with lesson 1. Each lesson tells a story, shows its runs, and ends with exercises."),
            WebArticle.Link(
                "To test what many people say", to: "clinic.html",
                "Each sentence has a verdict, what is true in it, and the run that settles it."),
            WebArticle.Link(
                "To see why each rule is there", to: "museum.html",
                "A museum of attacks: each with a rule missing and with the rule in place, and what it costs."),
            WebArticle.Link(
                "To teach it", to: "teachers.html",
                "A course of six sessions with a plan for each. Each lesson is a handout with goals, common mistakes and exercises."
            ),
            WebArticle.Link(
                "To find a word", to: SearchPage.path, "A search over all these pages."),
            WebArticle.Link(
                "To look a term up", to: glossary,
                "Each term of the lessons, with the document that defines it."),
            WebArticle.Link(
                "To find out why a connection fails", to: lesson(6),
                "Lessons 6 to 10: chains, names, pinning, App Transport Security, client certificates. The command HandshakeSim doctor examines a server of yours."
            ),
        ]
    }
}
