import Crypto
import Trace

/// Puts the arithmetic of a key exchange into the trace: every computation a step of its own, with what
/// either side learned by it.
enum KeyExchangeTrace {
    static func rsaAnswer(
        _ encrypted: [UInt8], _ premaster: PremasterSecret, in block: [UInt8], to key: RSAPublicKey,
        _ session: inout Session
    ) {
        guard session.tracing else { return }
        session.emit(
            .learned(
                Knowledge.premasterSecret, .composed(random: premaster.octets.count - 2),
                premaster.octets))
        session.emit(.computed(.premasterDrawn(premaster), .keyExchange(.premasterDrawn)))
        session.emit(
            .computed(
                .premasterEncrypted(premaster, in: block, to: key, encrypted: encrypted),
                .keyExchange(.premasterEncrypted)))
        session.emit(
            .learned(
                Knowledge.encryptedPremaster, .derived(from: [Knowledge.premasterSecret], by: "RSA encryption"),
                encrypted))
    }

    static func rsaConclusion(_ premaster: PremasterSecret, of encrypted: [UInt8], _ session: inout Session) {
        guard session.tracing else { return }
        session.emit(.learned(Knowledge.encryptedPremaster, .received, encrypted))
        session.emit(.computed(.premasterDecrypted(encrypted, premaster), .keyExchange(.premasterDecrypted)))
        session.emit(
            .learned(
                Knowledge.premasterSecret,
                .derived(from: [Knowledge.encryptedPremaster, Knowledge.serverPrivateKey], by: "RSA decryption"),
                premaster.octets))
    }

    /// The server's own ephemeral key, when it makes its offer.
    static func dheOffer(_ key: DiffieHellmanKey, _ session: inout Session) {
        guard session.tracing else { return }
        session.emit(.learned(Knowledge.serverExponent, .generated, key.privateExponent.bigEndian))
        session.emit(
            .computed(
                .publicValue(.server, key),
                .keyExchange(.publicValue(.server, exponentBits: key.privateExponent.bitWidth))))
        session.emit(.learned(Knowledge.group, .configured, key.group.p.bigEndian))
        session.emit(
            .learned(
                Knowledge.serverPublicValue,
                .derived(from: [Knowledge.serverExponent, Knowledge.group], by: "g^x mod p"),
                key.publicValue.bigEndian))
    }

    static func dheAnswer(
        _ key: DiffieHellmanKey, to offer: DHEKeyExchange.Offer, _ premaster: PremasterSecret,
        _ session: inout Session
    ) {
        guard session.tracing else { return }
        session.emit(.learned(Knowledge.clientExponent, .generated, key.privateExponent.bigEndian))
        session.emit(
            .computed(
                .publicValue(.client, key),
                .keyExchange(.publicValue(.client, exponentBits: key.privateExponent.bitWidth))))
        session.emit(
            .learned(
                Knowledge.clientPublicValue,
                .derived(from: [Knowledge.clientExponent, Knowledge.group], by: "g^x mod p"),
                key.publicValue.bigEndian))
        shared(
            .client, offer.publicValue, key, premaster,
            from: [Knowledge.clientExponent, Knowledge.serverPublicValue], &session)
    }

    static func dheConclusion(
        _ premaster: PremasterSecret, of publicValue: [UInt8], with key: DiffieHellmanKey, _ session: inout Session
    ) {
        guard session.tracing else { return }
        session.emit(.learned(Knowledge.clientPublicValue, .received, publicValue))
        shared(
            .server, Integer(bigEndian: publicValue), key, premaster,
            from: [Knowledge.serverExponent, Knowledge.clientPublicValue], &session)
    }

    /// Master secret and key block.
    static func schedule(_ schedule: KeySchedule, extended: Bool, _ session: inout Session) {
        guard session.tracing else { return }
        if schedule.masterInvocation != nil {
            session.emit(.computed(.masterSecret(schedule), .keySchedule(.masterSecret(extended: extended))))
            let premises =
                extended
                ? [Knowledge.premasterSecret, Knowledge.handshakeMessages]
                : [Knowledge.premasterSecret, Knowledge.clientRandom, Knowledge.serverRandom]
            session.emit(.learned(Knowledge.masterSecret, .derived(from: premises, by: "PRF"), schedule.masterSecret))
        }
        session.emit(.computed(.keyBlock(schedule), .keySchedule(.keyBlock(schedule.suite.cipher))))
        session.emit(
            .learned(
                Knowledge.keyBlock,
                .derived(from: [Knowledge.masterSecret, Knowledge.serverRandom, Knowledge.clientRandom], by: "PRF"),
                schedule.keyBlock))
    }

    private static func shared(
        _ side: Role, _ value: Integer, _ key: DiffieHellmanKey, _ premaster: PremasterSecret,
        from premises: [SecretID], _ session: inout Session
    ) {
        session.emit(
            .computed(
                .sharedValue(side, key, with: value, premaster),
                .keyExchange(.premasterAgreed(side, toy: key.group.isToy))))
        session.emit(
            .learned(
                Knowledge.premasterSecret,
                .derived(
                    from: premises + [Knowledge.group],
                    by: "\(Computation.name(ofPublicValueOf: side.peer))^x mod p"),
                premaster.octets))
    }
}
