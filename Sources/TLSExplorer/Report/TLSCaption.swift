import Trace

/// The remarks on a run to a counterexample.
enum TLSCaption: Remark {
    case title
    case titleOfSequel
    case titleOfSecond
    /// The rule that is broken, and the others that the same step breaks.
    case broken(TLSSpace.Rule, others: [TLSSpace.Rule], moves: Int, steps: Int)
    /// The sentence for a choice; `record` is the name of the record that it is about.
    case action(TLSChoice, record: Words)
    case sequel
    /// A mistake that breaks nothing alone.
    case secondLock(TLSMistake)
    case madeUp

    var english: String {
        switch self {
        case .title: return "A counterexample"
        case .titleOfSequel: return "What follows"
        case .titleOfSecond: return "The second connection"
        case .broken(let rule, let others, let moves, let steps):
            let also = others.isEmpty ? "" : " The same step breaks \(others.map { "\($0)" }.joined(separator: ", "))."
            return
                "Broken with \(counted(moves, "move")) of the attacker, after \(counted(steps, "step")), and no fewer: \(rule.english)."
                + also
        case .action(let choice, let record): return Self.english(choice, record.english)
        case .sequel:
            return
                "From here on the attacker does nothing. Everything arrives, the programs close, and the transports end."
        case .secondLock(let mistake):
            let names = mistake.needed.map(\.rawValue).joined(separator: " and ")
            return "\(mistake.rawValue) breaks nothing alone: a second rule guards the same door. Add \(names)."
                + (mistake == .noEMS ? " With --visit-her it breaks binding." : "")
        case .madeUp:
            return
                "The records are real. TCP and IP are made up around them, and show what reaches each end. Time stands still while "
                + "exploring: the steps are dated ten milliseconds apart."
        }
    }

    var chinese: String {
        switch self {
        case .title: return "一个反例"
        case .titleOfSequel: return "后来发生的事"
        case .titleOfSecond: return "第二个连接"
        case .broken(let rule, let others, let moves, let steps):
            let also = others.isEmpty ? "" : "同一步还违反 \(others.map { "\($0)" }.joined(separator: "、"))。"
            return "攻击者最少用 \(moves) 个动作、经过 \(steps) 步，就打破了这条规则：\(rule.chinese)。" + also
        case .action(let choice, let record): return Self.chinese(choice, record.chinese)
        case .sequel:
            return "从这里起，攻击者什么也不做。一切都会到达，程序关闭，传输结束。"
        case .secondLock(let mistake):
            return "\(mistake.rawValue) 单独什么也不违反：第二条规则守着同一道门。"
                + "请加上 \(listedInChinese(mistake.needed.map(\.rawValue)))。"
                + (mistake == .noEMS ? "加上 --visit-her，它违反 binding。" : "")
        case .madeUp:
            return "记录是真实的。TCP 和 IP 是围绕记录虚构的，显示到达每一端的内容。探索时时间静止：各步的时间相隔十毫秒。"
        }
    }

    private static func english(_ choice: TLSChoice, _ record: String) -> String {
        switch choice {
        case .call(.open, let role): "The \(role)'s program opens."
        case .call(.update, let role): "The \(role)'s program changes its keys, and asks for the same."
        case .call(.send, let role): "The \(role)'s program sends an octet."
        case .call(.close, let role): "The \(role)'s program closes."
        case .arrival(let role): "At the \(role) arrives \(record)."
        case .release(let role): "The attacker lets what she has kept arrive at the \(role): \(record)."
        case .pass(let role):
            "At the \(role) arrives \(record). The attacker has opened it and sealed it again, under keys that she has."
        case .drop(let role): "Move: the attacker takes off the wire what goes to the \(role): \(record)."
        case .hold(let role): "Move: the attacker holds back what goes to the \(role): \(record)."
        case .copy(let role): "Move: the attacker copies what goes to the \(role), to send it again: \(record)."
        case .reflect(let role):
            "Move: the attacker copies what goes to the \(role), to send it back to the \(role.peer): \(record)."
        case .cut(let role): "Move: the attacker ends the transport to the \(role)."
        case .reconnect: "The first connection is over. The second one begins\(record)."
        case .leadBack: "Move: the attacker leads the client back to its own host, which is a server as well."
        case .replay(_, let role):
            "Move: the attacker sends to the \(role) again what went to it in the first connection: \(record)."
        case .put(let insertion, let role): "Move: the attacker puts in, at the \(role), \(insertion.rawValue)."
        case .change(let alteration, let role):
            "Move: in \(record), which goes to the \(role), the attacker \(alteration.rawValue)."
        }
    }

    private static func chinese(_ choice: TLSChoice, _ record: String) -> String {
        switch choice {
        case .call(.open, let role): "\(name(role))的程序打开连接。"
        case .call(.update, let role): "\(name(role))的程序更换密钥，并要求对方也更换。"
        case .call(.send, let role): "\(name(role))的程序发送一个字节。"
        case .call(.close, let role): "\(name(role))的程序关闭连接。"
        case .arrival(let role): "到达\(name(role))：\(record)。"
        case .release(let role): "攻击者让扣住的内容到达\(name(role))：\(record)。"
        case .pass(let role): "到达\(name(role))：\(record)。攻击者用她掌握的密钥打开它，再重新密封。"
        case .drop(let role): "动作：攻击者从线路上取走发往\(name(role))的内容：\(record)。"
        case .hold(let role): "动作：攻击者扣住发往\(name(role))的内容：\(record)。"
        case .copy(let role): "动作：攻击者复制发往\(name(role))的内容，准备再次发送：\(record)。"
        case .reflect(let role):
            "动作：攻击者复制发往\(name(role))的内容，准备送回\(name(role.peer))：\(record)。"
        case .cut(let role): "动作：攻击者结束通往\(name(role))的传输。"
        case .reconnect: "第一个连接已经结束。第二个连接开始\(record)。"
        case .leadBack: "动作：攻击者把客户端引回它自己的主机，那台主机也是服务器。"
        case .replay(_, let role): "动作：攻击者把第一个连接中发往\(name(role))的内容再次发给它：\(record)。"
        case .put(let insertion, let role): "动作：攻击者在\(name(role))处插入\(insertion.chinese)。"
        case .change(let alteration, let role):
            spaced(spaced("动作：在发往\(name(role))的", record), "中，攻击者\(alteration.chinese)。")
        }
    }

    private static func name(_ role: Role) -> String { Principal(role).chinese }
}
