import Synchronization

/// The part of the set of known states that falls to one of several workers, by the first bits of their hash.
final class StateShare<System: TransitionSystem>: Sendable {
    /// A step that leads to a new state, or breaks a rule.
    struct Finding: Sendable {
        /// Its place among all steps of a portion.
        let place: UInt32
        /// Whether the state is new.
        let isNew: Bool
        /// It has still to be found out whether the state breaks a rule.
        let isDoubtful: Bool
    }

    private struct Content: Sendable {
        var tables: [StateTable]
        var sequels = KnownSequels<System>()

        /// Whether it is not known that the state that a step leads to breaks no rule, now or later.
        mutating func isDoubtful(_ step: Step, _ system: System) -> Bool {
            guard step.violation == 0, system.violation(in: step.state) == 0 else { return true }
            return !step.isForegone && sequels.outcome(of: step.state, in: system) != .good
        }
    }

    private let number: Int
    private let workers: Int
    private let content: Mutex<Content>

    /// Many small tables: when one grows, little is there twice.
    private static var shards: Int { 64 }

    init(number: Int, of workers: Int) {
        self.number = number
        self.workers = workers
        content = Mutex(Content(tables: (0..<Self.shards / workers + 1).map { _ in StateTable() }))
    }

    /// Which of the small tables a state belongs into.
    static func shard(of hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 58) }

    /// Takes in one state of this share.
    func insert(_ state: PackedState) {
        let hash = state.hash
        content.withLock { _ = $0.tables[Self.shard(of: hash) / workers].insert(state, hash: hash) }
    }

    /// Takes in what falls to this share, and returns what is new or breaks a rule, in order.
    func takeIn(_ parts: [Part<System>], of system: System) -> [Finding] {
        content.withLock { content in
            var findings: [Finding] = []
            var place: UInt32 = 0
            for part in parts {
                for step in part.steps {
                    let hash = step.state.hash
                    let shard = Self.shard(of: hash)
                    if workers == 1 || shard % workers == number {
                        let isNew = content.tables[shard / workers].insert(step.state, hash: hash)
                        if isNew || step.violation != 0 {
                            let isDoubtful = !isNew || content.isDoubtful(step, system)
                            findings.append(Finding(place: place, isNew: isNew, isDoubtful: isDoubtful))
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
struct MergedFindings<System: TransitionSystem> {
    private let findings: [[StateShare<System>.Finding]]
    /// How many of each share are gone through.
    private var cursors: [Int]
    /// The first place that is not gone through, and the share that has it; `Int.max` if there is none.
    private var place = Int.max
    private var share = 0

    init(_ findings: [[StateShare<System>.Finding]]) {
        self.findings = findings
        cursors = findings.map { _ in 0 }
        seek()
    }

    /// The next one, if its place is below `end`.
    mutating func next(before end: Int) -> StateShare<System>.Finding? {
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
