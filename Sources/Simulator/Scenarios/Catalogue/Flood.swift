import TCPSim

/// SYN floods: SYNs that never become connections (RFC 4987).
extension Scenario {
    static let flood: [Scenario] = [
        Scenario(
            name: "syn-flood", englishTitle: "A SYN Flood Keeps a Client Out",
            chineseTitle: "SYN 洪泛把客户端挡在外面",
            english: """
                B keeps a place for each SYN that it has answered, and it has two places. An attacker fills both with SYNs from addresses \
                without a host. So no third segment comes, and no reset. Then A, a real client, sends its SYN. B drops this SYN without an \
                answer, so A is not even refused. A sends the SYN again and again, for about three minutes (RFC 9293 section 3.8.3, \
                MUST-23). The attacker needs one small segment for each place.
                """,
            chinese: """
                B 每回应一个 SYN 就为它保留一个位置，共有两个位置。攻击者发来 SYN，占满了两个位置，用的地址不属于任何主机，\
                所以第三个报文段不会来，复位报文段也不会来。然后真正的客户端 A 发送 SYN。B 丢弃这个 SYN，\
                不作回应，所以 A 连拒绝也得不到。A 一再发送 SYN，大约持续三分钟（RFC 9293 3.8.3 节，\
                MUST-23）。攻击者每占一个位置，只要一个小报文段。
                """,
            a: .iss(100), b: .iss(300),
            lines: [
                [.listen(backlog: 2, cookies: false, by: .b), .show()],
                [.forgeSYN(to: .b)],
                [.forgeSYN(to: .b)],
                [.call(.activeOpen, by: .a), .pass(.a, b: .dropped)],
                [.show(b: .full)],
            ]),
        Scenario(
            name: "syn-cookies", englishTitle: "A SYN Flood against SYN Cookies",
            chineseTitle: "SYN 洪泛遇到 SYN cookie",
            english: """
                The same, but now B uses SYN cookies. When its places are taken, B answers a SYN and stores nothing: the sequence number of \
                the answer contains what B needs to know. The attacker never sees this number. A sees it and brings it back with the third \
                segment, and B opens the connection from that. B loses the options of A's SYN, except the MSS.
                """,
            chinese: """
                情况相同，但现在 B 使用 SYN cookie。位置占满之后，B 回应 SYN，却什么也不保存：\
                它需要知道的内容就在应答的序号里。攻击者从来看不到这个序号。A 看得到，并用第三个报文段把它带回来，\
                B 由此打开连接。B 失去 A 的 SYN 中的选项，只有 MSS 例外。
                """,
            a: .iss(100), b: .iss(300),
            lines: [
                [.listen(backlog: 2, cookies: true, by: .b), .show()],
                [.forgeSYN(to: .b)],
                [.forgeSYN(to: .b)],
                [.forgeSYN(to: .b)],
                [.call(.activeOpen, by: .a), .pass(.a)],
                [.pass(.b)],
                [.pass(.a)],
                [.call(.send([1, 2, 3], push: false), by: .a), .pass(.a)],
                [.pass(.b)],
            ]),
    ]
}
