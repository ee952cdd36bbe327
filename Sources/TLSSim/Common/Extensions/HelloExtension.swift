import Trace

/// An extension of a hello message (RFC 5246 section 7.4.1.4): a type, a length, and a body the type gives meaning to.
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
    /// Anything else: carried, shown, not acted upon.
    case other(type: UInt16, body: [UInt8])

    /// The extension's code point.
    public var type: UInt16 {
        switch self {
        case .serverName: 0
        case .maxFragmentLength: 1
        case .statusRequest: 5
        case .supportedGroups: 10
        case .ecPointFormats: 11
        case .signatureAlgorithms: 13
        case .applicationProtocols: 16
        case .encryptThenMAC: 22
        case .extendedMasterSecret: 23
        case .sessionTicket: 35
        case .renegotiationInfo: 0xff01
        case .other(let type, _): type
        }
    }

    /// A code point in a reader's words.
    static func describe(_ type: UInt16) -> String {
        let name =
            switch type {
            case 0: "server_name"
            case 1: "max_fragment_length"
            case 10: "supported_groups"
            case 13: "signature_algorithms"
            case 23: "extended_master_secret"
            case 0xff01: "renegotiation_info"
            case 5: "status_request"
            case 11: "ec_point_formats"
            case 16: "application_layer_protocol_negotiation"
            case 22: "encrypt_then_mac"
            case 35: "session_ticket"
            case 43: "supported_versions"
            case 51: "key_share"
            default: "extension"
            }
        return "\(type) \(name)"
    }
}

/// The names of the fields, which are Wireshark's.
enum ExtensionFieldNames {
    static let type = "tls.handshake.extension.type"
    static let length = "tls.handshake.extension.len"
    static let body = "tls.handshake.extension"
    static let entry = "tls.handshake.extension_entry"
    static let names = "tls.handshake.extensions_server_name_list"
    static let namesLength = "tls.handshake.extensions_server_name_list_len"
    static let nameType = "tls.handshake.extensions_server_name_type"
    static let name = "tls.handshake.extensions_server_name"
    static let nameLength = "tls.handshake.extensions_server_name_len"
    static let maxFragment = "tls.handshake.max_fragment_length"
    static let groups = "tls.handshake.extensions_supported_groups"
    static let group = "tls.handshake.extensions_supported_group"
    static let formats = "tls.handshake.extensions_ec_point_formats"
    static let format = "tls.handshake.extensions_ec_point_format"
    static let algorithms = "tls.handshake.sig_hash_algs"
    static let algorithmsLength = "tls.handshake.sig_hash_alg_len"
    static let algorithm = "tls.handshake.sig_hash_alg"
    static let protocols = "tls.handshake.extensions_alpn_list"
    static let protocolsLength = "tls.handshake.extensions_alpn_len"
    static let protocolLength = "tls.handshake.extensions_alpn_str_len"
    static let protocolName = "tls.handshake.extensions_alpn_str"
    static let ticket = "tls.handshake.extension.session_ticket"
    static let renegotiation = "tls.handshake.extensions_reneg_info"
    static let renegotiationLength = "tls.handshake.extensions_reneg_info_len"
    static let data = "tls.handshake.extension.data"
}

private typealias Name = ExtensionFieldNames

private let extensionRule = Citation.rfc(5246, "7.4.1.4")

/// The block of extensions at the end of a hello.
enum ExtensionBlock {
    /// Writes the block; nothing at all when there are no extensions, as RFC 5246 section 7.4.1.2 allows.
    static func write(_ extensions: [HelloExtension], to writer: inout ByteWriter) {
        guard !extensions.isEmpty else { return }
        writer.vector("tls.handshake.extensions", lengthOctets: 2, cite: extensionRule) { writer in
            for item in extensions { item.write(to: &writer) }
        }
    }

    /// Reads the block, which may be absent. Two extensions of one type are an error (RFC 5246 section 7.4.1.4).
    static func read(
        from reader: inout ByteReader, side: Role
    ) throws(ParseError) -> [HelloExtension] {
        guard reader.remaining > 0 else { return [] }
        return try reader.vector("tls.handshake.extensions", lengthOctets: 2, cite: extensionRule) {
            reader throws(ParseError) in
            var extensions: [HelloExtension] = []
            var seen: Set<UInt16> = []
            while reader.remaining > 0 {
                let start = reader.offset
                let item = try HelloExtension.read(from: &reader, side: side)
                guard seen.insert(item.type).inserted else {
                    throw ParseError(
                        Name.type, at: start, .value("extension \(HelloExtension.describe(item.type)) stands twice"),
                        cite: extensionRule)
                }
                extensions.append(item)
            }
            return extensions
        }
    }
}
