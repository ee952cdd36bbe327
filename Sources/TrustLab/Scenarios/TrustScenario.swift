import PKI
import Trace

/// A situation in which a chain is to be believed or refused, and the right decision.
///
/// It is made when it is looked at, from a seed and a clock that stands still: nothing in it ever expires.
package struct TrustScenario: Wording {
    /// Its name, in lower case with hyphens: "other-site-same-ca".
    package let name: String
    /// The story in one sentence.
    package let english: String
    /// The fault in a few words; nil for a chain without a fault.
    package let fault: Words?
    /// Where it is from.
    package let origins: [Origin]
    /// The expected decisions.
    package let expectation: Expectation

    /// Whether a client that believes the chain is deceived although nothing is wrong with it: the key is not, or no longer, the
    /// server's own.
    package let isDeceit: Bool

    /// The story in English.
    package var story: String { sentence(in: .english) }

    /// Whether an app should connect.
    package var deservesTrust: Bool { expectation.platform.isTrusted && !isDeceit }

    private let make: @Sendable (ScenarioWorld) throws -> TrustEvidence

    /// Where a scenario is from.
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
        case incident(String)
    }

    /// The expected decisions about a scenario.
    package struct Expectation: Hashable, Sendable {
        /// The decision of a platform that makes every check of RFC 5280 and RFC 9525.
        package enum Platform: Hashable, Sendable {
            /// The platform believes the chain.
            case trusted
            /// The platform refuses the chain, for at least this reason.
            case refused(RefusalKind)

            /// Whether the chain is believed.
            package var isTrusted: Bool { self == .trusted }
        }

        /// The decision of App Transport Security for an app that loads the URL.
        package enum Transport: String, Hashable, Sendable {
            /// The connection comes about.
            case pass
            /// It does not.
            case fail
            /// Its documentation does not say.
            case unspecified
        }

        /// The expected decision of the platform.
        package let platform: Platform
        /// The expected decision of App Transport Security.
        package let transport: Transport

        /// Both; what the platform refuses cannot pass.
        static func trusted(ats transport: Transport = .pass) -> Expectation {
            Expectation(platform: .trusted, transport: transport)
        }

        static func refused(_ kind: RefusalKind, ats transport: Transport = .fail) -> Expectation {
            Expectation(platform: .refused(kind), transport: transport)
        }
    }

    init(
        _ name: String, english: String, englishFault: String? = nil, from origins: [Origin],
        _ expectation: Expectation,
        isDeceit: Bool = false, make: @escaping @Sendable (ScenarioWorld) throws -> TrustEvidence
    ) {
        self.name = name
        self.english = english
        fault = englishFault.map { Words(english: $0) }
        self.origins = origins
        self.expectation = expectation
        self.isDeceit = isDeceit
        self.make = make
    }

    /// Makes its certificates.
    ///
    /// - Throws: ``TrustError`` where one cannot be issued.
    package func evidence(in world: ScenarioWorld) throws(TrustError) -> TrustEvidence {
        do {
            return try make(world)
        } catch let error as TrustError {
            throw error
        } catch {
            throw .cannotIssue("\(error)")
        }
    }

    /// Every scenario, in the order in which they are told.
    package static let all: [TrustScenario] =
        pinning + paths + names + authorities + dates + strength + form + interception + clients

    /// The scenario of that name; nil for an unknown name.
    package static func named(_ name: String) -> TrustScenario? { all.first { $0.name == name } }
}

extension TrustScenario.Origin: CustomStringConvertible {
    /// In a few words: "AFSecurityPolicy row E", "RFC 5280 section 4.2.1.9".
    package var description: String {
        switch self {
        case .securityPolicy(let row): "AFSecurityPolicy row \(row)"
        case .badSSL(let host): "badssl.com \(host)"
        case .trustKit(let test): "TrustKit \(test)"
        case .alamofire(let test): "Alamofire \(test)"
        case .rule(let cite): "\(cite)"
        case .incident(let what): what
        }
    }
}
