import Trace

extension TLSSpace {
    /// What must hold. The rules are written from outside: they look at what goes in and out of both ends, and share no code with the
    /// machines. If a step breaks several rules, the first of them in this order is named.
    package enum Rule: UInt8, Hashable, Sendable, CaseIterable, Remark {
        case agreement = 1
        case identity
        case secrecy
        case order
        case best
        case stream
        case truncation
        case silence
        case place
        case once
        case binding
        case progress

        /// The section that demands it.
        package var citation: Citation {
            switch self {
            case .agreement: .rfc(5246, "7.4.9")
            case .identity: .rfc(5246, "7.4.3")
            case .secrecy: .rfc(5246, "F.1.1.2")
            case .order: .rfc(5246, "7.3")
            case .best: .rfc(8446, "E.1")
            case .stream: .rfc(5246, "6.2.3.1")
            case .truncation: .rfc(5246, "7.2.1")
            case .silence: .rfc(5246, "7.2.2")
            case .place: .rfc(5246, "7.3")
            case .once: .rfc(8446, "8")
            case .binding: .rfc(7627, "1")
            case .progress: .rfc(5246, "7.2.2")
            }
        }

        package var english: String {
            switch self {
            case .agreement:
                "an end that is open, and whose peer is identified, has seen the same messages as its peer, up to the last that it has taken"
            case .identity:
                "an end is open only with the peer that it means, which has the private key of the certificate that was judged"
            case .secrecy: "the attacker has no key of an open connection whose peer is identified"
            case .order:
                "an end is open only when its Finished is out and the peer's is in and right; no data is sent or taken before that"
            case .best: "version, suite, group and extensions are those that the two choose without the attacker"
            case .stream:
                "what a program is given is the beginning of what the other program has written: in order, once and unchanged"
            case .truncation:
                "a program is told that the stream has come to a good end only after close_notify and everything before it"
            case .silence:
                "after a fatal alert or an error an end takes nothing, sends nothing but its alert, and does not resume the session"
            case .place:
                "a record is taken, dropped or refused as the RFC has it for the state, with an alert that the RFC allows"
            case .once:
                "a server that promises it takes early data once: not again from the same hello, or with the same ticket"
            case .binding: "two connections whose pairs of peers differ do not have one master secret"
            case .progress:
                "without a move of the attacker both ends open, talk and close in good order; otherwise each end comes to an end of its own"
            }
        }

        package var chinese: String {
            switch self {
            case .agreement: "一端如果已经打开，并且验明了对方的身份，就与对方看到相同的消息，直到它接收的最后一条"
            case .identity: "一端只与它想要的对方打开连接，对方持有经过判定的证书的私钥"
            case .secrecy: "已经打开并且验明了对方身份的连接，攻击者没有它的密钥"
            case .order: "一端的 Finished 已发出，对方的 Finished 已收到并且正确，这一端才打开；在此之前不发送也不接收数据"
            case .best: "版本、密码套件、群和扩展，都是双方在没有攻击者时选择的"
            case .stream: "一个程序得到的，是另一个程序所写内容的开头：按序，只有一次，没有改动"
            case .truncation: "只有在 close_notify 和它之前的一切都到达之后，程序才得知字节流正常结束"
            case .silence: "出现致命警报或错误之后，一端什么也不接收，除警报外什么也不发送，也不恢复这个会话"
            case .place: "一条记录是接收、丢弃还是拒绝，都按 RFC 对这个状态的规定，警报也是 RFC 允许的"
            case .once: "承诺只接收一次早期数据的服务器做到这一点：不因同一个 hello 或同一张票据再次接收"
            case .binding: "两端不同的两个连接，不会有同一个主密钥"
            case .progress: "攻击者没有动作时，两端都打开、通信并正常关闭；否则每一端都自行结束"
            }
        }
    }

    /// A set of rules.
    package struct RuleSet: OptionSet, Hashable, Sendable {
        /// A bit for each rule, at the place of its raw value.
        package let rawValue: UInt16

        /// The rules of these bits.
        package init(rawValue: UInt16) { self.rawValue = rawValue }

        /// One rule.
        init(_ rule: Rule) { rawValue = 1 << UInt16(rule.rawValue) }

        /// All of these rules.
        init(all rules: some Sequence<Rule>) { self = rules.reduce(into: []) { $0.formUnion(RuleSet($1)) } }

        /// The rules, in their order.
        package var rules: [Rule] { Rule.allCases.filter { contains(RuleSet($0)) } }

        /// Adds a rule.
        mutating func insert(_ rule: Rule) { formUnion(RuleSet(rule)) }
    }
}
