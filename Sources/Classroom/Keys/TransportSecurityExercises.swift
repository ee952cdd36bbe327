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
        Exercise(lesson: 9, number: 3, answer: .letters(through: "d")) { _ in
            let server = ATSServer(anything: nil, answers: [:])
            let loaded = try Exercise.letters(of: ["printer.local", "127.0.0.1", "203.0.113.9", Visit.hostName]) {
                text in
                guard let host = ATSHost(text) else { throw ExerciseError.noStep(text) }
                let rules = ATSDictionary().rules(forHost: host)
                return ATSPolicy.ofVisit.judge(server, scheme: .http, by: rules).result == .loads
            }
            return Solution(
                .letters(loaded), because: TransportSecurityHint.localAlone, hint: .whoseHosts,
                slips: [
                    (.letters(["a"]), .addressOfTheDevice), (.letters(["a", "b", "c"]), .addressesAreNoExemption),
                    (.letters(["b", "c"]), .addressesAreNoExemption),
                ])
        },
    ]

    /// How many of the sixteen trials of `nscurl --ats-diagnostics` pass on a server that accepts `suite` alone.
    private static func trials(_ seed: UInt64, _ suite: CipherSuite) throws -> UInt64 {
        let trials = ATSDiagnostics.run(on: try .ofVisit(seed, suite), host: try .ofVisit, policy: .ofVisit)
        return UInt64(trials.count { $0.judgement.result == .loads })
    }
}
