import Simulator
import Trace

/// Lesson 23: what exploring proves.
extension Exercise {
    static let exploring: [Exercise] = [
        Exercise(lesson: 23, number: 1, answer: .letters(through: "d")) { _, key in
            let variants: [Variant] = [.standard, .twoWay, .mergedClose, .noTimeWait]
            let letters = Exercise.letters(of: variants) { TCPSpace.explored($0).counterexample != nil }
            key.right = [.letters(letters)]
            key.because = Words(
                english: "An old SYN is enough for the first mistake, and a close for the second one. The third one "
                    + "needs a lost acknowledgment, which these bounds do not allow.")
            key.hint = Words(
                english: "Nothing is lost in this space and no timer of a retransmission runs out. The old SYN may "
                    + "arrive, and the users may close. Ask of each mistake whether this is enough to see it.")
            key[.letters(letters.union(["d"]))] = Words(
                english: "To forget a connection early does harm only if its last acknowledgment is lost. Here "
                    + "nothing is lost.")
            key[.letters(letters.union(["a", "d"]))] = Words(
                english: "Within these bounds the real TCP breaks no rule.")
            key[.letters(["b"])] = Words(
                english: "Another mistake shows on a perfect wire as well: to close a direction whose user has not "
                    + "closed it.")
        },
        Exercise(lesson: 23, number: 2, answer: .yesOrNo) { _, key in
            let isBroken = TCPSpace.explored(.noTimeWait, loss: 1, timeouts: 1).counterexample != nil
            key.right = [.yes(isBroken)]
            key.because = Words(
                english: "With one loss and one timer the explorer finds a way. So \"no violation within these "
                    + "bounds\" says nothing about what lies beyond them.")
            key.hint = Words(
                english: "Now the last acknowledgment may be lost, and the other side's timer may run out. Ask who "
                    + "answers its FIN.")
        },
        Exercise(lesson: 23, number: 3, answer: .number) { _, key in
            let steps = try TCPSpace.explored(.mergedClose).counterexample.orThrow(.noStep("counterexample"))
                .actions.count
            key.right = [.number(UInt64(steps))]
            key.because = Words(
                english: "After \(steps) steps a side has closed a direction that its user has not closed. The "
                    + "nearest states are tried first, so no shorter way exists.")
            key.hint = Words(
                english: "Both users open, two segments arrive, a user closes, and a FIN arrives. Ask which of these "
                    + "are needed until the wrong TCP answers with its own FIN.")
            key[.number(UInt64(steps) + 1)] = Words(
                english: "The first line of the ladder is the start. A step leads from one line to the next.")
            key[.number(UInt64(steps) - 1)] = Words(english: "Each user opens, and each of these calls is a step.")
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
