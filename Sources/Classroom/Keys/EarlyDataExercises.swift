import Simulator
import TCPSim
import TLSSim
import Trace

/// Lesson 12: early data.
extension Exercise {
    static let earlyData: [Exercise] = [
        Exercise(lesson: 12, number: 1, answer: .letters(through: "d")) { seed in
            let journal = try Visit.early(seed)
            let loot = [
                Knowledge.serverPrivateKey, Knowledge.ticketKey, Knowledge.offeredPSK,
                SecretID("client x25519 private value"),
            ]
            let enough = journal.letters(of: loot, opening: Knowledge.earlyData)
            return Solution(
                .letters(enough), because: EarlyDataHint.ticketSecretIsAll, hint: .whatEntersTheKey,
                slips: [
                    (.letters(["a"]), .keySignsNothing), (.letters(["d"]), .noExchange),
                    (.letters(enough.union(["d"])), .noExchange),
                    (.letters(["c"]), .ticketOpensToo),
                ])
        },
        Exercise(lesson: 12, number: 2, answer: .sequence) { seed in
            let types = try Visit.early(seed).handshakeTypes()
            return Solution(
                .sequence(types), because: EarlyDataHint.wholeHandshake, hint: .inTheirOrder,
                slips: [
                    (.sequence(types.filter { $0 != 5 }), .endIsAMessage),
                    (.sequence([1, 5, 2, 8, 20, 20]), .endComesLate),
                    (.sequence([1, 2]), .notWithoutHandshake),
                ])
        },
        Exercise(lesson: 12, number: 3, answer: .time) { seed in
            let times = try [true, false].map { try Visit.early(seed, isEarly: $0, latency: slow).timeOfRequest() }
            let saved = times[1] - times[0]
            return Solution(
                .time(saved), because: EarlyDataHint.oneRoundTrip, hint: .whatIsWaitedFor,
                slips: [
                    (.time(slow), .notOneWay), (.time(.milliseconds(400)), .tcpStays),
                ])
        },
    ]

    /// The latency in exercise 3, one way.
    private static let slow = TimeSpan.milliseconds(100)
}

extension Visit {
    /// A second visit, which resumes the session of the first. If `isEarly` is true, the request goes as early data.
    fileprivate static func early(
        _ seed: UInt64, isEarly: Bool = true, latency: TimeSpan = Wire().latency
    ) throws -> Journal {
        try Visit.journal(seed) {
            $0.tls13 = TLS13Options(resumes: true, sendsEarlyData: isEarly)
            $0.wire.latency = latency
        }
    }
}

extension Journal {
    /// The types of the handshake messages of both sides, up to the client's last Finished.
    fileprivate func handshakeTypes() throws(ExerciseError) -> [UInt64] {
        guard let end = events.lastIndex(where: { $0.step == "tls.finished" && $0.who == .client && $0.isWriting })
        else { throw .noStep("tls.finished") }
        return events[...end].flatMap(\.writtenTypes)
    }

    /// The time at which the server first reads application data: the request.
    fileprivate func timeOfRequest() throws(ExerciseError) -> Instant {
        for event in events where event.who == .server && event.step == "tls.application_data" {
            if case .read = event.kind { return event.at }
        }
        throw .noStep("tls.application_data")
    }
}
