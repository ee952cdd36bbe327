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

    var chinese: String {
        switch part {
        case .title: "看一眼生成器内部"
        case .act: "读取随机数生成器的状态，由此算出指数"
        case .mistake:
            "由客户端随机数生成器的状态，能算出别的输出：在变体 past 中是全部输出，因为它是固定密钥下的计数器；"
                + "在 future 中是以后的全部输出，因为它得不到新的熵。"
        case .goal:
            "她录下了两个连接的记录，并在两者之间读过一次生成器的状态。她想要第一个连接的指数，在变体 future 中想要第二个的。"
        case .defence:
            "每次输出都以无法逆转的方式替换状态，并在每次输出之前混入新的熵：抗回溯性和抗预测性（NIST SP 800-90A）。"
        case .cost: "每次输出多一两次哈希，以及一个永不枯竭的熵源。"
        case .remains:
            "如果攻击者连熵也知道，就能算出指数。服务器的生成器是另一个，两个当中有一个不好就够了。"
        case .misreading:
            "“Diffie–Hellman 有前向保密，所以过去是安全的”：只有指数真的消失了才是这样，而这里由状态还能得到它们。"
                + "“种子好，生成器就好”：种子说明不了以后的状态会泄露什么。"
        case .limit:
            "没有演示她怎样读取状态：从崩溃转储、虚拟机快照，或利用 heartbleed 之类的缺陷。"
                + "这些生成器是虚构的，只有几行。NIST SP 800-90A 的生成器也以同样的方式替换状态。"
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

    var chinese: String {
        switch self {
        case .records:
            "她录下两个使用临时 Diffie–Hellman 的连接的记录。客户端的两个连接用同一个生成器。它为每个连接产生两个输出："
                + "明文发送的 client_random，以及指数。"
        case .steals(let count):
            "在两个连接之间，她读取一次生成器的状态。到那时它已给出 \(count) 个输出。"
        case .nothingFollows:
            "生成器把新的熵混入状态，输出 H(0, state)，然后用 H(1, state) 取代状态。没有办法经过 H 倒推，她也不知道加入的熵。"
                + "别的输出她一个也算不出来。"
        case .tries(let count, let fitting):
            "她在没有熵的情况下尝试，算出 \(count) 个输出。"
                + (fitting == 0
                    ? "其中没有一个是录下的 client_random：生成器走了另一条路。" : "其中 \(fitting) 个是录下的 client_random。")
        case .opens(let number, let octets):
            "算出的一个输出，正是第 \(number) 个连接的 client_random。它后面的输出就是指数：g 的这个次幂等于录下的 dh_Yc。"
                + "用这些密钥，两条 Finished 都是对的。客户端说的是：\(quotedLines(octets))。"
        case .closed(let number, computed: 0):
            "对第 \(number) 个连接，她没有可供查找的输出。它仍然解不开。"
        case .closed(let number, let count):
            "她算出的 \(count) 个输出，没有一个是第 \(number) 个连接的 client_random。它仍然解不开。"
        }
    }
}
