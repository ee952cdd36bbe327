import Simulator
import Trace

/// Lesson 23: what exploring proves.
extension Exercise {
    static let exploring: [Exercise] = [
        Exercise(lesson: 23, number: 1, answer: .letters(through: "d")) { _ in
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
        Exercise(lesson: 23, number: 2, answer: .yesOrNo) { _ in
            let isBroken = TCPSpace.explored(.noTimeWait, loss: 1, timeouts: 1).counterexample != nil
            return Solution(
                .yes(isBroken), because: ExploringHint.boundsDecide, hint: .lastAcknowledgment)
        },
        Exercise(lesson: 23, number: 3, answer: .number) { _ in
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
    /// An exploration of all orders of events in which at most `loss` segments are lost and `timeouts` timers run out.
    /// The users send no data.
    fileprivate static func explored(
        _ variant: Variant, loss: Int = 0, timeouts: Int = 0
    ) -> Exploration<TCPSpace> {
        TCPSpace(bounds: Bounds(loss: loss, timeouts: timeouts), scope: Scope(data: 0), machines: variant.machines)
            .explore()
    }
}
