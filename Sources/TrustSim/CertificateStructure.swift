internal import SwiftASN1
internal import X509

/// The parts of a certificate as they stand in it (RFC 5280 section 4.1), without an opinion on any of them.
///
/// The X.509 library's own type refuses RSA keys under 2048 bits, MD5 and RSASSA-PSS signatures and more. Someone who looks
/// at such a certificate wants to see what is in it, and a verdict has to name the reason.
struct CertificateStructure {
    /// 1, 2 or 3; on the wire it is one less.
    let version: Int
    let serialNumber: ArraySlice<UInt8>
    let signatureAlgorithm: ASN1ObjectIdentifier
    let issuer: DistinguishedName
    /// Seconds since 1970.
    let notBefore: Int64
    /// Seconds since 1970.
    let notAfter: Int64
    let subject: DistinguishedName
    /// The subject's key as SubjectPublicKeyInfo in DER.
    let publicKeyInfo: [UInt8]
    let keyAlgorithm: ASN1ObjectIdentifier
    let extensions: [Certificate.Extension]
    let signature: ArraySlice<UInt8>

    /// The largest certificate that is looked at, in octets. Real ones have one or two thousand.
    static let largest = 1 << 17

    /// Takes a certificate apart.
    ///
    /// - Throws: ``TrustError/malformedCertificate(_:)`` with the part at fault.
    init(_ der: [UInt8]) throws(TrustError) {
        guard der.count <= CertificateStructure.largest else {
            throw .malformedCertificate("\(der.count) octets, more than \(CertificateStructure.largest)")
        }
        guard !der.isEmpty else { throw .malformedCertificate("no octets at all") }
        var part = "Certificate"
        do {
            var outer = try Parts(try DER.parse(der))
            part = "tbsCertificate"
            var fields = try Parts(try outer.next())

            part = "tbsCertificate.version"
            version = try fields.optional(contextTag: 0) { try Int(derEncoded: $0) + 1 } ?? 1
            part = "tbsCertificate.serialNumber"
            serialNumber = try ArraySlice<UInt8>(derEncoded: try fields.next())
            part = "tbsCertificate.signature"
            _ = try fields.next()
            part = "tbsCertificate.issuer"
            issuer = try DistinguishedName(derEncoded: try fields.next())
            part = "tbsCertificate.validity"
            var validity = try Parts(try fields.next())
            notBefore = try CertificateStructure.time(try validity.next())
            notAfter = try CertificateStructure.time(try validity.next())
            part = "tbsCertificate.subject"
            subject = try DistinguishedName(derEncoded: try fields.next())
            part = "tbsCertificate.subjectPublicKeyInfo"
            let keyInfo = try fields.next()
            publicKeyInfo = Array(keyInfo.encodedBytes)
            var keyParts = try Parts(keyInfo)
            keyAlgorithm = try CertificateStructure.algorithm(try keyParts.next())
            part = "tbsCertificate.extensions"
            _ = try fields.optional(contextTag: 1, \.identifier)
            _ = try fields.optional(contextTag: 2, \.identifier)
            extensions =
                try fields.optional(contextTag: 3) { node in
                    var list = try Parts(node)
                    var extensions: [Certificate.Extension] = []
                    while let item = list.nextIfAny() { extensions.append(try Certificate.Extension(derEncoded: item)) }
                    return extensions
                } ?? []

            part = "signatureAlgorithm"
            signatureAlgorithm = try CertificateStructure.algorithm(try outer.next())
            part = "signatureValue"
            signature = try ASN1BitString(derEncoded: try outer.next()).bytes
        } catch {
            throw .malformedCertificate("\(part) cannot be read")
        }
    }

    /// The value of the first attribute of that type in a name, such as the common name; nil if there is none.
    static func attribute(_ type: ASN1ObjectIdentifier, of name: DistinguishedName) -> String? {
        for relativeName in name {
            for attribute in relativeName where attribute.type == type {
                if let text = String(attribute.value) { return text }
            }
        }
        return nil
    }

    /// What a certificate is called in a sentence: its subject's common name, or the whole name.
    var label: String { CertificateStructure.label(of: subject) }

    /// What the owner of a name is called in a sentence.
    static func label(of name: DistinguishedName) -> String {
        attribute(.RDNAttributeType.commonName, of: name) ?? "\(name)"
    }

    private static func algorithm(_ node: ASN1Node) throws -> ASN1ObjectIdentifier {
        var parts = try Parts(node)
        return try ASN1ObjectIdentifier(derEncoded: try parts.next())
    }

    /// UTCTime until 2049, GeneralizedTime from 2050 on (RFC 5280 section 4.1.2.5); both are read everywhere.
    private static func time(_ node: ASN1Node) throws -> Int64 {
        if node.identifier == .utcTime {
            let time = try UTCTime(derEncoded: node)
            return CertificateTime.seconds(
                year: time.year, month: time.month, day: time.day, hours: time.hours, minutes: time.minutes,
                seconds: time.seconds)
        }
        let time = try GeneralizedTime(derEncoded: node)
        return CertificateTime.seconds(
            year: time.year, month: time.month, day: time.day, hours: time.hours, minutes: time.minutes,
            seconds: time.seconds)
    }
}

/// The parts of a SEQUENCE, or of anything else that is made of parts, one after another.
struct Parts {
    private var nodes: ASN1NodeCollection.Iterator
    private var ahead: ASN1Node?

    private struct Missing: Error {}

    init(_ node: ASN1Node) throws {
        guard case .constructed(let nodes) = node.content else { throw Missing() }
        self.nodes = nodes.makeIterator()
    }

    mutating func nextIfAny() -> ASN1Node? {
        defer { ahead = nil }
        return ahead ?? nodes.next()
    }

    mutating func next() throws -> ASN1Node {
        guard let node = nextIfAny() else { throw Missing() }
        return node
    }

    /// What a context-specific tag wraps, if that tag is next.
    mutating func optional<R>(contextTag: UInt, _ read: (ASN1Node) throws -> R) throws -> R? {
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
