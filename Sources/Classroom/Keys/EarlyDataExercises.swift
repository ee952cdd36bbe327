import Simulator
import TCPSim
import TLSSim
import Trace

/// Lesson 12: early data.
extension Exercise {
    static let earlyData: [Exercise] = [
        Exercise(12, 1, .letters(through: "d")) { seed in
            let journal = try Visit.early(seed)
            let loot = [
                Knowledge.serverPrivateKey, Knowledge.ticketKey, Knowledge.offeredPSK,
                SecretID("client x25519 private value"),
            ]
            let enough = Exercise.letters(of: loot) { secret in journal.opensEarlyData(with: secret) }
            return Solution(
                .letters(enough), because: EarlyDataHint.ticketSecretIsAll, hint: .whatEntersTheKey,
                slips: [
                    (.letters(["a"]), .keySignsNothing), (.letters(["d"]), .noExchange),
                    (.letters(enough.union(["d"])), .noExchange),
                    (.letters(["c"]), .ticketOpensToo),
                ])
        },
        Exercise(12, 2, .sequence) { seed in
            let types = try Visit.early(seed).handshakeTypes()
            return Solution(
                .sequence(types), because: EarlyDataHint.wholeHandshake, hint: .inTheirOrder,
                slips: [
                    (.sequence(types.filter { $0 != 5 }), .endIsAMessage),
                    (.sequence([1, 5, 2, 8, 20, 20]), .endComesLate),
                    (.sequence([1, 2]), .notWithoutHandshake),
                ])
        },
        Exercise(12, 3, .time) { seed in
            let times = try [true, false].map { try Visit.early(seed, isEarly: $0, latency: slow).timeOfRequest() }
            let saved = times[1] - times[0]
            return Solution(
                .time(saved), because: EarlyDataHint.oneRoundTrip, hint: .whatIsWaitedFor,
                slips: [
                    (.time(slow), .notOneWay), (.time(.milliseconds(400)), .tcpStays),
                ])
        },
    ]

    /// The latency of exercise 3, one way.
    private static let slow = TimeSpan.milliseconds(100)
}

extension Visit {
    /// A second visit, with the request early or with the ticket alone.
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
    /// Whether an eavesdropper who has stolen `secret` as well reads the early data.
    fileprivate func opensEarlyData(with secret: SecretID) -> Bool {
        var journal = self
        journal.record(
            at: events.last?.at ?? .zero, who: .eavesdropper, step: "exercise.theft",
            .learned(secret, .configured, value: nil))
        return Ledger(journal).holds(.eavesdropper, Knowledge.earlyData)
    }

    /// The types of the handshake messages, up to the client's Finished.
    fileprivate func handshakeTypes() throws(ExerciseError) -> [UInt64] {
        guard let end = events.lastIndex(where: { $0.step == "tls.finished" && $0.who == .client && $0.isWriting })
        else { throw .noStep("tls.finished") }
        return events[...end].flatMap { event -> [UInt64] in
            guard case .wrote(let message) = event.kind else { return [] }
            return message.panes.compactMap { $0.fields.first(named: "tls.handshake.type")?.number }
        }
    }

    /// When the server's application has the request.
    fileprivate func timeOfRequest() throws(ExerciseError) -> Instant {
        for event in events where event.who == .server && event.step == "tls.application_data" {
            if case .read = event.kind { return event.at }
        }
        throw .noStep("tls.application_data")
    }
}

extension Event {
    fileprivate var isWriting: Bool { if case .wrote = kind { true } else { false } }
}
