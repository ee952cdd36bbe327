import Trace

/// One check of one certificate: what was asked, what came of it, and why.
public struct Finding: Sendable, Hashable, Remark {
    /// What was checked.
    public let check: Check
    /// How it ended.
    public let outcome: Outcome
    /// Which certificate: its place in the chain as it was sent, from 0 for the leaf, and then in the pool. The number of
    /// certificates sent stands for the trust anchor, which is not sent.
    public let subject: Int
    /// What that certificate is in the path.
    public let role: Role
    /// The reason, as a typed note.
    public let statement: Statement
    /// The document that asks for the check.
    public let cite: Citation
    /// What kind of refusal follows; nil if none does.
    public let refusal: RefusalKind?
    /// The octets of the certificate that are the evidence, where there are some.
    public internal(set) var evidence: Range<Int>?
    /// Whose chain is judged: that of the end that sent it. The other end judges.
    public internal(set) var side = Trace.Role.server

    /// How a check can end.
    public enum Outcome: String, Hashable, Sendable {
        /// Nothing speaks against the certificate.
        case passed
        /// A rule is broken that is not insisted on here.
        case noted
        /// The certificate is refused.
        case failed
    }

    /// The check by its name, such as "host name".
    public var policy: String { check.rawValue }
    /// Whether nothing follows that refuses the certificate.
    public var passed: Bool { outcome != .failed }
    /// Whether it says only what is nearly always so: a story can leave it out.
    public var isRoutine: Bool { outcome == .passed && check.isRoutine }

    /// Why this is checked, and what an attacker can do where it is not, in English.
    public var purpose: String { check.purpose(in: .english) }

    /// What a certificate is in the path from the leaf to the anchor.
    public enum Role: Hashable, Sendable {
        /// That of the server or the client whose chain is judged.
        case leaf
        /// An authority's between the leaf and the anchor, with the name of the authority.
        case intermediate(String)
        /// One that its own key certifies and that the judge does not trust, with its name.
        case root(String)
        /// An authority's that the judge trusts from the start, with the name of the authority.
        case anchor(String)
        /// One that was sent and is in no path.
        case extra
        /// The chain as a whole.
        case chain
    }

    /// A check that was passed.
    static func passed(
        _ check: Check, _ subject: Int, _ role: Role, _ statement: Statement, _ cite: Citation,
        evidence: Range<Int>? = nil
    ) -> Finding {
        Finding(
            check: check, outcome: .passed, subject: subject, role: role, statement: statement, cite: cite,
            refusal: nil,
            evidence: evidence)
    }

    /// A check that was failed.
    static func failed(
        _ check: Check, _ subject: Int, _ role: Role, _ statement: Statement, _ cite: Citation, _ kind: RefusalKind,
        evidence: Range<Int>? = nil
    ) -> Finding {
        Finding(
            check: check, outcome: .failed, subject: subject, role: role, statement: statement, cite: cite,
            refusal: kind,
            evidence: evidence)
    }

    /// A rule that is broken and not insisted on.
    static func noted(
        _ check: Check, _ subject: Int, _ role: Role, _ statement: Statement, _ cite: Citation,
        evidence: Range<Int>? = nil
    ) -> Finding {
        Finding(
            check: check, outcome: .noted, subject: subject, role: role, statement: statement, cite: cite, refusal: nil,
            evidence: evidence)
    }

    /// The reason as a sentence in English.
    public var reason: String { english }

    /// The reason as a sentence.
    public var english: String { statement.sentence(in: .english, about: role, of: side) }
}

/// Why a chain is refused, in as much detail as an alert of TLS can tell the other side.
public enum RefusalKind: String, Sendable, Hashable, CaseIterable {
    /// A certificate that cannot be read, or a chain in disorder.
    case badCertificate
    /// A signature that does not verify.
    case badSignature
    /// A certificate for another host.
    case badName
    /// A signature algorithm or key too weak to mean anything.
    case tooWeak
    /// A key, or a signature algorithm, of a kind that cannot be used here.
    case unsupportedKey
    /// A critical extension that is not understood here.
    case unsupportedExtension
    /// A certificate for other purposes.
    case wrongUsage
    /// Too late.
    case expired
    /// Too early.
    case notYetValid
    /// An issuer that may not issue.
    case notAnAuthority
    /// No way to an authority that is trusted.
    case unknownCA
    /// So weak that not even a user may except it: MD5, a key that can be broken cheaply.
    case beyondRepair
    /// A certificate that its issuer has taken back.
    case revoked

    /// Whether the chain must not be accepted in spite of it.
    public var isFatal: Bool { self == .beyondRepair || self == .revoked }
}

extension CandidatePath.Member {
    /// A check that this certificate passed.
    func passed(
        _ check: Check, _ statement: Statement, _ cite: Citation, at evidence: Range<Int>? = nil
    ) -> Finding {
        .passed(check, index, role, statement, cite, evidence: evidence)
    }

    /// A check that it failed.
    func failed(
        _ check: Check, _ statement: Statement, _ cite: Citation, _ kind: RefusalKind, at evidence: Range<Int>? = nil
    ) -> Finding {
        .failed(check, index, role, statement, cite, kind, evidence: evidence)
    }

    /// A rule for issuers that it breaks: refused where the rules of the Web PKI are insisted on, noted elsewhere.
    func breach(
        _ check: Check, _ statement: Statement, _ cite: Citation, _ question: Question, at evidence: Range<Int>? = nil
    ) -> Finding {
        question.profile == .webPKI
            ? failed(check, statement, cite, .badCertificate, at: evidence)
            : .noted(check, index, role, statement, cite, evidence: evidence)
    }
}

extension Finding.Role {
    /// The role of a certificate above the leaf that is no anchor.
    static func authority(_ structure: CertificateStructure) -> Finding.Role {
        structure.isSelfIssued ? .root(structure.label) : .intermediate(structure.label)
    }

    /// What the certificate is, in a word.
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
