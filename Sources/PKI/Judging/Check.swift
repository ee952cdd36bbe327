import Trace

/// A check of a certificate or a path. The raw value is its name in traces and in JSON.
public enum Check: String, Wording, Hashable, CaseIterable {
    case certificate
    case chainLength = "chain length"
    case order
    case signature
    case revocation
    case signatureAlgorithm = "signature algorithm"
    case keyStrength = "key strength"
    case dates
    case lifetime
    case transparency
    case basicConstraints = "basic constraints"
    case pathLength = "path length"
    case keyUsage = "key usage"
    case nameConstraints = "name constraints"
    case pathDepth = "path depth"
    case key
    case extendedKeyUsage = "extended key usage"
    case certificatePolicies = "certificate policies"
    case criticalExtensions = "critical extensions"
    case form
    case serialNumber = "serial number"
    case duplicateExtensions = "duplicate extensions"
    case keyIdentifiers = "key identifiers"
    case subject
    case hostName = "host name"
    case admission
    case anchor
    case pin
    case secondOpinion = "second opinion"
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
