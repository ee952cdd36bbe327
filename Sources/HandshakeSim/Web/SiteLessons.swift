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
    func page(of lesson: Lesson, at index: Int, in lessons: [Lesson]) -> Page {
        let name = map.words(of: lesson, \.title)
        let title = Words(
            english: "Lesson \(lesson.number): \(name.english)", chinese: "第 \(lesson.number) 课：\(name.chinese)")
        let links =
            Self.places(from: SiteMap.path(of: lesson))
            + Self.neighbours(lessons, at: index, { map.words(of: $0, \.title) }, path: SiteMap.path)
        return Page(
            SiteMap.path(of: lesson), title: title, markdown: map.words(of: lesson, \.markdown),
            .runs { try $0.html(of: lesson, title: title, links: links, in: $1) })
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

    /// Finds the page on which the runs of each lesson's command stand.
    mutating func placeRuns() {
        for lesson in map.lessons {
            for (command, id) in shown(of: lesson).ids where firsts[command] == nil {
                firsts[command] = "\(SiteMap.path(of: lesson))#run=\(id)"
            }
        }
    }

    /// The page of another lesson that has the runs of a command; nil if they stand on the page of `lesson`.
    private func elsewhere(_ command: [String], than lesson: Lesson) -> String? {
        firsts[command].flatMap { place in
            let path = String(place.prefix { $0 != "#" })
            return path == SiteMap.path(of: lesson) ? nil : path
        }
    }

    /// The runs of a lesson's commands.
    private struct Shown {
        var set = RunSet.none
        /// The id of the first run of each command whose runs stand on the page.
        var ids: [[String]: String] = [:]
        /// The commands as they stand in the lesson, with their arguments and their first run.
        var lines: [(line: String, arguments: [String], run: String, journal: Journal, page: String?)] = []
    }

    /// The most events of the runs on a lesson's page, unless its first command alone has more: all pages together fit an archive of 160 MiB, and
    /// each 4 MiB. A command whose runs have no room has no link.
    private static let mostEvents = 1_300

    private func shown(of lesson: Lesson) -> Shown {
        var shown = Shown()
        var runs: [WebDocument.Run] = []
        var pairs: [(String, String)] = []
        var ids: [[String]: String] = [:]
        var (commands, events) = (0, 0)
        for (line, arguments, own) in Self.commands(in: lesson) {
            guard let set = sets[own], let first = set.runs.first else { continue }
            if ids[own] == nil {
                commands += 1
                let part = "run-\(commands)"
                // A run that another lesson has stands there alone. Each lesson has at least its first run.
                let size = set.runs.reduce(0) { $0 + $1.journal.events.count }
                let isHere =
                    isServed || runs.isEmpty
                    || elsewhere(own, than: lesson) == nil && events + size <= Self.mostEvents
                func id(_ run: String) -> String { set.runs.count == 1 ? part : "\(part)-\(run)" }
                ids[own] = id(first.id)
                for run in set.runs {
                    let command = run.command ?? own
                    // Each visit of a comparison is also the run of a command of its own.
                    if ids[command] == nil { ids[command] = id(run.id) }
                    if isHere, shown.ids[command] == nil, command != own { shown.ids[command] = id(run.id) }
                }
                if isHere {
                    shown.ids[own] = id(first.id)
                    runs += members(of: set, made: own, id)
                    pairs += set.pairs.map { (id($0.0), id($0.1)) }
                    events += size
                }
            }
            guard let run = ids[own] else { continue }
            if runs.contains(where: { $0.id == run }) {
                shown.lines.append((line, arguments, run, first.journal, nil))
            } else if let place = firsts[own]?.split(separator: "#run="), let path = place.first, let run = place.last {
                shown.lines.append((line, arguments, String(run), first.journal, String(path)))
            }
        }
        shown.set = RunSet(runs, pairs: pairs)
        return shown
    }

    /// The runs of a command on the page of a lesson, where each has another id.
    private func members(of set: RunSet, made own: [String], _ id: (String) -> String) -> [WebDocument.Run] {
        let label = "HandshakeSim \(own.map { $0.shellWord }.joined(separator: " "))"
        return set.runs.map { run in
            var member = WebDocument.Run(
                id(run.id),
                label: set.runs.count == 1
                    ? Words(same: label)
                    : Words(english: "\(label): \(run.label.english)", chinese: "\(label)：\(run.label.chinese)"),
                run.journal, command: run.command ?? own, telling: run.telling?.naming(runs: id))
            member.opens = run.opens
            return member
        }
    }

    private func html(
        of lesson: Lesson, title: Words, links: [WebArticle.Link], in language: Language
    ) throws -> String {
        let path = SiteMap.path(of: lesson)
        let shown = shown(of: lesson)
        var ways: [String: WebArticle.Way] = [:]
        for (line, arguments, run, journal, page) in shown.lines {
            // The runs stand once, on the English page: they have both languages, and take nearly all of its room.
            ways[line] = WebArticle.Way(
                run: run, step: RunRequest(arguments: arguments).step(in: journal) ?? 1,
                on: Words(english: page.map { "../\($0)" } ?? "", chinese: "../../\(page ?? path)"))
        }
        let steps = ways
        let exercises = try Self.exercises(of: lesson, in: language)
        let article = WebArticle(
            title: title, markdown: map.words(of: lesson, \.markdown), links: links,
            lists: [
                (
                    Words(english: "Exhibits of this lesson", chinese: "本课的展品"),
                    self.links(to: map.exhibits(of: lesson), from: path)
                ),
                (
                    Words(english: "Claims of this lesson", chinese: "本课的说法"),
                    self.links(to: map.claims(of: lesson), from: path)
                ),
            ],
            hasPlaces: true, exercises: { $0 == language ? exercises : [:] },
            // The way is the same from both forms of a lesson.
            terms: (Catalogue.terms(in:), SiteMap.way(from: path, to: SiteMap.glossary).english),
            way: { steps[$0] }, place: { link(for: $0, from: path) })
        return shown.set.runs.isEmpty || language != .english
            ? try WebPage.exercises(article, in: language)
            : try WebPage(.of(shown.set, command: []), article: article).html(in: language, hasOther: true)
    }

    /// The data with which a page checks the exercises of a lesson, for the seeds in the lesson, by the number of the exercise.
    private static func exercises(of lesson: Lesson, in language: Language) throws -> [Int: JSON] {
        var exercises: [Int: JSON] = [:]
        for task in lesson.tasks {
            exercises[task.number] = try Exercise.numbered(task.number, ofLesson: lesson.number)?
                .json(seed: task.seed ?? Lesson.defaultSeed, in: language)
        }
        return exercises
    }
}
