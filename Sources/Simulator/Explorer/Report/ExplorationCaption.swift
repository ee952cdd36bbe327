import TCPSim
import Trace

/// The remarks on a run to a counterexample.
enum ExplorationCaption: Remark {
    case title
    case titleOfSequel
    case broken(any Remark, steps: Int)
    /// The sentence for a choice. If B is a host, `about` names the client or the stranger that the choice is about; else it is nil.
    case action(Choice, about: String?)
    case sequel
    case endless
    case datedApart

    var english: String {
        switch self {
        case .title: "A counterexample"
        case .titleOfSequel: "What follows"
        case .broken(let rule, let steps):
            "Broken after \(steps) \(steps == 1 ? "step" : "steps"), and no fewer: \(rule.english)."
        case .action(let choice, let name): Self.english(choice, name)
        case .sequel: "From here on the network carries every segment, and the users close."
        case .endless: "And so on."
        case .datedApart: "Time stands still while exploring: the steps are dated ten milliseconds apart."
        }
    }

    var chinese: String {
        switch self {
        case .title: "一个反例"
        case .titleOfSequel: "接下来发生什么"
        case .broken(let rule, let steps): "\(steps) 步之后违反，不能更少：\(rule.chinese)。"
        case .action(let choice, let name): Self.chinese(choice, name)
        case .sequel: "从这里起，网络送达每个报文段，用户都关闭。"
        case .endless: "如此继续下去。"
        case .datedApart: "探索时时间静止：各步骤的时间按间隔十毫秒标注。"
        }
    }

    private static func english(_ choice: Choice, _ name: String?) -> String {
        func who(_ end: End) -> String { name ?? end.peer.letter }
        let about = name ?? ""
        switch choice {
        case .open where name != nil: return "\(about)'s user opens."
        case .open(.a): return "A's user opens actively."
        case .open: return "B's user opens passively."
        case .send(let end): return "\(who(end))'s user sends an octet."
        case .close(let end): return "\(who(end))'s user closes."
        case .read(let end): return "\(who(end))'s user reads what has arrived."
        case .abort(let end): return "\(who(end))'s user aborts."
        case .timeout(let end, let timer): return "\(who(end))'s \(timer.rawValue) timer runs out."
        case .segment(let end, let place, let fate): return english(fate, at: place, to: end, about: name)
        case .oldArrives:
            let owner = name.map { " of \($0)" } ?? ""
            return "A SYN of an earlier connection\(owner), long delayed, arrives at B."
        case .forge(_, let forgery) where name != nil:
            return "At B arrives a forged acknowledgment in the name of \(about): \(english(forgery))."
        case .forge(let end, let forgery): return "At \(who(end)) arrives a forged segment: \(english(forgery))."
        case .accept: return "B's user accepts the connection with \(about)."
        case .stopListening: return "B's user closes the listening socket."
        case .leave: return "B's user closes the connection with \(about)."
        case .hostTimeout(_, let timer): return "B's \(timer.rawValue) timer for \(about) runs out."
        case .flood: return "A stranger's SYN arrives at B, in the name of \(about), a host that does not exist."
        }
    }

    private static func chinese(_ choice: Choice, _ name: String?) -> String {
        func who(_ end: End) -> String { name ?? end.peer.letter }
        let about = name ?? ""
        switch choice {
        case .open where name != nil: return "\(about) 的用户打开。"
        case .open(.a): return "A 的用户主动打开。"
        case .open: return "B 的用户被动打开。"
        case .send(let end): return "\(who(end)) 的用户发送一个字节。"
        case .close(let end): return "\(who(end)) 的用户关闭。"
        case .read(let end): return "\(who(end)) 的用户读取已到达的数据。"
        case .abort(let end): return "\(who(end)) 的用户中止。"
        case .timeout(let end, let timer): return spaced("\(who(end)) 的", Chinese.name(timer)) + "到时。"
        case .segment(let end, let place, let fate): return chinese(fate, at: place, to: end, about: name)
        case .oldArrives:
            return "\(name.map { "\($0) 的" } ?? "")一个 SYN 到达 B，它属于先前的连接，延迟已久。"
        case .forge(_, let forgery) where name != nil:
            return "以 \(about) 的名义伪造的确认到达 B：\(chinese(forgery))。"
        case .forge(let end, let forgery): return "伪造的报文段到达 \(who(end))：\(chinese(forgery))。"
        case .accept: return "B 的用户接受与 \(about) 的连接。"
        case .stopListening: return "B 的用户关闭监听套接字。"
        case .leave: return "B 的用户关闭与 \(about) 的连接。"
        case .hostTimeout(_, let timer): return spaced("B 为 \(about) 设的", Chinese.name(timer)) + "到时。"
        case .flood: return "陌生主机的 SYN 到达 B，用的是 \(about) 的名义，而这台主机并不存在。"
        }
    }

    private static func english(_ fate: SegmentFate, at place: Int, to end: End, about name: String?) -> String {
        let sender = end.peer == .b ? name : nil
        let owner = sender.map { " of \($0)" } ?? ""
        let receiver = end.peer == .b ? "B" : name ?? "A"
        let way = owner.isEmpty ? " to \(receiver)" : owner
        return switch fate {
        case .arrives where place == 0: "The next segment\(owner) arrives at \(receiver)."
        case .arrives: "A segment\(owner) overtakes others and arrives at \(receiver)."
        case .isLost: "The network loses a segment\(way)."
        case .isCopied: "The network makes a copy of a segment\(way)."
        }
    }

    private static func chinese(_ fate: SegmentFate, at place: Int, to end: End, about name: String?) -> String {
        let sender = end.peer == .b ? name : nil
        let owner = sender.map { "\($0) 的" } ?? ""
        let receiver = end.peer == .b ? "B" : name ?? "A"
        let way = owner.isEmpty ? "发给 \(receiver) 的" : owner
        return switch fate {
        case .arrives where place == 0: "\(owner)下一个报文段到达 \(receiver)。"
        case .arrives: "\(owner)一个报文段超过其他报文段，到达 \(receiver)。"
        case .isLost: "\(spaced("网络丢失", way))一个报文段。"
        case .isCopied: "\(spaced("网络复制", way))一个报文段。"
        }
    }

    private static func english(_ forgery: TCPSpace.Forgery) -> String {
        switch forgery {
        case .resetInWindow: "a reset near the right number"
        case .resetOutside: "a reset with a wrong number"
        case .synInWindow: "a SYN with a number in the window"
        case .synOutside: "a SYN with a number before the window"
        case .unsentAcknowledged: "an acknowledgment of what was never sent"
        case .oldAcknowledged: "an acknowledgment of what is long past"
        case .dataInWindow: "an octet that acknowledges what was never sent"
        case .dataOutside: "an octet with a number before the window"
        case .guessed: "a guess"
        case .otherSize: "its cookie with another MSS"
        case .otherSocket: "the cookie of a stranger's socket"
        case .otherNumber: "the cookie of another initial sequence number"
        case .expired: "a cookie of more than two minutes ago"
        }
    }

    private static func chinese(_ forgery: TCPSpace.Forgery) -> String {
        switch forgery {
        case .resetInWindow: "序号接近正确值的复位报文段"
        case .resetOutside: "序号错误的复位报文段"
        case .synInWindow: "序号在窗口内的 SYN"
        case .synOutside: "序号在窗口之前的 SYN"
        case .unsentAcknowledged: "确认了从未发送的内容"
        case .oldAcknowledged: "确认了早已过去的内容"
        case .dataInWindow: "一个字节，它确认了从未发送的内容"
        case .dataOutside: "一个字节，序号在窗口之前"
        case .guessed: "是猜的"
        case .otherSize: "带着它的 cookie，但 MSS 不同"
        case .otherSocket: "带着陌生套接字的 cookie"
        case .otherNumber: "带着另一个初始序号的 cookie"
        case .expired: "带着两分钟多以前的 cookie"
        }
    }
}
