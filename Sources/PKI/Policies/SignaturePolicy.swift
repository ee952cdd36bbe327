import Trace

/// The key of each issuer verifies the signature on the certificate below it (RFC 5280 section 6.1.3 (a) (1)).
struct SignaturePolicy: Policy {
    func examine(_ path: CandidatePath, _ question: ChainQuestion) -> [CheckResult] {
        guard let outcome = path.lastSignature, let issuer = path.tip, let member = path.members.dropLast().last
        else { return [] }
        return [signature(on: member, outcome, by: issuer)]
            + (question.profile == .secTrust ? name(of: issuer, in: member) : [])
    }

    /// Whether SecTrust finds the issuer by its name.
    private func name(of issuer: CandidatePath.Member, in member: CandidatePath.Member) -> [CheckResult] {
        let (wanted, found) = (member.structure.issuer, issuer.structure.subject)
        guard wanted.encoded != found.encoded, wanted.bySecTrust != found.bySecTrust else { return [] }
        let statement = Statement.path(
            .issuerWrittenOtherwise(issuer.label, wanted: wanted.stringTypes, found: found.stringTypes))
        return [member.failed(.anchor, statement, cite: Citation("Apple, SecCertificate"), refusal: .unknownCA)]
    }

    private func signature(
        on member: CandidatePath.Member, _ outcome: SignatureCheck.Outcome, by issuer: CandidatePath.Member
    ) -> CheckResult {
        let cite = Citation.rfc(5280, "6.1.3")
        let place = member.structure.signaturePlace
        let algorithm = member.structure.signatureAlgorithm.label
        switch outcome {
        case .verifies:
            let statement = Statement.path(.signatureVerifies(by: issuer.label, algorithm: algorithm))
            return member.passed(.signature, statement, cite: cite, at: place)
        case .fails:
            let statement = Statement.path(.signatureFails(by: issuer.label, algorithm: algorithm))
            return member.failed(.signature, statement, cite: cite, refusal: .badSignature, at: place)
        case .wrongKey:
            let statement = Statement.strength(
                .signatureOfOtherKind(by: issuer.label, key: issuer.structure.key.phrase, algorithm: algorithm))
            return member.failed(.signature, statement, cite: cite, refusal: .badSignature, at: place)
        case .unknownKey:
            let statement = Statement.strength(
                .signatureByUnknownKey(by: issuer.label, key: issuer.structure.key.phrase, algorithm: algorithm))
            return member.failed(.signature, statement, cite: cite, refusal: .unsupportedKey, at: place)
        case .unknownAlgorithm:
            let statement = Statement.path(.unsupportedAlgorithm(algorithm))
            return member.failed(.signature, statement, cite: cite, refusal: .unsupportedKey, at: place)
        }
    }

    func conclude(_ path: CandidatePath, _ question: ChainQuestion) -> [CheckResult] {
        guard !path.isComplete, let top = path.tip else { return [] }
        let missing = top.structure.issuer.label
        // The issuer of a self-signed certificate is not missing. ``AnchorPolicy`` reports that it is not trusted.
        if top.isSelfSigned { return [] }
        // The leaf is no issuer: who certifies a leaf's issuer is not among the certificates below it.
        let isCircle = path.members.dropLast().dropFirst().contains { below in
            below.structure.comparableSubject == top.structure.comparableIssuer
                && SignatureCheck.isWorthwhile(below.structure.key)
                && SignatureCheck(of: top.structure, by: below.structure.key).outcome == .verifies
        }
        if isCircle {
            return [top.failed(.signature, .path(.goesInCircle(missing)), cite: .rfc(5280, "6.1"), refusal: .unknownCA)]
        }
        return [top.failed(.signature, .path(.issuerMissing(missing)), cite: .rfc(5280, "6.1.3"), refusal: .unknownCA)]
    }
}
