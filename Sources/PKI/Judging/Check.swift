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
            .duplicateExtensions, .keyIdentifiers, .subject, .certificatePolicies:
            true
        default: false
        }
    }

    /// What the check is for, and what an attacker can do where it is left out.
    public func purpose(in language: Language) -> String {
        switch language {
        case .english: English.purpose(of: self)
        }
    }
}
