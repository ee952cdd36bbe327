/// Bounded breadth-first search: every state that any sequence of choices leads to, the nearest first.
///
/// A test tries some runs. A search tries all runs within the bounds of the system. The nearest states come first, so the first violation
/// that is found is one of the shortest, which a person can read.
package struct Explorer<System: TransitionSystem>: Sendable {
    /// The system that is explored.
    package let system: System
    /// The largest number of states. A search that has found so many is cut off.
    package let limit: Int

    /// An explorer of `system`. A `limit` above 2^32 - 1 is taken for 2^32 - 1.
    package init(_ system: System, limit: Int = .max) {
        self.system = system
        self.limit = min(limit, Int(UInt32.max))
    }

    /// Explores until every state is found, a rule is broken, or the limit is reached. The result does not depend on the number of workers.
    ///
    /// - Parameter progress: called with the numbers so far, after each full level of the search and every few thousand states.
    package func explore(
        by workers: Workers = .alone, progress: (Exploration<System>) -> Void = { _ in }
    ) -> Exploration<System> {
        search(by: workers, progress: progress).found
    }

    /// Explores as ``explore(by:progress:)`` does, and also returns the system with everything that it has found out.
    package func search(
        by workers: Workers = .alone, progress: (Exploration<System>) -> Void = { _ in }
    ) -> (found: Exploration<System>, system: System) {
        var search = Search(system, limit: limit, workers: workers)
        search.run(progress)
        return (search.found, search.system)
    }
}

/// A search in progress.
///
/// The states of one level are taken in portions. In a portion, each worker first works out the steps of its part of the states. Then each
/// worker inserts, in the order of the search, those next states that belong to its share by their hash. Last, one worker goes through all
/// steps in that order. So numbers, limits and the first violation are the same for any number of workers.
struct Search<System: TransitionSystem> {
    private(set) var found: Exploration<System>
    private(set) var system: System
    private let limit: Int
    private let workers: Workers
    private let shares: [StateShare<System>]
    /// For each state but the start, how it was found first: the number of the state before it. States are numbered in the order in which
    /// they are found.
    private var parents: [UInt32] = []
    /// For each state but the start, how it was found first: the place of the action among the actions of the state before it.
    private var places: [UInt16] = []
    private var sequels = KnownSequels<System>()
    /// The states of the present level.
    private var level: [PackedState] = []
    /// The number of the first state of the present level.
    private var first = 0
    /// The states of the next level that are found so far.
    private var next: [PackedState] = []
    /// The number of states at the last report of progress.
    private var reported = 0

    /// The number of states of a portion. It is small enough that the steps of a portion stay in a processor's cache.
    private static var portion: Int { 1 << 13 }
    /// The number of new states between two reports of progress.
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

    /// The parts of a portion, complete and in order; nil if the memory of the system is full.
    private mutating func parts(of portion: Range<Int>) -> [Part<System>]? {
        var parts = Self.parts(of: portion, in: level, of: system, by: workers)
        for index in parts.indices where !parts[index].missing.isEmpty {
            guard parts[index].complete(level, &system) else {
                found.isCut = true
                return nil
            }
        }
        return parts
    }

    /// The parts of a portion, without the steps that the system does not know yet. The workers only read `system`.
    private static func parts(
        of portion: Range<Int>, in level: [PackedState], of system: System, by workers: Workers
    ) -> [Part<System>] {
        // For a few states the start of a second worker costs more than it saves.
        guard workers.count > 1, portion.count >= 256 else { return [Part(of: portion, level, system)] }
        let length = (portion.count + workers.count - 1) / workers.count
        return workers.map { number in
            let lower = min(portion.lowerBound + number * length, portion.upperBound)
            return Part(of: lower..<min(lower + length, portion.upperBound), level, system)
        }
    }

    // MARK: Which of them are new

    /// Takes in the steps of a portion that begins at `lower`, in order; false if the search is over.
    private mutating func takeIn(
        _ parts: [Part<System>], from lower: Int, _ progress: (Exploration<System>) -> Void
    ) -> Bool {
        let fresh = Self.fresh(in: parts, of: system, among: shares, by: workers)
        var findings = MergedSteps(fresh)
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

    /// Counts the steps of a part that the search has gone through before it ended, and their landmarks.
    private mutating func count(_ steps: ArraySlice<Step>) {
        found.transitions += steps.count
        for step in steps { found.passed |= step.landmarks }
    }

    /// For each share, in order, the steps that lead to a new state or break a rule. The workers only read `system`.
    private static func fresh(
        in parts: [Part<System>], of system: System, among shares: [StateShare<System>], by workers: Workers
    ) -> [[StateShare<System>.NotableStep]] {
        guard workers.count > 1, parts.count > 1 else { return shares.map { $0.takeIn(parts, of: system) } }
        return workers.map { number in shares[number].takeIn(parts, of: system) }
    }

    /// Keeps the new state of a step; false if the search is over.
    ///
    /// - Parameter isDoubtful: whether it has still to be found out that the state breaks no rule.
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

    /// Marks the search as cut off. Returns false, for a search that is over.
    private mutating func cut() -> Bool {
        found.isCut = true
        return false
    }

    // MARK: Violations

    /// Whether a state breaks a rule, now or by its sequel. If so, the counterexample is stored.
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

    /// The actions that lead from the start to the state of that number; if `place` is given, with the action at that place of that state.
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

    /// The end of the sequel of `state`; nil if the memory of the system has no room to find it out.
    private mutating func settle(_ state: PackedState) -> Sequel? {
        while true {
            let outcome = sequels.outcome(of: state, in: system)
            if case .excused(let reason) = outcome { found.excuses.insert(reason) }
            guard case .next(let gap) = outcome else { return outcome }
            guard system.learnToProceed(from: gap) != nil else { return nil }
        }
    }
}
