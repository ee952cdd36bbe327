import Trace

/// The steps that tell a reader of the earlier steps nothing new. A story tells each of them in one line.
struct Repetitions {
    private let routine: Set<Int>
    private let same: [Int: Int]

    /// Two calculations are the same if their step ids and their results are.
    private struct Outcome: Hashable {
        let step: String
        let results: [Calculation.Quantity]
    }

    /// No step is a repetition.
    init() {
        routine = []
        same = [:]
    }

    /// The repetitions in a journal.
    ///
    /// - Parameters:
    ///   - explained: the events whose remark is told with its background.
    ///   - page: the events that are on the page; nil for all.
    init(_ journal: Journal, explained: Set<Int>, on page: Set<Int>?) {
        var met: Set<String> = []
        var routine: Set<Int> = []
        var same: [Int: Int] = [:]
        var computed: [Outcome: [Principal: Int]] = [:]
        for event in journal.events where page?.contains(event.number) ?? true {
            if let remark = event.remark, remark.isRoutine, !met.insert(event.step).inserted,
                !explained.contains(event.number)
            {
                routine.insert(event.number)
            }
            if case .computed(let calculation) = event.kind, event.remark?.isRoutine != true {
                let outcome = Outcome(step: event.step, results: calculation.results)
                let others = computed[outcome, default: [:]].filter { $0.key != event.who }
                same[event.number] = others.values.min()
                computed[outcome, default: [:]][event.who] = event.number
            }
        }
        self.routine = routine
        self.same = same
    }

    /// Whether an event needs no more than its own line.
    func isRoutine(_ event: Event) -> Bool { routine.contains(event.number) }

    /// The number of the step at which the other side computed the same octets; nil if the other side has not computed them.
    func sameCalculation(as event: Event) -> Int? { same[event.number] }
}
