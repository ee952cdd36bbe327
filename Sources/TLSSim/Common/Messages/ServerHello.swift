import Trace

/// The server's choice from the client's offer (RFC 5246 section 7.4.1.3). HelloRetryRequest has the same form (RFC 8446 section 4.1.4).
public struct ServerHello: SelfContainedBody {
    /// server_hello, 2 (RFC 5246 section 7.4).
    public static let type = HandshakeType.serverHello

    /// The version that the server has chosen. In TLS 1.3 it is always TLS 1.2, and an extension has the version.
    public var version: ProtocolVersion = .tls12
    /// 32 random octets, new in each handshake and independent of the client's random.
    public var random: [UInt8]
    /// The ID by which the session can be resumed later; empty if it cannot be resumed by ID. In TLS 1.3 it repeats the client's.
    public var sessionID: [UInt8] = []
    /// The code point of the suite that the server has chosen.
    public var cipherSuite: UInt16
    /// The compression method that the server has chosen: 0, "null".
    public var compressionMethod: UInt8 = 0
    /// The answers to extensions of the client. No other extension is allowed.
    public var extensions: [HelloExtension] = []

    private static let rule = Citation.rfc(5246, "7.4.1.3")

    /// A hello that chooses nothing, for a reader that fills it.
    public static let blank = ServerHello(random: [], cipherSuite: 0)

    /// Reads or writes version, random, session ID, suite, compression method and extensions.
    ///
    /// - Throws: the coder's failure: a session ID of more than 32 octets, an extension that cannot be read, or octets after the
    ///   last one.
    public mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
        try HelloBeginning.code(
            version: &version, random: &random, sessionID: &sessionID, cite: Self.rule, with: &coder)
        try coder.integer("tls.handshake.ciphersuite", &cipherSuite, cite: Self.rule, describe: CipherSuite.describe)
        try coder.integer(
            "tls.handshake.comp_method", &compressionMethod, cite: Self.rule, describe: HelloBeginning.compression)
        try ExtensionBlock.code(&extensions, in: isHelloRetryRequest ? .helloRetryRequest : .serverHello, with: &coder)
        try coder.finish("tls.handshake.extensions", cite: Self.rule)
    }

    /// server_random; in TLS 1.3 also the key share, and the hellos as a whole. A HelloRetryRequest discloses nothing: its random is fixed.
    public var disclosures: [Disclosure] {
        guard !isHelloRetryRequest else { return [] }
        let ours = [Disclosure(Knowledge.serverRandom, random)]
        guard selectedVersion != nil else { return ours }
        let share = keyShare.map { [Disclosure(Knowledge.share(of: .server, $0.group), $0.value)] } ?? []
        return ours + share + [Disclosure(Knowledge.hellos, message.bytes, isExchange: true)]
    }
}
