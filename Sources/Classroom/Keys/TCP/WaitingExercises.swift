import Simulator
import Trace

/// Lesson 26: how long to wait.
extension Exercise {
    static let waiting: [Exercise] = [
        Exercise(lesson: 26, number: 1, answer: .time) { seed in
            let journal = try Visit.journal(seed) { $0.wire.latency = .milliseconds(300) }
            guard let open = journal.entry(of: .client, into: "ESTABLISHED")?.at else {
                throw ExerciseError.noStep("tcp.established")
            }
            let round = open - .zero
            let wait = try journal.wait(of: .client, since: open + round)
            return Solution(
                .time(wait), because: WaitingHint.deviationShrinks(round, wait), hint: .averageAndDeviation,
                slips: [
                    (.time(round * 3), .firstMeasurement), (.time(round), .averageAlone),
                    (.time(round * 2), .averageAlone),
                    (.time(.seconds(1)), .leastIsALimit),
                ])
        },
        Exercise(lesson: 26, number: 2, answer: .number) { seed in
            let journal = try Visit.journal(seed) {
                $0.wire.latency = .milliseconds(150)
                $0.wire.mss = 200
            }
            let data = journal.sent(by: .server).filter { !$0.packet.payload.isEmpty }
            guard let first = data.first?.at else { throw ExerciseError.noStep("tcp.data") }
            let early = data.filter { $0.at == first }.reduce(0) { $0 + UInt64($1.packet.payload.count) }
            return Solution(
                .number(early), because: WaitingHint.tenSegments(early), hint: .whatThePathTakes,
                slips: [
                    (.number(65_535), .receiversWindow), (.number(200), .notOneSegment), (.number(2_657), .everything),
                ])
        },
        Exercise(lesson: 26, number: 3, answer: .time) { seed in
            let journal = try Visit.journal(seed) { $0.wire.rules = [try LinkRule("drop client SYN 1-20")] }
            let end = try journal.event("tcp.gave_up", of: .client).at - .zero
            return Solution(
                .time(end), because: WaitingHint.eightWaits(end), hint: .addTheWaits,
                slips: [
                    (.time(.seconds(255)), .limitOfAWait), (.time(.seconds(123)), .lastWait),
                    (.time(.seconds(127)), .lastWait),
                    (.time(.seconds(8)), .noBackoff),
                ])
        },
        Exercise(lesson: 26, number: 4, answer: .letters(through: "d")) { seed in
            let journal = try Visit.journal(seed) { $0.wire.latency = .milliseconds(700) }
            // The acknowledgments of the client's SYN, of the server's SYN,ACK, of the ClientHello and of the ServerHello, in this order.
            let measured = [Principal.client, .server].map { who in
                journal.events.filter { $0.who == who && ["tcp.rtt", "tcp.karn"].contains($0.step) }.map {
                    $0.step == "tcp.rtt"
                }
            }
            guard measured.allSatisfy({ $0.count >= 2 }) else { throw ExerciseError.noStep("tcp.rtt") }
            let letters = letters(of: [measured[0][0], measured[1][0], measured[0][1], measured[1][1]]) { $0 }
            return Solution(
                .letters(letters), because: WaitingHint.onceIsMeasured, hint: .sentHowOften,
                slips: [
                    (.letters(["a", "b", "c", "d"]), .whichCopy), (.letters(letters.union(["b"])), .serverTimerToo),
                ])
        },
    ]
}

extension Journal {
    /// The time for which the first retransmission timer runs that `who` sets at `instant` or later.
    fileprivate func wait(of who: Principal, since instant: Instant) throws(ExerciseError) -> TimeSpan {
        for event in events where event.who == who && event.at >= instant {
            if case .timer("retransmission", .armed(let until)) = event.kind { return until - event.at }
        }
        throw .noStep("tcp.timer")
    }
}
