import Trace

/// An extension of a hello message (RFC 5246 section 7.4.1.4), and in TLS 1.3 of other messages too (RFC 8446 section 4.2): a type,
/// a length, and a body the type gives meaning to.
///
/// One hello serves both versions: extensions of either stand beside each other. A new one is a row in ``ExtensionType``, a case here,
/// and a file with the form of its body, unless that is always empty. The compiler asks for what is forgotten.
public enum HelloExtension: Hashable, Sendable {
    /// The host name the client wants (RFC 6066 section 3); nil in the server's acknowledgment, which is empty.
    case serverName(String?)
    /// The longest plaintext of a record, as a code: 1 to 4 for 2^9 to 2^12 octets (RFC 6066 section 4).
    case maxFragmentLength(UInt8)
    /// The client would like to see an OCSP response about the certificate (RFC 6066 section 8); nil in the server's answer,
    /// which is empty.
    case statusRequest(StatusRequest?)
    /// The groups the client can do, preferred first (RFC 8422 section 5.1.1, RFC 7919 section 2).
    case supportedGroups([NamedGroup])
    /// The forms of a point that can be read; 0, uncompressed, is the only one left (RFC 8422 section 5.1.2).
    case ecPointFormats([UInt8])
    /// The signatures the client can verify, preferred first (RFC 5246 section 7.4.1.4.1).
    case signatureAlgorithms([SignatureScheme])
    /// What shall be spoken inside: the client's list, the server's choice of one (RFC 7301 section 3.1).
    case applicationProtocols([[UInt8]])
    /// The MAC of CBC suites shall cover the ciphertext (RFC 7366); always empty.
    case encryptThenMAC
    /// The master secret shall be bound to the whole handshake (RFC 7627); always empty.
    case extendedMasterSecret
    /// A ticket from an earlier session; empty where there is none but one would be welcome (RFC 5077 section 3.2).
    case sessionTicket([UInt8])
    /// Verify data of the handshake being renegotiated, empty in an initial one (RFC 5746 section 3.2).
    case renegotiationInfo([UInt8])

    // MARK: Of TLS 1.3
    /// The versions the client can speak, preferred first (RFC 8446 section 4.2.1).
    case supportedVersions([ProtocolVersion])
    /// The version the server has chosen, in ServerHello and HelloRetryRequest (RFC 8446 section 4.2.1).
    case selectedVersion(ProtocolVersion)
    /// The client's public values, preferred first; empty to ask for a HelloRetryRequest (RFC 8446 section 4.2.8).
    case keyShares([KeyShareEntry])
    /// The server's public value (RFC 8446 section 4.2.8).
    case keyShare(KeyShareEntry)
    /// The group that the client is to come again with, in HelloRetryRequest (RFC 8446 section 4.2.8).
    case selectedGroup(NamedGroup)
    /// The secrets that the client shares with the server already, with proofs (RFC 8446 section 4.2.11).
    case preSharedKeys(OfferedPSKs)
    /// Which of them the server has chosen, counted from 0 (RFC 8446 section 4.2.11).
    case selectedIdentity(UInt16)
    /// How those may be used (RFC 8446 section 4.2.9).
    case pskKeyExchangeModes([PSKKeyExchangeMode])
    /// Data follows the hello at once; in EncryptedExtensions: it is accepted (RFC 8446 section 4.2.10). Always empty.
    case earlyData
    /// How many octets of early data a ticket is good for, in NewSessionTicket (RFC 8446 section 4.2.10).
    case maxEarlyDataSize(UInt32)
    /// What the server wants to see again: its memory, at the client's (RFC 8446 section 4.2.2).
    case cookie([UInt8])
    /// The signatures that are accepted on certificates, where they differ from those of the handshake (RFC 8446 section 4.2.3).
    case signatureAlgorithmsCert([SignatureScheme])
    /// Distinguished names, in DER, of the authorities that are trusted (RFC 8446 section 4.2.4).
    case certificateAuthorities([[UInt8]])
    /// The client can be asked for a certificate after the handshake, too (RFC 8446 section 4.2.6). Always empty.
    case postHandshakeAuth
    /// The longest inner plaintext that the sender can take, in octets (RFC 8449 section 4).
    case recordSizeLimit(UInt16)
    /// The OCSP response about the certificate that it stands with, in Certificate (RFC 8446 section 4.4.2.1).
    case certificateStatus(CertificateStatus)

    /// Anything else: carried, shown, not acted upon.
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

    /// Goes through the body, whose form the type decides.
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
                // A request of another kind is none of ours to read, and no error.
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

    /// Goes through type, length and body of an extension in the message `place`.
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
                // Kept only where it may be needed: a writer that is kept would be copied.
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

    /// Whether only TLS 1.3 acts upon that extension of a ClientHello. One that does not parse is carried as any other: it means nothing to
    /// TLS 1.2, and TLS 1.3 refuses it when it looks at the offer.
    static func isForTLS13(_ number: UInt16) -> Bool {
        ExtensionType(rawValue: number).map { $0.row.version != .tls12 } ?? false
    }

    /// A code point in words: "0 server_name".
    static func describe(_ number: UInt16) -> String {
        "\(number) \(ExtensionType(rawValue: number)?.row.name ?? "extension")"
    }
}

extension Coder {
    /// The value after `code` has gone through it: as it was read, or, in a writer, as it was.
    fileprivate mutating func coded<Value>(
        _ value: Value, _ code: (inout Value, inout Self) throws(Failure) -> Void
    ) throws(Failure) -> Value {
        var value = value
        try code(&value, &self)
        return value
    }
}
