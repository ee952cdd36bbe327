import Trace

/// What the card of weak-prng says.
struct WeakPRNGCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "32,768 keys"
        case .act: "Tries all seeds of a weak generator and computes the keys of a recording"
        case .mistake:
            "A random generator is seeded with the number of its process, and with nothing else: the client's, or in the variant server "
                + "the server's."
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
                + "the right one. \"Diffie–Hellman needs no good generator\": both exponents come from one. \"Every "
                + "generator can be predicted\": a seed of 256 bits cannot be guessed."
        case .limit:
            "The generator is a made-up one: SHA-256 of a label, the process number and a counter. Debian's generator "
                + "of 2008 was another one with the same flaw."
        }
    }
}

/// What is done and found in weak-prng.
enum WeakPRNGNote: Remark {
    case reads(Role)
    case readsCiphertext
    case matches(UInt16, tries: Int)
    case drawsPremaster
    case drawsExponent(Role)
    case secretOfOtherSide
    case opensNothing
    case opens([UInt8])
    case noMatch(Int, Role)

    var english: String {
        switch self {
        case .reads(let side):
            "\(side)_random is the first thing that the \(side)'s generator has put out, and it is sent in clear. She "
                + "runs the generator with one process number after the other and compares the first 32 octets."
        case .readsCiphertext:
            "The randoms in the hellos are constants. So she runs the generator with one process number after the other, and encrypts what "
                + "comes out with the server's public key, padding included. She compares the result with the EncryptedPreMasterSecret."
        case .matches(let process, let tries):
            "The process number \(process) gives what was recorded. It took her \(counted(tries, "number"))."
        case .drawsPremaster:
            "Next the generator puts out the 46 octets that are the random part of the premaster secret. She needs "
                + "no RSA key for it."
        case .drawsExponent(.client):
            "She lets the generator run on. The next 32 octets are the client's exponent: g to this power is the dh_Yc "
                + "in the recording. With it and the server's dh_Ys she computes the premaster secret."
        case .drawsExponent(.server):
            "She lets the generator run on. It draws the server's exponent: g to this power is the dh_Ys in the recording. The signature "
                + "over dh_Ys is right, and it does not help. With the exponent and the client's dh_Yc she computes the premaster secret."
        case .secretOfOtherSide:
            "She lets the generator run on, and gets no secret out of it: the premaster secret was drawn on the other side."
        case .opensNothing:
            "She lets the generator run on and derives keys. They do not open the records: the secret came from another generator, or the "
                + "records are not all there."
        case .opens(let octets):
            "She derives the keys. Both Finished are right under them. The client has said: \(quotedLines(octets))."
        case .noMatch(let count, let side):
            "None of the \(count) process numbers gives what the \(side) has sent. The generator that made it had "
                + "another seed."
        }
    }
}
