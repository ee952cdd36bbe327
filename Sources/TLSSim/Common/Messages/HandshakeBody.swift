import Trace

/// The body of a type of handshake message: its fields, their form on the wire, and what they disclose.
public protocol HandshakeBody: Hashable, Sendable {
    /// The type of message that has this body.
    static var type: HandshakeType { get }

    /// Reads or writes all fields of the body, to its end.
    mutating func code<C: Coder>(with coder: inout C) throws(C.Failure)

    /// The quantities of ``Knowledge`` that an onlooker learns from the message when it is sent in clear.
    var disclosures: [Disclosure] { get }
}

/// A body that can be read if only the type of the message is known.
public protocol SelfContainedBody: HandshakeBody {
    /// A body whose fields a reader then sets.
    static var blank: Self { get }
}

/// The body of a message without content.
public protocol EmptyBody: SelfContainedBody {
    /// The message.
    init()
    /// The name that an error gives the body, and the section that defines it.
    static var rule: (name: String, cite: Citation) { get }
}

extension EmptyBody {
    /// The message.
    public static var blank: Self { Self() }

    /// Checks that the body is empty.
    ///
    /// - Throws: the coder's failure if the body has octets.
    public mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
        try coder.finish(Self.rule.name, cite: Self.rule.cite)
    }
}

extension HandshakeBody {
    /// By default a message discloses nothing.
    public var disclosures: [Disclosure] { [] }

    /// The message with this body.
    public var message: HandshakeMessage {
        var body = self
        // Most bodies are shorter than this, so their buffer never has to grow.
        var writer = ByteWriter(capacity: 256)
        body.code(with: &writer)
        return HandshakeMessage(Self.type, body: writer.bytes)
    }
}

extension SelfContainedBody {
    /// Reads a body, to the last octet.
    ///
    /// - Throws: ``ParseError`` for a field that breaks a rule, and for octets after the last one.
    public static func read(from reader: inout ByteReader) throws(ParseError) -> Self {
        var body = blank
        try body.code(with: &reader)
        return body
    }
}

extension HandshakeType {
    /// Reads the body of a message of this type. Returns nil, and reads nothing, if the form of the body is not known.
    ///
    /// - Parameters:
    ///   - keyExchange: the key exchange of the suite of TLS 1.2. If it is nil, the messages of the key exchange cannot be read.
    ///   - version: the version that is spoken. Some messages have another form in TLS 1.3.
    /// - Throws: ``ParseError`` for a field that breaks a rule, and for octets after the last field.
    func readBody(
        from reader: inout ByteReader, keyExchange: KeyExchangeKind?, version: ProtocolVersion = .tls12
    ) throws(ParseError) -> (any HandshakeBody)? {
        if version == .tls13, let body = try readBodyOfTLS13(from: &reader) { return body }
        switch self {
        case .helloRequest: return nil
        case .clientHello: return try ClientHello.read(from: &reader)
        case .serverHello: return try ServerHello.read(from: &reader)
        case .newSessionTicket: return try NewSessionTicket.read(from: &reader)
        case .certificate: return try CertificateMessage.read(from: &reader)
        case .serverKeyExchange:
            // RSA key transport has no ServerKeyExchange.
            guard let keyExchange, keyExchange != .rsa else { return nil }
            return try ServerKeyExchange.read(from: &reader, kind: keyExchange)
        case .certificateRequest: return try CertificateRequest.read(from: &reader)
        case .serverHelloDone: return try ServerHelloDone.read(from: &reader)
        case .certificateVerify: return try CertificateVerify.read(from: &reader)
        case .clientKeyExchange:
            guard let keyExchange else { return nil }
            return try ClientKeyExchange.read(from: &reader, kind: keyExchange)
        case .finished: return try Finished.read(from: &reader)
        case .certificateStatus: return try CertificateStatus.read(from: &reader)
        case .endOfEarlyData, .encryptedExtensions, .keyUpdate: return nil
        }
    }

    /// Reads the body of a message that has its own form in TLS 1.3. Returns nil, and reads nothing, for every other message.
    private func readBodyOfTLS13(from reader: inout ByteReader) throws(ParseError) -> (any HandshakeBody)? {
        switch self {
        case .endOfEarlyData: return try EndOfEarlyData.read(from: &reader)
        case .encryptedExtensions: return try EncryptedExtensions.read(from: &reader)
        case .keyUpdate: return try KeyUpdate.read(from: &reader)
        case .certificate: return try TLS13.Certificate.read(from: &reader)
        case .certificateRequest: return try TLS13.CertificateRequest.read(from: &reader)
        case .finished: return try TLS13.Finished.read(from: &reader)
        case .newSessionTicket: return try TLS13.NewSessionTicket.read(from: &reader)
        case .clientHello, .serverHello, .certificateVerify, .helloRequest, .serverKeyExchange, .serverHelloDone,
            .clientKeyExchange, .certificateStatus:
            return nil
        }
    }
}
