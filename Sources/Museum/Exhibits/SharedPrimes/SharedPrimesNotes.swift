import Trace

/// What the card of shared-primes says.
struct SharedPrimesCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "Two devices, one prime"
        case .act: "Computes the private keys of devices that share a prime"
        case .mistake:
            "Devices make their RSA keys at their first start, when their random generator can be in few states: 256 "
                + "in this run, or 16 in the short variant. They draw the second prime a little later, when the states "
                + "have become many."
        case .goal:
            "She has recordings of many devices. She wants a private key, and what was said to its device."
        case .defence: "A key is made when there is enough entropy for it, 256 bits from the system (RFC 4086)."
        case .cost: "A device has to wait at its first start, or the key is made at the factory."
        case .remains:
            "Keys that were made at that time have to be replaced. A better generator does not repair them."
        case .misreading:
            "\"A modulus of 2,048 bits cannot be factored\": not alone, but two with a common prime can, in a moment. "
                + "\"RSA can only be tried out\": nothing is searched here. Euclid's algorithm computes the common "
                + "prime."
        case .limit:
            "The states are so few here that some devices are enough. In 2012 the common primes were found among "
                + "millions of keys of the internet, with a tree of products instead of all pairs."
        }
    }
}

/// What is done and found in shared-primes.
enum SharedPrimesNote: Remark {
    case collects
    case divides(Int, pairs: Int)
    case opens([UInt8])
    case noFactor(Int)

    var english: String {
        switch self {
        case .collects:
            "She takes the modulus n = p · q out of each certificate that passes, and computes its greatest common "
                + "divisor with each modulus that she has already."
        case .divides(let count, let pairs):
            "With the certificate number \(count) a divisor is greater than 1, after at most "
                + "\(counted(pairs, "pair")). It is a prime of both moduli."
        case .opens(let octets):
            "q = n / p, and p and q make the private key. It opens the premaster secret of the recorded session. The "
                + "client has said: \(quotedLines(octets))."
        case .noFactor(let count): "The moduli of \(counted(count, "certificate")) have no common factor."
        }
    }
}
