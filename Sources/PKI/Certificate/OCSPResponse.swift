import Crypto
import Trace

/// The parts of an OCSP response (RFC 6960 section 4.2.1). None of them is judged.
struct OCSPResponse: Sendable {
    /// responseStatus: 0 if the responder has answered.
    let status: Int
    /// The answer; nil if the response has none.
    let basic: Basic?

    /// A BasicOCSPResponse: a responder's answers, with its signature.
    struct Basic: Sendable {
        /// tbsResponseData, the part that is signed.
        let tbsOctets: [UInt8]
        let responder: Responder
        /// The time at which the response was signed, in seconds since 1970.
        let producedAt: Int64
        let answers: [Answer]
        /// Whether the response or one of its answers has a critical extension. No extension is understood here.
        let hasCriticalExtension: Bool
        let signatureIdentifier: AlgorithmIdentifier
        let signature: [UInt8]
        /// Certificates that the responder has added for the check of the signature, in DER. They are not judged.
        let certificates: [[UInt8]]
    }

    /// The responder: ResponderID.
    enum Responder: Sendable {
        case name(ComparableName)
        /// The SHA-1 of the octets of the responder's subjectPublicKey.
        case key(sha1: [UInt8])
    }

    /// The answer about one certificate: SingleResponse.
    struct Answer: Sendable {
        /// The hash function for the issuer's name and key; nil for a function that is not known here.
        let hash: HashAlgorithm?
        let issuerNameHash: [UInt8]
        let issuerKeyHash: [UInt8]
        let serialNumber: ArraySlice<UInt8>
        let state: State
        /// The first second for which the answer holds, in seconds since 1970.
        let thisUpdate: Int64
        /// The last second for which the answer holds, in seconds since 1970. Nil if newer information is available at any time
        /// (RFC 6960 section 4.2.2.1).
        let nextUpdate: Int64?
        /// The value of the extension with timestamps of logs (RFC 6962 section 3.3); nil for an answer without one.
        let timestamps: [UInt8]?
    }

    /// CertStatus.
    enum State: Hashable, Sendable {
        case good
        /// The time of the revocation, in seconds since 1970, and the CRLReason (RFC 5280 section 5.3.1), nil if none is given.
        case revoked(since: Int64, reason: Int?)
        case unknown
    }

    /// The largest response that is read, in octets. Real responses have one or two thousand.
    static let largest = 1 << 16

    /// Reads an OCSPResponse in DER.
    ///
    /// - Throws: ``TrustError/malformedStatus(_:)`` with the name of the first part that cannot be read.
    init(_ der: [UInt8]) throws(TrustError) {
        guard der.count <= OCSPResponse.largest else {
            throw .malformedStatus("\(counted(der.count, "octet")), more than \(OCSPResponse.largest)")
        }
        var part = "OCSPResponse"
        do {
            var outer = try DERElement(der).parts(.sequence)
            part = "responseStatus"
            status = try outer.next().enumerated()
            part = "responseBytes"
            basic = try outer.optional(context: 0) { element in
                var bytes = try element.parts(.sequence)
                guard try bytes.next().identifier() == .basicOCSPResponse else { throw DERElement.Unreadable() }
                let octets = try bytes.next().octetString()
                part = "BasicOCSPResponse"
                return try Basic(try DERElement(Array(octets)), &part)
            }
        } catch {
            throw .malformedStatus("\(part) cannot be read")
        }
    }

    /// The moment of a GeneralizedTime, in seconds since 1970.
    fileprivate static func time(_ element: DERElement) throws -> Int64 {
        let time = try element.time()
        guard element.isTagged(.generalizedTime), !time.isBER else { throw DERElement.Unreadable() }
        return time.secondsSince1970
    }

    /// Whether one of the extensions is critical.
    fileprivate static func hasCritical(_ element: DERElement) throws -> Bool {
        try element.list { try CertificateExtension($0) }.contains(where: \.isCritical)
    }
}

extension OCSPResponse.Basic {
    /// - Parameter part: set to the name of each part before the part is read, for the error.
    init(_ element: DERElement, _ part: inout String) throws {
        var outer = try element.parts(.sequence)
        part = "tbsResponseData"
        let signed = try outer.next()
        tbsOctets = Array(signed.encoded)
        var data = try signed.parts(.sequence)
        guard try data.optional(context: 0, { try $0.number() }) ?? 0 == 0 else { throw DERElement.Unreadable() }
        part = "responderID"
        if let name = try data.optional(context: 1, { try ComparableName($0) }) {
            responder = .name(name)
        } else if let key = try data.optional(context: 2, { try $0.octetString() }) {
            responder = .key(sha1: Array(key))
        } else {
            throw DERElement.Unreadable()
        }
        part = "producedAt"
        producedAt = try OCSPResponse.time(try data.next())
        part = "responses"
        var isCritical = false
        answers = try data.next().parts(.sequence).all { try OCSPResponse.Answer($0, &isCritical) }
        part = "responseExtensions"
        if try data.optional(context: 1, OCSPResponse.hasCritical) == true { isCritical = true }
        try data.end()
        hasCriticalExtension = isCritical

        part = "signatureAlgorithm"
        signatureIdentifier = try AlgorithmIdentifier(try outer.next())
        part = "signature"
        signature = Array(try outer.next().bits().octets)
        part = "certs"
        certificates = try outer.optional(context: 0) { try $0.parts(.sequence).all { Array($0.encoded) } } ?? []
        try outer.end()
    }
}

extension OCSPResponse.Answer {
    /// - Parameter isCritical: set to true if the answer has a critical extension.
    init(_ element: DERElement, _ isCritical: inout Bool) throws {
        var parts = try element.parts(.sequence)
        var identifier = try parts.next().parts(.sequence)
        hash = HashAlgorithm(identifier: try AlgorithmIdentifier(try identifier.next()).algorithm)
        issuerNameHash = Array(try identifier.next().octetString())
        issuerKeyHash = Array(try identifier.next().octetString())
        serialNumber = try identifier.next().integer()
        try identifier.end()
        state = try OCSPResponse.State(try parts.next())
        thisUpdate = try OCSPResponse.time(try parts.next())
        nextUpdate = try parts.optional(context: 0, OCSPResponse.time)
        let extensions = try parts.optional(context: 1) { try $0.list { try CertificateExtension($0) } } ?? []
        if extensions.contains(where: \.isCritical) { isCritical = true }
        timestamps = extensions.first { $0.identifier == .timestampListOfResponse }?.value
        try parts.end()
    }

    /// Whether the answer is about `certificate`, which `issuer` has issued: its CertID names both (RFC 6960 section 4.1.1).
    func isAbout(_ certificate: CertificateStructure, issuedBy issuer: CertificateStructure) -> Bool {
        guard let hash else { return false }
        return serialNumber.elementsEqual(certificate.serialNumber)
            && issuerNameHash == hash.hash(certificate.issuer.encoded) && issuerKeyHash == hash.hash(issuer.keyOctets)
    }
}

extension OCSPResponse.State {
    /// CertStatus ::= CHOICE { good [0] NULL, revoked [1] RevokedInfo, unknown [2] NULL }, all tags implicit.
    init(_ element: DERElement) throws {
        guard element.node.tag.kind == .context else { throw DERElement.Unreadable() }
        switch element.node.tag.number {
        case 0: self = .good
        case 1:
            var info = try element.parts
            let since = try OCSPResponse.time(try info.next())
            self = .revoked(since: since, reason: try info.optional(context: 0) { try $0.enumerated() })
        case 2: self = .unknown
        default: throw DERElement.Unreadable()
        }
    }
}

extension OCSPResponse.Responder {
    /// Whether the responder is the subject of `certificate`.
    func names(_ certificate: CertificateStructure) -> Bool {
        switch self {
        case .name(let name): name == certificate.comparableSubject
        case .key(let sha1): HashAlgorithm.sha1.hash(certificate.keyOctets) == sha1
        }
    }
}
