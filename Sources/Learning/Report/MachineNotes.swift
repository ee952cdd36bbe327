import PKI
import TLSSim
import Trace

/// What is said of a machine that was learned.
enum MachineNote: Wording {
    /// How much work it was.
    case work(LearningCosts, seconds: Double?, states: Int, drawn: Int)
    /// How far the tests reach.
    case reach(depth: Int, counting: Int?, states: Int)
    /// What else was tried, which proves nothing.
    case beyond(randomWords: Int, pump: Int, longestRun: Int)
    /// Answers that changed.
    case doubts(doubts: Int, corrections: Int)
    /// The good handshake is carried out.
    case complete(hasData: Bool)
    /// The good handshake ends early.
    case incomplete(at: Letter, answer: Answer)
    /// What a judge says of the peer's chain; nil for a peer that has shown none.
    case chain(Verdict?, of: String)
    /// The good handshake shows a certificate, and is not the only one.
    case uncertified
    /// No shortcut was found.
    case noShortcut
    /// A shortcut that the peer answers with data.
    case shortcut(Shortcut)

    var english: String {
        switch self {
        case .work(let costs, let seconds, let states, let drawn):
            "\(counted(states, "state")) (\(counted(drawn, "state")) without the end of the connection and with counting left out), learned with "
                + "\(counted(costs.questions, "question")), of which \(costs.tests) were tests, and "
                + "\(counted(costs.letters, "message"))\(seconds.map { ", in \(Self.tenths($0)) s" } ?? "")."
        case .reach(let depth, let counting, let states):
            "Any machine of at most \(counted(states + (counting ?? depth), "state")) that answers otherwise would have been found out (W-method, "
                + (counting.map {
                    "depth \($0) behind states that differ by counting, depth \(depth) behind the others)."
                }
                    ?? "depth \(depth)).")
        case .beyond(let randomWords, let pump, let longestRun):
            "Beyond that, \(counted(randomWords, "random word")), each message that changes nothing \(counted(pump, "time")) in a row before "
                + "the tests, and \(longestRun) times in a row at the end, were tried. They prove nothing about longer words."
        case .doubts(let doubts, let corrections):
            "An answer changed \(counted(doubts, "time")) and was asked again; \(counted(corrections, "kept answer")) had been wrong."
        case .complete(hasData: true): "The handshake in good order opens the connection: the peer sends data."
        case .complete(hasData: false):
            "The handshake in good order passes. The peer sends no data behind it, so that an open connection can only be told by its state."
        case .incomplete(let letter, let answer):
            "The handshake in good order does not pass: \(letter.name) is answered \"\(answer.text)\"."
        case .chain(let verdict?, let host):
            verdict.isTrusted
                ? "The certificates hold for \(host.legible) under the authorities that were given."
                : "The certificates do not hold for \(host.legible): \(verdict.refusal?.reason ?? "no reason is known")"
        case .chain(nil, _): "The peer has shown no certificate."
        case .uncertified: "The server asks for a certificate and serves clients without one as well."
        case .noShortcut: "On no way to an open connection is a step of the handshake missing."
        case .shortcut(let shortcut):
            "\(shortcut.isAnswered ? "Data is sent" : "Data is taken in the state of an open connection"), and "
                + "\(shortcut.missing.listed.english) did not come in its place: \(shortcut.word.words)."
        }
    }

    var chinese: String {
        switch self {
        case .work(let costs, let seconds, let states, let drawn):
            "\(states) 个状态（不算连接的结束，也不算计数，则为 \(drawn) 个），用 \(costs.questions) 个问题学得，其中 \(costs.tests) 个是测试，"
                + "共 \(costs.letters) 条消息\(seconds.map { "，用时 \(Self.tenths($0)) s" } ?? "")。"
        case .reach(let depth, let counting, let states):
            "任何不超过 \(states + (counting ?? depth)) 个状态的机器，只要回应不同，都会被发现（W 方法，"
                + (counting.map { "只因计数而不同的状态之后深度为 \($0)，其他状态之后深度为 \(depth)）。" } ?? "深度为 \(depth)）。")
        case .beyond(let randomWords, let pump, let longestRun):
            "此外还试过 \(randomWords) 个随机的词，以及每条什么也不改变的消息：在测试之前连续 \(pump) 次，最后连续 \(longestRun) 次。"
                + "它们对更长的词什么也不能证明。"
        case .doubts(let doubts, let corrections):
            "回应改变过 \(doubts) 次，于是重新询问；有 \(corrections) 个保存的回应原来是错的。"
        case .complete(hasData: true): "按正常次序的握手打开了连接：对方发送数据。"
        case .complete(hasData: false):
            "按正常次序的握手能够走完。对方在它之后不发送数据，所以连接是否打开，只能从状态看出来。"
        case .incomplete(let letter, let answer):
            spaced(spaced("按正常次序的握手走不完：对", letter.chinese), "的回应是“\(answer.chinese)”。")
        case .chain(let verdict?, let host):
            verdict.isTrusted
                ? "按照给定的 CA，这些证书对 \(host.legible) 有效。"
                : "这些证书对 \(host.legible) 无效：\(verdict.refusal?.chinese ?? "原因不明")"
        case .chain(nil, _): "对方没有出示证书。"
        case .uncertified: "服务器要求证书，但也为没有证书的客户端服务。"
        case .noShortcut: "通往打开的连接的路，没有一条缺少握手的步骤。"
        case .shortcut(let shortcut):
            spaced(
                spaced(
                    "\(shortcut.isAnswered ? "对方发送了数据" : "对方在连接打开的状态下接收了数据")，而应当在那里的",
                    shortcut.missing.listed.chinese),
                "没有到来：\(shortcut.word.told.chinese)。")
        }
    }

    private static func tenths(_ seconds: Double) -> String {
        let tenths = Int((seconds * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}

/// What is said of the differences between two machines.
enum DifferenceNote: Wording {
    /// None.
    case none(with: Words)
    /// One or more.
    case some(Int, from: Words)
    /// What the rule says about the letter that is answered differently.
    case rule(Letter, ProtocolVersion)

    var english: String {
        switch self {
        case .none(let other): "No difference from \(other.english)."
        case .some(let count, let other):
            "\(counted(count, "difference")) from \(other.english). Behind a difference nothing was compared."
        case .rule(let letter, let version):
            "\(letter.rule(in: version).words.english) (\(letter.rule(in: version).cite))"
        }
    }

    var chinese: String {
        switch self {
        case .none(let other): spaced(spaced("与", other.chinese), "没有差别。")
        case .some(let count, let other): spaced(spaced("与", other.chinese), "有 \(count) 处差别。在一处差别之后不再比较。")
        case .rule(let letter, let version):
            "\(letter.rule(in: version).words.chinese)（\(letter.rule(in: version).cite)）"
        }
    }
}
