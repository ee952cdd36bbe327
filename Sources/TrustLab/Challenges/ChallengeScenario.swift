import PKI
import Trace

/// A challenge that an app's delegate gets, with what is behind it; and what each answer leads to.
package struct ChallengeScenario: Hashable, Sendable {
    /// The situation behind the challenge.
    package let kind: Kind
    /// The challenge.
    package let challenge: AuthenticationChallenge
    /// The moment, in seconds since 1970.
    package let time: Int64

    /// A situation behind a challenge. The raw values are names for a command line.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The server that the app wants, certified by an authority that came with the system.
        case genuine = "genuine-server"
        /// The server that the app wants, with a certificate that only the app knows.
        case ownServer = "own-server"
        /// The server that the app wants, under an authority that the user has denied.
        case denied = "denied-authority"
        /// Someone in between, under an authority that is installed on the device.
        case interceptor = "interceptor"
        /// Someone in between, with a certificate that proves nothing.
        case impostor = "impostor"
        /// The server asks for a certificate of the client's.
        case clientCertificate = "client-certificate"
        /// The server asks for a name and a password.
        case password = "password"

        /// The scenario that the server's certificates are from; nil where the client is asked.
        var scenario: String? {
            switch self {
            case .genuine, .denied: "genuine"
            case .ownServer: "self-signed-pinned"
            case .interceptor: "installed-root"
            case .impostor: "self-signed-impostor"
            case .clientCertificate, .password: nil
            }
        }

        /// The connection that the app attempts; nil where the client is asked.
        ///
        /// - Throws: ``TrustError`` where a certificate cannot be issued.
        func attempt(in world: ScenarioWorld) throws(TrustError) -> ConnectionAttempt? {
            var attempt = try scenario.flatMap(TrustScenario.named)?.evidence(in: world).attempt
            if self == .denied { attempt?.deniedCertificates = [world.root.certificate] }
            return attempt
        }

        /// Whether the connection should go on: to the server that the app wants, and not against the user's word.
        package var deservesTrust: Bool { !isDeceit && self != .denied }

        /// Whether the end behind it is not the one that the app wants.
        package var isDeceit: Bool { self == .interceptor || self == .impostor }
    }

    /// An answer to the challenge.
    package struct Answer: Hashable, Sendable {
        /// The delegate's answer.
        package let disposition: AuthChallengeDisposition
        /// The consequence.
        package let consequence: ChallengeConsequence
        /// Whether it follows only where an exception of App Transport Security is in force for the host: while ATS is on, a delegate
        /// can refuse more than the system, never less.
        package let needsException: Bool
    }

    /// The consequence of each answer.
    package var answers: [Answer] {
        let isRefusedBySystem = challenge.serverTrust.map { !$0.evaluate(at: time).result.isSuccess } ?? false
        return AuthChallengeDisposition.allCases.map { disposition in
            let consequence = challenge.consequence(of: disposition, at: time)
            return Answer(
                disposition: disposition, consequence: consequence,
                needsException: isRefusedBySystem && consequence == .serverBelieved)
        }
    }

    /// The challenge of that kind.
    ///
    /// - Throws: ``TrustError`` where a certificate cannot be issued.
    package init(_ kind: Kind, in world: ScenarioWorld) throws(TrustError) {
        self.kind = kind
        let attempt = try kind.attempt(in: world)
        time = attempt?.time ?? ScenarioWorld.time
        challenge =
            attempt.map { AuthenticationChallenge(serverTrustOf: $0) }
            ?? AuthenticationChallenge(
                kind == .clientCertificate ? .clientCertificate : .httpBasic, host: ScenarioWorld.host)
    }
}

/// The anchors that an app lets count, before it evaluates.
package enum AnchorSetting: String, Hashable, Sendable, CaseIterable {
    /// The app sets no anchors: the system's and the user's count.
    case none = "nothing set"
    /// SecTrustSetAnchorCertificates: the app's anchors and no others.
    case own = "SecTrustSetAnchorCertificates"
    /// The same, and then SecTrustSetAnchorCertificatesOnly(trust, false): the app's anchors beside all others.
    case ownAndSystem = "SecTrustSetAnchorCertificatesOnly(trust, false)"

    /// SecTrust's evaluation with the setting.
    ///
    /// - Parameter anchors: what the app has bundled, in DER.
    package func evaluation(of attempt: ConnectionAttempt, anchors: [[UInt8]]) -> SecTrust.Evaluation {
        var trust = attempt.serverTrust
        if self != .none { trust.setAnchorCertificates(anchors) }
        if self == .ownAndSystem { trust.anchorCertificatesOnly = false }
        return trust.evaluate(at: attempt.time)
    }
}

/// A server that an app with an anchor of its own meets, and what SecTrust says of it under each setting.
package struct AnchorScenario: Hashable, Sendable {
    /// The server that answers.
    package let kind: ChallengeScenario.Kind
    /// SecTrust's results, in the order of the settings.
    package let results: [Result]

    /// SecTrust's result under a setting.
    package struct Result: Hashable, Sendable {
        /// The setting.
        package let setting: AnchorSetting
        /// SecTrust's evaluation.
        package let evaluation: SecTrust.Evaluation
    }

    /// Every server, met by an app that has bundled its own server's certificate as an anchor.
    ///
    /// - Throws: ``TrustError`` where a certificate cannot be issued.
    package static func all(in world: ScenarioWorld) throws(TrustError) -> [AnchorScenario] {
        guard let own = try TrustScenario.named("self-signed-pinned")?.evidence(in: world) else { return [] }
        var scenarios: [AnchorScenario] = []
        for kind in ChallengeScenario.Kind.allCases {
            guard let attempt = try kind.attempt(in: world) else { continue }
            let results = AnchorSetting.allCases.map {
                Result(setting: $0, evaluation: $0.evaluation(of: attempt, anchors: own.pins))
            }
            scenarios.append(AnchorScenario(kind: kind, results: results))
        }
        return scenarios
    }
}
