import Crypto
import PKI
import Trace

extension TLS13 {
    /// The values that the hellos have settled, and the keys for data.
    struct ServerAgreement: Hashable, Sendable {
        let configuration: ServerConfiguration
        let keys: HandshakeKeys
        let application: ApplicationKeys
        /// The group of the exchange; nil in the mode psk_ke.
        let group: NamedGroup?
        let applicationProtocol: String?
        let serverName: String?
        /// The kind of the pre-shared secret that is used in place of a certificate; nil if there is none.
        var psk: PSKKind?
        /// The outcome of early data.
        var early = EarlyDataOutcome.none
        /// The longest inner plaintext that the client may send, in octets; nil if no limit was agreed (RFC 8449).
        var readingLimit: UInt16?
        /// Whether the client can be asked for a certificate later.
        var takesLateRequests = false

        /// The parameters of the connection with a client whose identity is `peer`.
        func parameters(_ peer: PeerIdentity) -> SecurityParameters {
            SecurityParameters(
                keys.suite, group: group, applicationProtocol: applicationProtocol, serverName: serverName, psk: psk,
                earlyData: early, peer: peer)
        }
    }

    /// The state before the client's Certificate, for which the server has asked.
    struct ExpectClientCertificate: Hashable, Sendable {
        let agreed: ServerAgreement
        let request: CertificateRequest

        func receive(_ message: HandshakeMessage, _ session: inout Session) throws(TLSError) -> ServerState {
            let certificate = try session.read(message, Certificate.read)
            guard certificate.context == request.context else { throw .tls13(.certificateContext) }
            try certificate.checkExtensions(askedBy: request.extensions)
            session.transcript.add(message)
            guard !certificate.entries.isEmpty else {
                guard !agreed.configuration.clientAuthentication.isRequired else {
                    throw .tls13(.certificateRequired)
                }
                return .expectFinished(ServerExpectFinished(agreed: agreed, peer: .anonymous))
            }
            session.flush()
            session.emit(.judge(certificate.entries.map(\.certificate)))
            return .judging(JudgingClientChain(agreed: agreed, request: request))
        }
    }

    /// The state while the application judges the client's chain.
    struct JudgingClientChain: Hashable, Sendable {
        let agreed: ServerAgreement
        let request: CertificateRequest

        func judged(_ verdict: Verdict, _ session: inout Session) throws(TLSError) -> ServerState {
            let chain = try session.accepted(verdict)
            guard chain.allowsSignatures else { throw .keyUsage(lacking: .certificateVerify) }
            return .expectCertificateVerify(
                ExpectClientCertificateVerify(agreed: agreed, request: request, chain: chain))
        }
    }

    /// The state in which the client's chain is trusted. The client has not yet proved that it has the private key.
    struct ExpectClientCertificateVerify: Hashable, Sendable {
        let agreed: ServerAgreement
        let request: CertificateRequest
        let chain: VerifiedChain

        func receive(_ message: HandshakeMessage, _ session: inout Session) throws(TLSError) -> ServerState {
            let proof = try session.read(message, CertificateVerify.read)
            try proof.verify(
                by: chain.leafKey, over: agreed.keys.signed(by: .client, session), of: .client,
                offered: request.schemes ?? [], agreed.configuration.common.arithmetic)
            session.tell(verified: proof, by: chain.leafKey, agreed.keys.suite.hash)
            session.transcript.add(message)
            return .expectFinished(ServerExpectFinished(agreed: agreed, peer: PeerIdentity(chain)))
        }
    }

    /// The state before the client's Finished.
    struct ServerExpectFinished: Hashable, Sendable {
        let agreed: ServerAgreement
        let peer: PeerIdentity

        func receive<R: RandomSource>(
            _ message: HandshakeMessage, _ session: inout Session, using random: inout R
        ) throws(TLSError) -> ServerState {
            let keys = agreed.keys
            let hash = session.transcript.digest(by: keys.suite.hash)
            let proof = try PeerFinished(session.read(message, Finished.read), under: keys.client, over: hash)
            session.tellFinished()
            session.transcript.add(message)
            session.startReading(keys.suite, agreed.application.client)
            let resumption = keys.resumption(&session)
            session.emit(.established(agreed.parameters(peer)))
            try agreed.configuration.sendTickets(for: agreed, from: resumption, to: peer, &session, using: &random)
            let late = agreed.takesLateRequests ? LateServer(agreed: agreed) : nil
            return .traffic(Traffic(finished: proof, memory: nil, lateServer: late))
        }
    }
}
