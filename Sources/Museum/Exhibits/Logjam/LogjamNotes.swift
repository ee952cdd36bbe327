import Trace

/// What the card of logjam says.
struct LogjamCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "Sign here, the rest later"
        case .act: "Moves a connection to a small Diffie–Hellman group and computes its keys"
        case .mistake:
            "The client takes a Diffie–Hellman group of any size, and the server still serves an export suite with a small one. The "
                + "server's signature covers the parameters, and not the suite."
        case .goal: "She wants to read the request, though she has no private key."
        case .defence:
            "The client refuses a group of less than 2,048 bits (RFC 9325 section 4.5) with insufficient_security. TLS 1.3 signs the whole "
                + "transcript, and has named groups only."
        case .cost: "Old servers with small groups are no longer reached."
        case .remains:
            "Many servers share one prime of 2,048 bits. It is out of reach today. An attacker who could do the work for it would do it "
                + "once, for all of them."
        case .misreading:
            "\"Diffie–Hellman must be broken anew for each connection\": most of the work belongs to the prime. \"The signature proves the "
                + "handshake\": before TLS 1.3 it proves the parameters."
        case .limit:
            "Export groups had 512 bits. Here p has 56 bits (40 in the other variant), so that the work takes seconds. For 512 bits it took "
                + "some ten years of one core for a prime, once, and about a minute for each connection."
        }
    }
}

/// What is done and found in logjam.
enum LogjamNote: Remark {
    case precomputes(bits: Int, primes: Int, bound: Int, relations: Int, trials: Int)
    case rewrites(String, String)
    case answered(String, says: String)
    case found(trials: Int)
    case reads(octets: Int)
    case refused(String)
    case findsGroup(bits: Int, primes: Int, bound: Int, relations: Int, trials: Int)
    case computes(trials: Int)
    case opens(octets: Int)
    case noGroup(Int)

    var english: String {
        switch self {
        case .precomputes(let bits, let primes, let bound, let relations, let trials):
            "The server's export group is the same in all connections, and its prime p has \(bits) bits. She has done the work for it "
                + "beforehand. " + work(primes: primes, upTo: bound, relations: relations, trials: trials)
        case .rewrites(let suite, let export):
            "The victim offers \(suite). In the hello that she sends on, \(export) stands in its place."
        case .answered(let export, let suite):
            "The server chooses \(export). It sends the small group and its public value, with a true signature. In ServerHello she puts "
                + "\(suite) back. Certificate and ServerKeyExchange pass as they are. Then she leaves the server."
        case .found(let trials):
            "The client takes the group. The signature is right: it covers both randoms and the parameters, and none of them has changed. "
                + "Now she looks for the server's exponent. " + search(trials)
        case .reads(let octets):
            "With x she has the premaster secret. She has sent the server's Finished, and the client took it for right. She has read the request "
                + "of \(counted(octets, "octet")), and has answered it herself."
        case .refused(let alert):
            "The client refuses the group and ends the handshake with the alert \(alert). The logarithms are of no use here."
        case .findsGroup(let bits, let primes, let bound, let relations, let trials):
            "A recorded handshake has a group whose prime p has \(bits) bits. She does the work for this prime. "
                + work(primes: primes, upTo: bound, relations: relations, trials: trials)
        case .computes(let trials): "She looks for the server's exponent. " + search(trials)
        case .opens(let octets):
            "With x she has the premaster secret and the keys. They open the recording: the client has said \(counted(octets, "octet"))."
        case .noGroup(let count):
            "She has read \(counted(count, "handshake")), and found no group in which she can compute. She needs a safe prime of 20 to 62 "
                + "bits, the generator 2, and public values that belong to this group."
        }
    }

    private func work(primes: Int, upTo bound: Int, relations: Int, trials: Int) -> String {
        "Her factor base has the \(primes) primes up to \(bound). She tried \(trials) powers of g and found \(relations) without a greater "
            + "factor. Each gives a linear equation between logarithms. The solution is the logarithm of every prime of the base."
    }

    private func search(_ trials: Int) -> String {
        "She multiplies dh_Ys by powers of g until the product has only factors of her base. It took \(trials) of them. The logarithms of "
            + "the factors give x."
    }
}
