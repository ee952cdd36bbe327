import Trace

/// What the client wants and can do (RFC 5246 section 7.4.1.2).
public struct ClientHello: HandshakeBody {
    public static let type = HandshakeType.clientHello

    /// The highest version the client offers; also the first two octets of an RSA premaster secret.
    public var version: ProtocolVersion
    /// 32 fresh octets: public, they make the keys of this connection unlike those of any other.
    public var random: [UInt8]
    /// The session to resume; empty for a new one. At most 32 octets.
    public var sessionID: [UInt8]
    /// Code points in the client's order of preference.
    public var cipherSuites: [UInt16]
    /// Compression methods; must contain 0, "null". Compression and secrets do not mix, nobody offers others any more.
    public var compressionMethods: [UInt8]
    /// Extensions in wire order.
    public var extensions: [HelloExtension]

    /// A hello of these parts.
    public init(
        version: ProtocolVersion = .tls12, random: [UInt8], sessionID: [UInt8] = [], cipherSuites: [UInt16],
        compressionMethods: [UInt8] = [0], extensions: [HelloExtension] = []
    ) {
        self.version = version
        self.random = random
        self.sessionID = sessionID
        self.cipherSuites = cipherSuites
        self.compressionMethods = compressionMethods
        self.extensions = extensions
    }

    private static let rule = Citation.rfc(5246, "7.4.1.2")

    public func write(to writer: inout ByteWriter) {
        HelloParts.write(version, random, sessionID, to: &writer)
        writer.vector(
            "tls.handshake.ciphersuites", lengthOctets: 2, lengthName: "tls.handshake.cipher_suites_length",
            cite: Self.rule
        ) {
            for suite in cipherSuites {
                $0.integer("tls.handshake.ciphersuite", suite, cite: Self.rule, describe: CipherSuite.describe)
            }
        }
        writer.vector("tls.handshake.comp_methods", lengthOctets: 1, cite: Self.rule) {
            for method in compressionMethods {
                $0.integer("tls.handshake.comp_method", method, cite: Self.rule, describe: HelloParts.compression)
            }
        }
        ExtensionBlock.write(extensions, to: &writer)
    }

    /// Reads a body; every octet of it has to have a meaning.
    public static func read(from reader: inout ByteReader) throws(ParseError) -> ClientHello {
        let (version, random, sessionID) = try HelloParts.read(from: &reader)
        let suites: [UInt16] = try reader.vector(
            "tls.handshake.ciphersuites", lengthOctets: 2, allowed: 2...65_534, unit: 2,
            lengthName: "tls.handshake.cipher_suites_length", cite: rule
        ) { reader throws(ParseError) in
            var list: [UInt16] = []
            while reader.remaining > 0 {
                list.append(
                    try reader.integer("tls.handshake.ciphersuite", cite: rule, describe: CipherSuite.describe))
            }
            return list
        }
        let compression: [UInt8] = try reader.vector(
            "tls.handshake.comp_methods", lengthOctets: 1, allowed: 1...255, cite: rule
        ) { reader throws(ParseError) in
            var list: [UInt8] = []
            while reader.remaining > 0 {
                list.append(
                    try reader.integer("tls.handshake.comp_method", cite: rule, describe: HelloParts.compression))
            }
            return list
        }
        let extensions = try ExtensionBlock.read(from: &reader, side: .client)
        try reader.finish("tls.handshake.extensions", cite: rule)
        return ClientHello(
            version: version, random: random, sessionID: sessionID, cipherSuites: suites,
            compressionMethods: compression, extensions: extensions)
    }
}

/// What both hellos begin with.
enum HelloParts {
    private static let rule = Citation.rfc(5246, "7.4.1.2")

    static func compression(_ method: UInt8) -> String {
        method == 0 ? "0 null" : String(method)
    }

    static func write(
        _ version: ProtocolVersion, _ random: [UInt8], _ sessionID: [UInt8], to writer: inout ByteWriter
    ) {
        writer.integer("tls.handshake.version", version.rawValue, cite: rule) { _ in version.description }
        writer.octets("tls.handshake.random", random, cite: rule)
        writer.vector("tls.handshake.session_id", lengthOctets: 1, cite: rule) {
            $0.octets("tls.handshake.session_id_octets", sessionID, cite: rule)
        }
    }

    static func read(
        from reader: inout ByteReader
    ) throws(ParseError) -> (version: ProtocolVersion, random: [UInt8], sessionID: [UInt8]) {
        let version = try reader.integer(
            "tls.handshake.version", as: UInt16.self, cite: rule,
            describe: { ProtocolVersion(rawValue: $0).description })
        let random = try reader.octets("tls.handshake.random", count: 32, cite: rule)
        let sessionID = try reader.vector("tls.handshake.session_id", lengthOctets: 1, allowed: 0...32, cite: rule) {
            reader throws(ParseError) in try reader.rest("tls.handshake.session_id_octets", cite: rule)
        }
        return (ProtocolVersion(rawValue: version), random, sessionID)
    }
}
