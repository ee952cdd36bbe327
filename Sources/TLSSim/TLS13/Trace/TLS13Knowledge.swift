import Crypto
import Trace

/// The quantities of a handshake of TLS 1.3, and what follows from what (RFC 8446 section 7.1). The secrets of the key schedule have
/// their names in ``SecretName``.
extension Knowledge {
    /// What a side sends of its ephemeral key: public.
    static func share(of side: Role, _ group: NamedGroup) -> SecretID { SecretID("\(side) \(group.name) share") }
    /// What a side keeps of its ephemeral key.
    public static func privateValue(of side: Role, _ group: NamedGroup) -> SecretID {
        SecretID("\(side) \(group.name) private value")
    }
    /// What the exchange results in, which enters the handshake secret.
    public static let sharedSecret = SecretID("shared secret")
    /// ClientHello to ServerHello: public.
    public static let hellos = SecretID("hellos")
    /// How the early secret is made without a PSK: no message goes in, but the suite says with which hash (RFC 8446 section 7.1).
    static let extractionOfZeros = "HKDF-Extract(0, 0), which needs only the suite"
    /// Handshake records as they were on the wire: public.
    public static let encryptedHandshake = SecretID("encrypted handshake messages")
    /// The secret of the ticket that is offered.
    public static let offeredPSK = SecretID("PSK of the ticket")
    /// A secret of that kind that is offered.
    static func psk(_ kind: PSKKind) -> SecretID { kind == .resumption ? offeredPSK : SecretID(kind.quantity) }

    /// What a client sends before anything is answered.
    public static let earlyData = SecretID("early data")
    /// Its records as they were on the wire: public.
    public static let encryptedEarlyData = SecretID("encrypted early data")

    /// The name of a secret that both sides have got outside TLS: public, it crosses the wire in clear.
    public static let pskIdentity = SecretID("PSK identity")

    /// Names of the key schedule as quantities.
    static func secret(_ name: SecretName) -> SecretID { SecretID(name.rawValue) }

    /// The rules of a handshake of TLS 1.3, down to the application data.
    ///
    /// - Parameters:
    ///   - group: the group of the exchange.
    ///   - resumes: whether a ticket's secret enters the early secret.
    ///   - sendsEarlyData: whether data goes with the first hello.
    ///   - hasExchange: whether a fresh exchange enters the handshake secret; not in the mode psk_ke.
    public static func derivations(
        tls13 suite: TLS13.CipherSuite, group: NamedGroup, resumes: Bool, sendsEarlyData: Bool = false,
        hasExchange: Bool = true
    ) -> [Derivation] {
        let exchange = [Role.client, .server].map { side in
            Derivation(
                sharedSecret, from: [privateValue(of: side, group), share(of: side.peer, group)],
                by: group.name, cite: .rfc(8446, "7.4"))
        }
        let early =
            resumes
            ? [
                Derivation(
                    offeredPSK, from: [sessionTicket, ticketKey], by: "AES-256-GCM decryption",
                    cite: .rfc(8446, "4.6.1")),
                rule(.early, from: [offeredPSK], by: "HKDF-Extract(0, PSK)"),
                rule(.binderKey, from: [secret(.early)], by: "Derive-Secret \"res binder\""),
            ]
            // No secret goes in: the hellos only say which hash it is.
            : [rule(.early, from: [hellos], by: extractionOfZeros)]
        return (hasExchange ? exchange : []) + early + (sendsEarlyData ? earlyDerivations(suite) : [])
            + schedule(suite, hasExchange: hasExchange)
    }

    /// The rules of early data: no exchange is among the premises, so the secret of the ticket is all that it takes.
    private static func earlyDerivations(_ suite: TLS13.CipherSuite) -> [Derivation] {
        [
            rule(.clientEarlyTraffic, from: [secret(.early), hellos], by: "Derive-Secret \"c e traffic\""),
            rule(.earlyExporter, from: [secret(.early), hellos], by: "Derive-Secret \"e exp master\""),
            Derivation(
                earlyData, from: [secret(.clientEarlyTraffic), encryptedEarlyData],
                by: "\(suite.cipher.algorithm) decryption", cite: .rfc(8446, "5.2")),
        ]
    }

    /// The rule by which a secret of the key schedule is computed.
    private static func rule(_ name: SecretName, from premises: [SecretID], by operation: String) -> Derivation {
        Derivation(secret(name), from: premises, by: operation, cite: .rfc(8446, "7.1"))
    }

    private static func schedule(_ suite: TLS13.CipherSuite, hasExchange: Bool) -> [Derivation] {
        let main = secret(.main)
        return [
            rule(.handshake, from: [secret(.early)] + (hasExchange ? [sharedSecret] : []), by: "HKDF-Extract"),
            rule(.clientHandshakeTraffic, from: [secret(.handshake), hellos], by: "Derive-Secret \"c hs traffic\""),
            rule(.serverHandshakeTraffic, from: [secret(.handshake), hellos], by: "Derive-Secret \"s hs traffic\""),
            Derivation(
                handshakeMessages,
                from: [secret(.clientHandshakeTraffic), secret(.serverHandshakeTraffic), encryptedHandshake],
                by: "\(suite.cipher.algorithm) decryption", cite: .rfc(8446, "5.2")),
            rule(.main, from: [secret(.handshake)], by: "HKDF-Extract"),
            rule(.clientApplicationTraffic, from: [main, handshakeMessages], by: "Derive-Secret \"c ap traffic\""),
            rule(.serverApplicationTraffic, from: [main, handshakeMessages], by: "Derive-Secret \"s ap traffic\""),
            rule(.exporter, from: [main, handshakeMessages], by: "Derive-Secret \"exp master\""),
            rule(.resumption, from: [main, handshakeMessages], by: "Derive-Secret \"res master\""),
            Derivation(
                applicationData,
                from: [secret(.clientApplicationTraffic), secret(.serverApplicationTraffic), encryptedData],
                by: "\(suite.cipher.algorithm) decryption", cite: .rfc(8446, "5.2")),
        ]
    }

    /// What a quantum computer would add: the private value behind a public one (Shor's algorithm). For ML-KEM no such way is known.
    public static func quantumDerivations(_ group: NamedGroup) -> [Derivation] {
        guard group != .x25519MLKEM768 else { return [] }
        return [Role.client, .server].map { side in
            Derivation(
                privateValue(of: side, group), from: [share(of: side, group)], by: "Shor's algorithm",
                cite: .rfc(8446, "E.1"))
        }
    }
}
