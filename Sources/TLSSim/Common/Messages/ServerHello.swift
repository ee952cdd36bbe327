import Trace

/// What the server chose from the client's offer (RFC 5246 section 7.4.1.3).
public struct ServerHello: HandshakeBody {
    public static let type = HandshakeType.serverHello

    /// The version that will be spoken.
    public var version: ProtocolVersion
    /// 32 fresh octets, independent of the client's.
    public var random: [UInt8]
    /// Names the session for a later resumption; empty when it can't be resumed.
    public var sessionID: [UInt8]
    /// The one suite chosen.
    public var cipherSuite: UInt16
    /// The one compression method chosen: 0, "null".
    public var compressionMethod: UInt8
    /// Answers to extensions of the client; nothing may stand here that the client did not ask for.
    public var extensions: [HelloExtension]

    /// A hello of these parts.
    public init(
        version: ProtocolVersion = .tls12, random: [UInt8], sessionID: [UInt8] = [], cipherSuite: UInt16,
        compressionMethod: UInt8 = 0, extensions: [HelloExtension] = []
    ) {
        self.version = version
        self.random = random
        self.sessionID = sessionID
        self.cipherSuite = cipherSuite
        self.compressionMethod = compressionMethod
        self.extensions = extensions
    }

    private static let rule = Citation.rfc(5246, "7.4.1.3")

    public func write(to writer: inout ByteWriter) {
        HelloParts.write(version, random, sessionID, to: &writer)
        writer.integer("tls.handshake.ciphersuite", cipherSuite, cite: Self.rule, describe: CipherSuite.describe)
        writer.integer(
            "tls.handshake.comp_method", compressionMethod, cite: Self.rule, describe: HelloParts.compression)
        ExtensionBlock.write(extensions, to: &writer)
    }

    /// Reads a body; every octet of it has to have a meaning.
    public static func read(from reader: inout ByteReader) throws(ParseError) -> ServerHello {
        let (version, random, sessionID) = try HelloParts.read(from: &reader)
        let suite: UInt16 = try reader.integer(
            "tls.handshake.ciphersuite", cite: rule, describe: CipherSuite.describe)
        let compression: UInt8 = try reader.integer(
            "tls.handshake.comp_method", cite: rule, describe: HelloParts.compression)
        let extensions = try ExtensionBlock.read(from: &reader, side: .server)
        try reader.finish("tls.handshake.extensions", cite: rule)
        return ServerHello(
            version: version, random: random, sessionID: sessionID, cipherSuite: suite,
            compressionMethod: compression, extensions: extensions)
    }
}
