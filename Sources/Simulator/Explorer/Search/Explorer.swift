/// Bounded breadth-first search: every state that any sequence of choices leads to, the nearest first.
///
/// Testing tries some runs, this tries all of them, up to the bounds that the system sets to itself. Since the nearest states come
/// first, the first violation found is one of the shortest there are, hence one that can be read.
package struct Explorer<System: TransitionSystem>: Sendable {
    /// What is explored.
    package let system: System
    /// The most states to find before giving up.
    package let limit: Int

    /// An explorer of `system`.
    package init(_ system: System, limit: Int = .max) {
        self.system = system
        self.limit = min(limit, Int(UInt32.max))
    }

    /// Explores until every state is found, a rule is broken, or the limit is reached. What is found does not depend on how many workers there are.
    ///
    /// - Parameter progress: called with the numbers so far, after each full level of the search and every few thousand states.
    package func explore(
        by workers: Workers = .alone, progress: (Exploration<System>) -> Void = { _ in }
    ) -> Exploration<System> {
        var search = Search(system, limit: limit, workers: workers)
        search.run(progress)
        return search.found
    }
}

/// An exploration that goes on.
///
/// States of one level are taken in portions. Of a portion each worker first works out, for its part, what the actions lead to; then
/// each puts those states into the set that fall to it by their hash, in the order of the search; last, one goes through all of it
/// in that order. So numbers, limits and the first violation are the same for any number of workers.
struct Search<System: TransitionSystem> {
    private(set) var found: Exploration<System>
    private var system: System
    private let limit: Int
    private let workers: Workers
    private let shares: [StateShare<System>]
    /// How each state but the start was found first: the number of the state before it, in the order in which states are found,
    /// and the place of the action among those of that state.
    private var parents: [UInt32] = []
    private var places: [UInt16] = []
    private var sequels = KnownSequels<System>()
    /// States of the present level, and the number of the first; those of the next level, as far as they are found.
    private var level: [PackedState] = []
    private var first = 0
    private var next: [PackedState] = []
    /// How many states have been reported.
    private var reported = 0

    /// States that are worked on together: so few that what they lead to stays in a processor's cache.
    private static var portion: Int { 1 << 13 }
    /// New states between two reports of progress.
    private static var pace: Int { 1 << 15 }

    init(_ system: System, limit: Int, workers: Workers) {
        found = Exploration(of: system)
        self.system = system
        self.limit = limit
        self.workers = workers
        shares = (0..<workers.count).map { StateShare<System>(number: $0, of: workers.count) }
    }

    mutating func run(_ progress: (Exploration<System>) -> Void) {
        let start = system.start
        guard !breaks(start, violation: system.violation(in: start), by: []) else { return }
        shares[StateShare<System>.shard(of: start.hash) % shares.count].insert(start)
        level = [start]
        while !level.isEmpty {
            for lower in stride(from: 0, to: level.count, by: Self.portion) {
                let portion = lower..<min(lower + Self.portion, level.count)
                guard let parts = parts(of: portion), takeIn(parts, from: lower, progress) else { return }
            }
            first += level.count
            level = next
            next = []
            if !level.isEmpty { found.depth += 1 }
            progress(found)
        }
    }

    // MARK: What the states of a portion lead to

    /// The parts of a portion, complete and in order; nil if the system has no room to remember what it has found out.
    private mutating func parts(of portion: Range<Int>) -> [Part<System>]? {
        var parts = Self.parts(of: portion, level, system, workers)
        for index in parts.indices where !parts[index].missing.isEmpty {
            guard parts[index].complete(level, &system) else {
                found.isCut = true
                return nil
            }
        }
        return parts
    }

    /// The parts of a portion, as far as it is known what their states lead to. Here `system` stays as it is.
    private static func parts(
        of portion: Range<Int>, _ level: [PackedState], _ system: System, _ workers: Workers
    ) -> [Part<System>] {
        // A few states are not worth a second processor.
        guard workers.count > 1, portion.count >= 256 else { return [Part(of: portion, level, system)] }
        let length = (portion.count + workers.count - 1) / workers.count
        return workers.map { number in
            let lower = min(portion.lowerBound + number * length, portion.upperBound)
            return Part(of: lower..<min(lower + length, portion.upperBound), level, system)
        }
    }

    // MARK: Which of them are new

    /// Takes in what a portion that begins at `lower` leads to, in order; false if the search is over.
    private mutating func takeIn(
        _ parts: [Part<System>], from lower: Int, _ progress: (Exploration<System>) -> Void
    ) -> Bool {
        let fresh = Self.fresh(in: parts, system, shares, workers)
        var findings = MergedFindings(fresh)
        // The place of a part's first step among all steps of the portion.
        var begin = 0
        var parent = first + lower
        for part in parts {
            for state in 0..<part.count {
                let steps = part.steps(of: state)
                if steps.isEmpty {
                    found.ends += 1
                    let rule = system.deadlock(in: level[parent - first])
                    guard rule == 0 || !breaks(rule, by: path(to: parent)) else {
                        count(part.steps[..<steps.lowerBound])
                        return false
                    }
                }
                while let next = findings.next(before: begin + steps.upperBound) {
                    let index = Int(next.place) - begin
                    let step = part.steps[index]
                    if next.isNew { found.states += 1 }
                    let action = index - steps.lowerBound
                    guard accept(step, isDoubtful: next.isDoubtful, from: parent, action) else {
                        count(part.steps[...index])
                        return false
                    }
                }
                parent += 1
            }
            found.transitions += part.steps.count
            found.passed |= part.landmarks
            begin += part.steps.count
        }
        if found.states - reported >= Self.pace {
            reported = found.states
            progress(found)
        }
        return true
    }

    /// Counts the steps of a part that the search has gone through before it ended, and what was passed on them.
    private mutating func count(_ steps: ArraySlice<Step>) {
        found.transitions += steps.count
        for step in steps { found.passed |= step.landmarks }
    }

    /// What is new or breaks a rule, for each share in order. Here `system` stays as it is.
    private static func fresh(
        in parts: [Part<System>], _ system: System, _ shares: [StateShare<System>], _ workers: Workers
    ) -> [[StateShare<System>.Finding]] {
        guard workers.count > 1, parts.count > 1 else { return shares.map { $0.takeIn(parts, of: system) } }
        return workers.map { number in shares[number].takeIn(parts, of: system) }
    }

    /// Keeps a state that is new; false if the search is over. It is doubtful unless it is known to break no rule.
    private mutating func accept(_ step: Step, isDoubtful: Bool, from parent: Int, _ place: Int) -> Bool {
        func way() -> [System.Action] { path(to: parent, and: place) }
        if step.violation != 0 || isDoubtful {
            let violation = step.violation != 0 ? step.violation : system.violation(in: step.state)
            guard let sequel = violation != 0 ? .bad(violation) : settle(step.state) else { return cut() }
            if case .bad(let rule) = sequel {
                found.depth += 1
                return !breaks(rule, by: way())
            }
        }
        guard place <= Int(UInt16.max) else { return cut() }
        parents.append(UInt32(truncatingIfNeeded: parent))
        places.append(UInt16(truncatingIfNeeded: place))
        next.append(step.state)
        return found.states < limit || cut()
    }

    /// Ends the search before it is complete.
    private mutating func cut() -> Bool {
        found.isCut = true
        return false
    }

    // MARK: Violations

    /// Whether there is a violation; then it is noted, with the way to it.
    private mutating func breaks(_ state: PackedState, violation: UInt8, by way: [System.Action]) -> Bool {
        if violation != 0 { return breaks(violation, by: way) }
        guard case .bad(let rule) = settle(state) else { return false }
        return breaks(rule, by: way)
    }

    private mutating func breaks(_ rule: UInt8, by way: [System.Action]) -> Bool {
        guard let rule = System.Rule(rawValue: rule) else { return false }
        found.counterexample = .init(rule: rule, actions: way)
        return true
    }

    /// The actions that lead to the state of that number, and the one at `place` among those of that state.
    private func path(to number: Int, and place: Int? = nil) -> [System.Action] {
        var turns: [Int] = place.map { [$0] } ?? []
        var number = number
        while number > 0 {
            turns.append(Int(places[number - 1]))
            number = Int(parents[number - 1])
        }
        var state = system.start
        var way: [System.Action] = []
        for turn in turns.reversed() {
            let actions = system.actions(in: state)
            guard actions.indices.contains(turn), let step = system.step(actions[turn], in: state) else { return way }
            way.append(actions[turn])
            state = step.state
        }
        return way
    }

    /// Whether `state` comes to a good end once nothing goes wrong any more; nil if there is no room to find out.
    private mutating func settle(_ state: PackedState) -> Sequel? {
        while true {
            let outcome = sequels.outcome(of: state, in: system)
            if case .excused(let reason) = outcome { found.excuses.insert(reason) }
            guard case .next(let gap) = outcome else { return outcome }
            guard system.learnToProceed(from: gap) != nil else { return nil }
        }
    }
}
