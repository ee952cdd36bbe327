import Trace

/// What there is to say about the key exchange: its messages, its arithmetic and its checks.
public enum KeyExchangeNote: Remark, Hashable {
    /// The server sends a finite-field group and its public value, signed.
    case serverKeyExchange(group: String, bits: Int)
    /// The server sends a curve and its point, signed with a key of that kind.
    case serverPoint(curve: String, KeyAlgorithm)
    /// The server signs both randoms and its parameters.
    case signingParameters(SignatureScheme)
    /// The signature over the server's parameters verifies.
    case parametersSigned(SignatureScheme)
    /// The group and the server's public value pass.
    case groupAccepted(name: String, bits: Int)
    /// The group is a toy of the lessons.
    case toyGroup(name: String, warning: String)
    /// The curve is one that was offered.
    case curveAccepted(String)
    /// That side makes its public value.
    case publicValue(Role, exponentBits: Int)
    /// That side makes its point.
    case point(Role, curve: String)
    /// The client draws the premaster secret (RSA key transport).
    case premasterDrawn
    /// The client encrypts the premaster secret.
    case premasterEncrypted
    /// The server decrypts the premaster secret.
    case premasterDecrypted
    /// That side makes the shared value.
    case premasterAgreed(Role, toy: Bool)
    /// That side makes the shared point.
    case premasterPoint(Role)
    /// The client sends the encrypted premaster secret.
    case encryptedPremaster(octets: Int)
    /// The client sends its public value.
    case clientPublicValue(octets: Int)
    /// The client sends its point.
    case clientPoint(curve: String)

    /// The stable id of the step.
    public var step: String {
        switch self {
        case .serverKeyExchange, .serverPoint: "tls.server_key_exchange"
        case .signingParameters: "tls.calc.params_signature"
        case .parametersSigned: "tls.check.params_signature"
        case .groupAccepted, .toyGroup, .curveAccepted: "tls.check.group"
        case .publicValue(.client, _): "tls.calc.dh_Yc"
        case .publicValue(.server, _): "tls.calc.dh_Ys"
        case .point(.client, _): "tls.calc.client_point"
        case .point(.server, _): "tls.calc.server_point"
        case .premasterDrawn, .premasterDecrypted, .premasterAgreed, .premasterPoint:
            "tls.calc.premaster_secret"
        case .premasterEncrypted: "tls.calc.encrypted_premaster_secret"
        case .encryptedPremaster, .clientPublicValue, .clientPoint: "tls.client_key_exchange"
        }
    }

    /// The rule that is applied.
    public var cite: Citation {
        switch self {
        case .serverKeyExchange, .signingParameters, .parametersSigned: .rfc(5246, "7.4.3")
        case .serverPoint: .rfc(8422, "5.4")
        case .groupAccepted: .rfc(7919, "5.1")
        case .toyGroup: .rfc(7919, "3.1")
        case .curveAccepted: .rfc(8422, "5.1.1")
        case .publicValue: .rfc(7919, "5.2")
        case .point(_, let curve): curve == NamedGroup.x25519.name ? .rfc(7748, "5") : .rfc(8422, "5.10")
        case .premasterDrawn, .premasterEncrypted, .premasterDecrypted, .encryptedPremaster: .rfc(5246, "7.4.7.1")
        case .premasterAgreed: .rfc(5246, "8.1.2")
        case .premasterPoint: .rfc(8422, "5.10")
        case .clientPublicValue: .rfc(5246, "7.4.7.2")
        case .clientPoint: .rfc(8422, "5.7")
        }
    }

    public func sentence(in language: Language) -> String {
        switch language {
        case .english: english
        }
    }

    private var english: String {
        switch self {
        case .serverKeyExchange(let group, let bits):
            """
            A group (\(group), \(bits) bits), the server's public value in it, and a signature over both randoms and these \
            parameters. The RSA key signs and does nothing else; without the signature a man in the middle could put in a value \
            of his own.
            """
        case .serverPoint(let curve, let signer):
            """
            A curve (\(curve)), the server's point on it, and a signature over both randoms and these parameters. The \
            \(signer == .rsa ? "RSA" : "ECDSA") key signs and does nothing else; without the signature a man in the middle could put \
            in a point of his own.
            """
        case .signingParameters(let scheme):
            """
            The server's private key signs here (\(scheme)), and does nothing else in this handshake. The signature covers both \
            randoms and the parameters. The randoms are new in each handshake, so a recorded signature fits no other one.
            """
        case .parametersSigned(let scheme):
            """
            The signature (\(scheme)) over client_random + server_random + parameters verifies with the key in the certificate: \
            these parameters come from the certificate's owner, and were made for this handshake.
            """
        case .groupAccepted(let name, let bits):
            """
            \(name), \(bits) bits, is a safe prime group, and 1 < Ys < p - 1: the peer is not pushing the exchange into a subgroup \
            of two elements.
            """
        case .toyGroup(let name, let warning):
            "\(name) is a toy and passes only because the lesson says so: \(warning)"
        case .curveAccepted(let curve):
            "\(curve) is a curve that this side has offered. Whether the point lies on it shows when it is multiplied."
        case .publicValue(let side, let bits):
            """
            The \(side) draws an exponent of \(bits) bits and raises the generator to it. The exponent is used for this connection \
            and then forgotten, like the keys made from it; forward secrecy lies in that forgetting.
            """
        case .point(let side, let curve):
            """
            The \(side) draws a number of 256 bits and multiplies the base point of \(curve) by it. The number is used for this \
            connection and then forgotten, like the keys made from it; forward secrecy lies in that forgetting.
            """
        case .premasterDrawn:
            """
            The client alone makes the premaster secret: two octets of the version it offered, not the one agreed (so that a \
            rollback shows), then 46 random octets. This is the third random, and the only secret one.
            """
        case .premasterEncrypted:
            "Padded to the length of the modulus with random octets (PKCS#1 v1.5), then raised to the public exponent."
        case .premasterDecrypted:
            """
            The server decrypts with its long-term private key. If the padding were wrong it would not say so: it would go on with \
            a random value and fail at Finished, since any other answer would help Bleichenbacher's attack.
            """
        case .premasterAgreed(let side, let toy):
            """
            The \(side) raises the other's public value to its own exponent. Both sides reach the same number without its ever \
            having been on the wire. \(toy ? "In a group as small as this one, anybody can try every exponent." : "")
            """
        case .premasterPoint(let side):
            """
            The \(side) multiplies the other side's point by its own number. Both sides reach the same point, which was never on \
            the wire. One coordinate of that point is the premaster secret.
            """
        case .encryptedPremaster(let octets):
            """
            The premaster secret, encrypted to the key in the certificate: \(octets) octets, the length of the RSA modulus. Whoever \
            holds the private key can read it, today or from a recording in ten years.
            """
        case .clientPublicValue(let octets):
            """
            The client's public value, \(octets) octets, in clear. An onlooker now has p, g, Ys and Yc, and still has to take a \
            discrete logarithm to get anything from them.
            """
        case .clientPoint(let curve):
            """
            The client's point on \(curve), in clear. An onlooker now has both points, and still has to find the number behind one \
            of them, for which nobody knows a way that ends.
            """
        }
    }
}
