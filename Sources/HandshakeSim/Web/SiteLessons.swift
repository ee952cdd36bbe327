import Classroom
import Render
import Trace

/// The pages of the lessons.
extension Site {
    /// The runs of all commands in lessons, each made once. A command that makes no runs that a page can show is left out.
    ///
    /// - Parameter limit: how long each may take; nil for no limit.
    static func runs(of lessons: [Lesson], within limit: Duration? = nil) async throws -> [[String]: RunSet] {
        var commands: [[String]] = []
        for command in lessons.flatMap({ Self.commands(in: $0).map(\.own) }) where !commands.contains(command) {
            // An exhibit takes a long time and has thousands of segments. So the page of a lesson has only its text.
            let exhibit = (await HandshakeSim.command(of: command) as? any ShowingCommand)?.show
            if exhibit == nil { commands.append(command) }
        }
        let made = commands
        var sets: [[String]: RunSet] = [:]
        try await InOrder.make(made.count) { place in
            (made[place], try? await RunRequest(arguments: made[place]).runs(RunBudget(within: limit)))
        } take: { command, set in
            sets[command] = set
        }
        return sets
    }

    /// The command lines of this program in a lesson, with the arguments of each, and those arguments that make its runs.
    private static func commands(in lesson: Lesson) -> [(line: String, arguments: [String], own: [String])] {
        WebArticle.commands(in: lesson.markdown).compactMap { line in
            guard let words = ShellWords.words(of: line), words.first == "HandshakeSim" else { return nil }
            let arguments = Array(words.dropFirst())
            return (line, arguments, RunCommand.arguments(of: arguments))
        }
    }

    /// The page of a lesson, with its runs.
    static func page(of lesson: Lesson, at index: Int, in lessons: [Lesson]) -> Page {
        let title = "Lesson \(lesson.number): \(lesson.title)"
        let links =
            places(from: SiteMap.path(of: lesson)) + neighbours(lessons, at: index, \.title, path: SiteMap.path)
        return Page(
            SiteMap.path(of: lesson), title: title, markdown: lesson.markdown,
            .runs { try $0.html(of: lesson, title: title, links: links) })
    }

    /// The places of runs that are on the pages of lessons: for each command that is wanted, the first lesson that has it.
    func places(of wanted: Set<[String]>) -> [[String]: String] {
        var places: [[String]: String] = [:]
        for lesson in map.lessons {
            for (command, id) in shown(of: lesson).ids where wanted.contains(command) && places[command] == nil {
                places[command] = "\(SiteMap.path(of: lesson))#run=\(id)"
            }
        }
        return places
    }

    /// The runs of a lesson's commands.
    private struct Shown {
        var set = RunSet.none
        /// The id of each command's first run.
        var ids: [[String]: String] = [:]
        /// The commands as they stand in the lesson, with their arguments and their first run.
        var lines: [(line: String, arguments: [String], run: String, journal: Journal)] = []
    }

    private func shown(of lesson: Lesson) -> Shown {
        var shown = Shown()
        var runs: [WebDocument.Run] = []
        var pairs: [(String, String)] = []
        var commands = 0
        for (line, arguments, own) in Self.commands(in: lesson) {
            guard let set = sets[own], let first = set.runs.first else { continue }
            if shown.ids[own] == nil {
                commands += 1
                let part = "run-\(commands)"
                func id(_ run: String) -> String { set.runs.count == 1 ? part : "\(part)-\(run)" }
                let label = "HandshakeSim \(own.map { $0.shellWord }.joined(separator: " "))"
                for run in set.runs {
                    let command = run.command ?? own
                    // Each visit of a comparison is also the run of a command of its own.
                    if shown.ids[command] == nil, command != own { shown.ids[command] = id(run.id) }
                    var member = WebDocument.Run(
                        id(run.id), label: set.runs.count == 1 ? label : "\(label): \(run.label)",
                        run.journal, command: command, telling: run.telling?.naming(runs: id))
                    member.opens = run.opens
                    runs.append(member)
                }
                pairs += set.pairs.map { (id($0.0), id($0.1)) }
                shown.ids[own] = id(first.id)
            }
            guard let run = shown.ids[own] else { continue }
            shown.lines.append((line, arguments, run, first.journal))
        }
        shown.set = RunSet(runs, pairs: pairs)
        return shown
    }

    private func html(of lesson: Lesson, title: String, links: [WebArticle.Link]) throws -> String {
        let path = SiteMap.path(of: lesson)
        let shown = shown(of: lesson)
        var ways: [String: WebArticle.Way] = [:]
        for (line, arguments, run, journal) in shown.lines {
            ways[line] = WebArticle.Way(run: run, step: RunRequest(arguments: arguments).step(in: journal) ?? 1)
        }
        let steps = ways
        let article = WebArticle(
            title: title, markdown: lesson.markdown, links: links,
            lists: [
                ("Exhibits of this lesson", self.links(to: map.exhibits(of: lesson), from: path)),
                ("Claims of this lesson", self.links(to: map.claims(of: lesson), from: path)),
            ],
            exercises: try Self.exercises(of: lesson),
            terms: (Catalogue.terms, SiteMap.way(from: path, to: SiteMap.glossary)),
            way: { steps[$0] }, place: { link(for: $0, from: path) })
        return shown.set.runs.isEmpty
            ? try WebPage.exercises(article) : try WebPage(.of(shown.set, command: []), article: article).html()
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
}
