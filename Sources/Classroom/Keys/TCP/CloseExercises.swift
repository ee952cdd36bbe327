import Simulator
import Trace

/// Lesson 2: the four-way close.
extension Exercise {
    static let close: [Exercise] = [
        Exercise(lesson: 2, number: 1, answer: .number) { seed in
            let journal = try Visit.journal(seed)
            let fin = try journal.packet("tcp.fin", of: .client).sequence
            let first = try journal.packet("tcp.syn").sequence
            let next = try journal.packet("tcp.fin_ack", of: .server).number("tcp.ack_raw")
            let relative = next.distance(inSequenceSpaceFrom: first)
            return Solution(
                [.number(next), .number(relative)], because: CloseHint.acknowledged(next: next, relative: relative),
                hint: .nextExpected,
                slips: [(.number(fin), .ownNumber), (.number(relative &- 1), .ownNumber)])
        },
        Exercise(lesson: 2, number: 2, answer: .number) { seed in
            let journal = try Visit.journal(seed)
            let sent = try journal.octetsSent(by: .server)
            let other = try journal.octetsSent(by: .client)
            return Solution(
                .number(sent), because: CloseHint.counted(octets: sent), hint: .twoNumbers,
                slips: [
                    (.number(sent + 1), .countedTheSYN), (.number(sent + 2), .countedTheSYN),
                    (.number(other), .otherSide),
                ])
        },
        Exercise(lesson: 2, number: 3, answer: .time) { seed in
            let whole = try Visit.journal(seed) { $0.wire.jitter = .milliseconds(30) }
            let last = try whole.packet("tcp.fin_ack", of: .client, -1).number
            let journal = try Visit.journal(seed) {
                $0.wire.jitter = .milliseconds(30)
                $0.wire.rules = [try LinkRule("drop frame \(last)")]
            }
            let end = try journal.event("tcp.time_wait_over", of: .client).at
            let usual = try whole.event("tcp.time_wait_over", of: .client).at
            return Solution(
                .time(end - .zero), because: CloseHint.waitsAnew(until: end), hint: .repeatedFIN,
                slips: [(.time(usual - .zero), .withoutLoss)])
        },
        Exercise(lesson: 2, number: 4, answer: .letters(through: "d")) { _ in
            guard let scenario = Scenario.named("figure-13") else { throw ExerciseError.noStep("figure-13") }
            let journal = ScenarioRun(scenario).journal
            let isWaiting = [Principal.client, .server].map { journal.entry(of: $0, into: "TIME-WAIT") != nil }
            let letter: Character =
                switch (isWaiting[0], isWaiting[1]) {
                case (true, false): "a"
                case (false, true): "b"
                case (true, true): "c"
                case (false, false): "d"
                }
            // "A and B" names the two sides, and not the statements a and b.
            let written: [Answer] = letter == "c" ? [.letters(["c"]), .letters(["a", "b"])] : [.letters([letter])]
            return Solution(written, because: CloseHint.bothClosedFirst, hint: .whoWaits)
        },
    ]
}

extension UInt64 {
    /// The distance from the sequence number `start` to this one, modulo 2^32.
    fileprivate func distance(inSequenceSpaceFrom start: UInt64) -> UInt64 { (self &- start) & 0xffff_ffff }
}

extension Journal {
    /// The number of octets of data that `who` has sent: the sequence numbers between its SYN and its FIN.
    fileprivate func octetsSent(by who: Principal) throws(ExerciseError) -> UInt64 {
        let first = try packet(who == .client ? "tcp.syn" : "tcp.syn_ack", of: who).sequence
        let fin = try packet("tcp.fin", of: who)
        return try fin.sequence.distance(inSequenceSpaceFrom: first) &- 1 &+ UInt64(fin.payload.count)
    }
}
