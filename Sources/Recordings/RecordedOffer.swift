import Explain
import TLSSim
import Trace

/// The hellos of a recorded connection, and what the server has shown by then: enough for attacks on certificates, on signatures and on
/// records. The handshake may have ended early.
package struct RecordedOffer: Hashable, Sendable {
    /// The ClientHello.
    package let clientHello: ClientHello
    /// The ServerHello.
    package let serverHello: ServerHello
    /// The server's certificates in DER, the leaf first; empty if there are none in clear, or if they cannot be read.
    package let certificates: [[UInt8]]
    /// The message ServerKeyExchange; nil if there is none in clear.
    package let keyExchangeMessage: HandshakeMessage?
    /// The recording of both directions.
    package let connection: RecordedConnection

    /// The version that the server chose; for TLS 1.3 the version in supported_versions (RFC 8446 section 4.2.1).
    package var version: ProtocolVersion { serverHello.chosenVersion }
    /// The suite the server chose.
    package var suite: RegisteredSuite { RegisteredSuite(serverHello.cipherSuite) }

    /// Reads the hellos of a recorded connection, and what follows them.
    ///
    /// - Throws: ``RecordingError`` if one of the hellos is missing.
    package init(_ connection: RecordedConnection) throws(RecordingError) {
        let client = RecordedFlights(connection.client.bytes)
        let server = RecordedFlights(connection.server.bytes)
        clientHello = try RecordedHandshake.clientHello(client, connection.client)
        serverHello = try RecordedHandshake.serverHello(server, connection.server)
        let shown = server.messages.first { $0.type == .certificate }
        certificates = (try? shown?.parsed(CertificateMessage.read).chain) ?? []
        keyExchangeMessage = server.messages.first { $0.type == .serverKeyExchange }
        self.connection = connection
    }

    /// The ServerKeyExchange; nil if the suite has none, or if it cannot be read.
    package var serverKeyExchange: ServerKeyExchange? {
        guard let kind = suite.implemented?.keyExchange, kind != .rsa else { return nil }
        return try? keyExchangeMessage?.parsed { reader throws(ParseError) in
            try ServerKeyExchange.read(from: &reader, kind: kind)
        }
    }
}
