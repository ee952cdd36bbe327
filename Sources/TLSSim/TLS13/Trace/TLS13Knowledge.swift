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
        func rules(_ names: SecretName...) -> [Derivation] {
            names.map { name in
                let row = name.derivation(psk: resumes ? .resumption : nil, hasExchange: hasExchange)
                return Derivation(secret(name), from: row.premises, by: row.operation, cite: name.cite)
            }
        }
        func opened(_ data: SecretID, _ ciphertext: SecretID, by names: SecretName...) -> Derivation {
            Derivation(
                data, from: names.map(secret) + [ciphertext], by: "\(suite.cipher.algorithm) decryption",
                cite: .rfc(8446, "5.2"))
        }
        var all = hasExchange ? [Role.client, .server].map { agreement(of: $0, group) } : []
        if resumes { all.append(ticketOpening) }
        all += rules(.early)
        if resumes { all += rules(.binderKey) }
        // No exchange is among the premises of early data: the secret of the ticket alone gives the data.
        if sendsEarlyData {
            all += rules(.clientEarlyTraffic, .earlyExporter)
            all.append(opened(earlyData, encryptedEarlyData, by: .clientEarlyTraffic))
        }
        all += rules(.handshake, .clientHandshakeTraffic, .serverHandshakeTraffic)
        all.append(opened(handshakeMessages, encryptedHandshake, by: .clientHandshakeTraffic, .serverHandshakeTraffic))
        all += rules(.main, .clientApplicationTraffic, .serverApplicationTraffic, .exporter, .resumption)
        all.append(opened(applicationData, encryptedData, by: .clientApplicationTraffic, .serverApplicationTraffic))
        return all
    }

    /// The rule by which a side makes the shared secret of the exchange.
    static func agreement(of side: Role, _ group: NamedGroup) -> Derivation {
        Derivation(
            sharedSecret, from: [privateValue(of: side, group), share(of: side.peer, group)], by: group.name,
            cite: .rfc(8446, "7.4"))
    }

    /// The rule by which the server gets the secret that a client offers.
    static let ticketOpening = Derivation.opening(ticketOf: offeredPSK, cite: .rfc(8446, "4.6.1"))

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
