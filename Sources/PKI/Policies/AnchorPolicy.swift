import Trace

/// The path reaches an authority that the client trusts (RFC 5280 section 6.1).
struct AnchorPolicy: Policy {
    func examine(_ path: CandidatePath, _ question: ChainQuestion) -> [CheckResult] { [] }

    func conclude(_ path: CandidatePath, _ question: ChainQuestion) -> [CheckResult] {
        guard let top = path.tip else { return [] }
        let cite = Citation.rfc(5280, "6.1.1")
        guard top.isAnchor else {
            let statement: Statement =
                top.isSelfSigned
                ? .path(.selfSignedNotTrusted) : .path(.noAnchor(issuer: top.structure.issuer.label))
            return [top.failed(.anchor, statement, cite: cite, refusal: .unknownCA)]
        }
        guard let last = path.members.dropLast().last else {
            return [top.passed(.anchor, .path(.leafIsAnchor), cite: cite)]
        }
        // An anchor has the issuer's name. If its key does not verify the signature, the signature policy has reported that too.
        return path.lastSignature == .verifies
            ? [last.passed(.anchor, .path(.anchorReached(top.label)), cite: cite)]
            : [last.failed(.anchor, .path(.anchorDidNotSign(top.label)), cite: cite, refusal: .unknownCA)]
    }
}
