import Trace

/// The client's offer: the versions, suites and extensions that it supports (RFC 5246 section 7.4.1.2).
public struct ClientHello: SelfContainedBody {
    /// client_hello, 1 (RFC 5246 section 7.4).
    public static let type = HandshakeType.clientHello

    /// The highest version up to TLS 1.2 that the client offers; also the first two octets of an RSA premaster secret.
    public var version: ProtocolVersion
    /// 32 random octets, new in each handshake and public. They make the keys of each connection different.
    public var random: [UInt8]
    /// The ID of the session to resume, at most 32 octets; empty if the client resumes no session by ID.
    public var sessionID: [UInt8]
    /// The code points of the suites, preferred first.
    public var cipherSuites: [UInt16]
    /// The compression methods; 0, "null", must be among them. The other methods are no longer used, because the length of
    /// compressed content reveals secrets in it (CRIME, 2012).
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

    /// A hello that offers nothing, for a reader that fills it.
    public static let blank = ClientHello(random: [], cipherSuites: [])

    /// Reads or writes version, random, session ID, suites, compression methods and extensions.
    ///
    /// - Throws: the coder's failure: a list of a length that RFC 5246 section 7.4.1.2 does not allow, an extension that cannot be
    ///   read, or octets after the last one.
    public mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
        try HelloBeginning.code(
            version: &version, random: &random, sessionID: &sessionID, cite: Self.rule, with: &coder)
        try coder.vector(
            "tls.handshake.ciphersuites",
            .octets(2, allowed: 2...65_534, unit: 2, name: "tls.handshake.cipher_suites_length"), cite: Self.rule
        ) { list throws(C.Failure) in
            try list.integers(
                "tls.handshake.ciphersuite", &cipherSuites, cite: Self.rule, describe: CipherSuite.describe)
        }
        try coder.vector(
            "tls.handshake.comp_methods", .octets(1, allowed: 1...255), cite: Self.rule
        ) { list throws(C.Failure) in
            try list.integers(
                "tls.handshake.comp_method", &compressionMethods, cite: Self.rule,
                describe: HelloBeginning.compression)
        }
        try ExtensionBlock.code(&extensions, in: .clientHello, with: &coder)
        try coder.finish("tls.handshake.extensions", cite: Self.rule)
    }

    /// client_random, the key shares of TLS 1.3, and the ticket or the identity of an external PSK if the hello offers one. Only the
    /// obfuscated ticket age distinguishes the two: for an external PSK it is 0 (RFC 8446 section 4.2.11).
    public var disclosures: [Disclosure] {
        var found = [Disclosure(Knowledge.clientRandom, random)]
        for case .sessionTicket(let ticket) in extensions where !ticket.isEmpty {
            found.append(Disclosure(Knowledge.sessionTicket, ticket))
        }
        for share in keyShares ?? [] {
            found.append(Disclosure(Knowledge.share(of: .client, share.group), share.value))
        }
        if let offered = preSharedKeys?.identities.first {
            let isTicket = offered.obfuscatedTicketAge != 0
            found.append(Disclosure(isTicket ? Knowledge.sessionTicket : Knowledge.pskIdentity, offered.identity))
        }
        return found
    }
}

/// The fields at the beginning of both hellos.
enum HelloBeginning {
    static func compression(_ method: UInt8) -> String {
        method == 0 ? "0 null" : String(method)
    }

    static func code<C: Coder>(
        version: inout ProtocolVersion, random: inout [UInt8], sessionID: inout [UInt8], cite rule: Citation,
        with coder: inout C
    ) throws(C.Failure) {
        try coder.codePoint("tls.handshake.version", &version, cite: rule)
        try coder.octets("tls.handshake.random", &random, count: 32, cite: rule)
        try coder.opaque(
            "tls.handshake.session_id_octets", &sessionID, in: "tls.handshake.session_id",
            length: .octets(1, allowed: 0...32), cite: rule)
    }
}
