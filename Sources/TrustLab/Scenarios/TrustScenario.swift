import PKI
import Trace

/// A situation in which a chain must be trusted or refused, with the right decision.
///
/// Its certificates are made on demand, from a seed and a fixed moment, so they never become out of date.
package struct TrustScenario: Wording {
    /// The name of the scenario, in lower case with hyphens: "other-site-same-ca".
    package let name: String
    /// The story in one sentence.
    package let english: String
    /// The story in Chinese.
    package let chinese: String
    /// The fault in a few words; nil for a chain without a fault.
    package let fault: Words?
    /// The sources of the scenario.
    package let origins: [Origin]
    /// The expected decisions.
    package let expectation: Expectation

    /// Whether a client that trusts the chain is deceived, although the chain has no fault: another party than the server has the
    /// private key.
    package let isDeceit: Bool

    /// Whether an app should connect. Nil if that depends on what a device gets.
    package var deservesTrust: Bool? {
        switch expectation.platform {
        case .trusted: !isDeceit
        case .refused: false
        case .open: nil
        }
    }

    private let make: @Sendable (ScenarioWorld) throws -> TrustEvidence

    /// A source of a scenario.
    package enum Origin: Hashable, Sendable {
        /// A row of the truth table of AFNetworking's AFSecurityPolicy.
        case securityPolicy(row: String)
        /// A host of badssl.com.
        case badSSL(String)
        /// A test of TrustKit.
        case trustKit(String)
        /// A test of Alamofire.
        case alamofire(String)
        /// A rule for certificates.
        case rule(Citation)
        /// An incident that happened.
        case incident(Words)
    }

    /// The expected decisions about a scenario.
    package struct Expectation: Hashable, Sendable {
        /// The decision of a platform that makes every check of RFC 5280 and RFC 9525.
        package enum Platform: Hashable, Sendable {
            /// The platform trusts the chain.
            case trusted
            /// The platform refuses the chain for this reason; it may have further reasons.
            case refused(RefusalKind)
            /// The platform trusts the chain if the device gets a further certificate. Otherwise it refuses the chain for this reason.
            case open(RefusalKind)

            /// Whether the platform trusts the chain.
            package var isTrusted: Bool { self == .trusted }
        }

        /// The decision of App Transport Security for an app that loads the URL.
        package enum Transport: String, Hashable, Sendable {
            /// The connection is made.
            case pass
            /// The connection is refused.
            case fail
            /// The documentation of App Transport Security does not tell.
            case unspecified
        }

        /// The expected decision of the platform.
        package let platform: Platform
        /// The expected decision of App Transport Security.
        package let transport: Transport

        /// The platform trusts the chain. By default App Transport Security lets the connection pass.
        static func trusted(ats transport: Transport = .pass) -> Expectation {
            Expectation(platform: .trusted, transport: transport)
        }

        /// The platform refuses the chain. Then App Transport Security cannot let the connection pass.
        static func refused(_ kind: RefusalKind, ats transport: Transport = .fail) -> Expectation {
            Expectation(platform: .refused(kind), transport: transport)
        }

        /// The platform trusts the chain only if the device gets a further certificate. So does App Transport Security.
        static func open(_ kind: RefusalKind) -> Expectation {
            Expectation(platform: .open(kind), transport: .unspecified)
        }
    }

    init(
        _ name: String, english: String, chinese: String, fault: Words? = nil, from origins: [Origin],
        _ expectation: Expectation,
        isDeceit: Bool = false, make: @escaping @Sendable (ScenarioWorld) throws -> TrustEvidence
    ) {
        self.name = name
        self.english = english
        self.chinese = chinese
        self.fault = fault
        self.origins = origins
        self.expectation = expectation
        self.isDeceit = isDeceit
        self.make = make
    }

    /// Makes the certificates of the scenario.
    ///
    /// - Throws: ``TrustError`` where a certificate cannot be issued.
    package func evidence(in world: ScenarioWorld) throws(TrustError) -> TrustEvidence {
        try TrustError.issuing { try make(world) }
    }

    /// Every scenario, in the order of the reports.
    package static let all: [TrustScenario] =
        pinning + paths + names + authorities + dates + strength + form + interception + clients

    /// The scenario of that name; nil for an unknown name.
    package static func named(_ name: String) -> TrustScenario? { all.first { $0.name == name } }
}

extension TrustError {
    /// The result of `body`. An error of another type becomes ``cannotIssue(_:)``.
    static func issuing<Result>(_ body: () throws -> Result) throws(TrustError) -> Result {
        do {
            return try body()
        } catch let error as TrustError {
            throw error
        } catch {
            throw .cannotIssue("\(error)")
        }
    }
}

extension TrustScenario.Origin: Wording {
    /// The source in a few words: "AFSecurityPolicy row E", "RFC 5280 section 4.2.1.9".
    package var english: String {
        switch self {
        case .securityPolicy(let row): "AFSecurityPolicy row \(row)"
        case .badSSL(let host): "badssl.com \(host)"
        case .trustKit(let test): "TrustKit \(test)"
        case .alamofire(let test): "Alamofire \(test)"
        case .rule(let cite): "\(cite)"
        case .incident(let what): what.english
        }
    }

    package var chinese: String {
        switch self {
        case .securityPolicy(let row): "AFSecurityPolicy 的 \(row) 行"
        case .incident(let what): what.chinese
        case .alamofire(let test): "Alamofire 的测试 \"\(test)\""
        case .badSSL, .trustKit, .rule: english
        }
    }
}
