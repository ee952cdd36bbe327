import Crypto
import Trace

/// The quantities of a TLS 1.2 handshake, and the rules by which one follows from others.
extension Knowledge {
    /// The group's modulus and generator: public.
    public static let group = SecretID("dh_p, dh_g")
    /// The server's Diffie–Hellman value: public.
    public static let serverPublicValue = SecretID("dh_Ys")
    /// The client's Diffie–Hellman value: public.
    public static let clientPublicValue = SecretID("dh_Yc")
    /// The server's exponent.
    public static let serverExponent = SecretID("server DH exponent")
    /// The client's exponent.
    public static let clientExponent = SecretID("client DH exponent")
    /// The server's point on the curve: public.
    public static let serverPoint = SecretID("server ECDH point")
    /// The client's point on the curve: public.
    public static let clientPoint = SecretID("client ECDH point")
    /// The server's private key on the curve: the number behind its point.
    public static let serverScalar = SecretID("server ECDH scalar")
    /// The client's private key on the curve: the number behind its point.
    public static let clientScalar = SecretID("client ECDH scalar")
    /// The premaster secret, encrypted to the server's RSA key: public.
    public static let encryptedPremaster = SecretID("EncryptedPreMasterSecret")
    /// The premaster secret.
    public static let premasterSecret = SecretID("premaster secret")
    /// The master secret.
    public static let masterSecret = SecretID("master secret")
    /// The keys and nonce parts of both directions.
    public static let keyBlock = SecretID("key block")

    /// The exponent of a side.
    static func exponent(of side: Role) -> SecretID { side == .client ? clientExponent : serverExponent }

    /// The Diffie–Hellman value of a side.
    static func publicValue(of side: Role) -> SecretID { side == .client ? clientPublicValue : serverPublicValue }

    /// The point of a side.
    static func point(of side: Role) -> SecretID { side == .client ? clientPoint : serverPoint }

    /// What a side sends of its ephemeral key.
    static func publicValue(of side: Role, _ key: EphemeralKey) -> SecretID {
        if case .finiteField = key { publicValue(of: side) } else { point(of: side) }
    }

    /// The number behind the point of a side.
    static func scalar(of side: Role) -> SecretID { side == .client ? clientScalar : serverScalar }

    /// The rules of derivation for a suite, from the key exchange to the application data.
    ///
    /// - Parameter groupName: the name of the group of the key exchange; nil if there was none. In a toy group a search finds an exponent from
    ///   the public values. In all other groups such a search counts as impossible (RFC 7919 section 8.8).
    public static func derivations(
        suite: CipherSuite, extendedMasterSecret: Bool, group groupName: String? = nil
    ) -> [Derivation] {
        let agreement =
            switch suite.keyExchange {
            case .rsa: [decryption]
            case .dheRSA, .dhAnon: [sharedValue(of: .client), sharedValue(of: .server)]
            case .ecdheRSA, .ecdheECDSA: [sharedPoint(of: .client), sharedPoint(of: .server)]
            }
        let master = PRFUse.masterSecret(extended: extendedMasterSecret).rule(for: masterSecret)
        let searches = suite.keyExchange == .dheRSA && isToy(groupName) ? toySearches : []
        return searches + agreement + [master] + recordDerivations(suite)
    }

    /// The rule by which the server gets the premaster secret in RSA key transport.
    static let decryption = Derivation(
        premasterSecret, from: [encryptedPremaster, serverPrivateKey], by: "RSA decryption",
        cite: .rfc(5246, "7.4.7.1"))

    /// The rule by which a side makes the premaster secret in a finite field.
    static func sharedValue(of side: Role) -> Derivation {
        Derivation(
            premasterSecret, from: [exponent(of: side), publicValue(of: side.peer), group],
            by: "\(publicValue(of: side.peer))^x mod p", cite: .rfc(5246, "8.1.2"))
    }

    /// The rule by which a side makes the premaster secret on a curve.
    static func sharedPoint(of side: Role) -> Derivation {
        Derivation(
            premasterSecret, from: [scalar(of: side), point(of: side.peer)], by: "k · Q", cite: .rfc(8422, "5.10"))
    }

    /// The rule by which a record of application data is decrypted.
    static func recordDecryption(_ cipher: BulkCipher) -> Derivation {
        Derivation(
            applicationData, from: [keyBlock, encryptedData], by: "\(cipher.algorithm) decryption",
            cite: cipher.mac == nil ? .rfc(5246, "6.2.3.3") : .rfc(5246, "6.2.3.2"))
    }

    /// The rules of derivation for a quantum computer, which factors numbers and computes discrete logarithms with Shor's algorithm: what it
    /// could compute from the values that TLS 1.2 sends in clear.
    public static func quantumDerivations(_ kind: KeyExchangeKind) -> [Derivation] {
        func rule(_ conclusion: SecretID, _ premises: [SecretID]) -> Derivation {
            Derivation(conclusion, from: premises, by: "Shor's algorithm", cite: .rfc(8446, "E.1"))
        }
        return switch kind {
        // The modulus in the certificate is factored. Then the private key is known, and decrypts as the server does.
        case .rsa: [rule(premasterSecret, [encryptedPremaster])]
        case .dheRSA, .dhAnon:
            [rule(serverExponent, [serverPublicValue, group]), rule(clientExponent, [clientPublicValue, group])]
        case .ecdheRSA, .ecdheECDSA: [rule(serverScalar, [serverPoint]), rule(clientScalar, [clientPoint])]
        }
    }

    private static func isToy(_ name: String?) -> Bool { name.flatMap(FiniteFieldGroup.named)?.isToy == true }

    /// The rules for a toy group, in which anyone can search for the exponents.
    private static var toySearches: [Derivation] {
        [(serverExponent, serverPublicValue), (clientExponent, clientPublicValue)].map { exponent, value in
            Derivation(
                exponent, from: [value, Knowledge.group],
                by: "search in the toy group", cite: .rfc(7919, "8.8"))
        }
    }

    /// The rules from the master secret to the application data. They do not depend on the key exchange.
    private static func recordDerivations(_ suite: CipherSuite) -> [Derivation] {
        [PRFUse.keyBlock.rule(for: keyBlock), recordDecryption(suite.cipher)]
    }

    /// The rules of a connection that resumes a session. Both sides have the master secret before. If the session came in a ticket, the
    /// ticket key yields it.
    ///
    /// There is no new key exchange, so a thief of the ticket key can decrypt a recording (RFC 8446 appendix E.1).
    public static func derivations(resuming suite: CipherSuite, byTicket: Bool) -> [Derivation] {
        (byTicket ? [ticketDerivation] : []) + recordDerivations(suite)
    }

    /// The rule of tickets: the ticket key opens a ticket, which contains the master secret (RFC 5077 section 4).
    static let ticketDerivation = Derivation.opening(ticketOf: masterSecret, cite: .rfc(5077, "4"))
}
