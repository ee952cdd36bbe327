import Crypto
import PKI
import Trace

/// The quantities of a TLS 1.2 handshake, and what follows from what.
public enum Knowledge {
    /// ClientHello.random: public.
    public static let clientRandom = SecretID("client_random")
    /// ServerHello.random: public.
    public static let serverRandom = SecretID("server_random")
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
    /// The number behind the server's point.
    public static let serverScalar = SecretID("server ECDH scalar")
    /// The number behind the client's point.
    public static let clientScalar = SecretID("client ECDH scalar")
    /// The key to the certificate.
    public static let serverPrivateKey = SecretID("server RSA private key")
    /// The key to a certificate for ECDSA.
    public static let serverSigningKey = SecretID("server ECDSA private key")
    /// The key to a client's certificate.
    public static let clientPrivateKey = SecretID("client RSA private key")
    /// The key to a client's certificate for ECDSA.
    public static let clientSigningKey = SecretID("client ECDSA private key")
    /// The premaster secret under the server's RSA key: public.
    public static let encryptedPremaster = SecretID("EncryptedPreMasterSecret")
    /// The premaster secret.
    public static let premasterSecret = SecretID("premaster secret")
    /// All handshake messages up to ClientKeyExchange: public.
    public static let handshakeMessages = SecretID("handshake messages")
    /// The master secret.
    public static let masterSecret = SecretID("master secret")
    /// The keys and nonce parts of both directions.
    public static let keyBlock = SecretID("key block")
    /// Records of application data as they were on the wire: public.
    public static let encryptedData = SecretID("encrypted application data")
    /// What those records say.
    public static let applicationData = SecretID("application data")

    /// What the key of `identity` is called.
    public static func privateKey(of identity: Identity) -> SecretID {
        identity.privateKey.rsa == nil ? serverSigningKey : serverPrivateKey
    }

    /// What the key of a client's `identity` is called.
    public static func privateKey(ofClient identity: Identity) -> SecretID {
        identity.privateKey.rsa == nil ? clientSigningKey : clientPrivateKey
    }

    /// The rules of a suite's key exchange, down to the application data.
    ///
    /// - Parameter groupName: the name of the group that the keys were agreed in, if there was one. In a toy group a search finds an
    ///   exponent from the public values; the exponents of all other groups count as out of reach (RFC 7919 section 8.8).
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
            case .dheRSA:
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

    /// What a machine that factors numbers and takes logarithms could compute from what TLS 1.2 sends in clear (Shor's algorithm).
    public static func quantumDerivations(_ kind: KeyExchangeKind) -> [Derivation] {
        func rule(_ conclusion: SecretID, _ premises: [SecretID]) -> Derivation {
            Derivation(conclusion, from: premises, by: "Shor's algorithm", cite: .rfc(8446, "E.1"))
        }
        return switch kind {
        // The key in the certificate is factored; it decrypts as the server does.
        case .rsa: [rule(premasterSecret, [encryptedPremaster])]
        case .dheRSA:
            [rule(serverExponent, [serverPublicValue, group]), rule(clientExponent, [clientPublicValue, group])]
        case .ecdheRSA, .ecdheECDSA: [rule(serverScalar, [serverPoint]), rule(clientScalar, [clientPoint])]
        }
    }

    /// Whether `secret` is what a side sends of its ephemeral key.
    public static func isPublicValue(_ secret: SecretID) -> Bool {
        let known = [serverPublicValue, clientPublicValue, serverPoint, clientPoint]
        let shares = (NamedGroup.all + [.x25519MLKEM768]).flatMap { [share(of: .client, $0), share(of: .server, $0)] }
        return known.contains(secret) || shares.contains(secret)
    }

    private static func isToy(_ name: String?) -> Bool { name.flatMap(FiniteFieldGroup.named)?.isToy == true }

    /// What anyone can do in a group whose exponents can be searched.
    private static var toySearches: [Derivation] {
        [(serverExponent, serverPublicValue), (clientExponent, clientPublicValue)].map { exponent, value in
            Derivation(
                exponent, from: [value, Knowledge.group],
                by: "search in the toy group", cite: .rfc(7919, "8.8"))
        }
    }

    /// From the master secret down: what is the same however the secret came about.
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

    /// The rules of a connection that resumes a session: the master secret is there, and if it came in a ticket the key of the
    /// tickets yields it.
    ///
    /// No key exchange stands between, so forward secrecy reaches no further back than the ticket key (RFC 8446 appendix E.1).
    public static func derivations(resuming suite: CipherSuite, byTicket: Bool) -> [Derivation] {
        (byTicket ? ticketDerivations : []) + recordDerivations(suite)
    }
}
