import Trace

/// What the card of invalid-curve says.
struct InvalidCurveCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "Off the curve"
        case .act: "Finds a server's secret number with points that are not on the curve"
        case .mistake:
            "The server uses one secret number d for all connections, and does not ask whether the client's point lies "
                + "on the curve."
        case .goal: "She is a client. She wants the server's secret number."
        case .defence:
            "The server puts the point into the equation of the curve and refuses it where that is not true: "
                + "illegal_parameter (RFC 8422 section 5.11)."
        case .cost: "A few multiplications for each connection."
        case .remains:
            "A fresh number for each connection stops her as well. X25519 has no such equation to check: its second "
                + "curve, the twist, was chosen to be harmless."
        case .misreading:
            "\"A point is a point\": the formulas of addition do not contain the constant b of the curve, so that they "
                + "work on other curves, and these can have small orders. \"Elliptic curves need no checks of "
                + "parameters\"."
        case .limit:
            "The number has 160 bits, or 32 in the short variant. For one of 256 bits she would need more primes."
        }
    }
}

/// What is done and found in invalid-curve.
enum InvalidCurveNote: Remark {
    case begins(Int)
    case residue(Int, Int, tries: Int)
    case root
    case refused

    var english: String {
        switch self {
        case .begins(let count):
            "She has \(count) points of small prime orders, each on a curve that differs from P-256 in the constant b. "
                + "For the order r she sends such a point P. The premaster secret is then the x-coordinate of d · P, "
                + "which has only (r + 1) / 2 values, for P and -P have one x. She guesses j and computes j · P. A "
                + "guess is a connection."
        case .residue(0, let r, let tries):
            "r = \(r): no guess is right. So d · P is the point at infinity, and \(r) divides d. That is "
                + "\(counted(tries, "connection")) so far."
        case .residue(let residue, let r, let tries):
            "r = \(r): the server takes the guess \(residue). So d or -d leaves the remainder \(residue) when it is "
                + "divided by \(r). That is \(counted(tries, "connection")) so far."
        case .root:
            "She cannot tell d from -d, but both have the same square. From the remainders of the squares she computes "
                + "d^2, which is below the product of the primes, and takes the root. d · G is the server's point."
        case .refused:
            "The server answers the first ClientKeyExchange with illegal_parameter: the coordinates do not satisfy the "
                + "equation of P-256. It multiplies nothing."
        }
    }
}
