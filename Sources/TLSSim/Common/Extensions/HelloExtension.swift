import Trace

/// An extension of a hello (RFC 5246 section 7.4.1.4), and in TLS 1.3 of other messages too (RFC 8446 section 4.2): a type, a length,
/// and a body whose form depends on the type.
///
/// One hello serves both versions, so it may contain extensions of both. A new extension needs a row in ``ExtensionType``, a case here,
/// and a file for the form of its body, unless the body is always empty. The compiler reports a missing case.
public enum HelloExtension: Hashable, Sendable {
    /// The host name the client wants (RFC 6066 section 3); nil in the server's acknowledgment, which is empty.
    case serverName(String?)
    /// The longest plaintext of a record as a code: 1 to 4 for 2^9 to 2^12 octets (RFC 6066 section 4).
    case maxFragmentLength(UInt8)
    /// The client asks for an OCSP response about the certificate (RFC 6066 section 8); nil in the server's answer, which is empty.
    case statusRequest(StatusRequest?)
    /// The groups that the client supports, preferred first (RFC 8422 section 5.1.1, RFC 7919 section 2).
    case supportedGroups([NamedGroup])
    /// The point formats that the sender can parse. Only 0, uncompressed, is still allowed (RFC 8422 section 5.1.2).
    case ecPointFormats([UInt8])
    /// The signatures that the client can verify, preferred first (RFC 5246 section 7.4.1.4.1).
    case signatureAlgorithms([SignatureScheme])
    /// The application protocols: the client's list, or a list of the one that the server chose (RFC 7301 section 3.1).
    case applicationProtocols([[UInt8]])
    /// The MAC of a CBC suite shall cover the ciphertext (RFC 7366). The body is always empty.
    case encryptThenMAC
    /// The master secret shall be bound to the whole handshake (RFC 7627). The body is always empty.
    case extendedMasterSecret
    /// A ticket from an earlier session; empty to ask for a new ticket or to promise one (RFC 5077 section 3.2).
    case sessionTicket([UInt8])
    /// verify_data of the handshake before a renegotiation; empty in an initial handshake (RFC 5746 section 3.2).
    case renegotiationInfo([UInt8])

    // MARK: Of TLS 1.3
    /// The versions that the client supports, preferred first (RFC 8446 section 4.2.1).
    case supportedVersions([ProtocolVersion])
    /// The version that the server has chosen, in ServerHello and HelloRetryRequest (RFC 8446 section 4.2.1).
    case selectedVersion(ProtocolVersion)
    /// The client's public values, preferred first; empty to ask for a HelloRetryRequest (RFC 8446 section 4.2.8).
    case keyShares([KeyShareEntry])
    /// The server's public value (RFC 8446 section 4.2.8).
    case keyShare(KeyShareEntry)
    /// The group for which the client shall send a public value in its second hello, in HelloRetryRequest (RFC 8446 section 4.2.8).
    case selectedGroup(NamedGroup)
    /// The pre-shared keys that the client offers, by identity, with a proof (binder) for each (RFC 8446 section 4.2.11).
    case preSharedKeys(OfferedPSKs)
    /// The index of the pre-shared key that the server has chosen, counted from 0 (RFC 8446 section 4.2.11).
    case selectedIdentity(UInt16)
    /// The modes in which the client uses pre-shared keys: with a Diffie-Hellman exchange or without (RFC 8446 section 4.2.9).
    case pskKeyExchangeModes([PSKKeyExchangeMode])
    /// In ClientHello: early data follows. In EncryptedExtensions: the server accepts it (RFC 8446 section 4.2.10). The body is empty.
    case earlyData
    /// The largest number of octets of early data that a ticket allows, in NewSessionTicket (RFC 8446 section 4.2.10).
    case maxEarlyDataSize(UInt32)
    /// Octets that the client shall send back in its second hello, so that the server need not store them (RFC 8446 section 4.2.2).
    case cookie([UInt8])
    /// The signatures that the sender accepts on certificates, if they differ from those of the handshake (RFC 8446 section 4.2.3).
    case signatureAlgorithmsCert([SignatureScheme])
    /// The distinguished names, in DER, of the authorities that the sender trusts (RFC 8446 section 4.2.4).
    case certificateAuthorities([[UInt8]])
    /// The server may ask the client for a certificate after the handshake (RFC 8446 section 4.2.6). The body is always empty.
    case postHandshakeAuth
    /// The longest inner plaintext that the sender can take, in octets (RFC 8449 section 4).
    case recordSizeLimit(UInt16)
    /// An OCSP response about one certificate, in the entry of this certificate in Certificate (RFC 8446 section 4.4.2.1).
    case certificateStatus(CertificateStatus)

    /// Any other extension. Its body is kept as octets and shown, but has no effect.
    case other(type: UInt16, body: [UInt8])

    /// The extension's code point.
    public var type: UInt16 {
        switch self {
        case .serverName: ExtensionType.serverName.rawValue
        case .maxFragmentLength: ExtensionType.maxFragmentLength.rawValue
        case .statusRequest, .certificateStatus: ExtensionType.statusRequest.rawValue
        case .supportedGroups: ExtensionType.supportedGroups.rawValue
        case .ecPointFormats: ExtensionType.ecPointFormats.rawValue
        case .signatureAlgorithms: ExtensionType.signatureAlgorithms.rawValue
        case .applicationProtocols: ExtensionType.applicationProtocols.rawValue
        case .encryptThenMAC: ExtensionType.encryptThenMAC.rawValue
        case .extendedMasterSecret: ExtensionType.extendedMasterSecret.rawValue
        case .sessionTicket: ExtensionType.sessionTicket.rawValue
        case .renegotiationInfo: ExtensionType.renegotiationInfo.rawValue
        case .supportedVersions, .selectedVersion: ExtensionType.supportedVersions.rawValue
        case .keyShares, .keyShare, .selectedGroup: ExtensionType.keyShare.rawValue
        case .preSharedKeys, .selectedIdentity: ExtensionType.preSharedKey.rawValue
        case .pskKeyExchangeModes: ExtensionType.pskKeyExchangeModes.rawValue
        case .earlyData, .maxEarlyDataSize: ExtensionType.earlyData.rawValue
        case .cookie: ExtensionType.cookie.rawValue
        case .signatureAlgorithmsCert: ExtensionType.signatureAlgorithmsCert.rawValue
        case .certificateAuthorities: ExtensionType.certificateAuthorities.rawValue
        case .postHandshakeAuth: ExtensionType.postHandshakeAuth.rawValue
        case .recordSizeLimit: ExtensionType.recordSizeLimit.rawValue
        case .other(let number, _): number
        }
    }

    /// Reads or writes the body.
    private mutating func codeBody<C: Coder>(with coder: inout C) throws(C.Failure) {
        switch self {
        case .serverName(let host): self = .serverName(try coder.coded(host, ServerNameExtension.code))
        case .maxFragmentLength(let code):
            self = .maxFragmentLength(try coder.coded(code, MaxFragmentLengthExtension.code))
        case .statusRequest(nil): break
        case .statusRequest(.some(var request)):
            var status = CertificateStatus.ocsp
            try coder.peek(Self.data, &status)
            guard status == CertificateStatus.ocsp else {
                // A request for another kind of status is not understood here, but it is no error.
                self = .other(type: type, body: [])
                return try codeBody(with: &coder)
            }
            try request.code(with: &coder)
            self = .statusRequest(request)
        case .supportedGroups(let groups):
            self = .supportedGroups(try coder.coded(groups, SupportedGroupsExtension.code))
        case .ecPointFormats(let formats): self = .ecPointFormats(try coder.coded(formats, PointFormatsExtension.code))
        case .signatureAlgorithms(let schemes):
            self = .signatureAlgorithms(try coder.coded(schemes, SignatureAlgorithmsExtension.code))
        case .applicationProtocols(let names):
            self = .applicationProtocols(try coder.coded(names, ApplicationProtocolsExtension.code))
        case .encryptThenMAC: try coder.finish("tls.handshake.encrypt_then_mac", cite: .rfc(7366, "2"))
        case .extendedMasterSecret:
            try coder.finish("tls.handshake.extended_master_secret", cite: .rfc(7627, "5.1"))
        case .sessionTicket(let ticket): self = .sessionTicket(try coder.coded(ticket, SessionTicketExtension.code))
        case .renegotiationInfo(let verifyData):
            self = .renegotiationInfo(try coder.coded(verifyData, RenegotiationInfoExtension.code))
        case .supportedVersions(let versions):
            self = .supportedVersions(try coder.coded(versions, SupportedVersionsExtension.code))
        case .selectedVersion(let version):
            self = .selectedVersion(try coder.coded(version, SupportedVersionsExtension.code(selected:with:)))
        case .keyShares(let shares): self = .keyShares(try coder.coded(shares, KeyShareExtension.code))
        case .keyShare(var share):
            try share.code(with: &coder)
            self = .keyShare(share)
        case .selectedGroup(let group):
            self = .selectedGroup(try coder.coded(group, KeyShareExtension.code(selected:with:)))
        case .preSharedKeys(var keys):
            try keys.code(with: &coder)
            self = .preSharedKeys(keys)
        case .selectedIdentity(let index):
            self = .selectedIdentity(try coder.coded(index, PreSharedKeyExtension.code(selected:with:)))
        case .pskKeyExchangeModes(let modes):
            self = .pskKeyExchangeModes(try coder.coded(modes, PSKKeyExchangeModesExtension.code))
        case .earlyData: try coder.finish(EarlyDataExtension.name, cite: EarlyDataExtension.rule)
        case .maxEarlyDataSize(let size):
            self = .maxEarlyDataSize(try coder.coded(size, EarlyDataExtension.code(maximum:with:)))
        case .cookie(let cookie): self = .cookie(try coder.coded(cookie, CookieExtension.code))
        case .signatureAlgorithmsCert(let schemes):
            self = .signatureAlgorithmsCert(try coder.coded(schemes, SignatureAlgorithmsExtension.code))
        case .certificateAuthorities(let names):
            self = .certificateAuthorities(try coder.coded(names, CertificateAuthoritiesExtension.code))
        case .postHandshakeAuth: try coder.finish("tls.handshake.post_handshake_auth", cite: .rfc(8446, "4.2.6"))
        case .recordSizeLimit(let limit): self = .recordSizeLimit(try coder.coded(limit, RecordSizeLimitExtension.code))
        case .certificateStatus(var status):
            try status.code(with: &coder)
            self = .certificateStatus(status)
        case .other(let number, var body):
            try coder.rest(Self.data, &body, cite: ExtensionBlock.rule)
            self = .other(type: number, body: body)
        }
    }

    private static let data = "tls.handshake.extension.data"

    /// Reads or writes type, length and body of an extension in the message `place`.
    mutating func code<C: Coder>(in place: ExtensionPlace, with coder: inout C) throws(C.Failure) {
        let rule = ExtensionBlock.rule
        var number = type
        try coder.structure(
            "tls.handshake.extension_entry", cite: rule, value: Self.describe(number)
        ) { entry throws(C.Failure) in
            try entry.integer(ExtensionBlock.typeName, &number, cite: rule, describe: Self.describe)
            if C.reads {
                self = ExtensionType(rawValue: number)?.row.blank(in: place) ?? .other(type: number, body: [])
            }
            try entry.vector(
                "tls.handshake.extension", .octets(2, name: "tls.handshake.extension.len"), cite: rule
            ) { body throws(C.Failure) in
                // A copy of the coder is made only if it may be needed, because a copy of a writer would copy its buffer.
                let mayBeCarried = C.reads && place == .clientHello && Self.isForTLS13(number)
                let start: C? = mayBeCarried ? body : nil
                do throws(C.Failure) {
                    try codeBody(with: &body)
                    try body.finish("tls.handshake.extension", cite: rule)
                } catch {
                    guard let start else { throw error }
                    body = start
                    self = .other(type: number, body: [])
                    try codeBody(with: &body)
                }
            }
        }
    }

    /// Whether only TLS 1.3 uses that extension of a ClientHello. If its body does not parse, it is kept as ``other(type:body:)``: TLS 1.2
    /// ignores it, and TLS 1.3 refuses it when it reads the offer.
    static func isForTLS13(_ number: UInt16) -> Bool {
        ExtensionType(rawValue: number).map { $0.row.version != .tls12 } ?? false
    }

    /// A code point in words: "0 server_name".
    static func describe(_ number: UInt16) -> String {
        "\(number) \(ExtensionType(rawValue: number)?.row.name ?? "extension")"
    }
}

extension Coder {
    /// The value that `code` has read; with a writer the unchanged value.
    fileprivate mutating func coded<Value>(
        _ value: Value, _ code: (inout Value, inout Self) throws(Failure) -> Void
    ) throws(Failure) -> Value {
        var value = value
        try code(&value, &self)
        return value
    }
}
