import Crypto
import PKI
import Trace

/// Authentication of a client after the handshake (RFC 8446 section 4.6.2).
///
/// Certificate, CertificateVerify and Finished are as in the handshake. What they are made over is the handshake, to the client's Finished,
/// and the request; each request has a transcript of its own. The base of Finished is the client's traffic secret in force.
extension TLS13 {
    /// What a client answers a late request with.
    struct LateClient: Hashable, Sendable {
        let configuration: ClientConfiguration
        let suite: CipherSuite

        /// Answers at once, with an empty list if there is nothing that fits.
        func answer<R: RandomSource>(
            _ message: HandshakeMessage, _ session: inout Session, using random: inout R
        ) throws(TLSError) {
            let request = try message.parsed(CertificateRequest.read)
            try request.checkExtensions()
            guard !session.hasClosed, let base = session.outgoing?.secret else { return }
            var transcript = session.transcript
            transcript.add(message)
            let identity = configuration.identity
            let signer = identity.flatMap { identity in
                Signer(
                    identity.privateKey, for: request.schemes ?? [], arithmetic: configuration.common.arithmetic)
            }
            let chain = signer == nil ? [] : identity?.chain ?? []
            let certificate = Certificate(
                context: request.context, entries: chain.map { Certificate.Entry($0) })
            try session.sendAfterwards(certificate)
            transcript.add(certificate.message)
            if let signer {
                let signed = SignedTranscript.octets(of: .client, transcript.digest(by: suite.hash))
                let proof = CertificateVerify(
                    scheme: signer.scheme, signature: try signer.sign(signed, using: &random))
                try session.sendAfterwards(proof)
                transcript.add(proof.message)
            }
            try session.sendAfterwards(Finished(verifyData: base.verifyData(transcript.digest(by: suite.hash))))
        }
    }

    /// What a server asks a client with, and what it has asked.
    struct LateServer: Hashable, Sendable {
        let agreed: ServerAgreement
        /// What has not been answered. Answers may come in another order.
        var open: [Question] = []

        /// How many requests may be open.
        static let limit = 16

        /// A request, and the transcript that its answer goes on with.
        struct Question: Hashable, Sendable {
            let request: CertificateRequest
            var transcript: Transcript
        }

        /// Sends a request with a context that has not been used.
        mutating func ask<R: RandomSource>(_ session: inout Session, using random: inout R) throws(TLSError) {
            guard open.count < Self.limit, !session.hasClosed else { return }
            let request = CertificateRequest(
                context: random.octets(16), extensions: agreed.configuration.requestExtensions)
            try session.sendAfterwards(request)
            var transcript = session.transcript
            transcript.add(request.message)
            open.append(Question(request: request, transcript: transcript))
        }
    }

    /// A late answer has begun, and its messages come without anything between them.
    struct LateAuthentication: Hashable, Sendable {
        /// What comes next.
        enum Step: Hashable, Sendable {
            /// The judge's verdict.
            case judging
            /// CertificateVerify, by the key of this chain.
            case certificateVerify(VerifiedChain)
            /// Finished.
            case finished(PeerIdentity)
        }

        /// Where it goes on afterwards; the question is no longer open there.
        let traffic: Traffic
        let agreed: ServerAgreement
        var question: LateServer.Question
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
            let hash = question.transcript.digest(by: agreed.keys.suite.hash)
            var next = self
            next.question.transcript.add(message)
            switch (step, message.type) {
            case (.certificateVerify(let chain), .certificateVerify):
                _ = try message.verified(
                    by: chain.leafKey, over: SignedTranscript.octets(of: .client, hash), of: .client,
                    offered: question.request.schemes ?? [], agreed.configuration.common.arithmetic)
                next.step = .finished(PeerIdentity(chain))
                return .lateAuthentication(next)
            case (.finished(let peer), .finished):
                guard let base = session.incoming.protection?.secret else { throw .internalFault("no keys") }
                _ = try PeerFinished(message, under: base, over: hash)
                session.emit(.authenticated(peer))
                return .traffic(traffic)
            default: throw .unexpected(message: message.nameInTLS13, awaiting: name)
            }
        }
    }
}

extension TLS13.Traffic {
    /// The beginning of an answer to a late request: a Certificate with the context of one.
    func receive(
        certificate message: HandshakeMessage, _ session: inout TLS13.Session
    ) throws(TLSError) -> TLS13.ServerState {
        guard let lateServer, !lateServer.open.isEmpty else {
            throw .unexpected(message: message.nameInTLS13, awaiting: "Traffic")
        }
        let certificate = try message.parsed(TLS13.Certificate.read)
        guard let place = lateServer.open.firstIndex(where: { $0.request.context == certificate.context }) else {
            throw .tls13(.certificateContext)
        }
        var (after, left, question) = (self, lateServer, lateServer.open[place])
        left.open.remove(at: place)
        after.lateServer = left
        try certificate.checkExtensions(askedBy: question.request.extensions)
        question.transcript.add(message)
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
            TLS13.LateAuthentication(traffic: after, agreed: lateServer.agreed, question: question, step: step))
    }
}
