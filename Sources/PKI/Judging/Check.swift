import Trace

/// What can be checked of a certificate or a path. The raw values are what traces and JSON call them.
public enum Check: String, Sendable, Hashable, CaseIterable {
    /// It can be read.
    case certificate
    /// Not too many were sent.
    case chainLength = "chain length"
    /// Each is followed by its issuer's.
    case order
    /// The issuer's key verifies the signature.
    case signature
    /// The issuer still stands by it, as far as the peer shows.
    case revocation
    /// The signature's hash function resists collisions.
    case signatureAlgorithm = "signature algorithm"
    /// The key is long enough.
    case keyStrength = "key strength"
    /// The moment is within its dates.
    case dates
    /// It does not live longer than the platform allows.
    case lifetime
    /// Logs have promised to publish it.
    case transparency
    /// The issuer of a certificate is an authority.
    case basicConstraints = "basic constraints"
    /// No authority has more others below it than it may.
    case pathLength = "path length"
    /// The key is used for what it is meant for.
    case keyUsage = "key usage"
    /// The names are those that the authorities above may certify.
    case nameConstraints = "name constraints"
    /// The path is no longer than the question allows.
    case pathDepth = "path depth"
    /// The leaf's key is of a kind that a handshake here can use.
    case key
    /// The certificate is used for what it is meant for.
    case extendedKeyUsage = "extended key usage"
    /// Where a policy is required, there is one.
    case certificatePolicies = "certificate policies"
    /// Whatever must be understood is understood.
    case criticalExtensions = "critical extensions"
    /// Version, dates and algorithms are written as RFC 5280 has them.
    case form
    /// The serial number is positive and not too long.
    case serialNumber = "serial number"
    /// No extension is there twice.
    case duplicateExtensions = "duplicate extensions"
    /// Key identifiers are there and agree.
    case keyIdentifiers = "key identifiers"
    /// Subject and alternative names are written as they should be.
    case subject
    /// It is for the host that was asked for.
    case hostName = "host name"
    /// The path ends at an authority that is trusted.
    case anchor
    /// A key of the path is known.
    case pin
    /// What swift-certificates says.
    case secondOpinion = "second opinion"
    /// The search for a path came to an end of its own.
    case search

    /// Whether a pass is worth no line of a story: nearly every certificate there is passes.
    var isRoutine: Bool {
        switch self {
        case .signatureAlgorithm, .keyStrength, .nameConstraints, .pathDepth, .form, .serialNumber,
            .duplicateExtensions, .keyIdentifiers, .subject, .certificatePolicies, .lifetime:
            true
        default: false
        }
    }

    /// What the check is for, and what an attacker can do where it is left out.
    public func purpose(in language: Language) -> String {
        switch language {
        case .english: englishPurpose
        }
    }

    private var englishPurpose: String {
        switch self {
        case .certificate:
            "Who cannot read a certificate cannot know what it says; parsers that guess have been fooled with certificates that "
                + "two programs read differently."
        case .chainLength: "Without a limit, whoever sends certificates decides how much work the other side does."
        case .order:
            "The order says which certificate is whose issuer's; a path can be found without it, with more work."
        case .signature:
            "The signature is what makes a certificate more than a claim. Without the check anybody writes his own."
        case .revocation:
            "Who has stolen the key of a certificate can use it until its dates are over, unless somebody heeds that its issuer "
                + "has taken it back."
        case .signatureAlgorithm:
            "Who can compute collisions gets a harmless certificate signed and moves the signature to a harmful one."
        case .keyStrength: "A key that can be computed from its public half belongs to everybody who has the time."
        case .dates:
            "After its dates nobody answers for a certificate: its key may have leaked and its host have another owner."
        case .lifetime:
            "A stolen key and a wrong name are of use until the certificate expires: the sooner, the better."
        case .transparency:
            "An authority that certifies a wrong server is found out only where its certificates are published."
        case .basicConstraints: "Without the check the owner of any certificate could issue certificates for any host."
        case .pathLength: "An authority that was to certify hosts only could make further authorities."
        case .keyUsage: "A key that is meant for one thing may be within reach of people who should not do the other."
        case .nameConstraints: "A company's own authority could issue certificates for a bank."
        case .pathDepth: "Every further authority is one more that can make a mistake."
        case .key: "A key that cannot be used proves nothing in a handshake."
        case .extendedKeyUsage: "A certificate for signing mails or programs could be used to pose as a server."
        case .criticalExtensions:
            "Critical is how an authority says: do not use this unless you understand it. Passing it over removes a limit."
        case .certificatePolicies:
            "A certificate that was issued with less care than an authority demands of those below it could be used all the "
                + "same."
        case .form: "Certificates that break the rules of their form are read differently by different programs."
        case .serialNumber:
            "Revocation goes by serial number, and unpredictable ones keep anybody from preparing a collision."
        case .duplicateExtensions:
            "Of two extensions of one kind one program believes the first and another the second."
        case .keyIdentifiers: "Without them programs try keys until one fits, or find no path where there is one."
        case .subject: "Names that only some programs can compare fit where they should not."
        case .hostName:
            "Without the check any certificate from any authority will do: everybody who owns some host could pose as this one."
        case .anchor:
            "Anybody can make an authority. Trust begins at those that somebody has decided to trust, and nowhere else."
        case .pin:
            "A pin leaves out all authorities but those known beforehand, also those that somebody else has installed."
        case .secondOpinion: "Two programs that were written apart seldom make the same mistake."
        case .search: "A few certificates that issue one another have more paths than anybody can try."
        }
    }
}
