import PKI
import Simulator
import TLSSim
import Trace
import TrustLab

/// Lesson 9: App Transport Security.
extension Exercise {
    static let transportSecurity: [Exercise] = [
        Exercise(9, 1, .number) { seed in
            let passing = try trials(seed, .dheRSAAES256GCM)
            return Solution(
                .number(passing), because: TransportSecurityHint.noDHE(passing: passing),
                hint: TransportSecurityHint.offersOfTheClient,
                slips: [
                    (.number(try trials(seed, .rsaAES128GCM)), TransportSecurityHint.thatIsKeyTransport),
                    (.number(16), TransportSecurityHint.forwardSecrecyIsNotEnough),
                ])
        },
        Exercise(9, 2, .letters(through: "d")) { seed in
            let exceptions = [
                ATSException(allowsInsecureHTTP: true), ATSException(minimumVersion: .tls10),
                ATSException(disablesForwardSecrecy: true), ATSException(allowsArbitraryLoads: true),
            ]
            let server = try server(seed, .rsaAES128GCM, host: Visit.hostName)
            guard let host = ATSHost(Visit.hostName) else { throw ExerciseError.noStep(Visit.hostName) }
            var enough: Set<Character> = []
            for (letter, exception) in zip("abcd", exceptions) {
                let rules = exception.dictionary(for: host).rules(forHost: host)
                if policy.judge(server, by: rules).result == .loads { enough.insert(letter) }
            }
            return Solution(
                .letters(enough), because: TransportSecurityHint.smallestKey,
                hint: TransportSecurityHint.whatIsMissing,
                slips: [
                    (.letters(["c"]), TransportSecurityHint.oneMore), (.letters(["d"]), TransportSecurityHint.oneMore),
                ])
        },
        Exercise(9, 3, .letters(through: "c")) { seed in
            let address = "192.0.2.1"
            guard let host = ATSHost(address) else { throw ExerciseError.noStep(address) }
            let judgement = policy.judge(
                try server(seed, .rsaAES128GCM, host: address), by: ATSDictionary().rules(forHost: host))
            let failed = judgement.failures.map(\.requirement)
            let letter: Character = failed.isEmpty ? "c" : failed.allSatisfy(\.isTrust) ? "b" : "a"
            return Solution(
                .letters([letter]), because: TransportSecurityHint.systemRefuses,
                hint: TransportSecurityHint.whoseRule,
                slips: [(.letters(["a"]), TransportSecurityHint.addressesAreOutside)])
        },
    ]

    /// Authorities out of a file count as the app's own.
    private static let policy = ATSPolicy(anchorKind: .app)
    /// 2026-01-15T00:00:00Z.
    private static let time: Int64 = Visit.epoch + 14 * CivilTime.day

    /// The server of a visit, as one that accepts a single suite.
    private static func server(_ seed: UInt64, _ suite: CipherSuite, host: String) throws -> ATSServer {
        let cast = try Visit.Cast(Visit.Options(seed: seed))
        let store = TrustStore(anchors: cast.pki.trustStore.anchors, kind: .app)
        let chain = cast.server.chain
        let evaluation = SecTrust.Evaluation(of: chain, asking: PKI.Question(hostName: host, time: time), in: store)
        return ATSServer(
            versions: [.tls12], suites: [RegisteredSuite(suite.codePoint)], chain: chain, evaluation: evaluation)
    }

    /// How many of the sixteen trials pass.
    private static func trials(_ seed: UInt64, _ suite: CipherSuite) throws -> UInt64 {
        guard let host = ATSHost(Visit.hostName) else { throw ExerciseError.noStep(Visit.hostName) }
        let trials = ATSDiagnostics.run(on: try server(seed, suite, host: Visit.hostName), host: host, policy: policy)
        return UInt64(trials.count { $0.judgement.result == .loads })
    }
}
