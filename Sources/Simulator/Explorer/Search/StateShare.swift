import Synchronization

/// The known states that belong to one of several workers, by the first bits of their hash.
final class StateShare<System: TransitionSystem>: Sendable {
    /// A step that leads to a new state, or breaks a rule.
    struct NotableStep: Sendable {
        /// Its place among all steps of a portion.
        let place: UInt32
        /// Whether the state is new.
        let isNew: Bool
        /// Whether it has still to be found out that the state breaks no rule.
        let isDoubtful: Bool
    }

    private struct Content: Sendable {
        var tables: [StateTable]
        var sequels = KnownSequels<System>()

        /// Whether it has still to be found out that the state of a step breaks no rule, now or by its sequel.
        mutating func isDoubtful(_ step: Step, _ system: System) -> Bool {
            guard step.violation == 0, system.violation(in: step.state) == 0 else { return true }
            return !step.isForegone && sequels.outcome(of: step.state, in: system) != .good
        }
    }

    private let number: Int
    private let workers: Int
    private let content: Mutex<Content>

    /// The number of tables of all workers. The tables are small, so that little memory is used twice while a table grows.
    private static var shards: Int { 64 }

    init(number: Int, of workers: Int) {
        self.number = number
        self.workers = workers
        content = Mutex(Content(tables: (0..<Self.shards / workers + 1).map { _ in StateTable() }))
    }

    /// The number of the table of a state.
    static func shard(of hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 58) }

    /// Inserts one state of this share.
    func insert(_ state: PackedState) {
        let hash = state.hash
        content.withLock { _ = $0.tables[Self.shard(of: hash) / workers].insert(state, hash: hash) }
    }

    /// Inserts the states of this share that the steps lead to. Returns the steps that lead to a new state or break a rule, in order.
    func takeIn(_ parts: [Part<System>], of system: System) -> [NotableStep] {
        content.withLock { content in
            var findings: [NotableStep] = []
            var place: UInt32 = 0
            for part in parts {
                for step in part.steps {
                    let hash = step.state.hash
                    let shard = Self.shard(of: hash)
                    if workers == 1 || shard % workers == number {
                        let isNew = content.tables[shard / workers].insert(step.state, hash: hash)
                        if isNew || step.violation != 0 {
                            let isDoubtful = !isNew || content.isDoubtful(step, system)
                            findings.append(NotableStep(place: place, isNew: isNew, isDoubtful: isDoubtful))
                        }
                    }
                    place &+= 1
                }
            }
            return findings
        }
    }
}

/// The findings of all shares in the order of their places.
struct MergedSteps<System: TransitionSystem> {
    private let findings: [[StateShare<System>.NotableStep]]
    /// How many findings of each share were returned.
    private var cursors: [Int]
    /// The place of the next finding; `Int.max` if none is left.
    private var place = Int.max
    /// The share of the next finding.
    private var share = 0

    init(_ findings: [[StateShare<System>.NotableStep]]) {
        self.findings = findings
        cursors = findings.map { _ in 0 }
        seek()
    }

    /// The next finding, if its place is below `end`; else nil.
    mutating func next(before end: Int) -> StateShare<System>.NotableStep? {
        guard place < end else { return nil }
        let next = findings[share][cursors[share]]
        cursors[share] += 1
        seek()
        return next
    }

    private mutating func seek() {
        place = .max
        for index in findings.indices where cursors[index] < findings[index].count {
            let other = Int(findings[index][cursors[index]].place)
            if other < place { (place, share) = (other, index) }
        }
    }
}
