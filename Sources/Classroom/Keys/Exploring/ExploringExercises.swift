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
                    + "needs a lost acknowledgment, which these bounds do not allow.",
                chinese: "第一个错误有一个旧的 SYN 就够了，第二个错误有一次关闭就够了。第三个错误需要丢失一个确认，而这些界限不允许。")
            key.hint = Words(
                english: "Nothing is lost in this space and no timer of a retransmission runs out. The old SYN may "
                    + "arrive, and the users may close. Ask of each mistake whether this is enough to see it.",
                chinese: "在这个空间里没有丢失，重传的计时器也不会到时。旧的 SYN 可能到达，用户可能关闭。对每个错误问一问，这些够不够看出它。")
            key[.letters(letters.union(["d"]))] = Words(
                english: "To forget a connection early does harm only if its last acknowledgment is lost. Here "
                    + "nothing is lost.",
                chinese: "只有最后的确认丢失时，过早忘记连接才有害。这里没有丢失。")
            key[.letters(letters.union(["a", "d"]))] = Words(
                english: "Within these bounds the real TCP breaks no rule.", chinese: "在这些界限之内，真正的 TCP 不违反任何规则。")
            key[.letters(["b"])] = Words(
                english: "Another mistake shows on a perfect wire as well: to close a direction whose user has not "
                    + "closed it.",
                chinese: "还有一个错误在完美的线路上也会显出来：用户还没有关闭某个方向，就把它关闭了。")
        },
        Exercise(lesson: 23, number: 2, answer: .yesOrNo) { _, key in
            let isBroken = TCPSpace.explored(.noTimeWait, loss: 1, timeouts: 1).counterexample != nil
            key.right = [.yes(isBroken)]
            key.because = Words(
                english: "With one loss and one timer the explorer finds a way. So \"no violation within these "
                    + "bounds\" says nothing about what lies beyond them.",
                chinese: "有一次丢失和一次计时器到时，探索就能找到一条路。所以“在这些界限之内没有违反规则”并不说明界限之外会怎样。")
            key.hint = Words(
                english: "Now the last acknowledgment may be lost, and the other side's timer may run out. Ask who "
                    + "answers its FIN.",
                chinese: "现在最后的确认可能丢失，对方的计时器可能到时。想一想由谁回应它的 FIN。")
        },
        Exercise(lesson: 23, number: 3, answer: .number) { _, key in
            let steps = try TCPSpace.explored(.mergedClose).counterexample.orThrow(.noStep("counterexample"))
                .actions.count
            key.right = [.number(UInt64(steps))]
            key.because = Words(
                english: "After \(steps) steps a side has closed a direction that its user has not closed. The "
                    + "nearest states are tried first, so no shorter way exists.",
                chinese: "经过 \(steps) 步，一方关闭了它的用户还没有关闭的方向。先试最近的状态，所以没有更短的路。")
            key.hint = Words(
                english: "Both users open, two segments arrive, a user closes, and a FIN arrives. Ask which of these "
                    + "are needed until the wrong TCP answers with its own FIN.",
                chinese: "两个用户打开，两个报文段到达，一个用户关闭，一个 FIN 到达。想一想在错误的 TCP 用自己的 FIN 回应之前，其中哪些是必需的。")
            key[.number(UInt64(steps) + 1)] = Words(
                english: "The first line of the ladder is the start. A step leads from one line to the next.",
                chinese: "梯形图的第一行是起点。从一行到下一行是一步。")
            key[.number(UInt64(steps) - 1)] = Words(
                english: "Each user opens, and each of these calls is a step.",
                chinese: "每个用户都要打开，每次这样的调用是一步。")
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
