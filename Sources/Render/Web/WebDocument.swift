import Trace

/// The document of a page: one run or several. Each run has its journal as `--json` writes it, and data that the script of the page
/// could only work out with knowledge of the protocols.
///
/// docs/web.md describes the document.
package struct WebDocument: Sendable {
    /// One run of a document.
    package struct Run: Sendable {
        /// The name of the run in links: lower-case letters, digits and dashes.
        package let id: String
        /// The name of the run for readers.
        package let label: Words
        /// The events of the run.
        package let journal: Journal
        /// The arguments of a command line that makes this run alone; nil if only the command line of the document makes it.
        package let command: [String]?
        /// Whether the command line takes rules for the wire. A served page can then run it again and lose one of the packets.
        package var takesRules = true
        /// What the page is called at this run, and a line about it; nil if the title and the settings of the journal say it.
        package let heading: (title: Words, about: Words)?
        /// The report of the command beside the run; nil if there is none.
        package let telling: Report?
        /// The packet at which a page of the run opens; nil if the script of the page chooses the step.
        package var opens: Int?

        /// The run called `id`; a `label` that is nil is the journal's title.
        package init(
            _ id: String, label: Words? = nil, _ journal: Journal, command: [String]? = nil,
            heading: (title: Words, about: Words)? = nil, telling: Report? = nil
        ) {
            self.id = id
            self.heading = heading
            self.telling = telling
            self.command = command
            self.label = label ?? Words(journal.title)
            self.journal = journal
        }
    }

    /// The document's version. It grows when a member changes its meaning or goes away.
    package static let version = 1

    /// The name and version of the program.
    package let program: String
    /// The arguments of the command line that made the runs.
    package let command: [String]
    /// The runs of the document: at least one.
    package let runs: [Run]
    /// The ids of the runs that stand side by side.
    package let pairs: [(String, String)]
    /// The state diagrams of specifications, for the state machines of the runs.
    package let diagrams: [StateDiagram]

    /// A document of `runs`.
    package init(
        program: String, command: [String], runs: [Run], pairs: [(String, String)] = [], diagrams: [StateDiagram] = []
    ) {
        self.program = program
        self.command = command
        self.runs = runs
        self.pairs = pairs
        self.diagrams = diagrams
    }

    /// The whole document.
    package var json: JSON { json {} }

    /// The whole document.
    ///
    /// - Parameter check: is called before each event and each packet. What it throws ends the work.
    package func json(check: () throws -> Void) rethrows -> JSON {
        let values = try runs.map { try value(of: $0, check: check) }
        let pairs = pairs.map { JSON.array([.string($0.0), .string($0.1)]) }
        return .members(
            ("schema", .string("handshakesim.page")), ("version", .number(WebDocument.version)),
            ("program", .string(program)), ("languages", .array(Language.allCases.map { .string($0.rawValue) })),
            ("runs", .array(values)), ("pairs", pairs.isEmpty ? nil : .array(pairs)))
    }

    private func value(of run: Run, check: () throws -> Void) rethrows -> JSON {
        let timeline = Timeline(run.journal)
        let flights = WebFlight.all(run.journal, timeline)
        return .members(
            ("id", .string(run.id)), ("label", .string(run.label.english)),
            ("command", .array((run.command ?? command).map { .string($0) })),
            ("journal", try .journal(run.journal, check: check)),
            ("rules", run.takesRules ? nil : .bool(false)),
            ("title", run.heading.map { .string($0.title.english) }),
            ("about", run.heading.map { .string($0.about.english) }),
            ("telling", run.telling?.list), ("opens", run.opens.map { .number($0) }),
            ("flights", .array(flights.map(\.json))),
            ("levels", WebLevels(run.journal, timeline, flights: flights).json),
            ("machines", WebMachines(run.journal, diagrams: diagrams).json), ("words", .words(of: run.journal)),
            ("said", Self.said(run, flights)))
    }

    /// What the document says beside the journal, in the languages beside English.
    private static func said(_ run: Run, _ flights: [WebFlight]) -> JSON {
        .object(
            Language.allCases.compactMap { language in
                func say(_ words: Words) -> JSON { .string(words.sentence(in: language)) }
                return switch language {
                case .english: nil
                case .chinese:
                    JSON.Member(
                        language.rawValue,
                        .members(
                            ("label", say(run.label)), ("title", run.heading.map { say($0.title) }),
                            ("about", run.heading.map { say($0.about) }),
                            ("telling", run.telling?.list(in: language)),
                            ("flights", .array(flights.map { say($0.title) }))))
                }
            })
    }
}
