import Crypto

/// What both sides agree on: everything else follows from it and from public values (RFC 5246 section 8.1).
public struct PremasterSecret: Hashable, Sendable {
    /// Its octets: 48 for RSA; the shared value for Diffie–Hellman, without leading zeros in a finite field (section
    /// 8.1.2), with them on a curve (RFC 8422 section 5.10).
    public let octets: [UInt8]
}

// A key exchange has three moves: the server may offer, the client answers, the server concludes. ``RSAKeyExchange``,
// ``DHEKeyExchange`` and ``ECDHEKeyExchange`` each have theirs; the types here are what passes from one move to the next.

/// The key exchange that the server has chosen, with all that its first move takes.
enum ChosenKeyExchange {
    /// RSA key transport: the certified key decrypts, and nothing is offered.
    case rsa(RSAPrivateKey)
    /// Diffie–Hellman in that group; the certified key signs, if there is one.
    case dhe(FiniteFieldGroup, Signer?)
    /// Diffie–Hellman on that curve; the certified key signs.
    case ecdhe(KeyAgreementGroup, Signer)
}

/// The key that the server remembers between its offer and its conclusion: forward secrecy is visible in this type.
enum ServerMemory: Hashable, Sendable {
    /// The key in the certificate, which stays, and still opens a recording years later.
    case longTerm(RSAPrivateKey)
    /// A key of this handshake, which is forgotten with it.
    case ephemeral(EphemeralKey)

    /// The name of the group of the exchange; nil for RSA key transport, which has none.
    var groupName: String? {
        switch self {
        case .longTerm: nil
        case .ephemeral(.finiteField(let key)): key.group.name
        case .ephemeral(.curve(let key)): key.group.namedGroup.name
        }
    }
}

/// A key that is made for one handshake and then forgotten.
enum EphemeralKey: Hashable, Sendable {
    /// An exponent in a finite field.
    case finiteField(DiffieHellmanKey)
    /// A number that multiplies points of a curve.
    case curve(KeyAgreementKey)
}

/// What the client answers to. Each of the three is made only by verification, so an answer to a server whose chain or
/// signature was not verified does not type-check.
enum VerifiedOffer: Hashable, Sendable {
    /// The key in the server's certificate.
    case rsa(RSAKeyExchange.Offer)
    /// Signed parameters in a finite field.
    case dhe(DHEKeyExchange.Offer)
    /// Signed parameters on a curve.
    case ecdhe(ECDHEKeyExchange.Offer)

    /// The name of the group of the exchange; nil for RSA key transport, which has none.
    var groupName: String? {
        switch self {
        case .rsa: nil
        case .dhe(let offer): offer.group.name
        case .ecdhe(let offer): offer.group.namedGroup.name
        }
    }
}

extension ClientKeyExchange {
    /// The octets that the client sent, in whichever form its suite has: what the server concludes from.
    var value: [UInt8] {
        switch self {
        case .encryptedPremasterSecret(let octets), .publicValue(let octets), .point(let octets): octets
        }
    }
}
