import Crypto
import PKI
import Trace

/// Authentication of a client after the handshake (RFC 8446 section 4.6.2).
///
/// Certificate, CertificateVerify and Finished are as in the handshake. They cover the handshake up to the client's Finished, and the
/// request; each request has a transcript of its own. The key of Finished comes from the client's present traffic secret.
extension TLS13 {
    /// The part of a client that answers requests after the handshake.
    struct LateClient: Hashable, Sendable {
        let configuration: ClientConfiguration
        let suite: CipherSuite

        /// Answers a request at once, with an empty list if the client has no certificate that fits.
        func answer<R: RandomSource>(
            _ message: HandshakeMessage, _ session: inout Session, using random: inout R
        ) throws(TLSError) {
            let request = try session.read(message, CertificateRequest.read)
            try request.checkExtensions()
            session.emit(.certificateRequested)
            guard !session.hasClosed, let base = session.outgoing?.secret else { return }
            var transcript = session.transcript
            transcript.add(message)
            let credential = configuration.credential(for: request)
            let certificate = Certificate(context: request.context, entries: credential?.entries ?? [])
            try session.sendAfterwards(certificate)
            transcript.add(certificate.message)
            if let signer = credential?.signer {
                let signed = SignedTranscript.octets(of: .client, transcript.digest(by: suite.hash))
                let proof = CertificateVerify(
                    scheme: signer.scheme, signature: try signer.sign(signed, using: &random))
                try session.sendAfterwards(proof)
                transcript.add(proof.message)
            }
            try session.sendAfterwards(Finished(verifyData: base.verifyData(transcript.digest(by: suite.hash))))
        }
    }

    /// The part of a server that asks for a certificate after the handshake, with its open requests.
    struct LateServer: Hashable, Sendable {
        let agreed: ServerAgreement
        /// The requests that are not answered. Answers may come in another order.
        var open: [OpenRequest] = []

        /// How many requests may be open at once.
        static let limit = 16

        /// A request, and the transcript that its answer continues.
        struct OpenRequest: Hashable, Sendable {
            let request: CertificateRequest
            var transcript: Transcript
        }

        /// Sends a request with a new context.
        mutating func ask<R: RandomSource>(_ session: inout Session, using random: inout R) throws(TLSError) {
            guard open.count < Self.limit, !session.hasClosed else { return }
            let request = CertificateRequest(
                context: random.octets(16), extensions: agreed.configuration.requestExtensions)
            try session.sendAfterwards(request)
            var transcript = session.transcript
            transcript.add(request.message)
            open.append(OpenRequest(request: request, transcript: transcript))
        }
    }

    /// The state in which an answer to a late request has begun. Its messages must follow each other.
    struct LateAuthentication: Hashable, Sendable {
        /// The next step of the answer.
        enum Step: Hashable, Sendable {
            /// The judge's verdict.
            case judging
            /// CertificateVerify, by the key of this chain.
            case certificateVerify(VerifiedChain)
            /// Finished.
            case finished(PeerIdentity)
        }

        /// The state after the answer. In it, the request is no longer open.
        let traffic: Traffic
        let agreed: ServerAgreement
        var pending: LateServer.OpenRequest
        var step: Step

        var name: String {
            switch step {
            case .judging: "JudgingLateChain"
            case .certificateVerify: "ExpectLateCertificateVerify"
            case .finished: "ExpectLateFinished"
            }
        }

        var phase: EndpointPhase { step == .judging ? .judging : .traffic }

        func judged(_ verdict: Verdict, _ session: inout Session) throws(TLSError) -> ServerState {
            let chain = try session.accepted(verdict)
            guard chain.allowsSignatures else { throw .keyUsage(lacking: .certificateVerify) }
            var next = self
            next.step = .certificateVerify(chain)
            return .lateAuthentication(next)
        }

        func receive(_ message: HandshakeMessage, _ session: inout Session) throws(TLSError) -> ServerState {
            let hash = pending.transcript.digest(by: agreed.keys.suite.hash)
            var next = self
            next.pending.transcript.add(message)
            switch (step, message.type) {
            case (.certificateVerify(let chain), .certificateVerify):
                try session.read(message, CertificateVerify.read).verify(
                    by: chain.leafKey, over: SignedTranscript.octets(of: .client, hash), of: .client,
                    offered: pending.request.schemes ?? [], agreed.configuration.common.arithmetic)
                next.step = .finished(PeerIdentity(chain))
                return .lateAuthentication(next)
            case (.finished(let peer), .finished):
                guard let base = session.incoming.protection?.secret else { throw .internalFault("no keys") }
                _ = try PeerFinished(session.read(message, Finished.read), under: base, over: hash)
                session.emit(.authenticated(peer))
                return .traffic(traffic)
            default: throw .unexpected(message: message.nameInTLS13, awaiting: name)
            }
        }
    }
}

extension TLS13.Traffic {
    /// Processes the first message of an answer to a late request: a Certificate with the context of an open request.
    func receive(
        certificate message: HandshakeMessage, _ session: inout TLS13.Session
    ) throws(TLSError) -> TLS13.ServerState {
        guard let lateServer, !lateServer.open.isEmpty else {
            throw .unexpected(message: message.nameInTLS13, awaiting: "Traffic")
        }
        let certificate = try session.read(message, TLS13.Certificate.read)
        guard let place = lateServer.open.firstIndex(where: { $0.request.context == certificate.context }) else {
            throw .tls13(.certificateContext)
        }
        var (after, left, pending) = (self, lateServer, lateServer.open[place])
        left.open.remove(at: place)
        after.lateServer = left
        try certificate.checkExtensions(askedBy: pending.request.extensions)
        pending.transcript.add(message)
        var step = TLS13.LateAuthentication.Step.finished(.anonymous)
        if certificate.entries.isEmpty {
            guard !lateServer.agreed.configuration.clientAuthentication.isRequired else {
                throw .tls13(.certificateRequired)
            }
        } else {
            session.flush()
            session.emit(.judge(certificate.entries.map(\.certificate)))
            step = .judging
        }
        return .lateAuthentication(
            TLS13.LateAuthentication(traffic: after, agreed: lateServer.agreed, pending: pending, step: step))
    }
}
