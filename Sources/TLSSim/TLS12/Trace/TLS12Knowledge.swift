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
            case .rsa:
                [
                    Derivation(
                        premasterSecret, from: [encryptedPremaster, serverPrivateKey], by: "RSA decryption",
                        cite: .rfc(5246, "7.4.7.1"))
                ]
            case .dheRSA, .dhAnon:
                [
                    Derivation(
                        premasterSecret, from: [clientExponent, serverPublicValue, group], by: "dh_Ys^x mod p",
                        cite: .rfc(5246, "8.1.2")),
                    Derivation(
                        premasterSecret, from: [serverExponent, clientPublicValue, group], by: "dh_Yc^x mod p",
                        cite: .rfc(5246, "8.1.2")),
                ]
            case .ecdheRSA, .ecdheECDSA:
                [
                    Derivation(
                        premasterSecret, from: [clientScalar, serverPoint], by: "k · Q", cite: .rfc(8422, "5.10")),
                    Derivation(
                        premasterSecret, from: [serverScalar, clientPoint], by: "k · Q", cite: .rfc(8422, "5.10")),
                ]
            }
        let master =
            extendedMasterSecret
            ? Derivation(
                masterSecret, from: [premasterSecret, handshakeMessages], by: "PRF \"extended master secret\"",
                cite: .rfc(7627, "4"))
            : Derivation(
                masterSecret, from: [premasterSecret, clientRandom, serverRandom], by: "PRF \"master secret\"",
                cite: .rfc(5246, "8.1"))
        let searches = suite.keyExchange == .dheRSA && isToy(groupName) ? toySearches : []
        return searches + agreement + [master] + recordDerivations(suite)
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
        [
            Derivation(
                keyBlock, from: [masterSecret, serverRandom, clientRandom], by: "PRF \"key expansion\"",
                cite: .rfc(5246, "6.3")),
            Derivation(
                applicationData, from: [keyBlock, encryptedData], by: "\(suite.cipher.algorithm) decryption",
                cite: suite.cipher.mac == nil ? .rfc(5246, "6.2.3.3") : .rfc(5246, "6.2.3.2")),
        ]
    }

    /// The rules of a connection that resumes a session. Both sides have the master secret before. If the session came in a ticket, the
    /// ticket key yields it.
    ///
    /// There is no new key exchange, so a thief of the ticket key can decrypt a recording (RFC 8446 appendix E.1).
    public static func derivations(resuming suite: CipherSuite, byTicket: Bool) -> [Derivation] {
        (byTicket ? ticketDerivations : []) + recordDerivations(suite)
    }

    /// The rule of tickets: the ticket key opens a ticket, which contains the master secret (RFC 5077 section 4).
    public static let ticketDerivations = [
        Derivation(
            masterSecret, from: [sessionTicket, ticketKey], by: "AES-256-GCM decryption", cite: .rfc(5077, "4"))
    ]
}
