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

    /// Whether a run with so many events may go on.
    func goesOn(events: Int) -> Bool {
        let goesOn = events <= WebLimit.events && deadline.map { .now < $0 } != false
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
}
