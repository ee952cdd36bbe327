import TLSSim
import TestPKI
import TestSupport

@testable import PKI
@testable import TrustLab

/// Servers for the tests of App Transport Security, all of the sample's world.
enum ATSSample {
    static let host = ATSHost.name(Sample.host)
    /// The sample's authorities are nobody's public ones.
    static let policy = ATSPolicy(anchorKind: .app)

    static func suite(_ name: String) -> RegisteredSuite {
        let others: [String: UInt16] = [
            "TLS_DHE_RSA_WITH_AES_128_GCM_SHA256": 0x009e, "TLS_RSA_WITH_RC4_128_SHA": 0x0005,
            "TLS_RSA_WITH_RC4_128_MD5": 0x0004, "TLS_RSA_WITH_NULL_SHA": 0x0002,
        ]
        let listed =
            ATSSuite.tls13 + [ATSPeriod.thirteen, .latest].flatMap { ATSSuite.suites(of: .system, on: $0) }
        return listed.first { $0.name == name } ?? RegisteredSuite(others[name] ?? 0xffff)
    }

    /// A server with the sample's chain, changed, and the verdict of the sample's judge.
    static func server(
        _ versions: [ProtocolVersion] = [.tls12], _ suites: [String] = ["TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"],
        host: String = Sample.host, chain: [[UInt8]]? = nil
    ) async throws -> ATSServer {
        let chain = try chain ?? Sample.chain { _ in }
        let evaluation = SecTrust.Evaluation(
            of: chain, asking: ChainQuestion(hostName: host, time: Sample.time), in: try Sample.evaluator().store)
        return ATSServer(versions: versions, suites: suites.map(suite), chain: chain, evaluation: evaluation)
    }

    /// The rules of an app with one exception.
    static func rules(_ exception: ATSException = ATSException(), on period: ATSPeriod = .latest) -> ATSRules {
        exception.dictionary(for: host).rules(forHost: host, on: period)
    }

    /// The sixteen results as letters: P, F, or ? for what is not known.
    static func letters(_ server: ATSServer, host: ATSHost = ATSSample.host, _ policy: ATSPolicy = policy) -> String {
        let letters = ATSDiagnostics.run(on: server, host: host, policy: policy).map { trial in
            switch trial.judgement.result {
            case .loads: "P"
            case .refused: "F"
            case .undecided: "?"
            }
        }
        return letters.joined()
    }
}

extension ATSJudgement {
    /// What came of one requirement.
    func outcome(_ requirement: ATSRequirement) -> ATSFinding.Outcome? {
        findings.first { $0.requirement == requirement }?.outcome
    }
}
