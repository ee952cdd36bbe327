import Trace

/// What the card of weak-prng says.
struct WeakPRNGCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "32,768 keys"
        case .mistake:
            "The client's random generator is seeded with the number of its process, and with nothing else."
        case .goal: "She has a recording. She wants the keys of the connection. She sends nothing."
        case .defence:
            "The seed has 256 bits from the operating system (RFC 5246 appendix D.1, RFC 4086). Such a seed cannot be "
                + "found by trying."
        case .cost:
            "A device that starts for the first time may have to wait until its system has gathered enough entropy."
        case .remains:
            "Every connection that was recorded while the seed was bad can still be opened, and every key of that time."
        case .misreading:
            "\"With two public randoms a bad generator does no harm\": here the public random tells her which seed is "
                + "the right one. \"Diffie–Hellman needs no good generator\": the exponent comes from it. \"Every "
                + "generator can be predicted\": a seed of 256 bits cannot be guessed."
        case .limit:
            "The generator is a made-up one: SHA-256 of a label, the process number and a counter. Debian's generator "
                + "of 2008 was another one with the same flaw."
        }
    }
}

/// What is done and found in weak-prng.
enum WeakPRNGNote: Remark {
    case reads
    case matches(UInt16, tries: Int)
    case drawsPremaster
    case drawsExponent
    case opens([UInt8])
    case noMatch(Int)

    var english: String {
        switch self {
        case .reads:
            "client_random is the first thing that the client's generator has put out, and it is sent in clear. She "
                + "runs the generator with one process number after the other and compares the first 32 octets."
        case .matches(let process, let tries):
            "The process number \(process) gives these 32 octets. It took her \(counted(tries, "number"))."
        case .drawsPremaster:
            "She lets the generator run on. The next 46 octets are the random part of the premaster secret. She needs "
                + "no RSA key for it."
        case .drawsExponent:
            "She lets the generator run on. The next 32 octets are the client's exponent: g to this power is the dh_Yc "
                + "in the recording. With it and the server's dh_Ys she computes the premaster secret."
        case .opens(let octets):
            "She derives the keys. Both Finished are right under them. The client has said: \(quotedLines(octets))."
        case .noMatch(let count):
            "None of the \(count) process numbers gives the recorded client_random. The generator that made it had "
                + "another seed."
        }
    }
}
