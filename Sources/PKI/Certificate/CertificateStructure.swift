import Crypto
import Trace

/// The parts of a certificate as they stand in it (RFC 5280 section 4.1). None of them is judged.
///
/// RSA keys of any size, MD5 and unknown algorithms are read too, so that such a certificate can be shown and a verdict on it can
/// name the reason.
///
/// A structure is immutable. Many paths share the structure of one certificate.
package final class CertificateStructure: Sendable {
    /// The whole certificate.
    package let der: [UInt8]
    /// The place of tbsCertificate, the part that is signed.
    let tbs: Range<Int>
    /// The version: 1, 2 or 3. The number in the certificate is one less.
    package let version: Int
    /// The content of the INTEGER serialNumber: two's complement, the most significant octet first.
    package let serialNumber: ArraySlice<UInt8>
    /// The algorithm of the signature as the signed part names it.
    let announcedAlgorithm: AlgorithmIdentifier
    package let issuer: DistinguishedName
    /// The issuer's name in the form in which names are compared.
    let comparableIssuer: ComparableName
    /// The first second of validity, in seconds since 1970.
    package let notBefore: Int64
    /// The last second of validity, in seconds since 1970.
    package let notAfter: Int64
    /// The place of the two dates, the dates as they are written, and whether both have the form that RFC 5280 section 4.1.2.5
    /// prescribes for their years.
    let validity: (place: Range<Int>, times: [DERContent.Time], isWellFormed: Bool)
    package let subject: DistinguishedName
    /// The subject's name in the form in which names are compared.
    let comparableSubject: ComparableName
    /// The subject's key as SubjectPublicKeyInfo in DER.
    package let publicKeyInfo: [UInt8]
    /// The place of the subject's key.
    let publicKeyPlace: Range<Int>
    /// The AlgorithmIdentifier of the subject's key.
    package let keyIdentifier: AlgorithmIdentifier
    /// The octets of subjectPublicKey. OCSP identifies an issuer and a responder by their hash (RFC 6960 sections 4.1.1 and 4.2.1).
    package let keyOctets: [UInt8]
    /// The subject's key; a case of its own for a kind that is not known here.
    package let key: SubjectKey
    /// Whether the certificate has issuerUniqueID or subjectUniqueID, which RFC 5280 section 4.1.2.8 forbids to issuers.
    let hasUniqueIdentifiers: Bool
    package let extensions: [CertificateExtension]
    /// The extensions that a verdict depends on, decoded.
    package let meaning: KnownExtensions
    /// The algorithm of the signature as it stands outside the signed part.
    package let signatureIdentifier: AlgorithmIdentifier
    package let signature: ArraySlice<UInt8>
    /// The place of signatureAlgorithm and signatureValue.
    let signaturePlace: Range<Int>

    /// The object identifier of the algorithm that the subject's key is for.
    package var keyAlgorithm: OID { keyIdentifier.algorithm }
    /// The object identifier of the algorithm of the signature.
    package var signatureAlgorithm: OID { signatureIdentifier.algorithm }

    /// Whether the issuer has the same name as the subject (RFC 5280 section 3.2).
    package let isSelfIssued: Bool
    /// The names that must be within the name constraints of the authorities above (RFC 5280 section 4.2.1.10).
    let constrainedNames: [ConstrainedName]

    /// Whether the certificate names itself as its issuer: the two names are equal, and authorityKeyIdentifier, if it has a key, names the
    /// subject's own. SecTrust takes such a certificate for self-signed.
    var isSelfSigned: Bool {
        guard isSelfIssued else { return false }
        guard let wanted = meaning.authorityKeyIdentifier?.value?.keyIdentifier else { return true }
        return meaning.subjectKeyIdentifier?.value.map { wanted.elementsEqual($0) } ?? false
    }

    /// Whether authorityInfoAccess has a caIssuers entry, the address of the issuer's certificate (RFC 5280 section 4.2.2.1).
    package var namesIssuerAddress: Bool {
        meaning.access?.value?.contains { $0.method == .caIssuers } == true
    }

    /// The address at which SecTrust would fetch the issuer's certificate: http alone, and none of a certificate with ten addresses or more.
    package var fetchableIssuer: String? {
        let places = (meaning.access?.value ?? []).filter { $0.method == .caIssuers }
        guard places.count < 10 else { return nil }
        return places.lazy.compactMap {
            if case .uniformResourceIdentifier(let address) = $0.location, address.lowercased().hasPrefix("http://") {
                address.quotable
            } else {
                nil
            }
        }.first
    }

    /// Whether basicConstraints says that the certificate is an authority's (RFC 5280 section 4.2.1.9).
    package var isAuthority: Bool { meaning.basicConstraints?.value?.isAuthority == true }

    /// Whether a path that SecTrust accepts can have the certificate above another one: it is an authority's, or of version 1, which cannot
    /// tell.
    package var mayCertify: Bool { isAuthority || version == 1 }

    /// The part that is signed.
    var tbsOctets: [UInt8] { Array(der[tbs]) }

    /// The name of the certificate in a sentence: its subject's common name, or the whole name.
    package var label: String { subject.label }

    /// The largest certificate that is read, in octets. Real certificates have one or two thousand octets; a certificate with ten
    /// thousand names has three hundred thousand.
    package static let largest = 1 << 19

    /// Reads a certificate in DER.
    ///
    /// - Throws: ``TrustError/malformedCertificate(_:)`` with the name of the first part that cannot be read.
    package convenience init(_ der: [UInt8]) throws(TrustError) {
        guard der.count <= CertificateStructure.largest else {
            throw .malformedCertificate("\(counted(der.count, "octet")), more than \(CertificateStructure.largest)")
        }
        guard !der.isEmpty else { throw .malformedCertificate("no octets at all") }
        var part = "Certificate"
        do {
            try self.init(reading: der, &part)
        } catch {
            throw .malformedCertificate("\(part) cannot be read")
        }
    }

    /// - Parameter part: set to the name of each part before the part is read, for the error.
    private init(reading der: [UInt8], _ part: inout String) throws {
        self.der = der
        var outer = try DERElement(der).parts(.sequence)
        part = "tbsCertificate"
        let signed = try outer.next()
        tbs = signed.node.range
        var fields = try signed.parts(.sequence)

        part = "tbsCertificate.version"
        let number = try fields.optional(context: 0) { try $0.number() } ?? 0
        guard (0...2).contains(number) else { throw DERElement.Unreadable() }
        version = number + 1
        part = "tbsCertificate.serialNumber"
        serialNumber = try fields.next().integer()
        part = "tbsCertificate.signature"
        announcedAlgorithm = try AlgorithmIdentifier(try fields.next())
        part = "tbsCertificate.issuer"
        let issuerName = try fields.next()
        issuer = try DistinguishedName(issuerName)
        comparableIssuer = try ComparableName(issuerName)
        part = "tbsCertificate.validity"
        let period = try fields.next()
        var dates = try period.parts(.sequence)
        let first = try CertificateStructure.date(try dates.next())
        let last = try CertificateStructure.date(try dates.next())
        try dates.end()
        (notBefore, notAfter) = (first.time.secondsSince1970, last.time.secondsSince1970)
        validity = (period.node.range, [first.time, last.time], first.isWellFormed && last.isWellFormed)
        part = "tbsCertificate.subject"
        let subjectName = try fields.next()
        subject = try DistinguishedName(subjectName)
        comparableSubject = try ComparableName(subjectName)
        isSelfIssued = comparableIssuer == comparableSubject
        part = "tbsCertificate.subjectPublicKeyInfo"
        let keyInfo = try fields.next()
        publicKeyInfo = Array(keyInfo.encoded)
        publicKeyPlace = keyInfo.node.range
        var keyParts = try keyInfo.parts(.sequence)
        keyIdentifier = try AlgorithmIdentifier(try keyParts.next())
        keyOctets = Array(try keyParts.next().wholeBits())
        key = SubjectKey(keyIdentifier, keyOctets)
        part = "tbsCertificate.extensions"
        let issuerIdentifier = try fields.optional(context: 1) { _ in true }
        let subjectIdentifier = try fields.optional(context: 2) { _ in true }
        hasUniqueIdentifiers = issuerIdentifier != nil || subjectIdentifier != nil
        // Extensions ::= SEQUENCE SIZE (1..MAX)
        let items = try fields.optional(context: 3) { try $0.list { $0 } } ?? []
        extensions = try items.map { try CertificateExtension($0) }
        try fields.end()
        meaning = KnownExtensions(extensions, at: items.map(\.node.range))
        constrainedNames = ConstrainedName.all(
            subject: subject, comparableSubject, alternatives: meaning.constrainedAlternatives)

        part = "signatureAlgorithm"
        let algorithm = try outer.next()
        signatureIdentifier = try AlgorithmIdentifier(algorithm)
        part = "signatureValue"
        let signatureValue = try outer.next()
        signature = try signatureValue.wholeBits()
        signaturePlace = algorithm.node.offset..<signatureValue.node.range.upperBound
        try outer.end()
    }

    /// A date, and whether it has the form for its year: a UTCTime until 2049, a GeneralizedTime without a fraction from 2050 on (RFC
    /// 5280 section 4.1.2.5). Both types are read for any year.
    private static func date(_ element: DERElement) throws -> (time: DERContent.Time, isWellFormed: Bool) {
        let time = try element.time()
        return (time, !time.isBER && (element.isTagged(.utcTime) || time.year >= 2050 && !time.hasFraction))
    }
}
