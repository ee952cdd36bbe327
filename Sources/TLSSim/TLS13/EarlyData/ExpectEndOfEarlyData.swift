import Crypto
import Trace

extension TLS13 {
    /// The state in which accepted early data arrives, until the client's EndOfEarlyData (RFC 8446 section 4.5).
    struct ExpectEndOfEarlyData: Hashable, Sendable {
        let agreed: ServerAgreement
        let peer: PeerIdentity
        /// How many octets of early data the secret allows.
        let limit: UInt32
        /// How many octets have arrived.
        var count = 0

        /// Takes early data. Only octets of application data are counted, without padding and type (section 4.6.1).
        ///
        /// - Throws: ``TLS13Violation/tooMuchEarlyData(limit:)``.
        func receive(data: [UInt8], _ session: inout Session) throws(TLSError) -> ExpectEndOfEarlyData {
            var next = self
            next.count += data.count
            guard next.count <= Int(limit) else { throw .tls13(.tooMuchEarlyData(limit: Int(limit))) }
            if !data.isEmpty { session.emit(.earlyPlaintext(data)) }
            return next
        }

        func receive(_ message: HandshakeMessage, _ session: inout Session) throws(TLSError) -> ServerState {
            _ = try session.read(message, EndOfEarlyData.read)
            session.transcript.add(message)
            session.startReading(agreed.keys.suite, agreed.keys.client)
            if let limit = agreed.readingLimit { session.incoming.limitPlaintext(to: limit) }
            return .expectFinished(ServerExpectFinished(agreed: agreed, peer: peer))
        }
    }
}
