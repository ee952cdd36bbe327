import TCPSim

/// Old duplicates: segments of an earlier time that arrive late.
extension Scenario {
    static let duplicates: [Scenario] = [
        Scenario(
            name: "duplicate-syn", englishTitle: "A Delayed Duplicate SYN Reaches an Open Connection",
            chineseTitle: "延迟的重复 SYN 到达打开的连接",
            english: """
                The network delivers A's first SYN a second time, long after the connection has opened. B answers with the number that it \
                expects next and changes nothing. A already knows this number and ignores the answer.
                """,
            chinese: "连接早已打开，网络又第二次送达 A 的第一个 SYN。B 用它接下来等待的序号回应，什么也不改变。A 已经知道这个序号，忽略这个应答。",
            a: .iss(100), b: .iss(300),
            lines: [
                [.call(.passiveOpen, by: .b), .show()],
                [.call(.activeOpen, by: .a), .pass(.a)],
                [.duplicate(.a), .pass(.b)],
                [.pass(.a)],
                [.release(.a, a: .duplicate)],
                [.pass(.b)],
            ]),
        Scenario(
            name: "ghost-syn", englishTitle: "A Delayed Duplicate SYN Finds a Listener",
            chineseTitle: "延迟的重复 SYN 遇到监听套接字",
            english: """
                A has no connection and wants none. An old SYN of A's arrives at B. B asks for confirmation, the third segment. B gets a \
                reset, so no ghost of a connection is left. With a handshake of two segments, B would now be open, alone.
                """,
            chinese: """
                A 没有连接，也不想要。A 的一个旧 SYN 到达 B。B 请求确认，也就是第三个报文段。B 得到的是复位报文段，\
                所以没有留下幽灵连接。如果握手只有两个报文段，B 现在就会独自处于打开状态。
                """,
            a: .iss(100), b: .iss(300),
            lines: [
                [.call(.passiveOpen, by: .b), .show()],
                [.inject(.a, sequence: 90, .syn, a: .duplicate)],
                [.pass(.b)],
                [.pass(.a)],
                [.show()],
            ]),
        Scenario(
            name: "time-wait-assassination", englishTitle: "TIME-WAIT Assassination (RFC 1337)",
            chineseTitle: "TIME-WAIT 暗杀（RFC 1337）",
            english: """
                An old duplicate arrives in TIME-WAIT. A must acknowledge it. B has forgotten the connection and answers with a reset, \
                which carries exactly the number that A expects. So A's wait ends long before 2 MSL. RFC 1337 advises to ignore resets in \
                TIME-WAIT. RFC 9293 3.10.7.4 lets them close the connection, and so does this machine by default.
                """,
            chinese: """
                一个旧的重复报文段在 TIME-WAIT 中到达，A 必须确认它。B 已经忘掉连接，用复位报文段回应，\
                它的序号正是 A 等待的。所以 A 的等待远在 2 MSL 之前就结束了。RFC 1337 建议在 TIME-WAIT 中忽略复位报文段。\
                RFC 9293 3.10.7.4 让复位报文段关闭连接，本机器默认也这样做。
                """,
            a: .iss(99), b: .iss(299), before: handshake, lines: assassination + [[.pass(.b)]]),
        Scenario(
            name: "time-wait-remedy", englishTitle: "TIME-WAIT Assassination Prevented (RFC 1337)",
            chineseTitle: "防止 TIME-WAIT 暗杀（RFC 1337）",
            english: """
                The same segments, but A ignores resets in TIME-WAIT: the first remedy of RFC 1337 section 3. The reset carries the right \
                number and still changes nothing. A waits for 2 MSL, and old duplicates die out meanwhile.
                """,
            chinese: """
                报文段相同，但 A 在 TIME-WAIT 中忽略复位报文段：这是 RFC 1337 3 节的第一种补救办法。\
                复位报文段的序号正确，却什么也没有改变。A 等 2 MSL，旧的重复报文段在此期间消亡。
                """,
            a: .iss(99), b: .iss(299), configure: { configuration, _ in configuration.ignoresResetInTimeWait = true },
            before: handshake,
            lines: assassination + [[.pass(.b)], [.timeout(.timeWait, of: .a), .show(a: "(2 MSL)", b: ""), .show()]]),
    ]

    /// The lines up to the reset of B, which ends A's wait if A does not ignore it: lines 1 to 5.2 of the figure in RFC 1337.
    private static let assassination: [[Step]] = [
        [.show()],
        [.call(.close, by: .a), .show(a: "(Close)", b: ""), .pass(.a)],
        [.pass(.b)],
        [.call(.close, by: .b), .show(a: "", b: "(Close)"), .pass(.b)],
        [.pass(.a)],
        [.inject(.b, sequence: 255, acknowledgment: 33, [], data: [1, 2, 3], b: .duplicate)],
        [.pass(.a)],
    ]
}
