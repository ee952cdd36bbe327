import Trace
internal import X509

/// Whoever issued something was allowed to: basicConstraints says so, its path length is kept, and keyUsage lists
/// keyCertSign (RFC 5280 sections 4.2.1.9, 4.2.1.3 and 6.1.4).
///
/// Without this check the owner of any certificate could issue others. Internet Explorer and early iOS forgot it (2002 and
/// 2011).
struct AuthorityPolicy: Policy {
    func examine(_ chain: CandidateChain, _ question: Question) -> [Finding] {
        var findings: [Finding] = []
        // Intermediates between the leaf and the issuer at hand, without the self-issued ones (RFC 5280 section 6.1.4 (l)).
        var below = 0
        for issuer in chain.issuers {
            findings += examine(issuer, below: below)
            if !issuer.isSelfIssued { below += 1 }
        }
        return findings
    }

    private func examine(_ issuer: CandidateChain.Member, below: Int) -> [Finding] {
        var findings: [Finding] = []
        do {
            findings += constraints(try issuer.certificate.extensions.basicConstraints, of: issuer, below: below)
        } catch {
            findings.append(
                .failed(
                    "basic constraints", issuer.index, issuer.role, .extensionUnreadable("basicConstraints"),
                    .rfc(5280, "4.2.1.9"), .badCertificate))
        }
        do {
            findings.append(keyUsage(try issuer.certificate.extensions.keyUsage, of: issuer))
        } catch {
            findings.append(
                .failed(
                    "key usage", issuer.index, issuer.role, .extensionUnreadable("keyUsage"), .rfc(5280, "4.2.1.3"),
                    .badCertificate))
        }
        return findings
    }

    private func constraints(
        _ constraints: BasicConstraints?, of issuer: CandidateChain.Member, below: Int
    ) -> [Finding] {
        let name = "basic constraints"
        let cite = Citation.rfc(5280, "4.2.1.9")
        switch constraints {
        case .isCertificateAuthority(let limit):
            return [
                .passed(name, issuer.index, issuer.role, .isAuthority, cite),
                pathLength(limit, of: issuer, below: below),
            ]
        case nil where issuer.structure.version == 1 && issuer.isAnchor:
            return [.passed(name, issuer.index, issuer.role, .isAuthorityByDecree, cite)]
        case .notCertificateAuthority, nil:
            let statement = Statement.isNotAuthority(saysSo: constraints != nil)
            return [.failed(name, issuer.index, issuer.role, statement, cite, .notAnAuthority)]
        }
    }

    private func pathLength(_ limit: Int?, of issuer: CandidateChain.Member, below: Int) -> Finding {
        let cite = Citation.rfc(5280, "4.2.1.9")
        if let limit, below > limit {
            let statement = Statement.pathLengthExceeded(below: below, limit: limit)
            return .failed("path length", issuer.index, issuer.role, statement, cite, .notAnAuthority)
        }
        return .passed(
            "path length", issuer.index, issuer.role, .pathLengthKept(below: below, limit: limit), cite)
    }

    private func keyUsage(_ usage: KeyUsage?, of issuer: CandidateChain.Member) -> Finding {
        let cite = Citation.rfc(5280, "4.2.1.3")
        guard let usage else {
            return .passed("key usage", issuer.index, issuer.role, .keyUsageFits(nil), cite)
        }
        guard usage.keyCertSign else {
            let statement = Statement.keyUsageLacks(needed: ["keyCertSign"], has: usage.purposes)
            return .failed("key usage", issuer.index, issuer.role, statement, cite, .notAnAuthority)
        }
        return .passed("key usage", issuer.index, issuer.role, .keyUsageFits(usage.purposes), cite)
    }
}

extension CandidateChain.Member {
    /// Whether the client trusts it by decision.
    fileprivate var isAnchor: Bool { if case .anchor = role { true } else { false } }
}

extension KeyUsage {
    /// What is listed, in the words and the order of RFC 5280 section 4.2.1.3.
    var purposes: [String] {
        let all = [
            (digitalSignature, "digitalSignature"), (nonRepudiation, "nonRepudiation"),
            (keyEncipherment, "keyEncipherment"), (dataEncipherment, "dataEncipherment"),
            (keyAgreement, "keyAgreement"),
            (keyCertSign, "keyCertSign"), (cRLSign, "cRLSign"), (encipherOnly, "encipherOnly"),
            (decipherOnly, "decipherOnly"),
        ]
        return all.filter(\.0).map(\.1)
    }
}
