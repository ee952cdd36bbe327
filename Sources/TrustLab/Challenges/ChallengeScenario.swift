import PKI
import Trace

/// A challenge to an app's delegate, with the situation that causes it and the consequence of each answer.
package struct ChallengeScenario: Hashable, Sendable {
    /// The situation behind the challenge.
    package let kind: Kind
    package let challenge: AuthenticationChallenge
    /// The moment, in seconds since 1970.
    package let time: Int64

    /// A situation that causes a challenge. The raw values are names on the command line.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The server that the app wants, certified by an authority that came with the system.
        case genuine = "genuine-server"
        /// The server that the app wants, with a certificate that only the app knows.
        case ownServer = "own-server"
        /// The server that the app wants, under an authority that the user has denied.
        case denied = "denied-authority"
        /// An attacker or a proxy on the path, with a certificate of an authority that is installed on the device.
        case interceptor = "interceptor"
        /// An attacker on the path, with a self-signed certificate.
        case impostor = "impostor"
        /// The server asks for a certificate of the client.
        case clientCertificate = "client-certificate"
        /// The server asks for a name and a password.
        case password = "password"

        /// The name of the ``TrustScenario`` with the server's certificates. Nil for a challenge to the client.
        var scenario: String? {
            switch self {
            case .genuine, .denied: "genuine"
            case .ownServer: "self-signed-pinned"
            case .interceptor: "installed-root"
            case .impostor: "self-signed-impostor"
            case .clientCertificate, .password: nil
            }
        }

        /// The connection that the app attempts. Nil for a challenge to the client.
        ///
        /// - Throws: ``TrustError`` where a certificate cannot be issued.
        func attempt(in world: ScenarioWorld) throws(TrustError) -> ConnectionAttempt? {
            var attempt = try scenario.flatMap(TrustScenario.named)?.evidence(in: world).attempt
            if self == .denied { attempt?.deniedCertificates = [world.root.certificate] }
            return attempt
        }

        /// Whether the connection should go on: the server is the one that the app wants, and the user has not denied its authority.
        package var deservesTrust: Bool { !isDeceit && self != .denied }

        /// Whether another party than the server that the app wants has sent the certificates.
        package var isDeceit: Bool { self == .interceptor || self == .impostor }
    }

    /// An answer to the challenge.
    package struct Answer: Hashable, Sendable {
        /// The delegate's answer.
        package let disposition: AuthChallengeDisposition
        package let consequence: ChallengeConsequence
        /// Whether the consequence needs an exception from App Transport Security for the host. While ATS is on, a delegate can refuse
        /// more than the system, never less.
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

    /// The challenge in a situation of this kind.
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

/// The anchors that an app sets before it evaluates the trust.
package enum AnchorSetting: String, Hashable, Sendable, CaseIterable {
    /// The app sets no anchors: the system's and the user's count.
    case none = "nothing set"
    /// The app calls SecTrustSetAnchorCertificates: only its own anchors count.
    case own = "SecTrustSetAnchorCertificates"
    /// The app also calls SecTrustSetAnchorCertificatesOnly(trust, false): its own anchors and all others count.
    case ownAndSystem = "SecTrustSetAnchorCertificatesOnly(trust, false)"

    /// The name in reports: the calls that the app makes.
    var name: Words {
        self == .none ? Words(english: rawValue, chinese: "什么也不设置") : Words(same: rawValue)
    }

    /// SecTrust's evaluation with the setting.
    ///
    /// - Parameter anchors: the app's bundled certificates in DER.
    package func evaluation(of attempt: ConnectionAttempt, anchors: [[UInt8]]) -> SecTrust.Evaluation {
        var trust = attempt.serverTrust
        if self != .none { trust.setAnchorCertificates(anchors) }
        if self == .ownAndSystem { trust.anchorCertificatesOnly = false }
        return trust.evaluate(at: attempt.time)
    }
}

/// A server that an app with its own anchor connects to, and SecTrust's result under each setting of anchors.
package struct AnchorScenario: Hashable, Sendable {
    /// The server that answers.
    package let kind: ChallengeScenario.Kind
    /// SecTrust's results, in the order of the settings.
    package let results: [Result]

    /// SecTrust's result under a setting.
    package struct Result: Hashable, Sendable {
        package let setting: AnchorSetting
        /// SecTrust's evaluation.
        package let evaluation: SecTrust.Evaluation
    }

    /// One scenario for each kind of server. The app has bundled its own server's certificate as an anchor.
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
