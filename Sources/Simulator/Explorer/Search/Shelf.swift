import Synchronization

/// The part of the set of known states that falls to one of a crew, by the first bits of their hash.
final class Shelf<System: TransitionSystem>: Sendable {
    /// A step that leads to a new state, or breaks a rule.
    struct News: Sendable {
        /// Its place among all steps of a portion.
        let place: UInt32
        /// Whether the state is new.
        let isNew: Bool
        /// It has still to be found out whether the state breaks a rule.
        let isDoubtful: Bool
    }

    private struct Content: Sendable {
        var tables: [StateTable]
        var foresight = Foresight<System>()

        /// Whether it is not known that the state that a step leads to breaks no rule, now or later.
        mutating func isDoubtful(_ step: Step, _ system: System) -> Bool {
            guard step.violation == 0, system.violation(in: step.state) == 0 else { return true }
            return !step.isForegone && foresight.outcome(of: step.state, in: system) != .good
        }
    }

    private let number: Int
    private let crew: Int
    private let content: Mutex<Content>

    /// Many small tables: when one grows, little is there twice.
    private static var shards: Int { 64 }

    init(number: Int, of crew: Int) {
        self.number = number
        self.crew = crew
        content = Mutex(Content(tables: (0..<Self.shards / crew + 1).map { _ in StateTable() }))
    }

    /// Which of the small tables a state belongs into.
    static func shard(of hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 58) }

    /// Takes in one state, which falls to this shelf.
    func insert(_ state: PackedState) {
        let hash = state.hash
        content.withLock { _ = $0.tables[Self.shard(of: hash) / crew].insert(state, hash: hash) }
    }

    /// Takes in what falls to this shelf, and returns what is new or breaks a rule, in order.
    func takeIn(_ parts: [Part<System>], of system: System) -> [News] {
        content.withLock { content in
            var news: [News] = []
            var place: UInt32 = 0
            for part in parts {
                for step in part.steps {
                    let hash = step.state.hash
                    let shard = Self.shard(of: hash)
                    if crew == 1 || shard % crew == number {
                        let isNew = content.tables[shard / crew].insert(step.state, hash: hash)
                        if isNew || step.violation != 0 {
                            let isDoubtful = !isNew || content.isDoubtful(step, system)
                            news.append(News(place: place, isNew: isNew, isDoubtful: isDoubtful))
                        }
                    }
                    place &+= 1
                }
            }
            return news
        }
    }
}

/// The news of all shelves of a crew in the order of their places.
struct Merging<System: TransitionSystem> {
    private let news: [[Shelf<System>.News]]
    /// How many of each shelf are gone through.
    private var cursors: [Int]
    /// The first place that is not gone through, and the shelf that has it; `Int.max` if there is none.
    private var place = Int.max
    private var shelf = 0

    init(_ news: [[Shelf<System>.News]]) {
        self.news = news
        cursors = news.map { _ in 0 }
        seek()
    }

    /// The next one, if its place is below `end`.
    mutating func next(before end: Int) -> Shelf<System>.News? {
        guard place < end else { return nil }
        let next = news[shelf][cursors[shelf]]
        cursors[shelf] += 1
        seek()
        return next
    }

    private mutating func seek() {
        place = .max
        for index in news.indices where cursors[index] < news[index].count {
            let other = Int(news[index][cursors[index]].place)
            if other < place { (place, shelf) = (other, index) }
        }
    }
}
