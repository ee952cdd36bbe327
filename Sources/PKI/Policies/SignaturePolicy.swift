import Trace

/// The key of each issuer verifies the signature on the certificate below it (RFC 5280 section 6.1.3 (a) (1)).
struct SignaturePolicy: Policy {
    func examine(_ path: CandidatePath, _ question: Question) -> [Finding] {
        guard let outcome = path.lastSignature, let issuer = path.tip, let member = path.members.dropLast().last
        else { return [] }
        let cite = Citation.rfc(5280, "6.1.3")
        let place = member.structure.signaturePlace
        let algorithm = member.structure.signatureAlgorithm.label
        switch outcome {
        case .verifies:
            let statement = Statement.path(.signatureVerifies(by: issuer.label, algorithm: algorithm))
            return [member.passed(.signature, statement, cite: cite, at: place)]
        case .fails:
            let statement = Statement.path(.signatureFails(by: issuer.label, algorithm: algorithm))
            return [member.failed(.signature, statement, cite: cite, refusal: .badSignature, at: place)]
        case .wrongKey:
            let statement = Statement.strength(
                .signatureOfOtherKind(by: issuer.label, key: issuer.structure.key.name, algorithm: algorithm))
            return [member.failed(.signature, statement, cite: cite, refusal: .badSignature, at: place)]
        case .unknownAlgorithm:
            let statement = Statement.path(.unsupportedAlgorithm(algorithm))
            return [member.failed(.signature, statement, cite: cite, refusal: .unsupportedKey, at: place)]
        }
    }

    func conclude(_ path: CandidatePath, _ question: Question) -> [Finding] {
        guard !path.isComplete, let top = path.tip else { return [] }
        let missing = top.structure.issuer.label
        // The issuer of a self-signed certificate is not missing. ``AnchorPolicy`` reports that it is not trusted.
        if top.isSelfIssued, SignatureCheck.isWorthwhile(top.structure.key),
            SignatureCheck(of: top.structure, by: top.structure.key).outcome == .verifies
        {
            return []
        }
        return [top.failed(.signature, .path(.issuerMissing(missing)), cite: .rfc(5280, "6.1.3"), refusal: .unknownCA)]
    }
}
