import Crypto
import Simulator
import TLSSim
import Trace

/// Lesson 21: resumption and tickets.
extension Exercise {
    static let resumption: [Exercise] = [
        Exercise(21, 1, .letters(through: "d")) { seed in
            let journal = try Visit.journal(seed) { $0.resumption = .ticket }
            let loot = [
                Knowledge.serverPrivateKey, Knowledge.ticketKey, Knowledge.sessionTicket, Knowledge.masterSecret,
            ]
            let enough = Exercise.letters(of: loot) { secret in
                Ledger(journal).reach(.eavesdropper, with: [secret], under: journal.derivations)
                    .contains(Knowledge.applicationData)
            }
            return Solution(
                .letters(enough), because: ResumptionHint.whatTheTicketHolds, hint: .whatEntersTheKeys,
                slips: [
                    (.letters(enough.union(["a"])), .noKeyOfTheServer),
                    (.letters(["a"]), .noKeyOfTheServer),
                    (.letters(enough.union(["c"])), .ticketIsSealed),
                    (.letters(["c"]), .ticketIsSealed), (.letters(["b"]), .oneMore),
                    (.letters(["d"]), .oneMore),
                ])
        },
        Exercise(21, 2, .time) { seed in
            let times = try [nil, Resumption.id].map { resumption in
                try Visit.journal(seed) {
                    $0.resumption = resumption
                    $0.wire.latency = slow
                }.timeOfRequest()
            }
            let saved = times[0] - times[1]
            return Solution(
                .time(saved), because: ResumptionHint.oneRoundTrip, hint: .countTheAnswers,
                slips: [
                    (.time(slow), .notOneWay), (.time(.milliseconds(320)), .notBoth),
                    (.time(.milliseconds(0)), .fewerAnswers),
                ])
        },
        Exercise(21, 3, .letters(through: "d")) { seed in
            let ways: [(inout Visit.Options) -> Void] = [
                { $0.resumption = .id }, { $0.resumption = .ticket },
                { $0.tls13 = Visit.TLS13Options(resumes: true) },
                {
                    var choices = Visit.TLS13Options(resumes: true)
                    choices.usesSecretAlone = true
                    $0.tls13 = choices
                },
            ]
            let letters = try Exercise.letters(of: ways) { change in
                Ledger(try Visit.journal(seed, change)).holds(.thief, Knowledge.applicationData)
            }
            return Solution(
                .letters(letters), because: ResumptionHint.sealedSecrets, hint: .whatTheThiefHas,
                slips: [
                    (.letters(letters.union(["c"])), .exchangeBesides),
                    (.letters(letters.union(["a"])), .memoryIsGone),
                    (.letters(["a", "b", "c", "d"]), .exchangeBesides),
                ])
        },
        Exercise(21, 4, .octets) { seed in
            let journal = try Visit.journal(seed) { $0.resumption = .id }
            let master = try journal.value(Knowledge.masterSecret)
            let (client, server) = try (journal.value(Knowledge.clientRandom), journal.value(Knowledge.serverRandom))
            func key(_ seed: [UInt8]) -> [UInt8] {
                PRF.compute(
                    hash: CipherSuite.dheRSAAES128GCM.hash, secret: master, label: "key expansion", seed: seed, count: 4
                )
            }
            let zeros = [UInt8](repeating: 0, count: 32)
            let right = key(zeros + client)
            return Solution(
                .octets(right), because: ResumptionHint.oneRandomIsEnough, hint: .replaceTheRandom,
                slips: [
                    (.octets(key(server + client)), .nothingReplaced),
                    (.octets(key(server + zeros)), .serversComesFirst),
                ])
        },
    ]

    /// The latency of exercise 2, one way.
    private static let slow = TimeSpan.milliseconds(80)
}

extension Journal {
    /// When the client's first application data leaves.
    fileprivate func timeOfRequest() throws(ExerciseError) -> Instant {
        for event in events where event.who == .client && event.step == "tls.application_data" {
            if case .wrote = event.kind { return event.at }
        }
        throw .noStep("tls.application_data")
    }
}
