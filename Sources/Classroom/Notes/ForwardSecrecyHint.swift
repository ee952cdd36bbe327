import Trace

/// What is said about answers to the exercises of lesson 5.
enum ForwardSecrecyHint: Remark {
    case whatIsMissing, keyOnlySigns, otherSideToo, eitherExponent
    case whatTheHashIsOf, hashIsPublic
    case countThePowers, publicValue, clientsExponent, exponentFound(UInt64)

    var english: String {
        switch self {
        case .whatIsMissing:
            """
            The premaster secret is a power. Ask for each item whether it makes the power computable, together with what \
            went over the wire.
            """
        case .keyOnlySigns: "In this handshake the server's private key has signed. It has encrypted nothing."
        case .otherSideToo: "This one is enough. Both sides come to the same power, so there is another way."
        case .eitherExponent:
            "Either exponent is enough: each public value, raised to the other side's exponent, is the premaster secret."
        case .whatTheHashIsOf:
            "The hash that takes the place of the two randoms is over messages. Ask who has seen these messages."
        case .hashIsPublic:
            """
            The thief decrypts the premaster secret as before. The hash is over messages that went by in clear, so the \
            thief computes the master secret, too.
            """
        case .countThePowers:
            "Raise the generator to 1, 2, 3 and so on, modulo p, until the server's public value dh_Ys comes out."
        case .publicValue: "That is the server's public value. The question is about the exponent that leads to it."
        case .clientsExponent: "That is the client's exponent. The question is about the server's."
        case .exponentFound(let exponent):
            """
            The exponent is \(exponent). No key was stolen: in a group as small as this one a recording opens by trying, \
            and there is no forward secrecy.
            """
        }
    }
}
