import Trace

private typealias Name = ExtensionFieldNames

private let serverNameRule = Citation.rfc(6066, "3")
private let maxFragmentRule = Citation.rfc(6066, "4")
private let groupsRule = Citation.rfc(8422, "5.1.1")
private let formatsRule = Citation.rfc(8422, "5.1.2")
private let algorithmsRule = Citation.rfc(5246, "7.4.1.4.1")
private let protocolsRule = Citation.rfc(7301, "3.1")
private let encryptThenMACRule = Citation.rfc(7366, "2")
private let ticketRule = Citation.rfc(5077, "3.2")
private let extendedRule = Citation.rfc(7627, "5.1")
private let renegotiationRule = Citation.rfc(5746, "3.2")
private let extensionRule = Citation.rfc(5246, "7.4.1.4")

extension HelloExtension {
    /// Writes type, length and body.
    func write(to writer: inout ByteWriter) {
        writer.structure(Name.entry, cite: extensionRule, value: Self.describe(type)) { writer in
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
        case .maxFragmentLength(let code):
            writer.integer(Name.maxFragment, code, cite: maxFragmentRule, describe: Self.describeFragment)
        case .statusRequest(let request): request?.write(to: &writer)
        case .ecPointFormats(let formats):
            writer.vector(Name.formats, lengthOctets: 1, cite: formatsRule) { writer in
                for format in formats {
                    writer.integer(Name.format, format, cite: formatsRule, describe: Self.describeFormat)
                }
            }
        case .applicationProtocols(let names):
            writer.vector(Name.protocols, lengthOctets: 2, lengthName: Name.protocolsLength, cite: protocolsRule) {
                for name in names {
                    $0.vector(
                        Name.protocolName + "_entry", lengthOctets: 1, lengthName: Name.protocolLength,
                        cite: protocolsRule
                    ) { $0.octets(Name.protocolName, name, cite: protocolsRule, describe: Dissector.printable) }
                }
            }
        case .sessionTicket(let ticket):
            if !ticket.isEmpty { writer.octets(Name.ticket, ticket, cite: ticketRule) }
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
        case .extendedMasterSecret, .encryptThenMAC: break
        case .renegotiationInfo(let verifyData):
            writer.vector(
                Name.renegotiation, lengthOctets: 1, lengthName: Name.renegotiationLength, cite: renegotiationRule
            ) { $0.octets("tls.handshake.renegotiated_connection", verifyData, cite: renegotiationRule) }
        case .other(_, let body):
            writer.octets(Name.data, body, cite: extensionRule)
        }
    }

    /// Reads one extension as it stands in the hello of `side`.
    static func read(from reader: inout ByteReader, side: Role) throws(ParseError) -> HelloExtension {
        var ahead = reader
        let next = try ahead.integer(Name.type, as: UInt16.self, cite: extensionRule)
        return try reader.structure(Name.entry, cite: extensionRule, value: describe(next)) {
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
        _ type: UInt16, from reader: inout ByteReader, side: Role
    ) throws(ParseError) -> HelloExtension {
        switch type {
        case 0 where side == .server: return .serverName(nil)
        case 0: return .serverName(try readServerName(from: &reader))
        case 1:
            return .maxFragmentLength(
                try reader.integer(
                    Name.maxFragment, as: UInt8.self, cite: maxFragmentRule, describe: describeFragment))
        case 5 where side == .server: return .statusRequest(nil)
        case 5:
            var ahead = reader
            // A request of another kind is none of ours to read, and no error.
            guard try ahead.integer(Name.data, as: UInt8.self) == CertificateStatus.ocsp else {
                return .other(type: type, body: try reader.rest(Name.data, cite: extensionRule))
            }
            return .statusRequest(try StatusRequest.read(from: &reader))
        case 11:
            return .ecPointFormats(
                try reader.vector(Name.formats, lengthOctets: 1, allowed: 1...255, cite: formatsRule) {
                    reader throws(ParseError) in
                    var formats: [UInt8] = []
                    while reader.remaining > 0 {
                        formats.append(
                            try reader.integer(Name.format, cite: formatsRule, describe: describeFormat))
                    }
                    return formats
                })
        case 16: return .applicationProtocols(try readProtocols(from: &reader))
        case 22:
            try reader.finish("tls.handshake.encrypt_then_mac", cite: encryptThenMACRule)
            return .encryptThenMAC
        case 35:
            return .sessionTicket(reader.remaining == 0 ? [] : try reader.rest(Name.ticket, cite: ticketRule))
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

    private static func readProtocols(from reader: inout ByteReader) throws(ParseError) -> [[UInt8]] {
        try reader.vector(
            Name.protocols, lengthOctets: 2, allowed: 2...65_535, lengthName: Name.protocolsLength, cite: protocolsRule
        ) { reader throws(ParseError) in
            var names: [[UInt8]] = []
            while reader.remaining > 0 {
                names.append(
                    try reader.vector(
                        Name.protocolName + "_entry", lengthOctets: 1, allowed: 1...255,
                        lengthName: Name.protocolLength, cite: protocolsRule
                    ) { reader throws(ParseError) in
                        try reader.rest(Name.protocolName, cite: protocolsRule, describe: Dissector.printable)
                    })
            }
            return names
        }
    }

    private static func describeFormat(_ format: UInt8) -> String {
        format == 0 ? "0 uncompressed" : String(format)
    }

    private static func describeFragment(_ code: UInt8) -> String {
        (1...4).contains(code) ? "\(code): 2^\(code + 8) octets" : String(code)
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
