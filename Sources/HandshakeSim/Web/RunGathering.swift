import Render
import Synchronization

/// The runs of a command, taken from it in place of the files and the text that it would write.
///
/// A command that runs while one is ``current`` hands its runs over and shows nothing.
final class RunGathering: Sendable {
    /// The collector of the current task.
    @TaskLocal static var current: RunGathering?

    /// What has been gathered.
    struct Harvest: Sendable {
        /// The runs in their order.
        var runs: [WebDocument.Run] = []
        /// The ids of runs that belong side by side.
        var pairs: [(String, String)] = []
        /// Whether a run was cut off.
        var isCutOff = false
    }

    private let harvest = Mutex(Harvest())
    private let deadline: ContinuousClock.Instant?

    /// - Parameter limit: how long a run may take; nil for as long as it likes.
    init(within limit: Duration?) { deadline = limit.map { .now + $0 } }

    /// Whether there is time left, and still a reader: the task of a client that left is cancelled.
    var hasTime: Bool { !Task.isCancelled && deadline.map { .now < $0 } != false }

    /// Whether a run with so many events may go on.
    func goesOn(events: Int) -> Bool {
        let goesOn = events <= WebLimit.events && hasTime
        if !goesOn { harvest.withLock { $0.isCutOff = true } }
        return goesOn
    }

    /// Takes runs.
    func add(_ runs: [WebDocument.Run], pairs: [(String, String)]) {
        _ = goesOn(events: runs.reduce(0) { $0 + $1.journal.events.count })
        harvest.withLock {
            $0.runs += runs
            $0.pairs += pairs
        }
    }

    /// What has been gathered by now.
    var all: Harvest { harvest.withLock { $0 } }

    /// The most octets of an answer.
    private static let longestAnswer = 64 << 20

    /// A document as the octets of an answer: its JSON, or the page that holds it.
    ///
    /// - Throws: ``WebProblem`` if the time is over before it is made, or if it is too long.
    func octets(of document: WebDocument, asPage: Bool = false) throws(WebProblem) -> [UInt8] {
        let text: String
        do {
            let check = { guard self.hasTime else { throw WebProblem.tooLong } }
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
