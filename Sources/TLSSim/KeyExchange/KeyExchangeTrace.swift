import Crypto
import Trace

/// Puts the arithmetic of a key exchange into the trace: every calculation a step of its own, with who learned what by it.
enum KeyExchangeTrace {
    static func rsaAnswer(_ answer: KeyExchangeAnswer, to key: RSAPublicKey, _ session: inout Session) {
        guard session.tracing, case .encryptedPremasterSecret(let encrypted) = answer.message else { return }
        let premaster = answer.premaster.octets
        session.emit(
            .computed(
                Calculation(
                    "premaster secret", formula: "client_version + 46 random octets",
                    inputs: [
                        .init("client_version", Array(premaster.prefix(2)), note: "the version offered"),
                        .init("random", Array(premaster.dropFirst(2))),
                    ], results: [.init("pre_master_secret", premaster)]), .premasterDrawn))
        session.emit(.learned(Knowledge.premasterSecret, .generated, premaster))
        session.emit(
            .computed(
                Calculation(
                    "EncryptedPreMasterSecret", formula: "(00 02 PS 00 pre_master_secret)^e mod n",
                    inputs: [
                        .init("pre_master_secret", premaster), .init("e", key.e.bigEndian), .init("n", key.n.bigEndian),
                    ], results: [.init("EncryptedPreMasterSecret", encrypted)]), .premasterEncrypted))
        session.emit(
            .learned(
                Knowledge.encryptedPremaster, .derived(from: [Knowledge.premasterSecret], by: "RSA encryption"),
                encrypted))
    }

    static func rsaConclusion(
        _ premaster: PremasterSecret, of message: ClientKeyExchange, _ session: inout Session
    ) {
        guard session.tracing, case .encryptedPremasterSecret(let encrypted) = message else { return }
        session.emit(.learned(Knowledge.encryptedPremaster, .received, encrypted))
        let escaped = Hex.string(encrypted, mark: "\\x")
        session.emit(
            .computed(
                Calculation(
                    "premaster secret", formula: "EncryptedPreMasterSecret^d mod n, without 00 02 PS 00",
                    inputs: [.init("EncryptedPreMasterSecret", encrypted)],
                    results: [.init("pre_master_secret", premaster.octets)],
                    reproduce: "printf '\(escaped)' | openssl pkeyutl -decrypt -inkey server-key.pem | od -An -tx1"),
                .premasterDecrypted))
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
            .computed(publicValue("dh_Ys", of: key), .publicValue(.server, exponentBits: key.privateExponent.bitWidth)))
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
            .computed(publicValue("dh_Yc", of: key), .publicValue(.client, exponentBits: key.privateExponent.bitWidth)))
        session.emit(
            .learned(
                Knowledge.clientPublicValue,
                .derived(from: [Knowledge.clientExponent, Knowledge.group], by: "g^x mod p"),
                key.publicValue.bigEndian))
        shared(
            .client, "dh_Ys", offer.publicValue, key, premaster,
            from: [Knowledge.clientExponent, Knowledge.serverPublicValue], &session)
    }

    static func dheConclusion(
        _ premaster: PremasterSecret, of message: ClientKeyExchange, with key: DiffieHellmanKey,
        _ session: inout Session
    ) {
        guard session.tracing, case .publicValue(let octets) = message else { return }
        session.emit(.learned(Knowledge.clientPublicValue, .received, octets))
        shared(
            .server, "dh_Yc", Integer(bigEndian: octets), key, premaster,
            from: [Knowledge.serverExponent, Knowledge.clientPublicValue], &session)
    }

    /// Master secret and key block.
    static func schedule(_ schedule: KeySchedule, extended: Bool, _ session: inout Session) {
        guard session.tracing else { return }
        if let calculation = schedule.masterSecretCalculation {
            session.emit(.computed(calculation, .masterSecret(extended: extended)))
            let premises =
                extended
                ? [Knowledge.premasterSecret, Knowledge.handshakeMessages]
                : [Knowledge.premasterSecret, Knowledge.clientRandom, Knowledge.serverRandom]
            session.emit(.learned(Knowledge.masterSecret, .derived(from: premises, by: "PRF"), schedule.masterSecret))
        }
        session.emit(.computed(schedule.keyBlockCalculation, .keyBlock(schedule.suite.cipher)))
        session.emit(
            .learned(
                Knowledge.keyBlock,
                .derived(from: [Knowledge.masterSecret, Knowledge.serverRandom, Knowledge.clientRandom], by: "PRF"),
                schedule.keyBlock))
    }

    private static func publicValue(_ name: String, of key: DiffieHellmanKey) -> Calculation {
        let exponent = key.privateExponent.bigEndian
        return Calculation(
            name, formula: "g^x mod p",
            inputs: [.init("g", key.group.g.bigEndian), .init("x", exponent), .init("p", key.group.p.bigEndian)],
            results: [.init(name, key.publicValue.bigEndian)],
            reproduce: power(key.group.g, key.privateExponent, key.group.p))
    }

    private static func shared(
        _ side: KeySchedule.Side, _ name: String, _ value: Integer, _ key: DiffieHellmanKey,
        _ premaster: PremasterSecret, from premises: [SecretID], _ session: inout Session
    ) {
        session.emit(
            .computed(
                Calculation(
                    "premaster secret", formula: "\(name)^x mod p, leading zero octets dropped",
                    inputs: [
                        .init(name, value.bigEndian), .init("x", key.privateExponent.bigEndian),
                        .init("p", key.group.p.bigEndian),
                    ], results: [.init("pre_master_secret", premaster.octets)],
                    reproduce: power(value, key.privateExponent, key.group.p)),
                .premasterAgreed(side, toy: key.group.isToy)))
        session.emit(
            .learned(
                Knowledge.premasterSecret, .derived(from: premises + [Knowledge.group], by: "\(name)^x mod p"),
                premaster.octets))
    }

    /// Someone else's modular exponentiation.
    private static func power(_ base: Integer, _ exponent: Integer, _ modulus: Integer) -> String {
        "python3 -c 'print(\"%x\" % pow(0x\(base.hex), 0x\(exponent.hex), 0x\(modulus.hex)))'"
    }
}
