/// The steps of a range of states of a level.
struct Part<System: TransitionSystem>: Sendable {
    /// All steps, in order.
    private(set) var steps: [Step] = []
    /// The landmarks of all steps together.
    private(set) var landmarks: UInt64 = 0
    /// For each state the index of its first step; at the end the number of all steps.
    private var starts: [UInt32] = [0]
    /// The states with a step that the system does not know yet, counted from the first state of the range.
    private(set) var missing: [Int] = []
    /// The range of states.
    private let stretch: Range<Int>

    /// The number of states.
    var count: Int { stretch.count }

    /// The steps of the states of `level` in `stretch`, except those of states in ``missing``.
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

    /// The indices of the steps of a state, which is counted from the first of the range.
    func steps(of state: Int) -> Range<Int> { Int(starts[state])..<Int(starts[state + 1]) }

    /// Finds out the missing steps; false if the memory of the system is full.
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
