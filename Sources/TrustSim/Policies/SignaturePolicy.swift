import Trace

/// Each certificate names the next as its issuer, and the issuer's key verifies its signature (RFC 5280 section 6.1.3).
struct SignaturePolicy: Policy {
    func examine(_ chain: CandidateChain, _ question: Question) -> [Finding] {
        order(chain) + signatures(chain)
    }

    private func order(_ chain: CandidateChain) -> [Finding] {
        let cite = Citation.rfc(5246, "7.4.2")
        return zip(chain.path, chain.path.dropFirst()).map { member, next in
            let issuer = CertificateStructure.label(of: member.certificate.issuer)
            guard member.certificate.issuer == next.certificate.subject else {
                let statement = Statement.notFollowedByIssuer(issuer: issuer, next: next.label)
                return .failed("order", member.index, member.role, statement, cite, .badCertificate)
            }
            return .passed("order", member.index, member.role, .followedByIssuer(issuer), cite)
        }
    }

    private func signatures(_ chain: CandidateChain) -> [Finding] {
        // A leaf that is trusted for itself needs nobody's signature.
        if case .leafIsAnchor = chain.end { return [] }
        return chain.path.enumerated().flatMap { position, member in
            let issuer = position + 1 < chain.path.count ? chain.path[position + 1] : chain.last
            return [algorithm(of: member), signature(on: member, by: issuer)].compactMap { $0 }
        }
    }

    private func signature(on member: CandidateChain.Member, by issuer: CandidateChain.Member?) -> Finding {
        let name = "signature"
        let cite = Citation.rfc(5280, "6.1.3")
        let algorithm = AlgorithmNames.name(member.structure.signatureAlgorithm)
        guard let issuer else {
            let missing = CertificateStructure.label(of: member.certificate.issuer)
            return .failed(name, member.index, member.role, .issuerMissing(missing), cite, .unknownCA)
        }
        let key = issuer.certificate.publicKey
        guard key.isValidSignature(member.certificate.signature, for: member.certificate) else {
            let statement = Statement.signatureFails(by: issuer.label, algorithm: algorithm)
            return .failed(name, member.index, member.role, statement, cite, .badSignature)
        }
        let statement = Statement.signatureVerifies(by: issuer.label, algorithm: algorithm)
        return .passed(name, member.index, member.role, statement, cite)
    }

    private func algorithm(of member: CandidateChain.Member) -> Finding? {
        let algorithm = member.structure.signatureAlgorithm
        guard AlgorithmNames.brokenSignatures.contains(algorithm) else { return nil }
        let statement = Statement.brokenSignatureAlgorithm(AlgorithmNames.name(algorithm))
        return .failed(
            "signature algorithm", member.index, member.role, statement, .rfc(6194), .tooWeak)
    }
}
