import Render

/// What a run and its answer may take.
struct RunBudget: Sendable {
    private let deadline: ContinuousClock.Instant?
    /// The command line of the run, without the program's name; nil where there is none.
    private let command: [String]?

    /// - Parameters:
    ///   - limit: how long they may take; nil for as long as they like.
    ///   - command: the command line of the run, without the program's name.
    init(within limit: Duration?, for command: [String]? = nil) {
        deadline = limit.map { .now + $0 }
        self.command = command
    }

    /// What is said where they take longer.
    var tooLong: WebProblem { .tooLong(command) }

    /// Whether there is time left, and still a reader: the task of a client that left is cancelled.
    var hasTime: Bool { !Task.isCancelled && deadline.map { .now < $0 } != false }

    /// Whether a run with so many events may go on.
    func allows(events: Int) -> Bool { events <= WebLimit.events && hasTime }

    /// The most octets of an answer.
    private static let longestAnswer = 64 << 20

    /// A document as the octets of an answer: its JSON, or the page that holds it.
    ///
    /// - Throws: ``WebProblem`` if the time is over before it is made, or if it is too long.
    func octets(of document: WebDocument, asPage: Bool = false) throws(WebProblem) -> [UInt8] {
        let text: String
        do {
            let check = { guard hasTime else { throw tooLong } }
            text =
                try asPage
                ? WebPage(document, isServed: true).html(check: check) : document.json(check: check).compact
            try check()
        } catch let problem as WebProblem {
            throw problem
        } catch {
            throw WebProblem(500, .malformed, "The page cannot be made: \(error)")
        }
        guard text.utf8.count <= Self.longestAnswer else {
            throw WebProblem(
                422, .limit,
                "The answer has \(text.utf8.count) octets. An answer has at most \(Self.longestAnswer). Run the command in a terminal."
            )
        }
        return Array(text.utf8)
    }
}
