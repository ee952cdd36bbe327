import Crypto
import Render
import Trace

/// What stands beside the story of the exhibit: each generator draws outputs without a connection, and its state is
/// stolen in the middle.
enum StolenStateTable {
    /// The number of outputs of a run. Half of them come before the theft.
    static let count = 4

    /// Draws outputs, copies the state in the middle, and computes outputs from the copy.
    ///
    /// - Returns: the outputs; for each output the value that the thief computes, nil if there is no way to compute it; and the stolen
    ///   state.
    static func run(
        _ kind: StatefulGenerator.Kind, seed: UInt64
    ) -> (outputs: [[UInt8]], computed: [[UInt8]?], stolen: StatefulGenerator.State) {
        var generator = StatefulGenerator(kind, SeededRandomSource(seed: seed).fork("stolen state"))
        let before = (0..<count / 2).map { _ in generator.output() }
        let stolen = generator.state
        let nothing = [[UInt8]?](repeating: nil, count: count / 2)
        return (
            before + (0..<count / 2).map { _ in generator.output() },
            (stolen.past ?? nothing) + (stolen.future(count / 2) ?? nothing), stolen
        )
    }

    /// The report: first the generators, and then how forward secrecy differs from this.
    static func report(seed: UInt64) -> Report {
        Report([.heading(StolenStateRemark.state), .text(StolenStateRemark.question), .space])
            + Report(
                StatefulGenerator.Kind.allCases.flatMap { kind -> [Report.Part] in
                    [
                        .outcome(Words(same: kind.rawValue)), .text(StolenStateRemark.generator(kind), indent: 2),
                        .lines(lines(kind, seed: seed)), .space,
                    ]
                })
            + Report([.heading(StolenStateRemark.key), .text(StolenStateRemark.longTermKey)])
    }

    /// A line for each output, and a line for the theft.
    private static func lines(_ kind: StatefulGenerator.Kind, seed: UInt64) -> [Words] {
        let (outputs, computed, stolen) = run(kind, seed: seed)
        return outputs.enumerated().flatMap { index, output in
            let (number, value) = (index + 1, Hex.string(output.prefix(8)) + "…")
            let state = Hex.string(stolen.secret.prefix(8)) + "…"
            let theft =
                index == count / 2 ? [Words(english: "  -- stolen: \(state)", chinese: "  -- 被窃取：\(state)")] : []
            let verdict = StolenStateRemark.output(isComputed: computed[index] == output)
            return theft + [
                Words(english: "  output \(number)", chinese: "  输出 \(number)") + "  \(value)  \(verdict)"
            ]
        }
    }
}

/// The sentences about a stolen state of a generator.
enum StolenStateRemark: Remark {
    case state
    case key
    case output(isComputed: Bool)
    case question
    case generator(StatefulGenerator.Kind)
    case longTermKey

    var english: String {
        switch self {
        case .state: "A generator's state is stolen"
        case .key: "A server's long-term key is stolen"
        case .output(let isComputed): isComputed ? "the thief computes it" : "the thief cannot compute it"
        case .question:
            """
            "Forward secrecy means that the next random cannot be predicted from the last." This is another property, of another \
            thing. It is about the inside of a random generator. Which outputs does a thief of the state compute? With \
            backtracking resistance not those before the theft. With prediction resistance not those after it.
            """
        case .generator(.counter):
            "Output i is H(key, i), and the key stays. The state gives every output away, in both directions."
        case .generator(.ratchet):
            """
            Each output is H(0, state), and then H(1, state) takes the place of the state. The state gives all later outputs away. \
            No way leads back through H, so the earlier outputs are safe.
            """
        case .generator(.reseeded):
            """
            The same, and fresh entropy is mixed in before each output. The thief does not know the entropy, so the later outputs \
            are safe, too.
            """
        case .longTermKey:
            """
            Forward secrecy asks something else: sessions were recorded, and then the server's private key is stolen. Do the \
            sessions open? With RSA key transport they do, however good the generators were. With ephemeral Diffie–Hellman they do \
            not: the key only signed, and the exponents were thrown away (RFC 5246 appendix F.1.1.2 and F.1.1.3). No random is predicted \
            in either case. 'HandshakeSim attack forward-secrecy' carries it out. A generator like the first one here can undo forward \
            secrecy all the same: who steals its state computes the exponents.
            """
        }
    }

    var chinese: String {
        switch self {
        case .state: "生成器的状态被窃取"
        case .key: "服务器的长期密钥被窃取"
        case .output(let isComputed): isComputed ? "窃贼能算出它" : "窃贼算不出它"
        case .question:
            """
            “前向保密的意思是，不能由上一个随机数预测下一个。”这是另一种性质，说的是另一样东西：随机数生成器的内部。\
            窃取状态的窃贼能算出哪些输出？有抗回溯性，就算不出窃取之前的输出。有抗预测性，就算不出窃取之后的输出。
            """
        case .generator(.counter):
            "第 i 个输出是 H(key, i)，而密钥不变。有了状态，所有输出都会泄露，以前的和以后的都一样。"
        case .generator(.ratchet):
            """
            每个输出是 H(0, state)，然后用 H(1, state) 取代状态。有了状态，以后的所有输出都会泄露。\
            没有办法经过 H 倒推，所以以前的输出是安全的。
            """
        case .generator(.reseeded):
            """
            同上，但每次输出之前都混入新的熵。窃贼不知道这些熵，所以以后的输出也是安全的。
            """
        case .longTermKey:
            """
            前向保密问的是另一件事：会话已经录下，后来服务器的私钥被窃取，这些会话解得开吗？使用 RSA 密钥传输时解得开，\
            不管生成器有多好。使用临时 Diffie–Hellman 时解不开：密钥只用来签名，指数已经丢弃\
            （RFC 5246 附录 F.1.1.2 和 F.1.1.3）。两种情况都没有预测随机数。'HandshakeSim attack forward-secrecy' 会演示这一点。\
            不过，像这里第一个那样的生成器，照样能破坏前向保密：谁窃取了它的状态，谁就能算出指数。
            """
        }
    }
}
