import PKI
import Trace

/// The quantities of a handshake, and the rules by which one follows from others. This file has those that both versions share.
public enum Knowledge {
    /// ClientHello.random: public.
    public static let clientRandom = SecretID("client_random")
    /// ServerHello.random: public.
    public static let serverRandom = SecretID("server_random")
    /// The private key of a server's RSA certificate.
    public static let serverPrivateKey = SecretID("server RSA private key")
    /// The private key of a server's ECDSA certificate.
    public static let serverSigningKey = SecretID("server ECDSA private key")
    /// The private key of a client's RSA certificate.
    public static let clientPrivateKey = SecretID("client RSA private key")
    /// The private key of a client's ECDSA certificate.
    public static let clientSigningKey = SecretID("client ECDSA private key")
    /// All handshake messages up to ClientKeyExchange: public.
    public static let handshakeMessages = SecretID("handshake messages")
    /// The protected records of application data: public.
    public static let encryptedData = SecretID("encrypted application data")
    /// The application data in clear.
    public static let applicationData = SecretID("application data")
    /// A session ticket, sealed by the server. It is public, because in TLS 1.2 it crosses the wire in clear, and in TLS 1.3 the client
    /// shows it in clear when it resumes.
    public static let sessionTicket = SecretID("session ticket")
    /// The key with which a server seals all its tickets.
    public static let ticketKey = SecretID("session ticket key")

    /// The private key of a server's `identity`, as a quantity.
    public static func privateKey(of identity: Identity) -> SecretID {
        identity.privateKey.rsa == nil ? serverSigningKey : serverPrivateKey
    }

    /// The private key of a client's `identity`, as a quantity.
    public static func privateKey(ofClient identity: Identity) -> SecretID {
        identity.privateKey.rsa == nil ? clientSigningKey : clientPrivateKey
    }

    /// Whether `secret` is the public value of an ephemeral key, which its side sends.
    public static func isPublicValue(_ secret: SecretID) -> Bool {
        let known = [serverPublicValue, clientPublicValue, serverPoint, clientPoint]
        let shares = (NamedGroup.all + [.x25519MLKEM768]).flatMap { [share(of: .client, $0), share(of: .server, $0)] }
        return known.contains(secret) || shares.contains(secret)
    }
}

extension Derivation {
    /// The rule by which the key of a server's tickets gives the secret in one of them.
    static func opening(ticketOf secret: SecretID, cite: Citation) -> Derivation {
        Derivation(
            secret, from: [Knowledge.sessionTicket, Knowledge.ticketKey], by: "AES-256-GCM decryption", cite: cite)
    }
}

extension Output {
    /// This endpoint has computed a quantity by a rule.
    static func learned(by rule: Derivation, _ octets: [UInt8]) -> Output {
        .learned(rule.conclusion, .derived(from: rule.premises, by: rule.operation), octets)
    }
}
