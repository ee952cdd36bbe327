/// What the states of a stretch lead to.
struct Part<System: TransitionSystem>: Sendable {
    /// All steps, in order.
    private(set) var steps: [Step] = []
    /// What is passed on all of them together.
    private(set) var landmarks: UInt32 = 0
    /// For each state where its steps begin, and at last where they end.
    private var starts: [UInt32] = [0]
    /// The states, counted from the first, about which something has to be found out.
    private(set) var missing: [Int] = []
    private let stretch: Range<Int>

    /// How many states.
    var count: Int { stretch.count }

    /// What the states of `level` in `stretch` lead to, as far as that is known.
    init(of stretch: Range<Int>, _ level: [PackedState], _ system: System) {
        self.stretch = stretch
        starts.reserveCapacity(stretch.count + 1)
        steps.reserveCapacity(stretch.count * 4)
        var actions: [System.Action] = []
        for index in stretch {
            let state = level[index]
            let begin = steps.count
            actions.removeAll(keepingCapacity: true)
            system.actions(in: state, into: &actions)
            for action in actions {
                if let step = system.step(action, in: state) {
                    steps.append(step)
                    landmarks |= step.landmarks
                } else {
                    steps.removeLast(steps.count - begin)
                    missing.append(index - stretch.lowerBound)
                    break
                }
            }
            starts.append(UInt32(truncatingIfNeeded: steps.count))
        }
    }

    /// The places of the steps of a state, counted from the first.
    func steps(of state: Int) -> Range<Int> { Int(starts[state])..<Int(starts[state + 1]) }

    /// Finds out what is missing; false if the system has no room to remember it.
    mutating func complete(_ level: [PackedState], _ system: inout System) -> Bool {
        let (known, places) = (steps, starts)
        steps.removeAll(keepingCapacity: true)
        starts.removeAll(keepingCapacity: true)
        // The first state whose known steps are not yet taken over.
        var first = 0
        func takeOver(upTo end: Int) {
            let moved = steps.count - Int(places[first])
            for state in first..<end { starts.append(UInt32(truncatingIfNeeded: Int(places[state]) + moved)) }
            steps.append(contentsOf: known[Int(places[first])..<Int(places[end])])
        }
        for gap in missing {
            takeOver(upTo: gap)
            starts.append(UInt32(truncatingIfNeeded: steps.count))
            let state = level[stretch.lowerBound + gap]
            for action in system.actions(in: state) {
                guard let step = system.step(action, in: state) ?? system.learn(action, in: state) else { return false }
                steps.append(step)
                landmarks |= step.landmarks
            }
            first = gap + 1
        }
        takeOver(upTo: count)
        starts.append(UInt32(truncatingIfNeeded: steps.count))
        return true
    }
}
