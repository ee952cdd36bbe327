import Crypto
import Trace

/// The checks that a program makes of a chain. `anyName` and `none` are mistakes that apps make.
public enum ChecksMade: Hashable, Sendable {
    /// Every check.
    case full
    /// Every check, and in addition the SubjectPublicKeyInfo of a certificate of the path must have one of these SHA-256 digests:
    /// public-key pinning (RFC 7469 section 2.6).
    case pinned([[UInt8]])
    /// Every check except that of the name: a certificate for any host is accepted.
    case anyName
    /// No check.
    case none

    /// The name in options and settings.
    public var name: String {
        switch self {
        case .full: "full"
        case .pinned: "pin"
        case .anyName: "no-hostname"
        case .none: "none"
        }
    }
}

extension Evaluator {
    /// Answers a question about a chain as carefully as `checksMade` says.
    ///
    /// - Parameter chain: certificates in DER as they were sent, the leaf first.
    public func judge(chain: [[UInt8]], question: ChainQuestion, checksMade: ChecksMade) -> Verdict {
        switch checksMade {
        case .full: return judge(chain: chain, question: question)
        case .anyName: return judge(chain: chain, question: ChainQuestion(.anyServer, time: question.time))
        case .pinned(let digests): return pin(judge(chain: chain, question: question), to: digests)
        case .none:
            do throws(TrustError) {
                return .trusted(try VerifiedChain.acceptedWithoutAnyCheck(chain), [])
            } catch {
                // A chain without a readable key cannot be accepted. The checks say what is wrong with it.
                return judge(chain: chain, question: question)
            }
        }
    }

    /// The verdict with the check of the pins: a trusted chain without a pinned key is refused.
    private func pin(_ verdict: Verdict, to digests: [[UInt8]]) -> Verdict {
        guard let chain = verdict.chain else { return verdict }
        let findings = verdict.findings
        let found = chain.path.compactMap { Evaluator.pin(ofCertificate: $0) }
        let cite = Citation.rfc(7469, "2.6")
        if let fitting = found.first(where: digests.contains) {
            let statement = Statement.pin(.pinFits(sha256: Hex.string(fitting)))
            return .trusted(chain, findings + [.passed(.pin, of: 0, as: .chain, statement, cite: cite)])
        }
        let statement = Statement.pin(.pinDiffers(sha256: found.first.map { Hex.string($0) } ?? "none"))
        let finding = CheckResult.failed(.pin, of: 0, as: .chain, statement, cite: cite, refusal: .badCertificate)
        return .refused(findings + [finding], path: chain.path)
    }

    /// The SHA-256 of a certificate's SubjectPublicKeyInfo (RFC 7469 section 2.4); nil for octets that are no certificate.
    public static func pin(ofCertificate der: [UInt8]) -> [UInt8]? {
        (try? CertificateStructure(der)).map { HashAlgorithm.sha256.hash($0.publicKeyInfo) }
    }
}
