import Crypto
import PKI
import Trace

/// The trace of an endpoint of TLS 1.3. Tracing does not change any octet that is sent.
extension TLS13.Session {
    // MARK: The exchange

    /// This side has drawn keys for its shares. They are spare if a server uses them only when it does not take the offered secret
    /// (psk_ke).
    mutating func tell(_ keys: [ShareKey], areSpare: Bool = false) {
        guard tracing else { return }
        for key in keys { tell(key, areSpare ? .spareShare(key.group) : .share(role, key.group)) }
    }

    private mutating func tell(_ key: ShareKey, _ note: KeyShareNote) {
        emit(.learned(Knowledge.privateValue(of: role, key.group), .generated, key.privateValue))
        tell(.share(role, key), .keyShare(note))
        learn(own: key.share)
    }

    private mutating func tell(_ computation: TLS13Computation, _ note: TLS13Note) {
        emit(.computed(.tls13(computation), .tls13(note)))
    }

    private mutating func learn(own share: KeyShareEntry) {
        emit(
            .learned(
                Knowledge.share(of: role, share.group),
                .derived(from: [Knowledge.privateValue(of: role, share.group)], by: share.group.name), share.value))
    }

    /// A server has answered the client's share. In the hybrid group the server has no key: it encrypts to the client's.
    mutating func tell(_ exchange: ShareKey.Exchange, with peer: KeyShareEntry) {
        guard tracing else { return }
        if let key = exchange.key {
            tell(key, .share(role, key.group))
        } else {
            emit(.learned(Knowledge.privateValue(of: role, peer.group), .generated, exchange.drawn))
        }
        tell(shared: exchange.secret, of: exchange.key, with: peer)
        if exchange.key == nil { learn(own: exchange.share) }
    }

    /// This side has made the shared secret.
    mutating func tell(shared secret: [UInt8], of key: ShareKey?, with peer: KeyShareEntry) {
        guard tracing else { return }
        story.group = peer.group
        tell(.sharedSecret(role, key, with: peer, secret), .keyShare(.sharedSecret(role, peer.group)))
        emit(.learned(by: Knowledge.agreement(of: role, peer.group), secret))
    }

    /// The first hello is replaced by its hash.
    mutating func tellRetry() {
        guard tracing else { return }
        story.hasRetried = true
        emit(.note(.tls13(.retry(.messageHash))))
    }

    // MARK: The key schedule

    /// The inputs of the key schedule are known.
    mutating func enter(psk: TLS13.SharedSecret?, shared: [UInt8]?) {
        guard tracing else { return }
        story.psk = psk
        story.shared = shared
        if let psk, role == .server, story.opened != psk.octets {
            emit(.learned(Knowledge.psk(psk.kind), .configured, psk.octets))
        }
    }

    /// A secret of the key schedule is known to this side. `nonce` is that of the ticket whose PSK it is.
    mutating func tell(_ name: SecretName, _ octets: [UInt8], nonce: [UInt8]? = nil) {
        // The secrets of early data are told before the early data, and not again with the rest of the key schedule.
        guard tracing, story.secrets[name] != octets else { return }
        story.secrets[name] = octets
        if let computation = story.computation(of: name, octets, transcript: transcript, nonce: nonce) {
            let note = TLS13KeyScheduleNote.secret(
                name, psk: story.psk?.kind, hasExchange: name != .handshake || story.shared != nil)
            tell(computation, .keySchedule(note))
        }
        emit(
            .learned(
                Knowledge.secret(name),
                .derived(from: story.premises(of: name), by: story.derivation(of: name).function), octets))
    }

    /// The keys of a direction have been derived.
    mutating func tell(keys suite: TLS13.CipherSuite, _ secret: TrafficSecret, of side: Role) {
        guard tracing, let stretch = story.stretch(secret, of: side) else { return }
        tell(.trafficKeys(stretch, secret: secret.octets, suite), .keySchedule(.keys(side, stretch.secret)))
    }

    /// A side has updated its keys; `secret` is the traffic secret before the update.
    mutating func tell(updated secret: TrafficSecret?, of side: Role) {
        guard tracing, let secret else { return }
        let generation = (story.generations[side] ?? 0) + 1
        story.generations[side] = generation
        tell(.updated(side, generation: generation, from: secret.octets), .keySchedule(.updated(side)))
    }

    /// Application data of the peer has been decrypted.
    mutating func tell(data: [UInt8]) {
        guard tracing, let protection = incoming.protection else { return }
        let secret = Knowledge.secret(.applicationTraffic(of: role.peer))
        emit(
            .learned(
                Knowledge.applicationData,
                .derived(
                    from: [secret, Knowledge.encryptedData], by: "\(protection.suite.cipher.algorithm) decryption"),
                data))
    }

    // MARK: Authentication

    /// This side has signed the transcript so far.
    mutating func tell(signature: [UInt8], by signer: Signer, _ hash: HashAlgorithm) {
        guard tracing else { return }
        let signing = HandshakeSigning(
            content: .transcript(role, hash: transcript.digest(by: hash)), scheme: signer.scheme,
            key: signer.publicKey, signature: signature)
        emit(.computed(.handshakeSignature(signing), .tls13(.authentication(.signing(role, signer.scheme)))))
    }

    /// The other side's signature over the transcript so far is valid.
    mutating func tell(verified proof: CertificateVerify, by key: PublicKey, _ hash: HashAlgorithm) {
        guard tracing else { return }
        let side = role.peer
        let signing = HandshakeSigning(
            content: .transcript(side, hash: transcript.digest(by: hash)), scheme: proof.scheme, key: key,
            signature: proof.signature)
        emit(.computed(.handshakeVerification(signing), .tls13(.authentication(.verifying(side, proof.scheme)))))
        emit(
            .checked(
                "signature of CertificateVerify", passed: true,
                .tls13(.authentication(.verified(side, proof.scheme)))))
    }

    /// The other side's Finished is correct.
    mutating func tellFinished() {
        guard tracing else { return }
        tellVerifyData(of: role.peer)
        emit(
            .checked(
                "Finished of the \(role.peer)", passed: true, .tls13(.authentication(.finishedVerified(role.peer)))))
    }

    private mutating func tellVerifyData(of side: Role) {
        guard let secret = story.secrets[.handshakeTraffic(of: side)] else { return }
        let hash = transcript.digest(by: HashAlgorithm(ofSecret: secret))
        tell(.verifyData(side, secret: secret, transcriptHash: hash), .keySchedule(.verifyData(side)))
    }

    /// The handshake is complete on this side.
    mutating func tellEstablished(_ parameters: SecurityParameters) {
        guard tracing else { return }
        let secrecy: TLS13AuthenticationNote.Secrecy =
            parameters.group == nil ? .none : story.group == .x25519MLKEM768 ? .hybrid : .group
        emit(.note(.tls13(.authentication(.established(role, secrecy, psk: parameters.psk)))))
    }

    /// EncryptedExtensions names the application protocol; nil if it names none.
    mutating func tell(applicationProtocol name: String?) {
        guard tracing, let name else { return }
        emit(.note(.negotiation(.applicationProtocol(name))))
    }

    // MARK: Tickets

    /// The server has sealed a ticket.
    mutating func tell(sealed ticket: [UInt8], _ key: TicketKey, psk: [UInt8], nonce: [UInt8]) {
        guard tracing else { return }
        tell(.ticketPSK, psk, nonce: nonce)
        emit(.learned(Knowledge.ticketKey, .configured, key.secret))
        tell(.ticketSealed(ticket, key, psk: psk), .resumption(.ticketSealed))
    }

    /// The server has opened a ticket and checked its binder.
    mutating func tell(
        opened accepted: TLS13.AcceptedPSK?, by key: TicketKey?, beforeEarlyData: Bool
    ) {
        guard tracing, let accepted, let key, let ticket = accepted.early.ticket?.octets else { return }
        let psk = accepted.secret.octets
        story.opened = psk
        emit(.learned(Knowledge.sessionTicket, .received, ticket))
        emit(.learned(Knowledge.ticketKey, .configured, key.secret))
        tell(.ticketOpened(ticket, key, psk: psk), .resumption(.ticketOpened))
        emit(.learned(by: Knowledge.ticketOpening, psk))
        if beforeEarlyData { tellEarlySecret(accepted.secret) }
        tell(
            .binder(.resumption, psk: psk, transcriptHash: accepted.transcriptHash, accepted.early.binder),
            .resumption(.binder(.resumption)))
        emit(.checked("binder of the ticket", passed: true, .tls13(.resumption(.binderVerified))))
    }

    // MARK: Messages

    /// Tells what was drawn and computed for a handshake message that is about to be written.
    mutating func tell(writing body: some HandshakeBody, in message: HandshakeMessage) {
        switch body {
        case let hello as ClientHello: tellBinder(hello, message)
        case let hello as ServerHello where !hello.isHelloRetryRequest:
            emit(.learned(Knowledge.serverRandom, .generated, hello.random))
        case is TLS13.Finished: tellVerifyData(of: role)
        default: break
        }
    }

    private mutating func tellBinder(_ hello: ClientHello, _ message: HandshakeMessage) {
        guard let psk = story.offered, let binder = hello.preSharedKeys?.binders.first else { return }
        let hash = HashAlgorithm(ofSecret: binder)
        let transcriptHash = transcript.digest(adding: hello.octetsBeforeBinders(of: message), by: hash)
        emit(.learned(Knowledge.psk(psk.kind), .configured, psk.octets))
        if hello.offersEarlyData { tellEarlySecret(psk) }
        tell(
            .binder(psk.kind, psk: psk.octets, transcriptHash: transcriptHash, binder), .resumption(.binder(psk.kind)))
    }

    /// Tells the early secret and the binder key. With early data they are needed before the server answers.
    private mutating func tellEarlySecret(_ psk: TLS13.SharedSecret) {
        story.psk = psk
        tell(.early, psk.early.octets)
        tell(.binderKey, psk.early.binderKey(psk.kind))
    }

    /// This side knows whether the early data is accepted.
    mutating func tellEarlyData(_ outcome: EarlyDataOutcome) {
        guard tracing, outcome != .none else { return }
        if role == .server, outcome == .accepted {
            let method = replays?.method ?? .none
            let note = Note.tls13(.resumption(.earlyDataIsNew(method, byTicket: story.opened != nil)))
            emit(method == .none ? .note(note) : .checked("early data is no copy", passed: true, note))
        }
        emit(.note(.tls13(.resumption(.earlyData(role, accepted: outcome == .accepted)))))
    }

    /// A record is protected.
    mutating func tell(sealed inner: InnerPlaintext, by protection: TrafficProtection, as wire: [UInt8]) {
        let record = TLS13ProtectedRecord(side: role, protection: protection, inner: inner, wire: wire)
        let type = ContentType(rawValue: inner.typeCode) ?? .applicationData
        tell(.recordProtected(record), .traffic(.protected(type)))
    }
}

extension ShareKey {
    /// The octets of the private value: a number on a curve, the exponent in a finite field, the seed of ML-KEM and 32 octets of X25519 in
    /// the hybrid group.
    var privateValue: [UInt8] {
        switch self {
        case .curve(let key): key.privateKey
        case .finiteField(let key, _): key.privateExponent.bigEndian
        case .hybrid(let key): (key.lattice.seed ?? []) + key.curve.privateKey
        }
    }
}
