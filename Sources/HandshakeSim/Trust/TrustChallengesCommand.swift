import ArgumentParser
import Crypto
import Render
import TrustLab

/// The command that shows the result of each answer of a delegate to a challenge.
struct TrustChallengesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "challenges",
        abstract: "What each answer of a URLSession delegate leads to, and whose anchors count.",
        discussion: """
            A delegate answers a challenge with one of four dispositions. The program tries each on five servers and two challenges to \
            the client: what becomes of the connection, and which error the app sees. Then it tries SecTrustSetAnchorCertificates and \
            SecTrustSetAnchorCertificatesOnly on the same servers. With --challenge password it also runs a 401 with Basic and with \
            Digest, and a delegate that does not look at previousFailureCount. Nothing was measured on a device.

            EXAMPLES
              HandshakeSim trust challenges
              HandshakeSim trust challenges --disposition rejectProtectionSpace
              HandshakeSim trust challenges --challenge interceptor
            """)

    @Option(
        help: .text(
            "Only this answer: useCredential, performDefaultHandling, cancelAuthenticationChallenge or rejectProtectionSpace.",
            for: "name"))
    var disposition: AuthChallengeDisposition?

    @Option(
        help: .text(
            "Only this challenge: genuine-server, own-server, denied-authority, interceptor, impostor, client-certificate or "
                + "password.", for: "name"))
    var challenge: ChallengeScenario.Kind?

    @Option(help: "The number from which keys and serial numbers follow.")
    var seed: UInt64 = 7

    @Flag(help: "Print JSON: the challenges without the anchors.")
    var json = false

    @OptionGroup var page: PageOptions

    func run() throws {
        let world = try ScenarioWorld(seed: seed)
        var scenarios: [ChallengeScenario] = []
        for kind in ChallengeScenario.Kind.allCases where challenge == nil || kind == challenge {
            scenarios.append(try ChallengeScenario(kind, in: world))
        }
        let chosen = AuthChallengeDisposition.allCases.filter { disposition == nil || $0 == disposition }
        let anchors =
            json || disposition != nil
            ? [] : try AnchorScenario.all(in: world).filter { challenge == nil || $0.kind == challenge }
        var report = ChallengeReport.challenges(scenarios, of: chosen, anchors: anchors)
        if challenge == .password, disposition == nil {
            var random = SeededRandomSource(seed: seed).fork("passwords")
            report += ChallengeReport.passwords(
                PasswordExchange.Scene.allCases.map {
                    PasswordExchange($0, host: ScenarioWorld.host, using: &random)
                })
        }
        try page.show(report, asJSON: json)
    }
}

extension AuthChallengeDisposition: ExpressibleByArgument {}
extension ChallengeScenario.Kind: ExpressibleByArgument {}
