import Crypto
import Trace

/// The quantities of a handshake of TLS 1.3, and the rules by which they follow from each other (RFC 8446 section 7.1). ``SecretName`` has
/// the names of the secrets of the key schedule.
extension Knowledge {
    /// The public value of a side's ephemeral key, which is sent.
    static func share(of side: Role, _ group: NamedGroup) -> SecretID { SecretID("\(side) \(group.name) share") }
    /// The private value of a side's ephemeral key.
    public static func privateValue(of side: Role, _ group: NamedGroup) -> SecretID {
        SecretID("\(side) \(group.name) private value")
    }
    /// The shared secret of the exchange, which enters the handshake secret.
    public static let sharedSecret = SecretID("shared secret")
    /// The messages from ClientHello to ServerHello: public.
    public static let hellos = SecretID("hellos")
    /// The operation that makes the early secret without a PSK. No message enters it, but the suite gives the hash (RFC 8446 section 7.1).
    static let extractionOfZeros = "HKDF-Extract(0, 0), which needs only the suite"
    /// Handshake records as they were on the wire: public.
    public static let encryptedHandshake = SecretID("encrypted handshake messages")
    /// The secret of the ticket that is offered.
    public static let offeredPSK = SecretID("PSK of the ticket")
    /// The offered secret of that kind.
    static func psk(_ kind: PSKKind) -> SecretID { kind == .resumption ? offeredPSK : SecretID(kind.quantity) }

    /// The data that a client sends before the server has answered.
    public static let earlyData = SecretID("early data")
    /// The records of early data as they were on the wire: public.
    public static let encryptedEarlyData = SecretID("encrypted early data")

    /// The name of a secret that was agreed outside TLS: public, because it is sent in clear.
    public static let pskIdentity = SecretID("PSK identity")

    /// A secret of the key schedule as a quantity.
    static func secret(_ name: SecretName) -> SecretID { SecretID(name.rawValue) }

    /// The rules of a handshake of TLS 1.3, down to the application data.
    ///
    /// - Parameters:
    ///   - group: the group of the exchange.
    ///   - suite: the suite of the connection.
    ///   - resumes: whether a ticket's secret enters the early secret.
    ///   - sendsEarlyData: whether early data follows the first hello.
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

    /// The rules of early data. No exchange is among the premises, so the secret of the ticket alone gives the data.
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

    /// The rules that a quantum computer would add: a private value from the public one (Shor's algorithm). For ML-KEM no such rule is
    /// known.
    public static func quantumDerivations(_ group: NamedGroup) -> [Derivation] {
        guard group != .x25519MLKEM768 else { return [] }
        return [Role.client, .server].map { side in
            Derivation(
                privateValue(of: side, group), from: [share(of: side, group)], by: "Shor's algorithm",
                cite: .rfc(8446, "E.1"))
        }
    }
}
