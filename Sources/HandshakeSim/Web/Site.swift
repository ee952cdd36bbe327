import Render
import Simulator

/// The lessons and a gallery of runs as pages for any web host, or for a folder on a disk. Each page is whole in itself.
struct Site {
    /// A file of it.
    struct File {
        /// Where it stands in the site: "lessons/01-the-three-way-handshake.html".
        let path: String
        let html: String
    }

    /// A page of the gallery.
    private struct Exhibit {
        let file: String
        let arguments: [String]
        let title: String
    }

    /// Runs that several pages have, by their command lines.
    private var harvests: [[String]: RunGathering.Harvest?] = [:]

    /// Hands over each file when it is made.
    ///
    /// - Throws: what `write` throws, and ``LessonError``, ``WebProblem`` for lessons and runs of the program itself, which a test reads.
    static func make(_ write: (File) throws -> Void) async throws {
        var site = Site()
        let lessons = try LessonCommand.all()
        for (index, lesson) in lessons.enumerated() {
            try write(
                try await site.page(
                    of: lesson, before: index > 0 ? lessons[index - 1] : nil,
                    after: index + 1 < lessons.count ? lessons[index + 1] : nil))
        }
        for exhibit in exhibits { try write(try await page(of: exhibit)) }
        try write(index(of: lessons))
    }

    // MARK: Lessons

    /// "01-the-three-way-handshake.html".
    static func fileName(of lesson: Lesson) -> String {
        let number = (lesson.number < 10 ? "0" : "") + String(lesson.number)
        let words = lesson.title.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        return ([number] + words.map { String($0) }).joined(separator: "-") + ".html"
    }

    private mutating func page(of lesson: Lesson, before: Lesson?, after: Lesson?) async throws -> File {
        var runs: [WebDocument.Run] = []
        var pairs: [(String, String)] = []
        var ids: [[String]: String] = [:]
        var ways: [String: WebArticle.Way] = [:]
        for line in WebArticle.commands(in: lesson.markdown) {
            guard let words = ShellWords.words(of: line), words.first == "HandshakeSim" else { continue }
            let arguments = Array(words.dropFirst())
            let own = RunCommand.arguments(of: arguments)
            guard let harvest = await harvest(of: own), let first = harvest.runs.first else { continue }
            if ids[own] == nil {
                let part = "run-\(ids.count + 1)"
                func id(_ run: String) -> String { harvest.runs.count == 1 ? part : "\(part)-\(run)" }
                let label = "HandshakeSim \(own.joined(separator: " "))"
                for run in harvest.runs {
                    runs.append(
                        WebDocument.Run(
                            id(run.id), label: harvest.runs.count == 1 ? label : "\(label): \(run.label)", run.journal,
                            command: own))
                }
                pairs += harvest.pairs.map { (id($0.0), id($0.1)) }
                ids[own] = id(first.id)
            }
            guard let run = ids[own] else { continue }
            ways[line] = WebArticle.Way(run: run, step: RunRequest(arguments: arguments).step(in: first.journal) ?? 1)
        }
        var links = [WebArticle.Link("All lessons", to: "../index.html")]
        if let before { links.append(WebArticle.Link("Before: \(before.title)", to: Self.fileName(of: before))) }
        if let after { links.append(WebArticle.Link("Next: \(after.title)", to: Self.fileName(of: after))) }
        let article = WebArticle(
            title: "Lesson \(lesson.number): \(lesson.title)", markdown: lesson.markdown, links: links
        ) { ways[$0] }
        let html =
            runs.isEmpty
            ? WebPage.plain(article)
            : try WebPage(.of(runs, pairs: pairs, command: []), article: article).html()
        return File(path: "lessons/\(Self.fileName(of: lesson))", html: html)
    }

    /// The runs of a command; nil for one that makes none that a page can show. Each is made once.
    private mutating func harvest(of arguments: [String]) async -> RunGathering.Harvest? {
        if harvests[arguments] == nil {
            harvests[arguments] = .some(try? await RunRequest(arguments: arguments).harvest(within: nil))
        }
        return harvests[arguments] ?? nil
    }

    // MARK: Gallery

    private static var exhibits: [Exhibit] {
        let visits: [Exhibit] = [
            Exhibit(file: "visit-dh", arguments: ["--dh", "--seed", "7"], title: "A visit: ephemeral Diffie–Hellman"),
            Exhibit(file: "visit-rsa", arguments: ["--rsa", "--seed", "7"], title: "A visit: RSA key transport"),
            Exhibit(file: "visit-tls13", arguments: ["--tls13", "--seed", "7"], title: "A visit: TLS 1.3"),
            Exhibit(
                file: "visit-loss", arguments: ["--dh", "--seed", "7", "--loss", "0.2"],
                title: "A visit over a wire that loses a fifth of the packets"),
            Exhibit(
                file: "visit-client-certificate", arguments: ["--dh", "--seed", "7", "--client-cert", "good"],
                title: "A visit with a client certificate"),
        ]
        let scenarios =
            Scenario.all.map { ($0.name, $0.title) } + Counterexample.all.map { ($0.name, $0.title) }
        return visits
            + scenarios.map { Exhibit(file: "tcp-\($0.0)", arguments: ["tcp", $0.0], title: $0.1) }
            + [Exhibit(file: "attack-mitm", arguments: ["attack", "mitm"], title: "What does an interceptor get?")]
    }

    private static func page(of exhibit: Exhibit) async throws -> File {
        let document = try await RunRequest(arguments: exhibit.arguments).document()
        let command = "HandshakeSim \(exhibit.arguments.joined(separator: " "))"
        let article = WebArticle(
            title: exhibit.title, markdown: "# \(exhibit.title)\n\n```sh\n\(command)\n```\n",
            links: [WebArticle.Link("All lessons and runs", to: "../index.html")])
        return File(path: "runs/\(exhibit.file).html", html: try WebPage(document, article: article).html())
    }

    private static func index(of lessons: [Lesson]) -> File {
        let rows = lessons.map { lesson in
            WebArticle.Link("\(lesson.number). \(lesson.title)", to: "lessons/\(fileName(of: lesson))", lesson.summary)
        }
        let runs = exhibits.map { WebArticle.Link($0.title, to: "runs/\($0.file).html") }
        let article = WebArticle(
            title: "HandshakeSim: how HTTPS works, run byte for byte",
            markdown: """
                # HandshakeSim: how HTTPS works, run byte for byte

                Every page holds its runs whole: each packet, each octet and each reason. No page asks the network for anything.
                """,
            lists: [("Lessons", rows), ("Runs to look at", runs)])
        return File(path: "index.html", html: WebPage.plain(article))
    }
}
