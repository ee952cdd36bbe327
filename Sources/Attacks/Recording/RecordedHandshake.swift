import Crypto
import Explain
import TLSSim
import Trace

/// What an eavesdropper learns from a recorded TLS handshake, without any key.
package struct RecordedHandshake: Hashable, Sendable {
    /// The part of the handshake that keys are agreed by.
    package enum KeyExchange: Hashable, Sendable {
        /// RSA key transport: EncryptedPreMasterSecret (RFC 5246 section 7.4.7.1).
        case rsa(encryptedPremasterSecret: [UInt8])
        /// Ephemeral Diffie–Hellman: the server's signed parameters and the client's public value dh_Yc.
        case dheRSA(ServerKeyExchange, ServerDHParams, clientPublicValue: [UInt8])
        /// Ephemeral Diffie–Hellman on a curve.
        case ecdhe
        /// TLS 1.3, which hides the certificate too.
        case tls13
        /// None: an earlier session was taken up again (RFC 5246 section 7.3, figure 2, or by a ticket, RFC 5077).
        case resumed
        /// One that is not read here, because of the suite or the version.
        case other
    }

    /// The client's hello.
    package let clientHello: ClientHello
    /// The server's.
    package let serverHello: ServerHello
    /// The version that is spoken; for TLS 1.3 the one in supported_versions (RFC 8446 section 4.2.1).
    package let version: ProtocolVersion
    /// The suite the server chose.
    package let suite: RegisteredSuite
    /// Whether both sides asked for the extended master secret (RFC 7627 section 5.1).
    package let extendedMasterSecret: Bool
    /// The server's certificates in DER, leaf first; empty where they are not in clear.
    package let certificates: [[UInt8]]
    /// How keys are agreed.
    package let keyExchange: KeyExchange
    /// Handshake messages up to ClientKeyExchange, framing included: what the session hash covers (RFC 7627 section 3).
    package let sessionMessages: [UInt8]
    /// The client's handshake messages after that, up to its ChangeCipherSpec: CertificateVerify if it showed a certificate.
    package let clientAfterKeyExchange: [UInt8]
    /// The server's messages between its two flights: NewSessionTicket (RFC 5077 section 3.3).
    package let serverBeforeFinished: [UInt8]
    /// What the client sent under the new keys: whole records as they were on the wire; nil if it sent no ChangeCipherSpec.
    package let clientProtected: [UInt8]?
    /// The same for the server.
    package let serverProtected: [UInt8]?
    /// The recording of both directions.
    package let connection: RecordedConnection

    /// Reads the handshake of a recorded connection.
    ///
    /// - Throws: ``RecordingError`` if there is none, or not enough of it.
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
        let agreement = try Agreement(client, server, connection, version, suite)
        certificates = agreement.certificates
        keyExchange = agreement.keyExchange
        sessionMessages = agreement.sessionMessages
        clientAfterKeyExchange = agreement.clientAfterKeyExchange
        serverBeforeFinished = agreement.serverBeforeFinished
    }

    // MARK: The hellos

    /// The ClientHello that a side begins with.
    ///
    /// - Throws: ``RecordingError`` where there is none.
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

    private static func serverHello(
        _ flights: RecordedFlights, _ stream: RecordedStream
    ) throws(RecordingError) -> ServerHello {
        guard let first = flights.messages.first(where: { $0.type != .helloRequest }) else {
            throw flights.whyNot(.serverHello, from: .server)
        }
        guard first.type == .serverHello else { throw .unexpected(message: first.name, from: .server) }
        return try first.read(from: .server, ServerHello.read)
    }
}

/// What the messages after the hellos say.
private struct Agreement {
    var certificates: [[UInt8]] = []
    var keyExchange = RecordedHandshake.KeyExchange.other
    var sessionMessages: [UInt8] = []
    var clientAfterKeyExchange: [UInt8] = []
    var serverBeforeFinished: [UInt8] = []

    init(
        _ client: RecordedFlights, _ server: RecordedFlights, _ connection: RecordedConnection,
        _ version: ProtocolVersion, _ suite: RegisteredSuite
    ) throws(RecordingError) {
        guard version != .tls13 else {
            keyExchange = .tls13
            return
        }
        // HelloRequest is in no transcript (RFC 5246 section 7.4.1.1).
        let answers = server.messages.filter { $0.type != .helloRequest }
        if let message = answers.first(where: { $0.type == .certificate }) {
            certificates = try message.read(from: .server, CertificateMessage.read).chain
        }
        guard let done = answers.firstIndex(where: { $0.type == .serverHelloDone }) else {
            // The server changes keys right after its hello: both remember a master secret.
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
        keyExchange = try Self.keyExchange(suite, version, flight, client.messages[answer])
    }

    private static func keyExchange(
        _ suite: RegisteredSuite, _ version: ProtocolVersion, _ flight: ArraySlice<HandshakeMessage>,
        _ answer: HandshakeMessage
    ) throws(RecordingError) -> RecordedHandshake.KeyExchange {
        switch suite.agreement {
        case .ecdhe: return .ecdhe
        // SSL 3.0 has no length here, and before TLS 1.2 a signature did not name its algorithm.
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
    /// Why a message that should be there is not.
    fileprivate func whyNot(_ type: HandshakeType, from side: Role) -> RecordingError {
        if let alert { return .ended(alert, from: side) }
        if let failure { return .malformed("record at offset \(failure.offset): \(failure.error)", from: side) }
        return .cutShort(awaiting: type, from: side)
    }
}

extension HandshakeMessage {
    /// Reads the body; what is wrong with it is the recording's error.
    fileprivate func read<Body>(
        from side: Role, _ parse: (inout ByteReader) throws(ParseError) -> Body
    ) throws(RecordingError) -> Body {
        var reader = ByteReader(body, recording: false)
        do {
            return try parse(&reader)
        } catch {
            throw .malformed("\(name): \(error)", from: side)
        }
    }
}
