/// What a check found, with the names and numbers of the case; ``English`` makes sentences of them.
public enum Statement: Hashable, Sendable {
    // MARK: Reading

    /// It is a certificate. The subject's name.
    case readable(subject: String)
    /// It is none; which part is wrong.
    case unreadable(String)
    /// The same octets were sent before.
    case repeated(of: Int)
    /// The path reached an anchor before it.
    case notNeeded
    /// No certificate was sent.
    case emptyChain
    /// So many were sent that the rest is not looked at.
    case tooMany(count: Int, limit: Int)

    // MARK: The path

    /// The next certificate in the list is its issuer's.
    case followedByIssuer(String)
    /// The next certificate in the list is not the issuer's.
    case notFollowedByIssuer(issuer: String, next: String)
    /// The issuer's key verifies the signature.
    case signatureVerifies(by: String, algorithm: String)
    /// The issuer's key does not.
    case signatureFails(by: String, algorithm: String)
    /// The issuer's key is not at hand.
    case issuerMissing(String)
    /// The hash function of the signature is broken.
    case brokenSignatureAlgorithm(String)
    /// The signature algorithm or the key is nothing that can be verified here.
    case unsupportedAlgorithm(String)
    /// The anchor is in the trust store.
    case anchorReached(String)
    /// The leaf itself is in the trust store.
    case leafIsAnchor
    /// The last issuer's name is not in the trust store.
    case noAnchor(issuer: String)
    /// The last certificate is its own issuer's, and not in the trust store.
    case selfSignedNotTrusted
    /// An anchor has the right name, and did not sign.
    case anchorDidNotSign(String)

    // MARK: Revocation

    /// A stapled response says that it is not revoked, within these seconds since 1970; who says it.
    case notRevoked(by: String, from: Int64, to: Int64)
    /// A stapled response says that it is; since when, and why, as RFC 5280 section 5.3.1 calls it.
    case revoked(by: String, since: Int64, reason: String?)
    /// The stapled response says nothing that counts.
    case stapleProvesNothing(StapleFault)

    // MARK: Dates

    /// The moment is within the dates. Seconds since 1970.
    case inForce(from: Int64, to: Int64, at: Int64)
    /// It is before the first second.
    case notYetValid(from: Int64, at: Int64)
    /// It is after the last second.
    case expired(to: Int64, at: Int64)

    // MARK: Authorities

    /// basicConstraints says that it may issue.
    case isAuthority
    /// An anchor of version 1, from before basicConstraints: an authority because it is an anchor.
    case isAuthorityByDecree
    /// basicConstraints says that it may not issue, or is not there.
    case isNotAuthority(saysSo: Bool)
    /// The number of intermediates below it that count, and the limit, if it has one.
    case pathLengthKept(below: Int, limit: Int?)
    /// More intermediates below than allowed.
    case pathLengthExceeded(below: Int, limit: Int)

    // MARK: Usage

    /// keyUsage lists what is needed; nil where there is no such extension.
    case keyUsageFits([String]?)
    /// keyUsage does not list what is needed.
    case keyUsageLacks(needed: [String], has: [String])
    /// extKeyUsage lists serverAuth; nil where there is no such extension.
    case extendedKeyUsageFits([String]?, purpose: String)
    /// extKeyUsage does not list serverAuth.
    case extendedKeyUsageLacks(has: [String], purpose: String)
    /// The critical extensions are all understood.
    case criticalExtensionsUnderstood([String])
    /// One is not. Its object identifier.
    case criticalExtensionUnknown(String)
    /// An extension cannot be read.
    case extensionUnreadable(String)
    /// The leaf's key is RSA of that many bits.
    case rsaKey(bits: Int)
    /// The leaf has an ECDSA key on that curve.
    case ecdsaKey(curve: String)
    /// It is RSA of too few bits.
    case keyTooSmall(bits: Int, least: Int)
    /// It is for another algorithm.
    case unsupportedKey(String)

    // MARK: Names

    /// The name in the certificate that fits, and the one that was asked for.
    case nameFits(name: String, asked: String)
    /// The names in the certificate, none of which fits.
    case nameDiffers(names: [String], asked: String)
    /// No names in the certificate, but for a common name perhaps.
    case noNames(commonName: String?, asked: String)
    /// What was asked for is no host name.
    case notAHostName(String)

    // MARK: Pins

    /// A key of the path has a pin that is known: the one with that SHA-256, in hexadecimal.
    case pinFits(sha256: String)
    /// None has; the SHA-256 of the leaf's.
    case pinDiffers(sha256: String)

    // MARK: Strength

    /// The hash function of the signature is sound.
    case soundSignatureAlgorithm(String)
    /// The issuer has a key of another kind than the signature's.
    case signatureOfOtherKind(by: String, key: String, algorithm: String)
    /// The key is long enough.
    case keyLongEnough(String)
    /// The modulus is no whole number of octets.
    case keyOfOddSize(bits: Int)
    /// The Web PKI has no signatures of this form.
    case signatureOutsideWebPKI(String)
    /// The Web PKI has no keys of this kind.
    case keyOutsideWebPKI(String)
    /// It is nothing that can be used.
    case keyNotKnown(String)
    /// It is of a kind that no key exchange here uses, and sound otherwise.
    case otherKey(String)

    // MARK: Form

    /// All is written as it should be.
    case wellFormed
    /// The algorithm of the signature is not the one that was announced.
    case algorithmsDiffer(inside: String, outside: String)
    /// A version that has no extensions.
    case oldVersion(Int)
    /// issuerUniqueID or subjectUniqueID is there.
    case uniqueIdentifiers
    /// A date is written in the form for another century.
    case datesOfWrongForm
    /// An extension that must be there is not.
    case extensionMissing(String)
    /// An extension should be critical and is not, or the other way round.
    case shouldBeCritical(String, Bool)
    /// No extension is there twice.
    case extensionsOnce
    /// One is.
    case extensionTwice(String)
    /// The serial number is 0.
    case serialZero
    /// It is negative.
    case serialNegative
    /// It has too many octets.
    case serialTooLong(octets: Int)
    /// It is in order.
    case serialInOrder
    /// The key identifiers are in order.
    case identifiersInOrder
    /// The identifier of the issuer's key is not the one that the issuer has.
    case identifiersDiffer(issuer: String)
    /// authorityKeyIdentifier has no key identifier.
    case identifierWithoutKey
    /// It has more than the key identifier.
    case identifierWithMore
    /// Subject and alternative names are in order.
    case subjectInOrder
    /// The issuer has no name.
    case emptyIssuer
    /// An authority has no name.
    case emptySubject
    /// The leaf is an authority.
    case leafIsAuthority
    /// A path length without the right to issue.
    case pathLengthOfNoAuthority
    /// keyCertSign without the right to issue.
    case certifierIsNoAuthority
    /// keyUsage lists nothing.
    case noUsageAtAll
    /// An alternative name is neither a host nor an address, or its wildcard is in the wrong place.
    case nameOfWrongForm(String)
    /// The common name is a host that is not among the alternative names.
    case commonNameNotAmongNames(String)
    /// The leaf may be used for anything.
    case anyUsage
    /// An anchor restricts what it may be used for.
    case anchorWithUsages

    // MARK: Certificate policies

    /// Where a policy is required, there is one.
    case policiesInOrder
    /// An authority requires a policy, and none is left.
    case noPolicyLeft
    /// A policy is mapped to any, or any to one.
    case mapsAnyPolicy
    /// A certificate names a policy twice.
    case policyTwice(String)

    // MARK: Name constraints

    /// The authority sets no limits to the names below it.
    case namesUnconstrained
    /// All names below are allowed.
    case namesAllowed
    /// One is not.
    case nameNotAllowed(String, by: String)
    /// A constraint for hosts begins with a dot.
    case constraintWithDot
    /// A subject that is no authority has nameConstraints.
    case constraintsOfNoAuthority

    // MARK: The search

    /// The path is within the limit.
    case depthKept(count: Int, limit: Int)
    /// It is not.
    case depthExceeded(count: Int, limit: Int)
    /// The search was given up.
    case searchGivenUp

    // MARK: The library

    /// The X.509 library cannot read one of the certificates.
    case libraryCannotRead

    /// The X.509 library comes to the same result.
    case libraryAgrees
    /// It does not; in its words.
    case libraryRefuses(String)
}
