import Trace

/// What the card of small-subgroup says.
struct SmallSubgroupCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "A fraction of an exponent"
        case .act: "Finds a server's exponent with public values that are not in the group"
        case .mistake:
            "The server uses one exponent for all connections and does not look at the client's public value. The "
                + "group's p - 1 has small prime factors."
        case .goal:
            "She is a client. She wants the server's exponent, which opens every recorded connection that used it."
        case .defence:
            "The server takes a public value Y only if it is in the group: Y^q = 1, where q is the order of the "
                + "generator (RFC 2785 section 3.1). Groups in which (p - 1) / 2 is a prime have no such small orders "
                + "(RFC 7919 section 5.1)."
        case .cost: "One more power for each connection, or nothing in a group with a safe prime."
        case .remains:
            "A fresh exponent for each connection stops her as well: then the residues belong to different numbers. A "
                + "safe prime leaves the order 2, which would tell one bit."
        case .misreading:
            "\"Any public value will do\", and \"to use an exponent again costs only forward secrecy\": together the "
                + "two give the exponent away."
        case .limit:
            "The exponent has 160 bits, or 32 in the short variant. For a longer one she would need more small factors "
                + "of p - 1. No honest client of this program would accept the group, so that no recorded connection "
                + "is opened here."
        }
    }
}

/// What is done and found in small-subgroup.
enum SmallSubgroupNote: Remark {
    case factors(Int)
    case residue(Int, modulo: Int, tries: Int)
    case exponent(Int)
    case refused

    var english: String {
        switch self {
        case .factors(let count):
            "She reads p and divides p - 1 by small primes. It has \(count) of them that she will use. For each prime "
                + "r she computes a number h of the order r and sends it as dh_Yc. The shared secret is then h^x, one "
                + "of only r values. She guesses it: a guess is a connection, since in TLS 1.2 the client's Finished "
                + "comes first."
        case .residue(let residue, let r, let tries):
            "r = \(r): the server takes the guess h^\(residue), and its own Finished comes instead of an alert. So x "
                + "leaves the remainder \(residue) when it is divided by \(r). That is \(counted(tries, "connection")) "
                + "so far."
        case .exponent(let bits):
            "The product of the primes is above 2^\(bits), and so the remainders fix x (Chinese remainder theorem). "
                + "She checks: g^x = dh_Ys."
        case .refused:
            "The server answers the first ClientKeyExchange with handshake_failure: h^q is not 1, or h is p - 1. It "
                + "never computes h^x."
        }
    }
}
