import Crypto
import PKI
import Trace

extension TLS13 {
    /// The state after ServerHello: the keys of the handshake are known.
    struct ExpectEncryptedExtensions: Hashable, Sendable {
        let configuration: ClientConfiguration
        let hello: ClientHello
        let choice: ServerChoice
        let keys: HandshakeKeys
        /// The group of the exchange; nil in the mode psk_ke.
        let group: NamedGroup?
        /// The pre-shared secret that the server takes, so that no certificate is sent (section 2.2); nil if it takes none.
        let secret: SharedSecret?
        let early: EarlyDataProgress

        func receive(_ message: HandshakeMessage, _ session: inout Session) throws(TLSError) -> ClientState {
            let answers = try session.read(message, EncryptedExtensions.read)
            try hello.check(answers, to: choice)
            session.transcript.add(message)
            if let limit = answers.extensions.recordSizeLimit, let own = configuration.common.recordSizeLimit {
                session.limitWriting(to: limit)
                session.incoming.limitPlaintext(to: own)
            }
            if let name = answers.applicationProtocol, !configuration.applicationProtocols.contains(name) {
                // The name was offered only as GREASE (RFC 8701 section 3.1).
                throw .applicationProtocolNotOffered
            }
            session.tell(applicationProtocol: answers.applicationProtocol)
            let outcome = try settle(answers, &session)
            let agreed = ClientAgreement(
                configuration: configuration, hello: hello, keys: keys, group: group,
                applicationProtocol: answers.applicationProtocol, psk: secret?.kind, early: outcome)
            guard let secret else { return .expectCertificate(ExpectCertificate(agreed: agreed, request: nil)) }
            return .expectFinished(ClientExpectFinished(agreed: agreed, request: nil, peer: secret.peer))
        }

        /// Section 4.2.10: EncryptedExtensions says whether the server accepts the early data. If it does, suite and protocol must be those
        /// of the secret, for which the data was meant.
        private func settle(_ answers: EncryptedExtensions, _ session: inout Session) throws(TLSError)
            -> EarlyDataOutcome
        {
            guard early == .underWay else { return early.outcome }
            guard answers.extensions.contains(.earlyData) else {
                session.startWriting(choice.suite, keys.client)
                session.emit(.earlyData(.rejected))
                return .rejected
            }
            guard let secret, secret.suite == choice.suite,
                secret.applicationProtocol == answers.applicationProtocol
            else { throw .tls13(.earlyDataUnlikePSK) }
            session.emit(.earlyData(.accepted))
            return .accepted
        }
    }

    /// The values that the hellos and EncryptedExtensions have settled.
    struct ClientAgreement: Hashable, Sendable {
        let configuration: ClientConfiguration
        let hello: ClientHello
        let keys: HandshakeKeys
        /// The group of the exchange; nil in the mode psk_ke.
        let group: NamedGroup?
        let applicationProtocol: String?
        /// The kind of the pre-shared secret that is used in place of a certificate; nil if there is none.
        let psk: PSKKind?
        let early: EarlyDataOutcome
    }

    /// The state after EncryptedExtensions: the server has to send its certificate, and may ask for the client's before that.
    struct ExpectCertificate: Hashable, Sendable {
        let agreed: ClientAgreement
        /// The server's request for the client's certificate, if it has made one.
        let request: CertificateRequest?

        func receive(request message: HandshakeMessage, _ session: inout Session) throws(TLSError) -> ClientState {
            guard request == nil else { throw .unexpected(message: message.name, awaiting: "ExpectCertificate") }
            let request = try session.read(message, CertificateRequest.read)
            try request.check()
            session.transcript.add(message)
            session.emit(.certificateRequested)
            return .expectCertificate(ExpectCertificate(agreed: agreed, request: request))
        }

        func receive(_ message: HandshakeMessage, _ session: inout Session) throws(TLSError) -> ClientState {
            let certificate = try session.read(message, Certificate.read)
            guard certificate.context.isEmpty else { throw .tls13(.certificateContext) }
            guard !certificate.entries.isEmpty else { throw .noCertificate }
            try certificate.checkExtensions(askedBy: agreed.hello.extensions)
            session.transcript.add(message)
            session.flush()
            let stapled = certificate.entries.first?.stapledResponse
            if let stapled { session.emit(.stapled(stapled)) }
            if let list = certificate.entries.first?.extensions.timestamps { session.emit(.timestamps(list)) }
            session.emit(.judge(certificate.entries.map(\.certificate)))
            return .judging(
                JudgingChain(agreed: agreed, request: request, stapled: stapled))
        }
    }

    /// The state while the application judges the server's chain.
    struct JudgingChain: Hashable, Sendable {
        let agreed: ClientAgreement
        let request: CertificateRequest?
        /// An OCSP response about the first certificate (section 4.4.2.1).
        var stapled: [UInt8]?

        func judged(_ verdict: Verdict, _ session: inout Session) throws(TLSError) -> ClientState {
            let chain = try session.accepted(verdict)
            guard chain.allowsSignatures else { throw .keyUsage(lacking: .signedKeyExchange) }
            if let stapled { try session.heed(stapled, about: chain, at: session.now / 1_000) }
            return .expectCertificateVerify(
                ExpectCertificateVerify(agreed: agreed, request: request, chain: chain))
        }
    }

    /// The state in which the chain is trusted. The server has not yet proved that it has the private key.
    struct ExpectCertificateVerify: Hashable, Sendable {
        let agreed: ClientAgreement
        let request: CertificateRequest?
        let chain: VerifiedChain

        func receive(_ message: HandshakeMessage, _ session: inout Session) throws(TLSError) -> ClientState {
            let proof = try session.read(message, CertificateVerify.read)
            // WRONG without the verification: an endpoint of the explorer.
            if !session.missingRules.contains(.verifyingCertificateVerify) {
                try proof.verify(
                    by: chain.leafKey, over: agreed.keys.signed(by: .server, session), of: .server,
                    offered: agreed.configuration.signatureSchemes, agreed.configuration.common.arithmetic)
            }
            session.serverScheme = proof.scheme
            session.tell(verified: proof, by: chain.leafKey, agreed.keys.suite.hash)
            session.transcript.add(message)
            return .expectFinished(
                ClientExpectFinished(agreed: agreed, request: request, peer: PeerIdentity(chain)))
        }
    }

    /// The state before the server's Finished. The client's Finished follows at once.
    struct ClientExpectFinished: Hashable, Sendable {
        let agreed: ClientAgreement
        let request: CertificateRequest?
        let peer: PeerIdentity

        func receive<R: RandomSource>(
            _ message: HandshakeMessage, _ session: inout Session, using random: inout R
        ) throws(TLSError) -> ClientState {
            let keys = agreed.keys
            let hash = session.transcript.digest(by: keys.suite.hash)
            let proof = try PeerFinished(session.read(message, Finished.read), under: keys.server, over: hash)
            session.tellFinished()
            session.transcript.add(message)
            let application = keys.application(&session)
            session.startReading(keys.suite, application.server)
            if agreed.early == .accepted {
                // Section 4.5: the last message under the early keys.
                try session.send(EndOfEarlyData())
                session.startWriting(keys.suite, keys.client)
            }
            try answer(request, &session, using: &random)
            try session.send(keys.finished(of: .client, session))
            session.startWriting(keys.suite, application.client)
            let resumption = keys.resumption(&session)
            session.flush()
            session.emit(
                .established(
                    SecurityParameters(
                        keys.suite, group: agreed.group, applicationProtocol: agreed.applicationProtocol,
                        serverName: agreed.hello.serverName, psk: agreed.psk,
                        earlyData: agreed.early, peer: peer)))
            let memory = TicketMemory(
                resumption: resumption, suite: keys.suite, serverName: agreed.hello.serverName, peer: peer,
                applicationProtocol: agreed.applicationProtocol)
            let late =
                agreed.configuration.offersPostHandshakeAuth
                ? LateClient(configuration: agreed.configuration, suite: keys.suite) : nil
            return .traffic(Traffic(finished: proof, memory: memory, lateClient: late))
        }

        /// Section 4.4.2: a client that is asked must answer, with an empty list if it has no certificate that fits.
        private func answer<R: RandomSource>(
            _ request: CertificateRequest?, _ session: inout Session, using random: inout R
        ) throws(TLSError) {
            guard let request else { return }
            guard let credential = agreed.configuration.credential(for: request) else {
                return try session.send(Certificate(context: request.context, entries: []))
            }
            try credential.prove(agreed.keys, context: request.context, &session, using: &random)
            session.emit(.certificateShown)
        }
    }
}

extension TLS13.CertificateRequest {
    /// Checks a request of the handshake (RFC 8446 section 4.3.2).
    ///
    /// - Throws: ``TLSError``.
    func check() throws(TLSError) {
        guard context.isEmpty else { throw .tls13(.certificateContext) }
        try checkExtensions()
    }

    /// Checks the extensions of a request, in the handshake or after it.
    ///
    /// - Throws: ``TLSError``.
    func checkExtensions() throws(TLSError) {
        try ExtensionRules.check(extensions, in: .certificateRequest)
        guard schemes != nil else {
            throw .tls13(.missingExtension(ExtensionType.signatureAlgorithms.rawValue, in: .certificateRequest))
        }
    }
}

extension EncryptedExtensions {
    /// The application protocol that the server has chosen (RFC 7301); nil if it has chosen none.
    var applicationProtocol: String? {
        for case .applicationProtocols(let names) in extensions {
            return names.first.map { String(decoding: $0, as: UTF8.self) }
        }
        return nil
    }
}

extension CertificateVerify {
    /// Verifies the scheme and the signature (RFC 8446 section 4.4.3).
    ///
    /// - Throws: ``TLSError``: illegal_parameter for the scheme, decrypt_error for the signature.
    func verify(
        by key: PublicKey, over content: [UInt8], of side: Role, offered: [SignatureScheme],
        _ arithmetic: CurveArithmetic
    ) throws(TLSError) {
        try scheme.checkForCertificateVerify(offered: offered, by: key)
        try scheme.verify(
            signature, of: content, by: key, arithmetic: arithmetic,
            what: Words(english: "CertificateVerify of the \(side)", chinese: "\(side.inChinese)的 CertificateVerify"))
    }
}

extension TLS13.Certificate.Entry {
    /// The stapled OCSP response about the certificate; nil if there is none.
    var stapledResponse: [UInt8]? {
        for case .certificateStatus(let status) in extensions { return status.response }
        return nil
    }
}

extension TLS13.Session {
    /// Applies a stapled response to a chain that is trusted otherwise, at a time in seconds since 1970.
    ///
    /// - Throws: ``TLSError/certificateRefused(_:reason:)``, if the response is a reason to refuse the chain.
    mutating func heed(_ response: [UInt8], about chain: VerifiedChain, at now: Int64) throws(TLSError) {
        trace(.note(.trust(.statusStapled(octets: response.count, try? StapledResponse(response)))))
        if let finding = chain.revocation(stapledResponse: response, at: now) { try apply(finding) }
    }
}
