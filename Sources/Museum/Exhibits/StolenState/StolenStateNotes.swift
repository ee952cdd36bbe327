import Trace

/// What the card of stolen-state says.
struct StolenStateCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "A look into the generator"
        case .act: "Reads the state of a random generator and computes an exponent from it"
        case .mistake:
            "Other outputs can be computed from the state of the client's random generator: in the variant past all of them, because it is a "
                + "counter under a fixed key, and in future all later ones, because it gets no fresh entropy."
        case .goal:
            "She has recorded two connections, and between them she has read the generator's state once. She wants the exponent of the first "
                + "connection, or in the variant future that of the second."
        case .defence:
            "Each output replaces the state in a way that cannot be undone, and fresh entropy is mixed in before each output: backtracking "
                + "resistance and prediction resistance (NIST SP 800-90A)."
        case .cost: "One or two hashes more for each output, and a source of entropy that never runs dry."
        case .remains:
            "An attacker who knows the entropy as well computes the exponents. The server's generator is another one, and one bad generator of "
                + "the two is enough."
        case .misreading:
            "\"Diffie–Hellman has forward secrecy, so the past is safe\": only if the exponents are really gone, and here the state still leads to "
                + "them. \"A generator with a good seed is good\": the seed says nothing about what a later state gives away."
        case .limit:
            "How she reads the state is not shown: from a crash dump, a snapshot of a virtual machine, or by a flaw such as heartbleed. The "
                + "generators are made-up ones of few lines. Those of NIST SP 800-90A replace their state in the same way."
        }
    }
}

/// What is done and found in stolen-state.
enum StolenStateNote: Remark {
    case records
    case steals(outputs: Int)
    case nothingFollows
    case tries(Int, fitting: Int)
    case opens(Int, [UInt8])
    case closed(Int, computed: Int)

    var english: String {
        switch self {
        case .records:
            "She records two connections with ephemeral Diffie–Hellman. The client has one generator for both. It draws two outputs for each "
                + "connection: client_random, which is sent in clear, and the exponent."
        case .steals(let count):
            "Between the two connections she reads the state of the generator once. It has given \(counted(count, "output")) by then."
        case .nothingFollows:
            "The generator mixes fresh entropy into its state, puts out H(0, state), and then H(1, state) takes the place of the state. No way "
                + "leads back through H, and she does not know the entropy that comes. She can compute none of the other outputs."
        case .tries(let count, let fitting):
            "She tries it without the entropy, and computes \(counted(count, "output")). \(fitting == 0 ? "None" : "\(fitting)") of them is a "
                + "client_random of the recording\(fitting == 0 ? ": the generator has gone another way" : "")."
        case .opens(let number, let octets):
            "A computed output is the client_random of connection \(number). The output after it is the exponent: g to this power is the dh_Yc of "
                + "the recording. Both Finished are right under the keys. The client has said: \(quotedLines(octets))."
        case .closed(let number, computed: 0):
            "She has no output that she could look for in connection \(number). It stays closed."
        case .closed(let number, let count):
            "None of the \(counted(count, "output")) that she has computed is the client_random of connection \(number). It stays closed."
        }
    }
}
