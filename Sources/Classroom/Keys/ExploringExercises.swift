import Simulator
import Trace

/// Lesson 23: what exploring proves.
extension Exercise {
    static let exploring: [Exercise] = [
        Exercise(23, 1, .letters(through: "d")) { _ in
            let variants: [Variant] = [.standard, .twoWay, .mergedClose, .noTimeWait]
            let letters = Exercise.letters(of: variants) { TCPSpace.explored($0).counterexample != nil }
            return Solution(
                .letters(letters), because: ExploringHint.nothingLost, hint: .whatCanHappen,
                slips: [
                    (.letters(letters.union(["d"])), .needsALoss),
                    (.letters(letters.union(["a", "d"])), .standardHolds),
                    (.letters(["b"]), .closingToo),
                ])
        },
        Exercise(23, 2, .yesOrNo) { _ in
            let isBroken = TCPSpace.explored(.noTimeWait, loss: 1, timeouts: 1).counterexample != nil
            return Solution(
                .yes(isBroken), because: ExploringHint.boundsDecide, hint: .lastAcknowledgment)
        },
        Exercise(23, 3, .number) { _ in
            let steps = try TCPSpace.explored(.mergedClose).counterexample.orThrow(.noStep("counterexample"))
                .actions.count
            return Solution(
                .number(UInt64(steps)), because: ExploringHint.shortest(steps), hint: .countTheEvents,
                slips: [
                    (.number(UInt64(steps) + 1), .startIsNoStep),
                    (.number(UInt64(steps) - 1), .bothOpen),
                ])
        },
    ]
}

extension TCPSpace {
    /// All orders of events on a perfect wire, or on one with so many faults; the users send nothing.
    fileprivate static func explored(
        _ variant: Variant, loss: Int = 0, timeouts: Int = 0
    ) -> Exploration<TCPSpace> {
        TCPSpace(bounds: Bounds(loss: loss, timeouts: timeouts), scope: Scope(data: 0), machines: variant.machines)
            .explore()
    }
}
