import Crypto
import Trace

extension TLS13 {
    /// Early data is accepted: it comes until the client says that it ends (RFC 8446 section 4.5).
    struct ExpectEndOfEarlyData: Hashable, Sendable {
        let agreed: ServerAgreement
        let peer: PeerIdentity
        /// How many octets the secret is good for.
        let limit: UInt32
        /// How many have come.
        private var count = 0

        init(agreed: ServerAgreement, peer: PeerIdentity, limit: UInt32) {
            self.agreed = agreed
            self.peer = peer
            self.limit = limit
        }

        /// Takes data. Only what the application sees is counted (section 4.6.1).
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
            _ = try message.parsed(EndOfEarlyData.read)
            session.transcript.add(message)
            session.startReading(agreed.keys.suite, agreed.keys.client)
            if let limit = agreed.readingLimit { session.incoming.limitPlaintext(to: limit) }
            return .expectFinished(ServerExpectFinished(agreed: agreed, peer: peer))
        }
    }
}
