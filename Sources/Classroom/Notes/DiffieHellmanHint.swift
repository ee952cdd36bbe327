import Trace

/// What is said about answers to the exercises of lesson 4.
enum DiffieHellmanHint: Remark {
    case tryThemAll, hexadecimal, found(secret: UInt64)
    case honestValues, forbiddenValues, fewSecrets([UInt64])
    case modulusInOctets, bits, wholeMessage, grown(octets: UInt64)
    case pointInOctets, lengthField, shrunk(octets: UInt64)

    var english: String {
        switch self {
        case .tryThemAll:
            """
            Raise 5 to 1, 2, 3 and so on, modulo 23, until the client's public value comes out. Then raise the server's \
            public value to the exponent that you have found.
            """
        case .hexadecimal: "The page prints octets in hexadecimal. Write the number in decimal, or with 0x in front."
        case .found(let secret):
            "The shared secret is \(secret). One side's exponent is enough, and this group has 22 of them."
        case .honestValues:
            """
            An honest side sends neither 1 nor p - 1. List the exponents that are left, and raise the generator to the \
            product of any two.
            """
        case .forbiddenValues: "An honest side sends neither 1 nor p - 1, so fewer secrets are possible."
        case .fewSecrets(let secrets):
            """
            Only \(secrets.map(String.init).joined(separator: " and ")) can come out. An attacker does not compute: a \
            guess is right every other time.
            """
        case .modulusInOctets:
            "The public value is written in as many octets as the modulus has. Everything else in the message stays as it is."
        case .bits: "That is the difference in bits. The question is about octets."
        case .wholeMessage: "That is the length of a whole message. The question is about the difference between two."
        case .grown(let octets): "The modulus has 1024 bits more, so the public value has \(octets) octets more."
        case .pointInOctets:
            """
            Compare what each message holds: the length of the public value, and the value. Both differ between a power \
            and a point.
            """
        case .lengthField: "The public value is right. Look at the field with its length, which differs as well."
        case .shrunk(let octets):
            "A point on the curve and its length take \(octets) octets less than a power of 2048 bits and its length."
        }
    }
}
