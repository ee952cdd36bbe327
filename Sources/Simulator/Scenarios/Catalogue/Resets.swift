import TCPSim

/// Forged resets, inside and outside the window (RFC 9293 3.10.7.4, RFC 5961 section 3).
extension Scenario {
    static let resets: [Scenario] = [
        Scenario(
            name: "rst-exact", englishTitle: "A Reset with Exactly the Number Expected",
            chineseTitle: "序号正是所等待的复位报文段",
            english:
                "SEG.SEQ = RCV.NXT: B accepts the reset, and the connection is gone. Anyone who can see the wire can do this.",
            chinese: "SEG.SEQ = RCV.NXT：B 接受复位报文段，连接就没有了。看得到线路的人都能做到。",
            a: .iss(99), b: .iss(299), before: handshake,
            lines: [
                [.show()],
                [.inject(.a, sequence: 100, .rst, a: .forged)],
                [.show()],
            ]),
        Scenario(
            name: "rst-in-window", englishTitle: "A Reset in the Window, but Not the Number Expected",
            chineseTitle: "复位报文段在窗口内，但序号不是所等待的",
            english: """
                A blind attacker hits the window by luck. B does not close the connection; it sends a challenge ACK. The challenge ACK goes \
                to the real A, and A ignores it. If A had really reset, A would answer with a reset of the exact number.
                """,
            chinese: """
                盲目的攻击者碰巧命中窗口。B 不关闭连接，而是发送质询 ACK。质询 ACK 到达真正的 A，A 忽略它。\
                如果 A 真的复位过，A 会用序号准确的复位报文段回应。
                """,
            a: .iss(99), b: .iss(299), before: handshake,
            lines: [
                [.show()],
                [.inject(.a, sequence: 1_000, .rst, a: .forged)],
                [.pass(.b)],
                [.show()],
            ]),
        Scenario(
            name: "rst-out-of-window", englishTitle: "A Reset outside the Window",
            chineseTitle: "窗口之外的复位报文段",
            english: "The number of the reset lies outside the window. B drops the reset without an answer.",
            chinese: "复位报文段的序号在窗口之外。B 丢弃它，不作回应。",
            a: .iss(99), b: .iss(299), before: handshake,
            lines: [
                [.show()],
                [.inject(.a, sequence: 200_000, .rst, a: .forged)],
                [.show()],
            ]),
    ]
}
