import Crypto
import PKI
import Trace

/// Puts the arithmetic of a key exchange into the trace: every computation a step of its own, with what
/// either side learned by it.
extension Session {
    mutating func tell(
        _ encrypted: [UInt8], _ premaster: PremasterSecret, in block: [UInt8], to key: RSAPublicKey
    ) {
        guard tracing else { return }
        emit(
            .learned(
                Knowledge.premasterSecret, .composed(random: premaster.octets.count - 2),
                premaster.octets))
        emit(.computed(.tls12(.premasterDrawn(premaster)), .keyExchange(.premasterDrawn)))
        emit(
            .computed(
                .tls12(.premasterEncrypted(premaster, in: block, to: key, encrypted: encrypted)),
                .keyExchange(.premasterEncrypted)))
        emit(
            .learned(
                Knowledge.encryptedPremaster, .derived(from: [Knowledge.premasterSecret], by: "RSA encryption"),
                encrypted))
    }

    mutating func tell(_ premaster: PremasterSecret, of encrypted: [UInt8]) {
        guard tracing else { return }
        emit(.learned(Knowledge.encryptedPremaster, .received, encrypted))
        emit(.computed(.tls12(.premasterDecrypted(encrypted, premaster)), .keyExchange(.premasterDecrypted)))
        emit(
            .learned(
                Knowledge.premasterSecret,
                .derived(from: [Knowledge.encryptedPremaster, Knowledge.serverPrivateKey], by: "RSA decryption"),
                premaster.octets))
    }

    /// The server's own ephemeral key, when it makes its offer.
    mutating func tell(offered key: DiffieHellmanKey) {
        guard tracing else { return }
        story.group = key.group
        emit(.learned(Knowledge.serverExponent, .generated, key.privateExponent.bigEndian))
        emit(
            .computed(
                .tls12(.publicValue(.server, key)),
                .keyExchange(.publicValue(.server, exponentBits: key.privateExponent.bitWidth))))
        emit(.learned(Knowledge.group, .configured, key.group.p.bigEndian))
        emit(
            .learned(
                Knowledge.serverPublicValue,
                .derived(from: [Knowledge.serverExponent, Knowledge.group], by: "g^x mod p"),
                key.publicValue.bigEndian))
    }

    mutating func tell(
        _ key: DiffieHellmanKey, to offer: DHEKeyExchange.Offer, _ premaster: PremasterSecret
    ) {
        guard tracing else { return }
        emit(.learned(Knowledge.clientExponent, .generated, key.privateExponent.bigEndian))
        emit(
            .computed(
                .tls12(.publicValue(.client, key)),
                .keyExchange(.publicValue(.client, exponentBits: key.privateExponent.bitWidth))))
        emit(
            .learned(
                Knowledge.clientPublicValue,
                .derived(from: [Knowledge.clientExponent, Knowledge.group], by: "g^x mod p"),
                key.publicValue.bigEndian))
        shared(
            .client, offer.publicValue, key, premaster,
            from: [Knowledge.clientExponent, Knowledge.serverPublicValue])
    }

    mutating func tell(
        _ premaster: PremasterSecret, of publicValue: [UInt8], with key: DiffieHellmanKey
    ) {
        guard tracing else { return }
        emit(.learned(Knowledge.clientPublicValue, .received, publicValue))
        shared(
            .server, Integer(bigEndian: publicValue), key, premaster,
            from: [Knowledge.serverExponent, Knowledge.clientPublicValue])
    }

    /// The server has signed its parameters.
    mutating func tell(signed message: ServerKeyExchange, by signer: Signer, _ negotiated: Negotiated) {
        guard tracing else { return }
        let signing = HandshakeSigning(
            content: .parameters(
                clientRandom: negotiated.clientRandom, serverRandom: negotiated.serverRandom, message.params.bytes),
            scheme: message.scheme, key: signer.publicKey, signature: message.signature)
        emit(.computed(.handshakeSignature(signing), .keyExchange(.signingParameters(message.scheme))))
    }

    /// The client has verified the server's parameters.
    mutating func tell(_ offer: VerifiedOffer, verified message: ServerKeyExchange, by terms: ClientTerms) {
        guard tracing else { return }
        if case .dhe(let offer) = offer { story.group = offer.group }
        explain(message)
        switch message.params {
        case .finiteField(let params):
            emit(.learned(Knowledge.group, .received, params.p))
            emit(.learned(Knowledge.serverPublicValue, .received, params.ys))
        case .curve(let params): emit(.learned(Knowledge.serverPoint, .received, params.point))
        }
        if let peer = terms.peer, terms.verifies {
            let signing = HandshakeSigning(
                content: .parameters(
                    clientRandom: terms.clientRandom, serverRandom: terms.serverRandom, message.params.bytes),
                scheme: message.scheme, key: peer.leafKey, signature: message.signature)
            emit(.computed(.handshakeVerification(signing), .keyExchange(.verifyingParameters(message.scheme))))
            emit(
                .checked(
                    "signature of ServerKeyExchange", passed: true, .keyExchange(.parametersSigned(message.scheme))))
        }
        switch offer {
        case .rsa: break
        case .dhe(let offer):
            let (name, bits) = (offer.group.name, offer.group.p.bitWidth)
            let note =
                offer.group.weakness.map { KeyExchangeNote.toyGroup(name: name, $0) }
                ?? .groupAccepted(name: name, bits: bits)
            emit(.checked("group and public value", passed: true, .keyExchange(note)))
        case .ecdhe(let offer):
            story.curve = offer.group.namedGroup.name
            emit(.checked("curve", passed: true, .keyExchange(.curveAccepted(offer.group.namedGroup.name))))
        }
    }

    /// Master secret and key block.
    mutating func tell(_ schedule: KeySchedule, extended: Bool) {
        guard tracing else { return }
        if schedule.masterInvocation != nil {
            emit(.computed(.tls12(.masterSecret(schedule)), .keySchedule(.masterSecret(extended: extended))))
            let premises =
                extended
                ? [Knowledge.premasterSecret, Knowledge.handshakeMessages]
                : [Knowledge.premasterSecret, Knowledge.clientRandom, Knowledge.serverRandom]
            emit(.learned(Knowledge.masterSecret, .derived(from: premises, by: "PRF"), schedule.masterSecret))
        }
        emit(.computed(.tls12(.keyBlock(schedule)), .keySchedule(.keyBlock(schedule.suite.cipher))))
        emit(
            .learned(
                Knowledge.keyBlock,
                .derived(from: [Knowledge.masterSecret, Knowledge.serverRandom, Knowledge.clientRandom], by: "PRF"),
                schedule.keyBlock))
    }

    private mutating func shared(
        _ side: Role, _ value: Integer, _ key: DiffieHellmanKey, _ premaster: PremasterSecret,
        from premises: [SecretID]
    ) {
        emit(
            .computed(
                .tls12(.sharedValue(side, key, with: value, premaster)),
                .keyExchange(.premasterAgreed(side, toy: key.group.isToy))))
        emit(
            .learned(
                Knowledge.premasterSecret,
                .derived(
                    from: premises + [Knowledge.group],
                    by: "\(TLS12Computation.name(ofPublicValueOf: side.peer))^x mod p"),
                premaster.octets))
    }
}

/// The arithmetic of a key exchange on a curve, as steps of the trace.
extension Session {
    /// The server's own ephemeral key, when it makes its offer.
    mutating func tell(offered key: KeyAgreementKey) {
        guard tracing else { return }
        story.curve = key.group.namedGroup.name
        drawn(.server, key)
    }

    /// The client's own key, and the secret it makes with the server's point.
    mutating func tell(
        _ key: KeyAgreementKey, to offer: ECDHEKeyExchange.Offer, _ premaster: PremasterSecret
    ) {
        guard tracing else { return }
        drawn(.client, key)
        shared(.client, key, offer.point, premaster)
    }

    /// The secret the server makes with the client's point.
    mutating func tell(
        _ premaster: PremasterSecret, of point: [UInt8], with key: KeyAgreementKey
    ) {
        guard tracing else { return }
        emit(.learned(Knowledge.clientPoint, .received, point))
        shared(.server, key, point, premaster)
    }

    private func scalar(_ side: Role) -> SecretID {
        side == .client ? Knowledge.clientScalar : Knowledge.serverScalar
    }

    private func point(_ side: Role) -> SecretID {
        side == .client ? Knowledge.clientPoint : Knowledge.serverPoint
    }

    private mutating func drawn(_ side: Role, _ key: KeyAgreementKey) {
        emit(.learned(scalar(side), .generated, key.privateKey))
        emit(.computed(.tls12(.point(side, key)), .keyExchange(.point(side, curve: key.group.namedGroup.name))))
        emit(.learned(point(side), .derived(from: [scalar(side)], by: "k · G"), key.publicKey))
    }

    private mutating func shared(
        _ side: Role, _ key: KeyAgreementKey, _ peer: [UInt8], _ premaster: PremasterSecret
    ) {
        emit(
            .computed(
                .tls12(.sharedPoint(side, key, with: peer, premaster)),
                .keyExchange(.sharedPoint(side, curve: key.group.namedGroup.name))))
        emit(
            .learned(
                Knowledge.premasterSecret, .derived(from: [scalar(side), point(side.peer)], by: "k · Q"),
                premaster.octets))
    }
}
