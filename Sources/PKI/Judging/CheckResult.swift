import Trace

/// The result of one check of one certificate, with the reason.
public struct CheckResult: Sendable, Hashable, Remark {
    /// The check.
    public let check: Check
    /// The result.
    public let outcome: Outcome
    /// The certificate that was checked, as a number: its place in the chain as it was sent, from 0 for the leaf, and behind the
    /// chain its place among the further certificates. A trust anchor that was not sent has the number of all those certificates.
    public let subject: Int
    /// The certificate's place in the path.
    public let role: Role
    /// The reason, as a typed note.
    public let statement: Statement
    /// The document that demands the check.
    public let cite: Citation
    /// The kind of refusal; nil for a check that does not refuse the chain.
    public let refusal: RefusalKind?
    /// The place of the octets in the certificate that prove the result; nil if no octets do.
    public internal(set) var evidence: Range<Int>?
    /// The end that sent the chain. The other end judges it.
    public internal(set) var side = Trace.Role.server

    /// A result of a check.
    public enum Outcome: String, Hashable, Sendable {
        /// The certificate obeys the rule.
        case passed
        /// The certificate breaks a rule that this judge does not insist on.
        case noted
        /// The certificate is refused.
        case failed
    }

    /// The name of the check, such as "host name".
    public var policy: String { check.rawValue }
    /// Whether the check does not refuse the certificate.
    public var passed: Bool { outcome != .failed }
    /// Whether nearly every certificate has this result, so that a story can leave it out.
    public var isRoutine: Bool { outcome == .passed && check.isRoutine }

    /// The reason for the check, and an attack on a client that leaves it out, in English.
    public var purpose: String { check.english }

    /// The place of a certificate in the path from the leaf to the anchor.
    public enum Role: Hashable, Sendable {
        /// The certificate of the server or the client whose chain is judged.
        case leaf
        /// The certificate of an authority between the leaf and the anchor, with the name of the authority.
        case intermediate(String)
        /// A certificate that names itself as its issuer and that the judge does not trust, with the name of its subject.
        case root(String)
        /// The certificate of an authority that the judge trusts from the start, with the name of the authority.
        case anchor(String)
        /// A certificate that was sent and is not part of the path.
        case extra
        /// The chain as a whole.
        case chain
    }

    /// A check that was passed.
    static func passed(
        _ check: Check, of subject: Int, as role: Role, _ statement: Statement, cite: Citation,
        evidence: Range<Int>? = nil
    ) -> CheckResult {
        CheckResult(
            check: check, outcome: .passed, subject: subject, role: role, statement: statement, cite: cite,
            refusal: nil, evidence: evidence)
    }

    /// A check that was failed.
    static func failed(
        _ check: Check, of subject: Int, as role: Role, _ statement: Statement, cite: Citation,
        refusal kind: RefusalKind, evidence: Range<Int>? = nil
    ) -> CheckResult {
        CheckResult(
            check: check, outcome: .failed, subject: subject, role: role, statement: statement, cite: cite,
            refusal: kind, evidence: evidence)
    }

    /// A rule that is broken and that this judge does not insist on.
    static func noted(
        _ check: Check, of subject: Int, as role: Role, _ statement: Statement, cite: Citation,
        evidence: Range<Int>? = nil
    ) -> CheckResult {
        CheckResult(
            check: check, outcome: .noted, subject: subject, role: role, statement: statement, cite: cite, refusal: nil,
            evidence: evidence)
    }

    /// The reason as a sentence in English.
    public var reason: String { english }

    public var english: String { statement.english(about: role, of: side) }

    public var chinese: String { statement.chinese(about: role, of: side) }
}

/// The reason for a refusal, in as much detail as an alert of TLS can tell the other side.
public enum RefusalKind: String, Sendable, Hashable, CaseIterable {
    /// A certificate that cannot be read, or a chain in disorder.
    case badCertificate
    /// A signature that does not verify.
    case badSignature
    /// A certificate for another host.
    case badName
    /// A subject that is not on the list of admitted names.
    case notAdmitted
    /// A signature algorithm or a key that is too weak to prove anything.
    case tooWeak
    /// A key, or a signature algorithm, of a kind that cannot be used here.
    case unsupportedKey
    /// A critical extension that is not understood here.
    case unsupportedExtension
    /// A certificate for other purposes.
    case wrongUsage
    /// A certificate whose last second of validity is past.
    case expired
    /// A certificate whose first second of validity is still to come.
    case notYetValid
    /// An issuer that may not issue certificates.
    case notAnAuthority
    /// A chain without a path to a trusted authority.
    case unknownCA
    /// A weakness that not even a user may accept: MD5, or a key that can be broken at low cost.
    case beyondRepair
    /// A certificate that its issuer has revoked.
    case revoked

    /// Whether neither a user nor an app may accept the chain in spite of the refusal.
    public var isFatal: Bool { self == .beyondRepair || self == .revoked }
}

extension CandidatePath.Member {
    /// A check that this certificate passed.
    func passed(
        _ check: Check, _ statement: Statement, cite: Citation, at evidence: Range<Int>? = nil
    ) -> CheckResult {
        .passed(check, of: index, as: role, statement, cite: cite, evidence: evidence)
    }

    /// A check that this certificate failed.
    func failed(
        _ check: Check, _ statement: Statement, cite: Citation, refusal kind: RefusalKind,
        at evidence: Range<Int>? = nil
    ) -> CheckResult {
        .failed(check, of: index, as: role, statement, cite: cite, refusal: kind, evidence: evidence)
    }

    /// An extension of this certificate that a check needs and that cannot be read.
    func unreadable(_ name: String, for check: Check, cite: Citation, at place: Range<Int>) -> CheckResult {
        failed(check, .usage(.extensionUnreadable(name)), cite: cite, refusal: .badCertificate, at: place)
    }

    /// A rule that this certificate breaks and that the judge does not insist on.
    func noted(
        _ check: Check, _ statement: Statement, cite: Citation, at evidence: Range<Int>? = nil
    ) -> CheckResult {
        .noted(check, of: index, as: role, statement, cite: cite, evidence: evidence)
    }

    /// A rule for issuers that this certificate breaks. The profile of the Web PKI refuses the certificate. SecTrust refuses it too if it
    /// has a check for the rule. Any other profile notes it.
    ///
    /// - Parameter secTrust: the name of SecTrust's check; nil if it has none.
    func breach(
        _ check: Check, _ statement: Statement, cite: Citation, for question: ChainQuestion,
        secTrust name: String? = nil,
        at evidence: Range<Int>? = nil
    ) -> CheckResult {
        switch (question.profile, name) {
        case (.webPKI, _): failed(check, statement, cite: cite, refusal: .badCertificate, at: evidence)
        case (.secTrust, let name?):
            failed(check, statement, cite: .secTrust(name), refusal: .badCertificate, at: evidence)
        case (.platform, _), (.secTrust, nil): noted(check, statement, cite: cite, at: evidence)
        }
    }
}

extension Citation {
    /// A check of SecTrust by its name in Apple's published source.
    static func secTrust(_ check: String) -> Citation { Citation("Apple, SecTrust's check", check) }
}

extension CheckResult.Role {
    /// The role of a certificate that is neither the leaf nor an anchor.
    static func authority(_ structure: CertificateStructure) -> CheckResult.Role {
        structure.isSelfSigned ? .root(structure.label) : .intermediate(structure.label)
    }

    /// The role in a word.
    public var name: String {
        switch self {
        case .leaf: "leaf"
        case .intermediate: "intermediate"
        case .root: "root"
        case .anchor: "anchor"
        case .extra: "extra"
        case .chain: "chain"
        }
    }
}
