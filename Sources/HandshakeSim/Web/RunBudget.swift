import Render
import Trace

/// The limits of a run and its answer: time, events and octets.
struct RunBudget: Sendable {
    private let deadline: ContinuousClock.Instant?
    /// The command line of the run, without the program's name; nil if no command line made the run.
    private let command: [String]?

    /// - Parameters:
    ///   - limit: the time for the run and its answer together; nil for no limit.
    ///   - command: the command line of the run, without the program's name, for the message if the time is over.
    init(within limit: Duration?, for command: [String]? = nil) {
        deadline = limit.map { .now + $0 }
        self.command = command
    }

    /// The error if a limit is exceeded.
    var tooLong: WebProblem { .tooLong(command) }

    /// Whether there is time left and the client still waits. The task of a client that has left is cancelled.
    var hasTime: Bool { !Task.isCancelled && deadline.map { .now < $0 } != false }

    /// Whether a run that has this number of events may continue.
    func allows(events: Int) -> Bool { events <= WebLimit.events && hasTime }

    /// The largest answer in octets.
    private static let longestAnswer = 64 << 20

    /// The octets of an answer: a document as JSON, or a page that contains it.
    ///
    /// - Parameters:
    ///   - language: the language in which a page opens.
    ///   - article: the text of a page before the runs; nil for none.
    /// - Throws: ``WebProblem`` if the time is over before the answer is made, or if the answer is too long.
    func octets(
        of document: WebDocument, asPage: Bool = false, in language: Language = .english, article: WebArticle? = nil
    ) throws(WebProblem) -> [UInt8] {
        let text: String
        do {
            let check = { guard hasTime else { throw tooLong } }
            text =
                try asPage
                ? WebPage(document, ways: PageApplication.ways, article: article).html(in: language, check: check)
                : document.json(check: check).compact
            try check()
        } catch let problem as WebProblem {
            throw problem
        } catch {
            throw WebProblem(500, .malformed, saying: "The page cannot be made: \(error)")
        }
        guard text.utf8.count <= Self.longestAnswer else {
            throw WebProblem(
                422, .limit,
                saying:
                    "The answer has \(text.utf8.count) octets. An answer has at most \(Self.longestAnswer). Run the command in a terminal."
            )
        }
        return Array(text.utf8)
    }
}
