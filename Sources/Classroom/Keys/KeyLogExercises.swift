import Render
import Simulator
import TLSSim
import Trace

/// Lesson 28: keys on the table.
extension Exercise {
    static let keyLogs: [Exercise] = [
        Exercise(lesson: 28, number: 1, answer: .letters(through: "d")) { seed in
            let ways: [(inout Visit.Options) throws -> Void] = [
                { $0.suite = .rsaAES128GCM }, { _ in }, { $0.tls13 = Visit.TLS13Options() },
                {
                    $0.suite = .rsaAES128GCM
                    $0.extendedMasterSecret = true
                },
            ]
            let opened = try Exercise.letters(of: ways) { change in
                Ledger(try Visit.journal(seed, change)).holds(.thief, Knowledge.applicationData)
            }
            return Solution(
                .letters(opened), because: KeyLogHint.onlyTransport, hint: .whatTheKeyDoes,
                slips: [
                    (.letters(opened.union(["b"])), .keyOnlySigns),
                    (.letters(opened.union(["b", "c"])), .keyOnlySigns),
                    (.letters(["a"]), .hashIsPublic),
                ])
        },
        Exercise(lesson: 28, number: 2, answer: .octets) { seed in
            let journal = try Visit.journal(seed)
            let random = try journal.value(Knowledge.clientRandom)
            return Solution(
                .octets(Array(random.prefix(4))), because: KeyLogHint.randomIsTheName, hint: .afterTheVersion,
                slips: [
                    (.octets([3, 3] + random.prefix(2)), .versionComesFirst),
                    (.octets(Array(try journal.value(Knowledge.serverRandom).prefix(4))), .serversRandom),
                ])
        },
        Exercise(lesson: 28, number: 3, answer: .number) { seed in
            let journal = try Visit.journal(seed) { $0.tls13 = Visit.TLS13Options(sendsEarlyData: true) }
            let count = UInt64(KeyLog.sessions(journal).count)
            return Solution(
                .number(count), because: KeyLogHint.severalSecrets(count), hint: .keysBeforeTheHandshake,
                slips: [(.number(5), .earlyToo), (.number(6), .exporterOfEarlyData), (.number(1), .notOneMasterSecret)])
        },
    ]
}
