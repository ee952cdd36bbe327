import Crypto
internal import SwiftASN1
internal import X509

/// An OCSP response taken apart (RFC 6960 section 4.2.1), without an opinion on any of it.
struct OCSPResponse: Sendable {
    /// How the request went: 0 successful.
    let status: Int
    /// What was answered; nil where the request was not successful.
    let basic: Basic?

    /// A BasicOCSPResponse: what a responder says, and its signature.
    struct Basic: Sendable {
        /// tbsResponseData, the part that is signed.
        let tbsOctets: [UInt8]
        let responder: Responder
        /// When it was signed, in seconds since 1970.
        let producedAt: Int64
        let answers: [Answer]
        /// Whether there is an extension, of the whole or of an answer, that must be understood. None is understood here.
        let hasCriticalExtension: Bool
        let signatureIdentifier: AlgorithmIdentifier
        let signature: [UInt8]
        /// Certificates that are to help with the signature, in DER; nobody has looked at them.
        let certificates: [[UInt8]]
    }

    /// Who says it: ResponderID.
    enum Responder: Sendable {
        case name(ComparableName)
        /// The SHA-1 of the key.
        case key(sha1: [UInt8])
    }

    /// What is said of one certificate: SingleResponse.
    struct Answer: Sendable {
        /// With what the issuer's name and key are hashed; nil for what is not known here.
        let hash: HashAlgorithm?
        let issuerNameHash: [UInt8]
        let issuerKeyHash: [UInt8]
        let serialNumber: ArraySlice<UInt8>
        let state: State
        /// The first moment for which it is said, in seconds since 1970.
        let thisUpdate: Int64
        /// The last one; nil where newer news can be had at any time.
        let nextUpdate: Int64?
    }

    /// CertStatus.
    enum State: Hashable, Sendable {
        case good
        /// When, in seconds since 1970, and the CRLReason, if one is given (RFC 5280 section 5.3.1).
        case revoked(since: Int64, reason: Int?)
        case unknown
    }

    /// The largest response that is looked at, in octets. Real ones have one or two thousand.
    static let largest = 1 << 16

    /// Takes an OCSPResponse in DER apart.
    ///
    /// - Throws: ``TrustError/malformedStatus(_:)`` with the part at fault.
    init(_ der: [UInt8]) throws(TrustError) {
        guard der.count <= OCSPResponse.largest else {
            throw .malformedStatus("\(der.count) octets, more than \(OCSPResponse.largest)")
        }
        var part = "OCSPResponse"
        do {
            var outer = try Parts(try DER.parse(der), tagged: .sequence)
            part = "responseStatus"
            status = try OCSPResponse.enumerated(try outer.next())
            part = "responseBytes"
            basic = try outer.optional(contextTag: 0) { node in
                var bytes = try Parts(node, tagged: .sequence)
                // id-pkix-ocsp-basic, the only type there is.
                guard try ASN1ObjectIdentifier(derEncoded: try bytes.next()) == [1, 3, 6, 1, 5, 5, 7, 48, 1, 1] else {
                    throw Wrong()
                }
                let octets = try ASN1OctetString(derEncoded: try bytes.next())
                part = "BasicOCSPResponse"
                return try Basic(try DER.parse(Array(octets.bytes)), &part)
            }
        } catch {
            throw .malformedStatus("\(part) cannot be read")
        }
    }

    fileprivate struct Wrong: Error {}

    /// An ENUMERATED of one octet, which all of this syntax are.
    fileprivate static func enumerated(_ node: ASN1Node) throws -> Int {
        guard node.identifier == .enumerated, case .primitive(let octets) = node.content, octets.count == 1,
            let octet = octets.first
        else { throw Wrong() }
        return Int(octet)
    }

    fileprivate static func time(_ node: ASN1Node) throws -> Int64 {
        let time = try GeneralizedTime(derEncoded: node)
        return CertificateTime.seconds(
            year: time.year, month: time.month, day: time.day, hours: time.hours, minutes: time.minutes,
            seconds: time.seconds)
    }

    /// Whether one of the extensions is critical.
    fileprivate static func hasCritical(_ node: ASN1Node) throws -> Bool {
        try KnownExtensions.list(node) { try Certificate.Extension(derEncoded: $0) }.contains(where: \.critical)
    }
}

extension OCSPResponse.Basic {
    /// - Parameter part: what is being read, for the error.
    init(_ node: ASN1Node, _ part: inout String) throws {
        var outer = try Parts(node, tagged: .sequence)
        part = "tbsResponseData"
        let signed = try outer.next()
        tbsOctets = Array(signed.encodedBytes)
        var data = try Parts(signed, tagged: .sequence)
        guard try data.optional(contextTag: 0, { try Int(derEncoded: $0) }) ?? 0 == 0 else {
            throw OCSPResponse.Wrong()
        }
        part = "responderID"
        if let name = try data.optional(contextTag: 1, { try ComparableName($0) }) {
            responder = .name(name)
        } else if let key = try data.optional(contextTag: 2, { try ASN1OctetString(derEncoded: $0) }) {
            responder = .key(sha1: Array(key.bytes))
        } else {
            throw OCSPResponse.Wrong()
        }
        part = "producedAt"
        producedAt = try OCSPResponse.time(try data.next())
        part = "responses"
        var isCritical = false
        var list = try Parts(try data.next(), tagged: .sequence)
        var answers: [OCSPResponse.Answer] = []
        while let item = list.nextIfAny() { answers.append(try OCSPResponse.Answer(item, &isCritical)) }
        self.answers = answers
        part = "responseExtensions"
        if try data.optional(contextTag: 1, OCSPResponse.hasCritical) == true { isCritical = true }
        guard data.nextIfAny() == nil else { throw OCSPResponse.Wrong() }
        hasCriticalExtension = isCritical

        part = "signatureAlgorithm"
        signatureIdentifier = try AlgorithmIdentifier(try outer.next())
        part = "signature"
        signature = Array(try ASN1BitString(derEncoded: try outer.next()).bytes)
        part = "certs"
        certificates =
            try outer.optional(contextTag: 0) { node in
                var list = try Parts(node, tagged: .sequence)
                var certificates: [[UInt8]] = []
                while let item = list.nextIfAny() { certificates.append(Array(item.encodedBytes)) }
                return certificates
            } ?? []
        guard outer.nextIfAny() == nil else { throw OCSPResponse.Wrong() }
    }
}

extension OCSPResponse.Answer {
    /// - Parameter isCritical: becomes true where an extension must be understood.
    init(_ node: ASN1Node, _ isCritical: inout Bool) throws {
        var parts = try Parts(node, tagged: .sequence)
        var identifier = try Parts(try parts.next(), tagged: .sequence)
        hash = HashAlgorithm(try AlgorithmIdentifier(try identifier.next()))
        issuerNameHash = Array(try ASN1OctetString(derEncoded: try identifier.next()).bytes)
        issuerKeyHash = Array(try ASN1OctetString(derEncoded: try identifier.next()).bytes)
        serialNumber = try CertificateStructure.integer(try identifier.next())
        guard identifier.nextIfAny() == nil else { throw OCSPResponse.Wrong() }
        state = try OCSPResponse.State(try parts.next())
        thisUpdate = try OCSPResponse.time(try parts.next())
        nextUpdate = try parts.optional(contextTag: 0, OCSPResponse.time)
        if try parts.optional(contextTag: 1, OCSPResponse.hasCritical) == true { isCritical = true }
        guard parts.nextIfAny() == nil else { throw OCSPResponse.Wrong() }
    }

    /// Whether it is about `certificate`, which `issuer` has issued.
    func isAbout(_ certificate: CertificateStructure, issuedBy issuer: CertificateStructure) -> Bool {
        guard let hash, let name = try? certificate.issuerOctets(), let key = issuer.publicKeyOctets else {
            return false
        }
        return serialNumber.elementsEqual(certificate.serialNumber)
            && issuerNameHash == hash.hash(name) && issuerKeyHash == hash.hash(key)
    }
}

extension OCSPResponse.State {
    /// CertStatus ::= CHOICE { good [0] NULL, revoked [1] RevokedInfo, unknown [2] NULL }, all of them implicit.
    init(_ node: ASN1Node) throws {
        guard node.identifier.tagClass == .contextSpecific else { throw OCSPResponse.Wrong() }
        switch node.identifier.tagNumber {
        case 0: self = .good
        case 1:
            var info = try Parts(node)
            let since = try OCSPResponse.time(try info.next())
            self = .revoked(since: since, reason: try info.optional(contextTag: 0, OCSPResponse.enumerated))
        case 2: self = .unknown
        default: throw OCSPResponse.Wrong()
        }
    }
}

extension CertificateStructure {
    /// The issuer's name as it stands in tbsCertificate: after the version, which may be left out, the serial number and the
    /// algorithm.
    fileprivate func issuerOctets() throws -> [UInt8] {
        var parts = try Parts(try DER.parse(tbsOctets))
        _ = try parts.optional(contextTag: 0, \.identifier)
        _ = try parts.next()
        _ = try parts.next()
        return Array(try parts.next().encodedBytes)
    }

    /// The octets of subjectPublicKey, of which responders are told and issuers hashed.
    fileprivate var publicKeyOctets: [UInt8]? {
        guard let node = try? DER.parse(publicKeyInfo), var parts = try? Parts(node), parts.nextIfAny() != nil,
            let bits = parts.nextIfAny().flatMap({ try? ASN1BitString(derEncoded: $0) })
        else { return nil }
        return Array(bits.bytes)
    }
}

extension OCSPResponse.Responder {
    /// Whether the owner of a certificate is meant.
    func names(_ certificate: CertificateStructure) -> Bool {
        switch self {
        case .name(let name): name == certificate.comparableSubject
        case .key(let sha1): certificate.publicKeyOctets.map { HashAlgorithm.sha1.hash($0) } == sha1
        }
    }
}
