import Trace

/// A check of a certificate or a path. The raw value is its name in traces and in JSON.
public enum Check: String, Wording, Hashable, CaseIterable {
    /// The certificate can be read.
    case certificate
    /// The chain has no more certificates than the limit.
    case chainLength = "chain length"
    /// Each certificate is followed by that of its issuer.
    case order
    /// The issuer's key verifies the signature.
    case signature
    /// The issuer has not revoked the certificate, as far as a stapled response shows.
    case revocation
    /// The signature's hash function resists collisions.
    case signatureAlgorithm = "signature algorithm"
    /// The key is long enough.
    case keyStrength = "key strength"
    /// The time of the question is within the certificate's dates.
    case dates
    /// The certificate is not valid for longer than the platform allows.
    case lifetime
    /// Logs have promised to publish the certificate.
    case transparency
    /// The issuer of a certificate is an authority.
    case basicConstraints = "basic constraints"
    /// Each authority has at most as many authorities below it as it allows.
    case pathLength = "path length"
    /// keyUsage allows the use of the key.
    case keyUsage = "key usage"
    /// The authorities above may certify the names.
    case nameConstraints = "name constraints"
    /// The path is no longer than the question allows.
    case pathDepth = "path depth"
    /// The leaf's key is of a kind that a handshake here can use.
    case key
    /// extKeyUsage allows the use of the certificate.
    case extendedKeyUsage = "extended key usage"
    /// A required certificate policy is valid along the path.
    case certificatePolicies = "certificate policies"
    /// Each critical extension is understood here.
    case criticalExtensions = "critical extensions"
    /// Version, dates and algorithms are written as RFC 5280 has them.
    case form
    /// The serial number is positive and not too long.
    case serialNumber = "serial number"
    /// The certificate has no extension twice.
    case duplicateExtensions = "duplicate extensions"
    /// The certificates have key identifiers that agree.
    case keyIdentifiers = "key identifiers"
    /// Subject and alternative names have the right form.
    case subject
    /// The certificate is for the host that was asked for.
    case hostName = "host name"
    /// The subject is on the list of admitted names.
    case admission
    /// The path ends at a trusted authority.
    case anchor
    /// The path has a pinned key.
    case pin
    /// The result of the verifier of swift-certificates.
    case secondOpinion = "second opinion"
    /// The search for a path ended before its limit of work.
    case search

    /// Whether nearly every certificate passes, so that a story can leave a pass out.
    var isRoutine: Bool {
        switch self {
        case .signatureAlgorithm, .keyStrength, .nameConstraints, .pathDepth, .form, .serialNumber,
            .duplicateExtensions, .keyIdentifiers, .subject, .certificatePolicies, .lifetime:
            true
        default: false
        }
    }

    /// The reason for the check, and an attack on a client that leaves it out.
    public var english: String {
        switch self {
        case .certificate:
            "A program must read a certificate to know what it says. Programs that guess have been deceived: two programs read one "
                + "certificate differently."
        case .chainLength: "Without a limit, the sender of the certificates decides how much work the other side does."
        case .order:
            "The order shows which certificate belongs to which issuer. Without it, a path takes more work to find."
        case .signature:
            "Only the signature makes a certificate more than a claim. Without this check anyone can write a certificate."
        case .revocation:
            "A thief of a private key can use its certificate until the certificate expires, unless programs notice that the issuer has "
                + "revoked it."
        case .signatureAlgorithm:
            "With collisions an attacker gets a harmless certificate signed and moves the signature to a harmful one."
        case .keyStrength: "Anyone with enough time can compute a weak private key from its public key."
        case .dates:
            "After its dates the issuer no longer vouches for a certificate: the key may have leaked, or the host may have a new owner."
        case .lifetime:
            "A stolen key or a wrong name is useful to an attacker until the certificate expires. A short life limits this."
        case .transparency:
            "When an authority certifies a wrong server, the mistake is found only if the certificate is published."
        case .basicConstraints: "Without this check the owner of any certificate could issue certificates for any host."
        case .pathLength: "An authority that may only certify hosts could create further authorities."
        case .keyUsage: "The people who may use a key for one purpose need not be trusted with another purpose."
        case .nameConstraints: "Without this check a company's own authority could issue certificates for a bank."
        case .pathDepth: "Each further authority is one more that can make a mistake."
        case .key: "A key that cannot be used proves nothing in a handshake."
        case .extendedKeyUsage: "An attacker could pose as a server with a certificate for signing mails or programs."
        case .criticalExtensions:
            "With \"critical\" an authority says: do not use this certificate if you do not understand the extension. To skip it removes "
                + "a limit."
        case .certificatePolicies:
            "Without this check a certificate could be used although it was issued with less care than an authority above demands."
        case .form: "Different programs read certificates of a wrong form differently."
        case .serialNumber:
            "A revocation names the serial number. And unpredictable serial numbers stop an attacker from preparing a collision."
        case .duplicateExtensions:
            "If an extension is there twice, one program uses the first and another program the second."
        case .keyIdentifiers: "Without them a program tries one key after the other, or misses a path that exists."
        case .subject: "A name that only some programs can compare may match where it should not."
        case .hostName:
            "Without this check any certificate from any authority is enough: the owner of any host could pose as this one."
        case .admission:
            "A certificate says who its owner is, not what the owner may do. Without a list each customer of the authority may come in."
        case .anchor:
            "Anyone can make an authority. Trust begins only at the authorities that a person or a vendor has chosen."
        case .pin:
            "A pin excludes all keys and authorities that are not known beforehand, also authorities that were installed later."
        case .secondOpinion: "Two independent programs rarely make the same mistake."
        case .search: "A few certificates that certify each other can have more paths than a program can try."
        }
    }
}
