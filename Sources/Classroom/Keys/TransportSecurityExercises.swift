import Simulator
import TLSSim
import Trace
import TrustLab

/// Lesson 9: App Transport Security.
extension Exercise {
    static let transportSecurity: [Exercise] = [
        Exercise(lesson: 9, number: 1, answer: .number) { seed in
            let passing = try trials(seed, .dheRSAAES256GCM)
            return Solution(
                .number(passing), because: TransportSecurityHint.noDHE(passing: passing),
                hint: .offersOfTheClient,
                slips: [
                    (.number(try trials(seed, .rsaAES128GCM)), .thatIsKeyTransport),
                    (.number(16), .forwardSecrecyIsNotEnough),
                ])
        },
        Exercise(lesson: 9, number: 2, answer: .letters(through: "d")) { seed in
            let exceptions = [
                ATSException(allowsInsecureHTTP: true), ATSException(minimumVersion: .tls10),
                ATSException(disablesForwardSecrecy: true), ATSException(allowsArbitraryLoads: true),
            ]
            let (host, server) = (try ATSHost.ofVisit, try ATSServer.ofVisit(seed, .rsaAES128GCM))
            let enough = Exercise.letters(of: exceptions) { exception in
                let rules = exception.dictionary(for: host).rules(forHost: host)
                return ATSPolicy.ofVisit.judge(server, by: rules).result == .loads
            }
            return Solution(
                .letters(enough), because: TransportSecurityHint.smallestKey,
                hint: .whatIsMissing,
                slips: [
                    (.letters(["c"]), .oneMore), (.letters(["d"]), .oneMore),
                ])
        },
        Exercise(lesson: 9, number: 3, answer: .letters(through: "c")) { seed in
            let address = "192.0.2.1"
            guard let host = ATSHost(address) else { throw ExerciseError.noStep(address) }
            let judgement = ATSPolicy.ofVisit.judge(
                try .ofVisit(seed, .rsaAES128GCM, host: address), by: ATSDictionary().rules(forHost: host))
            let failed = judgement.failures.map(\.requirement)
            let letter: Character = failed.isEmpty ? "c" : failed.allSatisfy(\.isTrust) ? "b" : "a"
            return Solution(
                .letters([letter]), because: TransportSecurityHint.systemRefuses,
                hint: .whoseRule,
                slips: [(.letters(["a"]), .addressesAreOutside)])
        },
    ]

    /// How many of the sixteen trials of `nscurl --ats-diagnostics` pass on a server that accepts `suite` alone.
    private static func trials(_ seed: UInt64, _ suite: CipherSuite) throws -> UInt64 {
        let trials = ATSDiagnostics.run(on: try .ofVisit(seed, suite), host: try .ofVisit, policy: .ofVisit)
        return UInt64(trials.count { $0.judgement.result == .loads })
    }
}
