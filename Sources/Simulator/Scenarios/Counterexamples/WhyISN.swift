import TCPSim
import Trace

/// Why a connection does not begin with the same number each time.
extension Counterexample {
    /// The secret keys of F in the real runs (RFC 6528), one for each host.
    private static let secrets = (a: SipHash.Key(low: 0xa, high: 1), b: SipHash.Key(low: 0xb, high: 2))

    static let whyISN = Counterexample(
        name: "why-isn", english: "Why do sequence numbers not begin at zero?",
        chinese: "序号为什么不从零开始？", variant: .constantISN,
        trials: [
            Trial(
                english: "An old duplicate falls into the next connection",
                chinese: "旧的重复报文段落入下一个连接", a: .generated(secret: secrets.a),
                b: .generated(secret: secrets.b), before: Scenario.handshake,
                moments: [
                    Moment(english: "The connection is open.", chinese: "连接已打开。", .show()),
                    Moment(
                        english: "A's user sends \"one\". The network makes a copy of the segment and keeps it.",
                        chinese: "A 的用户发送 \"one\"。网络复制了这个报文段，留在网络中。",
                        Scenario.says("one", .a), .pass(.a), .duplicate(.a), .settle),
                    Moment(
                        english: "A's user aborts. After a reset neither side stays in TIME-WAIT.",
                        chinese: "A 的用户中止。复位之后，双方都不停留在 TIME-WAIT。",
                        .call(.abort, by: .a),
                        .settle),
                    Moment(
                        english: "B's user listens again, and A's user opens again, between the same two sockets.",
                        chinese: "B 的用户再次监听，A 的用户再次打开，用的是同样的两个套接字。",
                        .call(.passiveOpen, by: .b), .call(.activeOpen, by: .a), .settle),
                    Moment(
                        english: "A's user sends \"two\". The copy of line 2 overtakes it.",
                        chinese: "A 的用户发送 \"two\"。第 2 行复制的报文段超过了它。",
                        Scenario.says("two", .a), .release(.a), .settle),
                    Moment(english: "What is left:", chinese: "剩下的情况：", .show()),
                ],
                mistake: Verdict(
                    english: """
                        The connection of line 4 begins at 0, like the one before, and B expects number 1. The copy of line 5 has number \
                        1, so B takes it for new data. The real data has number 1 as well, so B takes it for a duplicate, drops it and \
                        acknowledges it. "two" is lost, and neither side notices.
                        """,
                    chinese: """
                        第 4 行的连接与前一个连接一样从 0 开始，B 等待序号 1。第 5 行中复制的报文段序号是 1，\
                        所以 B 把它当作新的数据。真正的数据序号也是 1，所以 B 把它当作重复的数据丢弃，并且确认它。\
                        "two" 丢失，双方都没有发现。
                        """, .rfc(9293, "3.4.1")),
                answer: Verdict(
                    english: """
                        ISN = M + F. F is a keyed hash of both sockets, the same for both connections. M is a clock with a tick of 4 \
                        microseconds. A's second connection begins 60 ms after the first, so its first number is 15,000 higher: beyond \
                        all numbers of the first connection. The copy lies before B's window, so B drops it and repeats what it expects. \
                        (The clock is faster than a sender of less than 250,000 octets a second. Against faster senders TIME-WAIT and \
                        timestamps help.)
                        """,
                    chinese: """
                        ISN = M + F。F 是两个套接字的带密钥的哈希，对两个连接相同。M 是时钟，每 4 微秒走一格。\
                        A 的第二个连接比第一个晚 60 ms 开始，所以它的开始序号大 15,000：超过第一个连接的所有序号。\
                        复制的报文段在 B 的窗口之前，所以 B 丢弃它，并再次说明自己等待什么。（只要发送方每秒发送不到 250,000 字节，\
                        时钟就比它快。对更快的发送方，有 TIME-WAIT 和时间戳帮忙。）
                        """, .rfc(9293, "3.4.1"), .rfc(6528, "3"))),
            Trial(
                english: "An attacker who sees nothing guesses the number",
                chinese: "什么都看不到的攻击者猜序号", a: .generated(secret: secrets.a),
                b: .generated(secret: secrets.b),
                moments: [
                    Moment(
                        english: "B listens, and trusts A's address. A is switched off.",
                        chinese: "B 在监听，并且信任 A 的地址。A 已关机。", .call(.passiveOpen, by: .b),
                        .show()),
                    Moment(
                        english: "Somewhere else an attacker sends a SYN in A's name.",
                        chinese: "别处有一个攻击者以 A 的名义发送 SYN。",
                        .inject(.a, sequence: 5_000, .syn, a: .forged)),
                    Moment(
                        english: "B's answer goes to A's address. The attacker does not see the answer.",
                        chinese: "B 的应答发往 A 的地址。攻击者看不到这个应答。",
                        .lose(.b)),
                    Moment(
                        english: "The attacker guesses that B began with 0, and acknowledges 1.",
                        chinese: "攻击者猜 B 从 0 开始，于是确认 1。",
                        .inject(
                            .a, sequence: 5_001, acknowledgment: 1, [], data: Array("pay 100".utf8), a: .forged)),
                    Moment(
                        english: "B's answer to that goes to A's address, too.", chinese: "B 对此的应答也发往 A 的地址。",
                        .lose(.b)),
                    Moment(english: "What is left:", chinese: "剩下的情况：", .show()),
                ],
                mistake: Verdict(
                    english: """
                        The third segment proves that its sender knows B's number. This proof is worth nothing if an attacker can guess \
                        the number. At line 4 the guess is right. B is ESTABLISHED with a peer that it believes to be A, and B's user \
                        pays. The attacker has not seen a single segment. Morris described this attack in 1985, against a counter that \
                        was almost as easy to guess.
                        """,
                    chinese: """
                        第三个报文段证明它的发送方知道 B 的序号。如果攻击者能猜出这个序号，这个证明就毫无价值。在第 4 行猜对了。\
                        B 处于 ESTABLISHED，以为对方是 A，B 的用户就付款了。攻击者一个报文段也没有看到。\
                        Morris 在 1985 年描述了这种攻击，当时针对的计数器几乎同样容易猜。
                        """, .rfc(6528, "1"), .rfc(9293, "3.4.1")),
                answer: Verdict(
                    english: """
                        B's number is one of 2^32. Without the secret behind F all of them are equally likely. The guess of line 4 is \
                        wrong. B answers with a reset, gives its user no data and stays in SYN-RECEIVED until it gives up its SYN,ACK. \
                        This does not stop an attacker who can see B's segments.
                        """,
                    chinese: """
                        B 的序号是 2^32 个序号之一。不知道 F 背后的秘密，它们的可能性全都相同。第 4 行猜错了。\
                        B 用复位报文段回应，不给用户任何数据，停在 SYN-RECEIVED，直到放弃它的 SYN,ACK。\
                        看得到 B 的报文段的攻击者，这样阻止不了。
                        """, .rfc(6528, "3"), .rfc(9293, "3.10.7.4"))),
        ])
}
