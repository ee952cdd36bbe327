import Crypto
import Simulator
import Trace

/// The sentences of the story of forward secrecy between its attacks.
enum ForwardSecrecyStoryNote: Wording {
    case recording
    /// Which visits are recorded; the seed, and the octets of both captures.
    case visits(seed: UInt64, sizes: [Int])
    case theft
    case moreLines(Int)
    case keyTransport
    case enough
    case ephemeral
    case difference
    case limit
    case smallGroups
    case squareRoot(FiniteFieldGroup)
    case factors(FiniteFieldGroup)
    case length(FiniteFieldGroup)
    /// The result of the search in the long group: the bits of the modulus, the largest prime factor of the order, and the octets of the
    /// server's answer, nil if the recording was not decrypted.
    case searched(DiscreteLogarithm.PohligHellman, bits: Int, largest: Integer, read: Int?)
    case safePrimes

    var english: String {
        switch self {
        case .recording: "Two visits are recorded, then a key is stolen"
        case .visits(let seed, let sizes):
            """
            Two visits to https://\(Visit.hostName), run with seed \(seed) and one certificate. They differ in the cipher \
            suite: the first agrees on keys by RSA key transport, the second by ephemeral Diffie–Hellman in ffdhe2048. \
            An eavesdropper keeps the packets: captures of \(sizes[0]) and \(counted(sizes[1], "octet")), without secrets.
            """
        case .theft:
            "Later the file with the server's private key is stolen. From here on the thief has only these three files."
        case .moreLines(let count): "… \(counted(count, "more line"))"
        case .keyTransport: "The recording of the RSA visit"
        case .enough:
            """
            The recording and the key were enough. The years between do not matter: everyone who kept the packets can read them when \
            the key leaks.
            """
        case .ephemeral: "The recording of the Diffie–Hellman visit, with the same key"
        case .difference:
            """
            The attack, the key and the certificate are the same. Only one thing differs: what the server remembers between its two \
            messages. For RSA it is the long-term key. For Diffie–Hellman it is an exponent that no longer exists.
            """
        case .limit: "The limit of Diffie–Hellman: broken without any key"
        case .smallGroups:
            """
            Forward secrecy needs a group in which x cannot be found from g^x mod p. In a group that is too small anyone can find \
            x. The following attacks use no key at all: p, g, dh_Ys and dh_Yc come from the capture.
            """
        case .squareRoot(let group): "\(group.name): baby steps and giant steps"
        case .factors(let group): "\(group.name): one prime factor at a time"
        case .length(let group): "\(group.name): length alone is no protection"
        case .searched(let search, let bits, let largest, let read):
            """
            The modulus has \(bits) bits, and p - 1 has no prime factor above \(largest). \
            \(counted(search.subproblems.count, "subproblem")) with \(search.babySteps) baby steps \
            and \(search.giantSteps) giant steps in all give the exponent of \(search.exponent.bitWidth) bits. The recording \
            is \(read.map { "decrypted: \(counted($0, "octet")) of the server's answer" } ?? "not decrypted").
            """
        case .safePrimes:
            "For this reason the primes of RFC 7919 are safe primes: (p - 1)/2 is prime, so the problem cannot be divided."
        }
    }
}
