import Trace

/// One check of one certificate: what was asked, what came of it, and why.
public struct Finding: Sendable, Hashable, Remark {
    /// The policy that was examined, such as "host name".
    public let policy: String
    /// Whether the certificate passed.
    public let passed: Bool
    /// Which certificate: its place in the chain as it was sent, from 0 for the leaf. The number of certificates sent stands
    /// for the trust anchor, which is not sent.
    public let subject: Int
    /// What that certificate is in the path.
    public let role: Role
    /// The reason, as a typed note.
    public let statement: Statement
    /// The document that asks for the check.
    public let cite: Citation
    /// What kind of refusal follows; nil if the certificate passed.
    public let refusal: RefusalKind?
    /// Whose chain it is.
    public internal(set) var side = Side.server

    /// Whose chain is judged: the side that sent it. The other one judges.
    public enum Side: Hashable, Sendable {
        /// A server's.
        case server
        /// A client's.
        case client
    }

    /// What a certificate is in the path from the leaf to the anchor.
    public enum Role: Hashable, Sendable {
        /// The server's own.
        case leaf
        /// An authority's between the leaf and the anchor, with the name of the authority.
        case intermediate(String)
        /// An authority's that the client trusts from the start, with the name of the authority.
        case anchor(String)
        /// One that was sent and is in no path.
        case extra
        /// The chain as a whole.
        case chain
    }

    /// A check that was passed.
    static func passed(
        _ policy: String, _ subject: Int, _ role: Role, _ statement: Statement, _ cite: Citation
    ) -> Finding {
        Finding(
            policy: policy, passed: true, subject: subject, role: role, statement: statement, cite: cite, refusal: nil)
    }

    /// A check that was failed.
    static func failed(
        _ policy: String, _ subject: Int, _ role: Role, _ statement: Statement, _ cite: Citation, _ kind: RefusalKind
    ) -> Finding {
        Finding(
            policy: policy, passed: false, subject: subject, role: role, statement: statement, cite: cite, refusal: kind
        )
    }

    /// The reason as a sentence in English.
    public var reason: String { sentence(in: .english) }

    /// The reason as a sentence.
    public func sentence(in language: Language) -> String {
        switch language {
        case .english: English.sentence(statement, about: role, of: side)
        }
    }
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
    /// A key that is not RSA.
    case unsupportedKey
    /// A critical extension that nobody here understands.
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
    /// So weak, or so discredited, that not even a user may except it: MD5, a key that anyone can break, a revocation.
    case beyondRepair

    /// Whether nobody may accept the chain in spite of it.
    public var isFatal: Bool { self == .beyondRepair }
}
