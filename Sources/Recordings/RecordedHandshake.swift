import Crypto
import Explain
import TLSSim
import Trace

/// The parts of a recorded TLS handshake that an eavesdropper can read without any key.
package struct RecordedHandshake: Hashable, Sendable {
    /// The messages with which the two sides agree on keys.
    package enum KeyExchange: Hashable, Sendable {
        /// RSA key transport: EncryptedPreMasterSecret (RFC 5246 section 7.4.7.1).
        case rsa(encryptedPremasterSecret: [UInt8])
        /// Ephemeral Diffie–Hellman: the server's signed parameters and the client's public value dh_Yc.
        case dheRSA(ServerKeyExchange, ServerDHParams, clientPublicValue: [UInt8])
        /// Ephemeral Diffie–Hellman on a curve.
        case ecdhe
        /// The exchange of TLS 1.3, which encrypts the certificate too.
        case tls13
        /// No exchange, because an earlier session was resumed (RFC 5246 section 7.3, figure 2, or by a ticket, RFC 5077).
        case resumed
        /// An exchange that is not read here, because of the suite or the version.
        case other
    }

    /// The ClientHello.
    package let clientHello: ClientHello
    /// The ServerHello.
    package let serverHello: ServerHello
    /// The version that the server chose; for TLS 1.3 the version in supported_versions (RFC 8446 section 4.2.1).
    package let version: ProtocolVersion
    /// The suite the server chose.
    package let suite: RegisteredSuite
    /// Whether both sides asked for the extended master secret (RFC 7627 section 5.1).
    package let extendedMasterSecret: Bool
    /// The server's certificates in DER, the leaf first; empty if they are not in clear.
    package let certificates: [[UInt8]]
    package let keyExchange: KeyExchange
    /// The octets of the handshake messages up to ClientKeyExchange, with their framing. The session hash covers them (RFC 7627 section 3).
    package let sessionMessages: [UInt8]
    /// The octets of the client's handshake messages between ClientKeyExchange and ChangeCipherSpec: CertificateVerify if it sent one.
    package let clientAfterKeyExchange: [UInt8]
    /// The octets of the server's messages between ServerHelloDone and ChangeCipherSpec: NewSessionTicket (RFC 5077 section 3.3).
    package let serverBeforeFinished: [UInt8]
    /// The octets that the client sent after ChangeCipherSpec, as they were on the wire; nil if it sent no ChangeCipherSpec.
    package let clientProtected: [UInt8]?
    /// The octets that the server sent after ChangeCipherSpec; nil if it sent none.
    package let serverProtected: [UInt8]?
    /// The recording of both directions.
    package let connection: RecordedConnection

    /// Reads the handshake of a recorded connection.
    ///
    /// - Throws: ``RecordingError`` if the connection has no handshake, or an incomplete one.
    package init(_ connection: RecordedConnection) throws(RecordingError) {
        let client = RecordedFlights(connection.client.bytes)
        let server = RecordedFlights(connection.server.bytes)
        let clientHello = try Self.clientHello(client, connection.client)
        let serverHello = try Self.serverHello(server, connection.server)
        self.connection = connection
        self.clientHello = clientHello
        self.serverHello = serverHello
        version = serverHello.chosenVersion
        suite = RegisteredSuite(serverHello.cipherSuite)
        extendedMasterSecret =
            clientHello.extensions.contains(.extendedMasterSecret)
            && serverHello.extensions.contains(.extendedMasterSecret)
        clientProtected = client.protected
        serverProtected = server.protected
        let agreement = try Agreement(client: client, server: server, version: version, suite: suite)
        certificates = agreement.certificates
        keyExchange = agreement.keyExchange
        sessionMessages = agreement.sessionMessages
        clientAfterKeyExchange = agreement.clientAfterKeyExchange
        serverBeforeFinished = agreement.serverBeforeFinished
    }

    // MARK: The hellos

    /// The ClientHello with which the client's stream begins.
    ///
    /// - Throws: ``RecordingError`` if the stream does not begin with a ClientHello.
    package static func clientHello(
        _ flights: RecordedFlights, _ stream: RecordedStream
    ) throws(RecordingError) -> ClientHello {
        guard !stream.bytes.isEmpty else { throw stream.missing.isEmpty ? .empty : .beginningMissing(.client) }
        guard let first = flights.messages.first, first.type == .clientHello else {
            guard stream.hasBeginning else { throw .startsMidStream }
            if flights.failure == nil, flights.messages.isEmpty, stream.bytes.first == ContentType.handshake.rawValue {
                throw .cutShort(awaiting: .clientHello, from: .client)
            }
            throw .notTLS(firstOctets: Array(stream.bytes.prefix(8)))
        }
        return try first.read(from: .client, ClientHello.read)
    }

    /// The ServerHello with which the server's stream begins.
    ///
    /// - Throws: ``RecordingError`` if the stream does not begin with a ServerHello.
    static func serverHello(
        _ flights: RecordedFlights, _ stream: RecordedStream
    ) throws(RecordingError) -> ServerHello {
        guard let first = flights.messages.first(where: { $0.type != .helloRequest }) else {
            throw flights.whyNot(.serverHello, from: .server)
        }
        guard first.type == .serverHello else { throw .unexpected(message: first.name, from: .server) }
        return try first.read(from: .server, ServerHello.read)
    }
}

/// The contents of the messages after the hellos.
private struct Agreement {
    var certificates: [[UInt8]] = []
    var keyExchange = RecordedHandshake.KeyExchange.other
    var sessionMessages: [UInt8] = []
    var clientAfterKeyExchange: [UInt8] = []
    var serverBeforeFinished: [UInt8] = []

    init(
        client: RecordedFlights, server: RecordedFlights, version: ProtocolVersion, suite: RegisteredSuite
    ) throws(RecordingError) {
        guard version != .tls13 else {
            keyExchange = .tls13
            return
        }
        // HelloRequest is not part of any transcript (RFC 5246 section 7.4.1.1).
        let answers = server.messages.filter { $0.type != .helloRequest }
        if let message = answers.first(where: { $0.type == .certificate }) {
            certificates = try message.read(from: .server, CertificateMessage.read).chain
        }
        guard let done = answers.firstIndex(where: { $0.type == .serverHelloDone }) else {
            // The server sends ChangeCipherSpec right after ServerHello: both sides remember a master secret.
            guard server.protected == nil else {
                keyExchange = .resumed
                return
            }
            throw server.whyNot(.serverHelloDone, from: .server)
        }
        guard let answer = client.messages.firstIndex(where: { $0.type == .clientKeyExchange }) else {
            throw server.alert.map { .ended($0, from: .server) } ?? client.whyNot(.clientKeyExchange, from: .client)
        }
        let flight = answers[...done]
        let reply = client.messages[...answer]
        sessionMessages =
            reply.prefix(1).flatMap(\.bytes) + flight.flatMap(\.bytes) + reply.dropFirst().flatMap(\.bytes)
        clientAfterKeyExchange = client.messages[(answer + 1)...].flatMap(\.bytes)
        serverBeforeFinished = answers[(done + 1)...].flatMap(\.bytes)
        keyExchange = try Self.keyExchange(
            of: suite, version: version, flight: flight, answer: client.messages[answer])
    }

    private static func keyExchange(
        of suite: RegisteredSuite, version: ProtocolVersion, flight: ArraySlice<HandshakeMessage>,
        answer: HandshakeMessage
    ) throws(RecordingError) -> RecordedHandshake.KeyExchange {
        switch suite.agreement {
        case .ecdhe: return .ecdhe
        // SSL 3.0 has no length before the encrypted premaster secret. Before TLS 1.2 a signature did not name its algorithm.
        case _ where version != .tls12: return .other
        case .rsa:
            let message = try answer.read(from: .client) { reader throws(ParseError) in
                try ClientKeyExchange.read(from: &reader, kind: .rsa)
            }
            guard case .encryptedPremasterSecret(let octets) = message else { return .other }
            return .rsa(encryptedPremasterSecret: octets)
        case .dheRSA:
            guard let offer = flight.first(where: { $0.type == .serverKeyExchange }) else {
                throw .unexpected(message: HandshakeType.serverHelloDone.description, from: .server)
            }
            let message = try answer.read(from: .client) { reader throws(ParseError) in
                try ClientKeyExchange.read(from: &reader, kind: .dheRSA)
            }
            guard case .publicValue(let octets) = message else { return .other }
            let exchange = try offer.read(from: .server) { reader throws(ParseError) in
                try ServerKeyExchange.read(from: &reader, kind: .dheRSA)
            }
            guard case .finiteField(let params) = exchange.params else { return .other }
            return .dheRSA(exchange, params, clientPublicValue: octets)
        case .tls13, .unknown: return .other
        }
    }
}

extension RecordedFlights {
    /// The error for a message that is missing from the flights.
    fileprivate func whyNot(_ type: HandshakeType, from side: Role) -> RecordingError {
        if let alert { return .ended(alert, from: side) }
        if let failure {
            let what = Words(
                english: "record at offset \(failure.offset): \(failure.error)",
                chinese: "记录，在偏移 \(failure.offset) 处：\(failure.error.chinese)")
            return .malformed(what, from: side)
        }
        return .cutShort(awaiting: type, from: side)
    }
}

extension HandshakeMessage {
    /// Parses the body of the message.
    ///
    /// - Throws: ``RecordingError/malformed(_:from:)`` if the body does not parse.
    fileprivate func read<Body>(
        from side: Role, _ parse: (inout ByteReader) throws(ParseError) -> Body
    ) throws(RecordingError) -> Body {
        var reader = ByteReader(body, recording: false)
        do {
            return try parse(&reader)
        } catch {
            throw .malformed(Words(english: "\(name): \(error)", chinese: "\(name)：\(error)"), from: side)
        }
    }
}
