import Crypto
internal import SwiftASN1
import Trace
internal import X509

/// The leaf may be used for what it is used for here, and no certificate demands what is not understood.
///
/// Which of the two uses of keyUsage is needed, signing or decryption, depends on the cipher suite. The verdict passes on
/// which are allowed (``VerifiedChain/allowsSignatures``, ``VerifiedChain/allowsKeyEncipherment``) and asks for one of them.
struct UsagePolicy: Policy {
    func examine(_ chain: CandidateChain, _ question: Question) -> [Finding] {
        var findings = chain.path.prefix(1).flatMap { [key(of: $0), keyUsage(of: $0)] }
        findings += chain.path.compactMap { extendedKeyUsage(of: $0, question.subject) }
        findings += (chain.path + (chain.last.map { [$0] } ?? [])).map(criticalExtensions)
        return findings
    }

    private func key(of leaf: CandidateChain.Member) -> Finding {
        let cite = Citation.rfc(5246, "7.4.2")
        do throws(TrustError) {
            let statement: Statement =
                switch try leaf.structure.certifiedKey() {
                case .rsa(let key): .rsaKey(bits: key.n.bitWidth)
                case .ecdsa(let key): .ecdsaKey(curve: key.curve.name)
                }
            return .passed("key", leaf.index, leaf.role, statement, cite)
        } catch {
            let algorithm = AlgorithmNames.name(leaf.structure.keyAlgorithm)
            return .failed("key", leaf.index, leaf.role, .unsupportedKey(algorithm), cite, .unsupportedKey)
        }
    }

    private func keyUsage(of leaf: CandidateChain.Member) -> Finding {
        let cite = Citation.rfc(5280, "4.2.1.3")
        let usage: KeyUsage?
        do {
            usage = try leaf.certificate.extensions.keyUsage
        } catch {
            return .failed(
                "key usage", leaf.index, leaf.role, .extensionUnreadable("keyUsage"), cite, .badCertificate)
        }
        guard let usage else { return .passed("key usage", leaf.index, leaf.role, .keyUsageFits(nil), cite) }
        guard usage.digitalSignature || usage.keyEncipherment else {
            let statement = Statement.keyUsageLacks(
                needed: ["digitalSignature", "keyEncipherment"], has: usage.purposes)
            return .failed("key usage", leaf.index, leaf.role, statement, cite, .wrongUsage)
        }
        return .passed("key usage", leaf.index, leaf.role, .keyUsageFits(usage.purposes), cite)
    }

    /// RFC 5280 speaks of the leaf only. Every browser takes the extension in an intermediate as a limit to what may be
    /// issued below it, and so do the rules that authorities follow.
    private func extendedKeyUsage(of member: CandidateChain.Member, _ subject: Question.Subject) -> Finding? {
        let name = "extended key usage"
        let (needed, purpose): (ExtendedKeyUsage.Usage, String) =
            subject == .client ? (.clientAuth, "client") : (.serverAuth, "server")
        let cite = Citation.rfc(5280, "4.2.1.12")
        let usage: ExtendedKeyUsage?
        do {
            usage = try member.certificate.extensions.extendedKeyUsage
        } catch {
            return .failed(name, member.index, member.role, .extensionUnreadable("extKeyUsage"), cite, .badCertificate)
        }
        guard let usage else {
            return member.index == 0
                ? .passed(name, 0, member.role, .extendedKeyUsageFits(nil, purpose: purpose), cite) : nil
        }
        let purposes = usage.map { "\($0)" }
        guard usage.contains(needed) || usage.contains(.any) else {
            let statement = Statement.extendedKeyUsageLacks(has: purposes, purpose: purpose)
            return .failed(name, member.index, member.role, statement, cite, .wrongUsage)
        }
        return .passed(name, member.index, member.role, .extendedKeyUsageFits(purposes, purpose: purpose), cite)
    }

    /// Critical extensions that are enforced: by policies of this module, name constraints by the library.
    static let understood: [ASN1ObjectIdentifier] = [
        .X509ExtensionID.basicConstraints, .X509ExtensionID.keyUsage, .X509ExtensionID.extendedKeyUsage,
        .X509ExtensionID.subjectAlternativeName, .X509ExtensionID.nameConstraints,
    ]

    private func criticalExtensions(of member: CandidateChain.Member) -> Finding {
        let cite = Citation.rfc(5280, "4.2")
        let critical = member.structure.extensions.filter(\.critical).map(\.oid)
        if let unknown = critical.first(where: { !UsagePolicy.understood.contains($0) }) {
            return .failed(
                "critical extensions", member.index, member.role, .criticalExtensionUnknown("\(unknown)"), cite,
                .unsupportedExtension)
        }
        let names = critical.map(CertificateAnatomy.extensionName)
        return .passed("critical extensions", member.index, member.role, .criticalExtensionsUnderstood(names), cite)
    }
}
