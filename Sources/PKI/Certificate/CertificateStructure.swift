import Crypto
import Trace

/// The parts of a certificate as they stand in it (RFC 5280 section 4.1), without an opinion on any of them.
///
/// RSA keys of any size, MD5 and unknown algorithms are read as well: the contents of such a certificate can be shown, and a verdict
/// on it names its reason.
///
/// It never changes. Many paths share the structure of one certificate.
package final class CertificateStructure: Sendable {
    /// The whole certificate.
    package let der: [UInt8]
    /// The place of the part that is signed.
    let tbs: Range<Int>
    /// 1, 2 or 3; on the wire it is one less.
    package let version: Int
    /// The content of the INTEGER.
    package let serialNumber: ArraySlice<UInt8>
    /// The signature's algorithm as it stands inside the signed part.
    let announcedAlgorithm: AlgorithmIdentifier
    package let issuer: DistinguishedName
    /// The issuer's name as it is compared.
    let comparableIssuer: ComparableName
    /// Seconds since 1970.
    package let notBefore: Int64
    /// Seconds since 1970.
    package let notAfter: Int64
    /// The place of the two dates, and whether each is written as RFC 5280 section 4.1.2.5 has it for its year.
    let validity: (place: Range<Int>, isWellFormed: Bool)
    package let subject: DistinguishedName
    /// The subject's name as it is compared.
    let comparableSubject: ComparableName
    /// The subject's key as SubjectPublicKeyInfo in DER.
    package let publicKeyInfo: [UInt8]
    /// The place of the subject's key.
    let publicKeyPlace: Range<Int>
    /// The algorithm that the subject's key is for.
    package let keyIdentifier: AlgorithmIdentifier
    /// The octets of subjectPublicKey, of which responders are told and issuers hashed.
    package let keyOctets: [UInt8]
    /// The subject's key, as far as it is of a kind that is known here.
    package let key: SubjectKey
    /// Whether one of the two unique identifiers is there, which are out of use and forbidden by RFC 5280 section 4.1.2.8.
    let hasUniqueIdentifiers: Bool
    package let extensions: [CertificateExtension]
    /// The extensions that mean something to a verdict, taken apart.
    package let meaning: KnownExtensions
    /// The signature's algorithm as it stands outside the signed part.
    package let signatureIdentifier: AlgorithmIdentifier
    package let signature: ArraySlice<UInt8>
    /// The place of the algorithm of the signature and of the signature.
    let signaturePlace: Range<Int>

    /// The algorithm that the subject's key is for.
    package var keyAlgorithm: OID { keyIdentifier.algorithm }
    /// The algorithm of the signature.
    package var signatureAlgorithm: OID { signatureIdentifier.algorithm }

    /// Whether it is issued under its own name (RFC 5280 section 3.2).
    package let isSelfIssued: Bool
    /// The names that constraints are about.
    let constrainedNames: [ConstrainedName]

    /// Whether it says where the certificate of its issuer can be fetched (caIssuers in authorityInfoAccess, RFC 5280 section
    /// 4.2.2.1).
    package var namesIssuerAddress: Bool { meaning.accessMethods?.value?.contains(.caIssuers) == true }

    /// The part that is signed.
    var tbsOctets: [UInt8] { Array(der[tbs]) }

    /// The name of the certificate in a sentence: its subject's common name, or the whole name.
    package var label: String { subject.label }

    /// The largest certificate that is looked at, in octets. Real ones have one or two thousand; one with ten thousand names
    /// has three hundred thousand.
    package static let largest = 1 << 19

    /// Takes a certificate apart.
    ///
    /// - Throws: ``TrustError/malformedCertificate(_:)`` with the part at fault.
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

    /// - Parameter part: the name of the part that is read, for the error.
    private init(reading der: [UInt8], _ part: inout String) throws {
        var outer = try DERElement(der).parts(.sequence)
        part = "tbsCertificate"
        let signed = try outer.next()
        var fields = try signed.parts(.sequence)

        part = "tbsCertificate.version"
        let number = try fields.optional(context: 0) { try $0.number() } ?? 0
        guard (0...2).contains(number) else { throw DERElement.Unreadable() }
        part = "tbsCertificate.serialNumber"
        let serialNumber = try fields.next().integer()
        part = "tbsCertificate.signature"
        let announcedAlgorithm = try AlgorithmIdentifier(try fields.next())
        part = "tbsCertificate.issuer"
        let issuerName = try fields.next()
        let issuer = try DistinguishedName(issuerName)
        let comparableIssuer = try ComparableName(issuerName)
        part = "tbsCertificate.validity"
        let validity = try fields.next()
        var dates = try validity.parts(.sequence)
        let notBefore = try CertificateStructure.date(try dates.next())
        let notAfter = try CertificateStructure.date(try dates.next())
        try dates.end()
        part = "tbsCertificate.subject"
        let subjectName = try fields.next()
        let subject = try DistinguishedName(subjectName)
        let comparableSubject = try ComparableName(subjectName)
        part = "tbsCertificate.subjectPublicKeyInfo"
        let keyInfo = try fields.next()
        var keyParts = try keyInfo.parts(.sequence)
        let keyIdentifier = try AlgorithmIdentifier(try keyParts.next())
        let keyOctets = Array(try keyParts.next().wholeBits())
        part = "tbsCertificate.extensions"
        let issuerIdentifier = try fields.optional(context: 1) { _ in true }
        let subjectIdentifier = try fields.optional(context: 2) { _ in true }
        // Extensions ::= SEQUENCE SIZE (1..MAX)
        let items = try fields.optional(context: 3) { try $0.list { $0 } } ?? []
        let extensions = try items.map { try CertificateExtension($0) }
        try fields.end()

        part = "signatureAlgorithm"
        let algorithm = try outer.next()
        let signatureIdentifier = try AlgorithmIdentifier(algorithm)
        part = "signatureValue"
        let signatureValue = try outer.next()
        let signature = try signatureValue.wholeBits()
        try outer.end()

        // All at once: a structure that is given up half-way holds nothing.
        self.der = der
        tbs = signed.node.range
        version = number + 1
        self.serialNumber = serialNumber
        self.announcedAlgorithm = announcedAlgorithm
        self.issuer = issuer
        self.comparableIssuer = comparableIssuer
        (self.notBefore, self.notAfter) = (notBefore.seconds, notAfter.seconds)
        self.validity = (validity.node.range, notBefore.isWellFormed && notAfter.isWellFormed)
        self.subject = subject
        self.comparableSubject = comparableSubject
        publicKeyInfo = Array(keyInfo.encoded)
        publicKeyPlace = keyInfo.node.range
        self.keyIdentifier = keyIdentifier
        self.keyOctets = keyOctets
        key = SubjectKey(keyIdentifier, keyOctets)
        hasUniqueIdentifiers = issuerIdentifier != nil || subjectIdentifier != nil
        self.extensions = extensions
        let meaning = KnownExtensions(extensions, at: items.map(\.node.range))
        self.meaning = meaning
        self.signatureIdentifier = signatureIdentifier
        self.signature = signature
        signaturePlace = algorithm.node.offset..<signatureValue.node.range.upperBound
        isSelfIssued = comparableIssuer == comparableSubject
        constrainedNames = ConstrainedName.all(
            subject: subject, comparableSubject, alternatives: meaning.constrainedAlternatives)
    }

    /// A date, in seconds since 1970, and whether it is a UTCTime until 2049 and a GeneralizedTime without a fraction from 2050 on
    /// (RFC 5280 section 4.1.2.5). Both are read everywhere.
    private static func date(_ element: DERElement) throws -> (seconds: Int64, isWellFormed: Bool) {
        let time = try element.time()
        return (time.secondsSince1970, element.isTagged(.utcTime) || time.year >= 2050 && !time.hasFraction)
    }
}
