import Crypto
import Simulator
import TLSSim
import Trace

/// Lesson 21: resumption and tickets.
extension Exercise {
    static let resumption: [Exercise] = [
        Exercise(lesson: 21, number: 1, answer: .letters(through: "d")) { seed in
            let journal = try Visit.journal(seed) { $0.resumption = .ticket }
            let loot = [
                Knowledge.serverPrivateKey, Knowledge.ticketKey, Knowledge.sessionTicket, Knowledge.masterSecret,
            ]
            let enough = journal.letters(of: loot, opening: Knowledge.applicationData)
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
        Exercise(lesson: 21, number: 2, answer: .time) { seed in
            let times = try [nil, Resumption.id].map { resumption in
                try Visit.journal(seed) {
                    $0.resumption = resumption
                    $0.wire.latency = slow
                }.writing(of: "tls.application_data", by: .client).at
            }
            let saved = times[0] - times[1]
            return Solution(
                .time(saved), because: ResumptionHint.oneRoundTrip, hint: .countTheAnswers,
                slips: [
                    (.time(slow), .notOneWay), (.time(.milliseconds(320)), .notBoth),
                    (.time(.milliseconds(0)), .fewerAnswers),
                ])
        },
        Exercise(lesson: 21, number: 3, answer: .letters(through: "d")) { seed in
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
        Exercise(lesson: 21, number: 4, answer: .octets) { seed in
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

    /// The latency in exercise 2, one way.
    private static let slow = TimeSpan.milliseconds(80)
}
