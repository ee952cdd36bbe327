import Trace

/// An extension of a hello message (RFC 5246 section 7.4.1.4): a type, a length, and a body the type gives meaning to.
public enum HelloExtension: Hashable, Sendable {
    /// The host name the client wants (RFC 6066 section 3); nil in the server's acknowledgment, which is empty.
    case serverName(String?)
    /// The groups the client can do, preferred first (RFC 7919 section 2).
    case supportedGroups([NamedGroup])
    /// The signatures the client can verify, preferred first (RFC 5246 section 7.4.1.4.1).
    case signatureAlgorithms([SignatureScheme])
    /// The master secret shall be bound to the whole handshake (RFC 7627); always empty.
    case extendedMasterSecret
    /// Verify data of the handshake being renegotiated, empty in an initial one (RFC 5746 section 3.2).
    case renegotiationInfo([UInt8])
    /// Anything else: carried, shown, not acted upon.
    case other(type: UInt16, body: [UInt8])

    /// The extension's code point.
    public var type: UInt16 {
        switch self {
        case .serverName: 0
        case .supportedGroups: 10
        case .signatureAlgorithms: 13
        case .extendedMasterSecret: 23
        case .renegotiationInfo: 0xff01
        case .other(let type, _): type
        }
    }

    /// A code point in a reader's words.
    static func describe(_ type: UInt16) -> String {
        let name =
            switch type {
            case 0: "server_name"
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

    /// Whose hello the extension stands in: some bodies differ between the two.
    enum Side { case client, server }
}

/// The names of the fields, which are Wireshark's.
private typealias Name = ExtensionFieldNames

private enum ExtensionFieldNames {
    static let type = "tls.handshake.extension.type"
    static let length = "tls.handshake.extension.len"
    static let body = "tls.handshake.extension"
    static let names = "tls.handshake.extensions_server_name_list"
    static let namesLength = "tls.handshake.extensions_server_name_list_len"
    static let nameType = "tls.handshake.extensions_server_name_type"
    static let name = "tls.handshake.extensions_server_name"
    static let nameLength = "tls.handshake.extensions_server_name_len"
    static let groups = "tls.handshake.extensions_supported_groups"
    static let group = "tls.handshake.extensions_supported_group"
    static let algorithms = "tls.handshake.sig_hash_algs"
    static let algorithmsLength = "tls.handshake.sig_hash_alg_len"
    static let algorithm = "tls.handshake.sig_hash_alg"
    static let renegotiation = "tls.handshake.extensions_reneg_info"
    static let renegotiationLength = "tls.handshake.extensions_reneg_info_len"
    static let data = "tls.handshake.extension.data"
}

private let serverNameRule = Citation.rfc(6066, "3")
private let groupsRule = Citation.rfc(7919, "2")
private let algorithmsRule = Citation.rfc(5246, "7.4.1.4.1")
private let extendedRule = Citation.rfc(7627, "5.1")
private let renegotiationRule = Citation.rfc(5746, "3.2")
private let extensionRule = Citation.rfc(5246, "7.4.1.4")

extension HelloExtension {
    /// Writes type, length and body.
    func write(to writer: inout ByteWriter) {
        writer.structure(Name.body + "_entry", cite: extensionRule, value: Self.describe(type)) { writer in
            writer.integer(Name.type, type, cite: extensionRule, describe: Self.describe)
            writer.vector(Name.body, lengthOctets: 2, lengthName: Name.length, cite: extensionRule) { writer in
                writeBody(to: &writer)
            }
        }
    }

    private func writeBody(to writer: inout ByteWriter) {
        switch self {
        case .serverName(let host):
            guard let host else { return }
            writer.vector(Name.names, lengthOctets: 2, lengthName: Name.namesLength, cite: serverNameRule) { writer in
                writer.integer(Name.nameType, UInt8(0), cite: serverNameRule) { _ in "0 host_name" }
                writer.vector(Name.name, lengthOctets: 2, lengthName: Name.nameLength, cite: serverNameRule) {
                    $0.octets("tls.handshake.host_name", Array(host.utf8), cite: serverNameRule) { _ in host }
                }
            }
        case .supportedGroups(let groups):
            writer.vector(Name.groups, lengthOctets: 2, cite: groupsRule) { writer in
                for group in groups {
                    writer.integer(Name.group, group.rawValue, cite: groupsRule) { _ in group.description }
                }
            }
        case .signatureAlgorithms(let schemes):
            writer.vector(Name.algorithms, lengthOctets: 2, lengthName: Name.algorithmsLength, cite: algorithmsRule) {
                for scheme in schemes {
                    $0.integer(Name.algorithm, scheme.rawValue, cite: algorithmsRule) { _ in scheme.description }
                }
            }
        case .extendedMasterSecret: break
        case .renegotiationInfo(let verifyData):
            writer.vector(
                Name.renegotiation, lengthOctets: 1, lengthName: Name.renegotiationLength, cite: renegotiationRule
            ) { $0.octets("tls.handshake.renegotiated_connection", verifyData, cite: renegotiationRule) }
        case .other(_, let body):
            writer.octets(Name.data, body, cite: extensionRule)
        }
    }

    /// Reads one extension as it stands in the hello of `side`.
    static func read(from reader: inout ByteReader, side: Side) throws(ParseError) -> HelloExtension {
        var ahead = reader
        let next = try ahead.integer(Name.type, as: UInt16.self, cite: extensionRule)
        return try reader.structure(Name.body + "_entry", cite: extensionRule, value: describe(next)) {
            reader throws(ParseError) in
            let type = try reader.integer(
                Name.type, as: UInt16.self, cite: extensionRule, describe: HelloExtension.describe)
            return try reader.vector(Name.body, lengthOctets: 2, lengthName: Name.length, cite: extensionRule) {
                inner throws(ParseError) in
                try readBody(type, from: &inner, side: side)
            }
        }
    }

    private static func readBody(
        _ type: UInt16, from reader: inout ByteReader, side: Side
    ) throws(ParseError) -> HelloExtension {
        switch type {
        case 0 where side == .server: return .serverName(nil)
        case 0: return .serverName(try readServerName(from: &reader))
        case 10:
            return try reader.vector(
                Name.groups, lengthOctets: 2, allowed: 2...65_534, unit: 2, cite: groupsRule
            ) { reader throws(ParseError) in
                var groups: [NamedGroup] = []
                while reader.remaining > 0 {
                    let raw = try reader.integer(
                        Name.group, as: UInt16.self, cite: groupsRule,
                        describe: { NamedGroup(rawValue: $0).description })
                    groups.append(NamedGroup(rawValue: raw))
                }
                return .supportedGroups(groups)
            }
        case 13:
            return try reader.vector(
                Name.algorithms, lengthOctets: 2, allowed: 2...65_534, unit: 2, lengthName: Name.algorithmsLength,
                cite: algorithmsRule
            ) { reader throws(ParseError) in
                var schemes: [SignatureScheme] = []
                while reader.remaining > 0 {
                    let raw = try reader.integer(
                        Name.algorithm, as: UInt16.self, cite: algorithmsRule,
                        describe: { SignatureScheme(rawValue: $0).description })
                    schemes.append(SignatureScheme(rawValue: raw))
                }
                return .signatureAlgorithms(schemes)
            }
        case 23:
            try reader.finish("tls.handshake.extended_master_secret", cite: extendedRule)
            return .extendedMasterSecret
        case 0xff01:
            return .renegotiationInfo(
                try reader.vector(
                    Name.renegotiation, lengthOctets: 1, lengthName: Name.renegotiationLength, cite: renegotiationRule
                ) { reader throws(ParseError) in
                    try reader.rest("tls.handshake.renegotiated_connection", cite: renegotiationRule)
                })
        default: return .other(type: type, body: try reader.rest(Name.data, cite: extensionRule))
        }
    }

    /// The first host name of the list. RFC 6066 allows several types of name and one name of each; only host_name exists.
    private static func readServerName(from reader: inout ByteReader) throws(ParseError) -> String? {
        try reader.vector(
            Name.names, lengthOctets: 2, allowed: 1...65_535, lengthName: Name.namesLength, cite: serverNameRule
        ) { reader throws(ParseError) in
            var host: String?
            while reader.remaining > 0 {
                let start = reader.offset
                let type = try reader.integer(
                    Name.nameType, as: UInt8.self, cite: serverNameRule,
                    describe: { $0 == 0 ? "0 host_name" : String($0) })
                let name = try reader.vector(
                    Name.name, lengthOctets: 2, allowed: 1...65_535, lengthName: Name.nameLength, cite: serverNameRule
                ) { reader throws(ParseError) in
                    try reader.rest(
                        "tls.handshake.host_name", cite: serverNameRule,
                        describe: { String(decoding: $0, as: UTF8.self) })
                }
                guard type == 0 else { continue }
                guard host == nil else {
                    throw ParseError(Name.nameType, at: start, .value("a second host_name"), cite: serverNameRule)
                }
                guard name.allSatisfy({ (0x21...0x7e).contains($0) }) else {
                    throw ParseError(
                        Name.name, at: start, .value("a host name is written in printable ASCII"), cite: serverNameRule)
                }
                host = String(decoding: name, as: UTF8.self)
            }
            return host
        }
    }
}

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
        from reader: inout ByteReader, side: HelloExtension.Side
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
