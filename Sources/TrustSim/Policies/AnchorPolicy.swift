import Trace

/// The path reaches an authority that the client trusts (RFC 5280 section 6.1).
struct AnchorPolicy: Policy {
    func examine(_ chain: CandidateChain, _ question: Question) -> [Finding] {
        guard let top = chain.path.last else { return [] }
        let cite = Citation.rfc(5280, "6.1.1")
        let issuer = CertificateStructure.label(of: top.certificate.issuer)
        let (statement, kind): (Statement, RefusalKind?) =
            switch chain.end {
            case .anchor(let anchor): (.anchorReached(anchor.label), nil)
            case .leafIsAnchor: (.leafIsAnchor, nil)
            case .namesake(let anchor): (.anchorDidNotSign(anchor.label), .unknownCA)
            case .none where top.isSelfIssued: (.selfSignedNotTrusted, .unknownCA)
            case .none: (.noAnchor(issuer: issuer), .unknownCA)
            }
        guard let kind else { return [.passed("anchor", top.index, top.role, statement, cite)] }
        return [.failed("anchor", top.index, top.role, statement, cite, kind)]
    }
}
