import Crypto
import PKI
import Trace

/// The messages by which the sides prove their identities and the same view of the handshake (RFC 8446 sections 4.3 and 4.4).
extension Onlooker {
    /// Processes a message of the part from EncryptedExtensions to the client's Finished. False if it may not come now.
    mutating func takeAuthentication(_ message: HandshakeMessage, from side: Role) throws(TLSError) -> Bool {
        switch (awaiting, side, message.type) {
        case (.encryptedExtensions, .server, .encryptedExtensions): try takeEncryptedExtensions(message)
        case (.certificateOrRequest, .server, .certificateRequest): try takeRequest(message)
        case (.certificateOrRequest, .server, .certificate), (.serverCertificate, .server, .certificate):
            try takeServerCertificate(message)
        case (.serverCertificateVerify, .server, .certificateVerify):
            try verify(message, of: .server, offered: hello?.extensions.signatureSchemes ?? [])
            awaiting = .serverFinished
        case (.serverFinished, .server, .finished): try takeServerFinished(message)
        case (.endOfEarlyData, .client, .endOfEarlyData): try takeEndOfEarlyData(message)
        case (.clientCertificate, .client, .certificate): try takeClientCertificate(message)
        case (.clientCertificateVerify, .client, .certificateVerify):
            try verify(message, of: .client, offered: request?.schemes ?? [])
            awaiting = .clientFinished
        case (.clientFinished, .client, .finished): try takeClientFinished(message)
        default: return false
        }
        return true
    }

    // MARK: The server's flight

    private mutating func takeEncryptedExtensions(_ message: HandshakeMessage) throws(TLSError) {
        let answers = try message.parsed(EncryptedExtensions.read)
        guard let hello, let choice, let handshake else { throw .internalFault("no hellos") }
        try hello.check(answers, to: choice)
        transcript.add(message)
        acceptsEarlyData = answers.extensions.contains(.earlyData)
        // Section 4.2.10: accepted early data is under the suite of the handshake.
        if acceptsEarlyData, let offer = earlyOffer {
            startReading(from: .client, offer.secret, choice.suite, as: .clientEarly)
        }
        if hello.offersEarlyData, choice.identity == 0, !acceptsEarlyData {
            // Section 4.2.10: from here on, a record that does not open is early data that the server skips.
            startReading(from: .client, handshake.client, choice.suite, as: nil)
            skipsEarlyData = true
        }
        // Section 2.2: a PSK replaces the certificate.
        awaiting = choice.identity == nil ? .certificateOrRequest : .serverFinished
    }

    private mutating func takeRequest(_ message: HandshakeMessage) throws(TLSError) {
        let request = try message.parsed(TLS13.CertificateRequest.read)
        try request.check()
        transcript.add(message)
        self.request = request
        awaiting = .serverCertificate
    }

    private mutating func takeServerCertificate(_ message: HandshakeMessage) throws(TLSError) {
        let certificate = try message.parsed(TLS13.Certificate.read)
        guard certificate.context.isEmpty else { throw .tls13(.certificateContext) }
        guard let first = certificate.entries.first else { throw .noCertificate }
        try certificate.checkExtensions(askedBy: hello?.extensions ?? [])
        transcript.add(message)
        leaf = first.certificate
        awaiting = .serverCertificateVerify
    }

    private mutating func takeServerFinished(_ message: HandshakeMessage) throws(TLSError) {
        guard let handshake, let choice, let main else { throw .internalFault("no keys") }
        try verifyFinished(message, under: handshake.server, as: .serverFinished)
        transcript.add(message)
        directions[.server]?.isFinished = true
        let hash = transcript.digest(by: choice.suite.hash)
        let client = main.traffic(of: .client, hash)
        let server = main.traffic(of: .server, hash)
        clientApplication = client
        tell(.secret(.clientApplicationTraffic, client.octets))
        tell(.secret(.serverApplicationTraffic, server.octets))
        tell(.secret(.exporter, main.exporter(hash).octets))
        tell(.keys(.clientApplication, client.keys(for: choice.suite)))
        startReading(from: .server, server, choice.suite, as: .serverApplication)
        awaiting = acceptsEarlyData ? .endOfEarlyData : firstOfClient
    }

    /// The first message of the client's second flight: Certificate if the server has asked for one, else Finished.
    private var firstOfClient: Awaiting { request == nil ? .clientFinished : .clientCertificate }

    // MARK: The client's flight

    private mutating func takeEndOfEarlyData(_ message: HandshakeMessage) throws(TLSError) {
        _ = try message.parsed(EndOfEarlyData.read)
        guard let handshake, let choice else { throw .internalFault("no keys") }
        transcript.add(message)
        startReading(from: .client, handshake.client, choice.suite, as: nil)
        awaiting = firstOfClient
    }

    private mutating func takeClientCertificate(_ message: HandshakeMessage) throws(TLSError) {
        let certificate = try message.parsed(TLS13.Certificate.read)
        guard certificate.context == request?.context else { throw .tls13(.certificateContext) }
        try certificate.checkExtensions(askedBy: request?.extensions ?? [])
        transcript.add(message)
        leaf = certificate.entries.first?.certificate ?? []
        awaiting = certificate.entries.isEmpty ? .clientFinished : .clientCertificateVerify
    }

    private mutating func takeClientFinished(_ message: HandshakeMessage) throws(TLSError) {
        guard let handshake, let choice, let main, let clientApplication else { throw .internalFault("no keys") }
        try verifyFinished(message, under: handshake.client, as: .clientFinished)
        transcript.add(message)
        directions[.client]?.isFinished = true
        let resumption = main.resumption(transcript.digest(by: choice.suite.hash))
        self.resumption = resumption
        tell(.secret(.resumption, resumption.octets))
        startReading(from: .client, clientApplication, choice.suite, as: nil)
        awaiting = .traffic
        for nonce in waitingNonces { tell(.secret(.ticketPSK, resumption.psk(nonce: nonce))) }
        waitingNonces = []
    }

    // MARK: Proofs

    /// Checks a signature over the transcript so far (section 4.4.3).
    private mutating func verify(
        _ message: HandshakeMessage, of side: Role, offered: [SignatureScheme]
    ) throws(TLSError) {
        let proof = try message.parsed(CertificateVerify.read)
        guard let choice else { throw .internalFault("no suite") }
        let key = try publicKey(of: side)
        try proof.scheme.checkForCertificateVerify(offered: offered, by: key)
        let signed = SignedTranscript.octets(of: side, transcript.digest(by: choice.suite.hash))
        let check: OnlookerCheck = side == .server ? .serverSignature : .clientSignature
        do throws(TLSError) {
            try proof.scheme.verify(
                proof.signature, of: signed, by: key,
                what: Words(english: check.rawValue, chinese: "\(side.inChinese)的 CertificateVerify"))
        } catch {
            tell(.check(check, isGood: false))
            throw error
        }
        tell(.check(check, isGood: true))
        transcript.add(message)
    }

    /// The key that the onlooker was given, or else the key in the certificate.
    private func publicKey(of side: Role) throws(TLSError) -> PublicKey {
        if let key = publicKeys[side] { return key }
        do {
            return try CertificateStructure(leaf).certifiedKey()
        } catch {
            throw .certificateRefused(.badCertificate, reason: "\(error)")
        }
    }

    /// Checks a Finished against the transcript before it (section 4.4.4).
    private mutating func verifyFinished(
        _ message: HandshakeMessage, under base: TrafficSecret, as check: OnlookerCheck
    ) throws(TLSError) {
        let finished = try message.parsed(TLS13.Finished.read)
        do throws(TLSError) {
            _ = try TLS13.PeerFinished(finished, under: base, over: transcript.digest(by: base.hash))
        } catch {
            if error == .finishedMismatch { tell(.check(check, isGood: false)) }
            throw error
        }
        tell(.check(check, isGood: true))
    }
}
