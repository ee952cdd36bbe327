import ArgumentParser
import Render
import TrustLab

/// The command about an app with three loaders, one of which does not use the pins.
struct TrustLoadersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "loaders",
        abstract: "One app, three loaders: which request reaches an interceptor when one of them forgets the pins?",
        discussion: """
            A hybrid app has an API client with pins, a web view and an image loader with a session of its own. The image loader has no \
            pins. The program lets an interceptor answer, shows which request leaks and why, and then the same app, mended in two ways.

            EXIT STATUS
              0   no request leaks from the first app that is shown
              3   a request leaks
             64   wrong usage

            EXAMPLES
              HandshakeSim trust loaders
              HandshakeSim trust loaders --forgets web --remedy nspinneddomains
              HandshakeSim trust loaders --server genuine-server
            """)

    /// The loader without the policy.
    enum Forgetful: String, CaseIterable, ExpressibleByArgument {
        case api, web, images, none
    }

    @Option(
        help: .text("Who answers: interceptor, impostor, genuine-server, own-server or denied-authority.", for: "name"))
    var server = ChallengeScenario.Kind.interceptor

    @Option(help: .text("The loader without the policy: api, web, images or none.", for: "loader"))
    var forgets = Forgetful.images

    @Option(help: .text("Only the app with this remedy: none, shared-policy or nspinneddomains.", for: "name"))
    var remedy: LoaderRemedy?

    @Option(help: "The number from which keys and serial numbers follow.")
    var seed: UInt64 = 7

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var page: PageOptions

    func validate() throws {
        if server == .clientCertificate || server == .password {
            throw ValidationError("--server \(server.rawValue): name one that answers a connection; it is no server.")
        }
    }

    func run() throws {
        let world = try ScenarioWorld(seed: seed)
        var scenarios: [LoaderScenario] = []
        for remedy in LoaderRemedy.allCases where self.remedy == nil || remedy == self.remedy {
            scenarios.append(
                try LoaderScenario(server, forgetful: AppLoader(rawValue: forgets.rawValue), remedy: remedy, in: world))
        }
        try page.show(ChallengeReport.loaders(scenarios), asJSON: json)
        if scenarios.first.map({ !$0.leaks.isEmpty }) == true { throw ExitCode(3) }
    }
}

extension LoaderRemedy: ExpressibleByArgument {}
