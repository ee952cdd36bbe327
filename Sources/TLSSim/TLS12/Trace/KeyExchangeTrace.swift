import Crypto
import PKI
import Trace

/// Records the computations of a key exchange in the trace, and what each side learns by them.
extension Session {
    /// The client has drawn the premaster secret and encrypted it.
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

    /// The server has decrypted the premaster secret.
    mutating func tell(_ premaster: PremasterSecret, of encrypted: [UInt8]) {
        guard tracing else { return }
        emit(.learned(Knowledge.encryptedPremaster, .received, encrypted))
        emit(.computed(.tls12(.premasterDecrypted(encrypted, premaster)), .keyExchange(.premasterDecrypted)))
        emit(.learned(by: Knowledge.decryption, premaster.octets))
    }

    /// The server has made its ephemeral key, for its offer.
    mutating func tell(offered key: EphemeralKey) {
        guard tracing else { return }
        switch key {
        case .finiteField(let key): story.group = key.group
        case .curve(let key): story.curve = key.group.namedGroup.name
        }
        drawn(.server, key)
    }

    /// The client has made its own key, and the premaster secret from it and the server's public value.
    mutating func tell(_ key: EphemeralKey, to publicValue: [UInt8], _ premaster: PremasterSecret) {
        guard tracing else { return }
        drawn(.client, key)
        tell(shared: premaster, by: .client, key, with: publicValue)
    }

    /// The server has made the premaster secret from its own key and the client's public value.
    mutating func tell(_ premaster: PremasterSecret, of publicValue: [UInt8], with key: EphemeralKey) {
        guard tracing else { return }
        emit(.learned(Knowledge.publicValue(of: .client, key), .received, publicValue))
        tell(shared: premaster, by: .server, key, with: publicValue)
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

    /// The client has accepted the server's parameters.
    mutating func tell(
        _ offer: ServerOffer, from origin: ParameterOrigin, in message: ServerKeyExchange, by terms: ClientTerms
    ) {
        guard tracing else { return }
        if case .dhe(let offer, _) = offer { story.group = offer.group }
        explain(message)
        switch message.params {
        case .finiteField(let params):
            emit(.learned(Knowledge.group, .received, params.p))
            emit(.learned(Knowledge.serverPublicValue, .received, params.ys))
        case .curve(let params): emit(.learned(Knowledge.serverPoint, .received, params.point))
        }
        if case .signed(let proof) = origin, let peer = terms.peer {
            let signing = HandshakeSigning(
                content: .parameters(
                    clientRandom: terms.clientRandom, serverRandom: terms.serverRandom, message.params.bytes),
                scheme: proof.scheme, key: peer.leafKey, signature: message.signature)
            emit(.computed(.handshakeVerification(signing), .keyExchange(.verifyingParameters(proof.scheme))))
            emit(
                .checked(
                    "signature of ServerKeyExchange", passed: true, .keyExchange(.parametersSigned(proof.scheme))))
        }
        switch offer {
        case .rsa: break
        case .dhe(let offer, _):
            let (name, bits) = (offer.group.name, offer.group.p.bitWidth)
            let note =
                offer.group.weakness.map { KeyExchangeNote.toyGroup(name: name, $0) }
                ?? .groupAccepted(name: name, bits: bits)
            emit(.checked("group and public value", passed: true, .keyExchange(note)))
        case .ecdhe(let offer, _):
            story.curve = offer.group.namedGroup.name
            emit(.checked("curve", passed: true, .keyExchange(.curveAccepted(offer.group.namedGroup.name))))
        }
    }

    /// The master secret and the key block are computed. A resumed session computes only the key block.
    mutating func tell(_ schedule: KeySchedule, extended: Bool) {
        guard tracing else { return }
        if schedule.masterInvocation != nil {
            emit(.computed(.tls12(.masterSecret(schedule)), .keySchedule(.masterSecret(extended: extended))))
            emit(
                .learned(
                    Knowledge.masterSecret, .derived(from: KeySchedule.masterPremises(extended: extended), by: "PRF"),
                    schedule.masterSecret))
        }
        emit(.computed(.tls12(.keyBlock(schedule)), .keySchedule(.keyBlock(schedule.suite.cipher))))
        emit(
            .learned(
                Knowledge.keyBlock, .derived(from: KeySchedule.keyBlockPremises, by: "PRF"), schedule.keyBlock))
    }

    private mutating func drawn(_ side: Role, _ key: EphemeralKey) {
        let sent = Knowledge.publicValue(of: side, key)
        switch key {
        case .finiteField(let key):
            let exponent = Knowledge.exponent(of: side)
            emit(.learned(exponent, .generated, key.privateExponent.bigEndian))
            emit(
                .computed(
                    .tls12(.publicValue(side, key)),
                    .keyExchange(.publicValue(side, exponentBits: key.privateExponent.bitWidth))))
            // A client has learned the group from the server's message before.
            if side == .server { emit(.learned(Knowledge.group, .configured, key.group.p.bigEndian)) }
            emit(
                .learned(
                    sent, .derived(from: [exponent, Knowledge.group], by: "g^x mod p"), key.publicValue.bigEndian))
        case .curve(let key):
            let scalar = Knowledge.scalar(of: side)
            emit(.learned(scalar, .generated, key.privateKey))
            emit(.computed(.tls12(.point(side, key)), .keyExchange(.point(side, curve: key.group.namedGroup.name))))
            emit(.learned(sent, .derived(from: [scalar], by: "k · G"), key.publicKey))
        }
    }

    private mutating func tell(
        shared premaster: PremasterSecret, by side: Role, _ key: EphemeralKey, with value: [UInt8]
    ) {
        switch key {
        case .finiteField(let key):
            emit(
                .computed(
                    .tls12(.sharedValue(side, key, with: Integer(bigEndian: value), premaster)),
                    .keyExchange(.premasterAgreed(side, toy: key.group.isToy))))
            emit(.learned(by: Knowledge.sharedValue(of: side), premaster.octets))
        case .curve(let key):
            emit(
                .computed(
                    .tls12(.sharedPoint(side, key, with: value, premaster)),
                    .keyExchange(.sharedPoint(side, curve: key.group.namedGroup.name))))
            emit(.learned(by: Knowledge.sharedPoint(of: side), premaster.octets))
        }
    }
}

extension KeySchedule {
    /// What the master secret is computed from (RFC 5246 section 8.1, RFC 7627 section 4).
    package static func masterPremises(extended: Bool) -> [SecretID] {
        PRFUse.masterSecret(extended: extended).premises
    }

    /// What the key block is computed from (RFC 5246 section 6.3).
    package static let keyBlockPremises = PRFUse.keyBlock.premises
}
