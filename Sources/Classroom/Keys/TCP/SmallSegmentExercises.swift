import Simulator
import Trace

/// Lesson 27: small segments.
extension Exercise {
    static let smallSegments: [Exercise] = [
        Exercise(lesson: 27, number: 1, answer: .time) { _, key in
            let pieces = try Journal.ofScenario("nagle-delayed-ack").sent(by: .client).filter {
                !$0.packet.payload.isEmpty
            }
            guard pieces.count >= 2 else { throw ExerciseError.noStep("tcp.data") }
            let pause = pieces[1].at - pieces[0].at
            key.right = [.time(pause)]
            key.because = Words(english: "10 ms there, 40 ms of waiting and 10 ms back make \(pause.measure).")
            key.hint = Words(
                english: "The second piece leaves when the acknowledgment of the first one is there. Add what has to "
                    + "happen before.")
            key[.time(.milliseconds(40)), .time(.milliseconds(50))] = Words(
                english: "The first piece has to travel before B can wait, and the acknowledgment has to travel as "
                    + "well.")
            key[.time(.milliseconds(20))] = Words(english: "B does not answer at once: it delays the acknowledgment.")
        },
        Exercise(lesson: 27, number: 2, answer: .number) { _, key in
            let journal = try Journal.ofScenario("sack")
            var seen: Set<UInt64> = []
            var again: UInt64 = 0
            for (_, packet) in journal.sent(by: .client) where !packet.payload.isEmpty {
                if !seen.insert(try packet.sequence).inserted { again += UInt64(packet.payload.count) }
            }
            key.right = [.number(again)]
            key.because = Words(
                english: "Two segments were lost, and \(again) octets are sent again. The blocks name all others.")
            key.hint = Words(
                english: "Each SACK block names octets that have arrived. Only what lies between them is missing.")
            key[.number(500)] = Words(
                english: "That is everything behind the first gap. The blocks tell A that most of it has arrived.")
            key[.number(100)] = Words(english: "There are two gaps, and a segment is missing in each.")
        },
        Exercise(lesson: 27, number: 3, answer: .number) { _, key in
            let field = try Journal.ofScenario("window-scale").packet("tcp.handshake_ack", of: .client)
                .number("tcp.window_size_value")
            key.right = [.number(field)]
            key.because = Words(english: "1,048,576 divided by 128 is \(field).")
            key.hint = Words(
                english: "The receiver of the field shifts it to the left by 7. So the sender has shifted it to the "
                    + "right.")
            key[.number(65_535)] = Words(english: "That is the field of a SYN, which is never shifted.")
            key[.number(1_048_576)] = Words(
                english: "A field of 16 bits has no room for this number. That is what the shift is for.")
            key[.number(149_796)] = Words(english: "A shift of 7 divides by 2 to the power of 7, and not by 7.")
        },
        Exercise(lesson: 27, number: 4, answer: .number) { _, key in
            let journal = try Journal.ofScenario("pmtu-black-hole")
            guard let report = journal.events.first(where: { $0.step == "tcp.path_mtu" })?.at,
                let next = journal.sent(by: .client).first(where: { $0.at >= report && !$0.packet.payload.isEmpty })
            else { throw ExerciseError.noStep("tcp.path_mtu") }
            let count = UInt64(next.packet.payload.count)
            key.right = [.number(count)]
            key.because = Words(english: "1006 octets without 20 of IP and 20 of TCP are \(count).")
            key.hint = Words(english: "An MTU counts the whole datagram. Take the headers of IP and TCP away.")
            key[.number(1_006)] = Words(english: "So many octets has the whole datagram, headers included.")
            key[.number(986)] = Words(english: "There are two headers of 20 octets: that of IP and that of TCP.")
            key[.number(1_400)] = Words(english: "So many octets were too many. The report says what would fit.")
        },
    ]
}

extension Journal {
    fileprivate static func ofScenario(_ name: String) throws(ExerciseError) -> Journal {
        guard let scenario = Scenario.named(name) else { throw .noStep(name) }
        return ScenarioRun(scenario).journal
    }
}
