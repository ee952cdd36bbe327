import Trace

/// What the server chose from the client's offer (RFC 5246 section 7.4.1.3).
public struct ServerHello: SelfContainedBody {
    /// server_hello, 2 (RFC 5246 section 7.4).
    public static let type = HandshakeType.serverHello

    /// The version that will be spoken.
    public var version: ProtocolVersion = .tls12
    /// 32 fresh octets, independent of the client's.
    public var random: [UInt8]
    /// Names the session for a later resumption; empty when it cannot be resumed.
    public var sessionID: [UInt8] = []
    /// The one suite chosen.
    public var cipherSuite: UInt16
    /// The one compression method chosen: 0, "null".
    public var compressionMethod: UInt8 = 0
    /// Answers to extensions of the client; nothing may stand here that the client did not ask for.
    public var extensions: [HelloExtension] = []

    private static let rule = Citation.rfc(5246, "7.4.1.3")

    /// A hello that chooses nothing, for a reader to fill.
    public static let blank = ServerHello(random: [], cipherSuite: 0)

    /// Reads or writes version, random, session ID, suite, compression method and extensions.
    ///
    /// - Throws: the coder's failure: a session ID of more than 32 octets, an extension that cannot be read, or octets after the
    ///   last one.
    public mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
        try HelloBeginning.code(&version, &random, &sessionID, cite: Self.rule, with: &coder)
        try coder.integer("tls.handshake.ciphersuite", &cipherSuite, cite: Self.rule, describe: CipherSuite.describe)
        try coder.integer(
            "tls.handshake.comp_method", &compressionMethod, cite: Self.rule, describe: HelloBeginning.compression)
        try ExtensionBlock.code(&extensions, in: isHelloRetryRequest ? .helloRetryRequest : .serverHello, with: &coder)
        try coder.finish("tls.handshake.extensions", cite: Self.rule)
    }

    /// server_random; in TLS 1.3 also the share. Then the hellos are complete. A HelloRetryRequest has no random.
    public var disclosures: [Disclosure] {
        guard !isHelloRetryRequest else { return [] }
        let ours = [Disclosure(Knowledge.serverRandom, random)]
        guard selectedVersion != nil else { return ours }
        let share = keyShare.map { [Disclosure(Knowledge.share(of: .server, $0.group), $0.value)] } ?? []
        return ours + share + [Disclosure(Knowledge.hellos, message.bytes, isExchange: true)]
    }
}
