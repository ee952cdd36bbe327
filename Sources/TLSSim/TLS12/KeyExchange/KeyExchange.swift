import Crypto

/// The secret that the key exchange agrees. All keys follow from it and from public values (RFC 5246 section 8.1).
public struct PremasterSecret: Hashable, Sendable {
    /// The octets: 48 for RSA key transport; for Diffie–Hellman the shared value, without leading zero octets in a finite field (section
    /// 8.1.2), with them on a curve (RFC 8422 section 5.10).
    public let octets: [UInt8]
}

// A key exchange has up to three functions: `offer` of the server, `answer` of the client, `conclude` of the server. They are in
// ``RSAKeyExchange``, ``DHEKeyExchange`` and ``ECDHEKeyExchange``. The types here pass from one function to the next.

/// The key exchange that the server has chosen, with the inputs of its offer.
enum ChosenKeyExchange {
    /// RSA key transport: the certified key decrypts, and there is no offer.
    case rsa(RSAPrivateKey)
    /// Diffie–Hellman in that group; the certified key signs, if there is one.
    case dhe(FiniteFieldGroup, Signer?)
    /// Diffie–Hellman on that curve; the certified key signs.
    case ecdhe(KeyAgreementGroup, Signer)
}

/// The key that the server keeps until ClientKeyExchange. The two cases show the difference that forward secrecy makes.
enum ServerMemory: Hashable, Sendable {
    /// The key of the certificate. It is not deleted, and can decrypt a recording years later.
    case longTerm(RSAPrivateKey)
    /// A key of this handshake, which is deleted after it.
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

/// A key that is made for one handshake and then deleted.
enum EphemeralKey: Hashable, Sendable {
    /// An exponent in a finite field.
    case finiteField(DiffieHellmanKey)
    /// A private key on a curve: a number that multiplies points.
    case curve(KeyAgreementKey)
}

/// The offer that the client answers. Only a check makes the values in it, so code that answers an unchecked offer does not type-check.
enum ServerOffer: Hashable, Sendable {
    /// The key in the server's certificate.
    case rsa(RSAKeyExchange.Offer)
    /// Parameters in a finite field.
    case dhe(DHEKeyExchange.Offer, ParameterOrigin)
    /// Parameters on a curve.
    case ecdhe(ECDHEKeyExchange.Offer, ParameterOrigin)

    /// The name of the group of the exchange; nil for RSA key transport, which has none.
    var groupName: String? {
        switch self {
        case .rsa: nil
        case .dhe(let offer, _): offer.group.name
        case .ecdhe(let offer, _): offer.group.namedGroup.name
        }
    }
}

extension ClientKeyExchange {
    /// The octets that the client has sent, in any of the three forms.
    var value: [UInt8] {
        switch self {
        case .encryptedPremasterSecret(let octets), .publicValue(let octets), .point(let octets): octets
        }
    }
}
