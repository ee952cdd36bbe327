package import SwiftASN1
package import X509

/// The parts of a certificate as they stand in it (RFC 5280 section 4.1), without an opinion on any of them.
///
/// The X.509 library's own type refuses RSA keys under 2048 bits, MD5 and RSASSA-PSS signatures and more. Someone who looks
/// at such a certificate wants to see what is in it, and a verdict has to name the reason.
///
/// It never changes, and is shared: a path holds its certificates many times over.
package final class CertificateStructure: Sendable {
    /// The whole certificate.
    let der: [UInt8]
    /// Where in it the part is that is signed.
    let tbs: Range<Int>
    /// 1, 2 or 3; on the wire it is one less.
    let version: Int
    let serialNumber: ArraySlice<UInt8>
    /// The algorithm that the issuer says it signs with, among what is signed.
    let announcedAlgorithm: AlgorithmIdentifier
    package let issuer: DistinguishedName
    /// The issuer's name as it is compared.
    let comparableIssuer: ComparableName
    /// Seconds since 1970.
    package let notBefore: Int64
    /// Seconds since 1970.
    package let notAfter: Int64
    /// Where the two dates are, and whether each is written as RFC 5280 section 4.1.2.5 has it for its year.
    let validity: (place: Range<Int>, isWellFormed: Bool)
    package let subject: DistinguishedName
    /// The subject's name as it is compared.
    let comparableSubject: ComparableName
    /// The subject's key as SubjectPublicKeyInfo in DER.
    package let publicKeyInfo: [UInt8]
    /// Where that is.
    let publicKeyPlace: Range<Int>
    package let keyAlgorithm: ASN1ObjectIdentifier
    /// The subject's key, as far as it is of a kind that is known here.
    let key: SubjectKey
    /// Whether one of the two unique identifiers is there, which nobody uses and RFC 5280 section 4.1.2.8 forbids.
    let hasUniqueIdentifiers: Bool
    package let extensions: [Certificate.Extension]
    /// The extensions that mean something to a verdict, taken apart.
    let meaning: KnownExtensions
    /// The algorithm of the signature, beside what is signed.
    let signatureIdentifier: AlgorithmIdentifier
    let signature: ArraySlice<UInt8>
    /// Where the algorithm of the signature and the signature are.
    let signaturePlace: Range<Int>

    /// The algorithm of the signature.
    package var signatureAlgorithm: ASN1ObjectIdentifier { signatureIdentifier.algorithm }

    /// Whether it is issued under its own name (RFC 5280 section 3.2).
    let isSelfIssued: Bool
    /// The names that constraints are about.
    let constrainedNames: [ConstrainedName]

    /// The part that is signed.
    var tbsOctets: [UInt8] { Array(der[tbs]) }

    /// The largest certificate that is looked at, in octets. Real ones have one or two thousand; one with ten thousand names
    /// has three hundred thousand.
    package static let largest = 1 << 19

    /// Takes a certificate apart.
    ///
    /// - Throws: ``TrustError/malformedCertificate(_:)`` with the part at fault.
    package convenience init(_ der: [UInt8]) throws(TrustError) {
        guard der.count <= CertificateStructure.largest else {
            throw .malformedCertificate("\(der.count) octets, more than \(CertificateStructure.largest)")
        }
        guard !der.isEmpty else { throw .malformedCertificate("no octets at all") }
        var part = "Certificate"
        do {
            try self.init(reading: der, &part)
        } catch {
            throw .malformedCertificate("\(part) cannot be read")
        }
    }

    /// - Parameter part: what is being read, for the error.
    private init(reading der: [UInt8], _ part: inout String) throws {
        var outer = try Parts(try DER.parse(der), tagged: .sequence)
        part = "tbsCertificate"
        let signed = try outer.next()
        let tbs = signed.encodedBytes.indices
        var fields = try Parts(signed, tagged: .sequence)

        part = "tbsCertificate.version"
        let number = try fields.optional(contextTag: 0) { try Int(derEncoded: $0) } ?? 0
        guard (0...2).contains(number) else { throw Unreadable() }
        let version = number + 1
        part = "tbsCertificate.serialNumber"
        let serialNumber = try CertificateStructure.integer(try fields.next())
        part = "tbsCertificate.signature"
        let announcedAlgorithm = try AlgorithmIdentifier(try fields.next())
        part = "tbsCertificate.issuer"
        let issuerNode = try fields.next()
        let issuer = try DistinguishedName(derEncoded: issuerNode)
        let comparableIssuer = try ComparableName(issuerNode)
        part = "tbsCertificate.validity"
        let validityNode = try fields.next()
        var dates = try Parts(validityNode, tagged: .sequence)
        let (from, isFromRight) = try CertificateStructure.time(try dates.next())
        let (to, isToRight) = try CertificateStructure.time(try dates.next())
        guard dates.nextIfAny() == nil else { throw Unreadable() }
        let validity = (validityNode.encodedBytes.indices, isFromRight && isToRight)
        part = "tbsCertificate.subject"
        let subjectNode = try fields.next()
        let subject = try DistinguishedName(derEncoded: subjectNode)
        let comparableSubject = try ComparableName(subjectNode)
        part = "tbsCertificate.subjectPublicKeyInfo"
        let keyInfo = try fields.next()
        let publicKeyInfo = Array(keyInfo.encodedBytes)
        let publicKeyPlace = keyInfo.encodedBytes.indices
        var keyParts = try Parts(keyInfo, tagged: .sequence)
        let identifier = try AlgorithmIdentifier(try keyParts.next())
        let keyAlgorithm = identifier.algorithm
        let keyOctets = try ASN1BitString(derEncoded: try keyParts.next())
        guard keyOctets.paddingBits == 0 else { throw Unreadable() }
        let key = SubjectKey(identifier, Array(keyOctets.bytes), info: publicKeyInfo)
        part = "tbsCertificate.extensions"
        let issuerIdentifier = try fields.optional(contextTag: 1, \.identifier)
        let subjectIdentifier = try fields.optional(contextTag: 2, \.identifier)
        let hasUniqueIdentifiers = issuerIdentifier != nil || subjectIdentifier != nil
        var places: [Range<Int>] = []
        let extensions: [Certificate.Extension] =
            try fields.optional(contextTag: 3) { node in
                var list = try Parts(node, tagged: .sequence)
                var extensions: [Certificate.Extension] = []
                while let item = list.nextIfAny() {
                    extensions.append(try Certificate.Extension(derEncoded: item))
                    places.append(item.encodedBytes.indices)
                }
                // Extensions ::= SEQUENCE SIZE (1..MAX)
                guard !extensions.isEmpty else { throw Unreadable() }
                return extensions
            } ?? []
        guard fields.nextIfAny() == nil else { throw Unreadable() }
        let meaning = KnownExtensions(extensions, at: places)

        part = "signatureAlgorithm"
        let algorithmNode = try outer.next()
        let signatureIdentifier = try AlgorithmIdentifier(algorithmNode)
        part = "signatureValue"
        let signatureNode = try outer.next()
        let signatureBits = try ASN1BitString(derEncoded: signatureNode)
        guard signatureBits.paddingBits == 0 else { throw Unreadable() }
        let signaturePlace = algorithmNode.encodedBytes.startIndex..<signatureNode.encodedBytes.endIndex
        guard outer.nextIfAny() == nil else { throw Unreadable() }

        // All at once: a structure that is given up half-way holds nothing.
        self.der = der
        self.tbs = tbs
        self.version = version
        self.serialNumber = serialNumber
        self.announcedAlgorithm = announcedAlgorithm
        self.issuer = issuer
        self.comparableIssuer = comparableIssuer
        (notBefore, notAfter) = (from, to)
        self.validity = validity
        self.subject = subject
        self.comparableSubject = comparableSubject
        isSelfIssued = comparableIssuer == comparableSubject
        constrainedNames = ConstrainedName.all(
            subject: subject, comparableSubject, alternatives: meaning.constrainedAlternatives)
        self.publicKeyInfo = publicKeyInfo
        self.publicKeyPlace = publicKeyPlace
        self.keyAlgorithm = keyAlgorithm
        self.key = key
        self.hasUniqueIdentifiers = hasUniqueIdentifiers
        self.extensions = extensions
        self.meaning = meaning
        self.signatureIdentifier = signatureIdentifier
        self.signature = signatureBits.bytes
        self.signaturePlace = signaturePlace
    }

    private struct Unreadable: Error {}

    /// The value of the first attribute of that type in a name, such as the common name; nil if there is none.
    package static func attribute(_ type: ASN1ObjectIdentifier, of name: DistinguishedName) -> String? {
        for relativeName in name {
            for attribute in relativeName where attribute.type == type {
                if let text = String(attribute.value) { return text }
            }
        }
        return nil
    }

    /// The values of all attributes of that type in a name.
    static func attributes(_ type: ASN1ObjectIdentifier, of name: DistinguishedName) -> [String] {
        name.flatMap { $0.filter { $0.type == type }.compactMap { String($0.value) } }
    }

    /// What a certificate is called in a sentence: its subject's common name, or the whole name.
    package var label: String { CertificateStructure.label(of: subject) }

    /// What the owner of a name is called in a sentence.
    static func label(of name: DistinguishedName) -> String {
        attribute(.RDNAttributeType.commonName, of: name) ?? "\(name)"
    }

    /// The octets of an INTEGER, sign and all: the library's numbers know none below zero.
    static func integer(_ node: ASN1Node) throws -> ArraySlice<UInt8> {
        guard node.identifier == .integer, case .primitive(let octets) = node.content, let first = octets.first else {
            throw Unreadable()
        }
        // Not one octet more than needed (X.690 section 8.3.2).
        if let second = octets.dropFirst().first, (first == 0 && second < 0x80) || (first == 0xff && second >= 0x80) {
            throw Unreadable()
        }
        return octets
    }

    /// UTCTime until 2049, GeneralizedTime from 2050 on (RFC 5280 section 4.1.2.5); both are read everywhere.
    ///
    /// - Returns: also whether it is the right one of the two.
    private static func time(_ node: ASN1Node) throws -> (seconds: Int64, isWellFormed: Bool) {
        if node.identifier == .utcTime {
            let time = try UTCTime(derEncoded: node)
            let seconds = CertificateTime.seconds(
                year: time.year, month: time.month, day: time.day, hours: time.hours, minutes: time.minutes,
                seconds: time.seconds)
            return (seconds, true)
        }
        let time = try GeneralizedTime(derEncoded: node)
        let seconds = CertificateTime.seconds(
            year: time.year, month: time.month, day: time.day, hours: time.hours, minutes: time.minutes,
            seconds: time.seconds)
        return (seconds, time.year >= 2050 && time.fractionalSeconds == 0)
    }
}

/// The name of an algorithm and whatever parameters it has (RFC 5280 section 4.1.1.2).
struct AlgorithmIdentifier: Hashable, Sendable {
    let algorithm: ASN1ObjectIdentifier
    /// The whole of it in DER.
    let octets: ArraySlice<UInt8>

    init(_ node: ASN1Node) throws {
        var parts = try Parts(node, tagged: .sequence)
        algorithm = try ASN1ObjectIdentifier(derEncoded: try parts.next())
        octets = node.encodedBytes
    }

    /// The parameters; nil where there are none.
    var parameters: ASN1Node? {
        guard let node = try? DER.parse(Array(octets)), var parts = try? Parts(node) else { return nil }
        _ = parts.nextIfAny()
        return parts.nextIfAny()
    }

    static func == (a: AlgorithmIdentifier, b: AlgorithmIdentifier) -> Bool { a.octets.elementsEqual(b.octets) }

    func hash(into hasher: inout Hasher) { hasher.combine(Array(octets)) }
}

/// The parts of a SEQUENCE, or of anything else that is made of parts, one after another.
package struct Parts {
    private var nodes: ASN1NodeCollection.Iterator
    private var ahead: ASN1Node?

    private struct Missing: Error {}

    package init(_ node: ASN1Node) throws {
        guard case .constructed(let nodes) = node.content else { throw Missing() }
        self.nodes = nodes.makeIterator()
    }

    /// The parts of what must have this tag.
    package init(_ node: ASN1Node, tagged identifier: ASN1Identifier) throws {
        guard node.identifier == identifier else { throw Missing() }
        try self.init(node)
    }

    package mutating func nextIfAny() -> ASN1Node? {
        defer { ahead = nil }
        return ahead ?? nodes.next()
    }

    package mutating func next() throws -> ASN1Node {
        guard let node = nextIfAny() else { throw Missing() }
        return node
    }

    /// What a context-specific tag wraps, if that tag is next.
    package mutating func optional<R>(contextTag: UInt, _ read: (ASN1Node) throws -> R) throws -> R? {
        guard let node = nextIfAny() else { return nil }
        guard node.identifier == ASN1Identifier(tagWithNumber: contextTag, tagClass: .contextSpecific) else {
            ahead = node
            return nil
        }
        // Unique identifiers (tags 1 and 2) are bare octets; what is in them does not matter to anybody.
        guard case .constructed(let inner) = node.content else { return try read(node) }
        var iterator = inner.makeIterator()
        guard let content = iterator.next() else { throw Missing() }
        return try read(content)
    }
}
