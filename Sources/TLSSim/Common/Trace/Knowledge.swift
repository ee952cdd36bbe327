import PKI
import Trace

/// The quantities of a handshake, and which of them follow from which others. This file has those that both versions share.
public enum Knowledge {
    /// ClientHello.random: public.
    public static let clientRandom = SecretID("client_random")
    /// ServerHello.random: public.
    public static let serverRandom = SecretID("server_random")
    /// The key to the certificate.
    public static let serverPrivateKey = SecretID("server RSA private key")
    /// The key to a certificate for ECDSA.
    public static let serverSigningKey = SecretID("server ECDSA private key")
    /// The key to a client's certificate.
    public static let clientPrivateKey = SecretID("client RSA private key")
    /// The key to a client's certificate for ECDSA.
    public static let clientSigningKey = SecretID("client ECDSA private key")
    /// All handshake messages up to ClientKeyExchange: public.
    public static let handshakeMessages = SecretID("handshake messages")
    /// Records of application data as they were on the wire: public.
    public static let encryptedData = SecretID("encrypted application data")
    /// What those records say.
    public static let applicationData = SecretID("application data")
    /// The server's memory of the session as the client carries it: public, it crosses the wire in clear.
    public static let sessionTicket = SecretID("session ticket")
    /// The key that all tickets of a server are sealed with.
    public static let ticketKey = SecretID("session ticket key")

    /// What the key of `identity` is called.
    public static func privateKey(of identity: Identity) -> SecretID {
        identity.privateKey.rsa == nil ? serverSigningKey : serverPrivateKey
    }

    /// What the key of a client's `identity` is called.
    public static func privateKey(ofClient identity: Identity) -> SecretID {
        identity.privateKey.rsa == nil ? clientSigningKey : clientPrivateKey
    }

    /// Whether `secret` is what a side sends of its ephemeral key.
    public static func isPublicValue(_ secret: SecretID) -> Bool {
        let known = [serverPublicValue, clientPublicValue, serverPoint, clientPoint]
        let shares = (NamedGroup.all + [.x25519MLKEM768]).flatMap { [share(of: .client, $0), share(of: .server, $0)] }
        return known.contains(secret) || shares.contains(secret)
    }
}
