import TCPSim

/// Segments that are lost, and how the connection recovers.
extension Scenario {
    static let losses: [Scenario] = [
        Scenario(
            name: "lost-third-ack", englishTitle: "The Third Segment of the Handshake Is Lost",
            chineseTitle: "握手的第三个报文段丢失",
            english: """
                A is open, and B is not yet. A's first data segment carries the same acknowledgment. So B opens without a retransmission.
                """,
            chinese: "A 已打开，B 还没有。A 的第一个数据报文段带着同样的确认，所以 B 不靠重传就打开了。",
            a: .iss(100), b: .iss(300),
            lines: [
                [.call(.passiveOpen, by: .b), .show()],
                [.call(.activeOpen, by: .a), .pass(.a)],
                [.pass(.b)],
                [.lose(.a)],
                [.call(.send([1, 2, 3], push: false), by: .a), .pass(.a)],
                [.pass(.b)],
            ]),
        Scenario(
            name: "lost-third-ack-silence", englishTitle: "The Third Segment Is Lost, and Neither Side Sends Data",
            chineseTitle: "第三个报文段丢失，双方都不发送数据",
            english: """
                A sends no data, so B's timer has to run out. B sends its SYN,ACK again. A is already open and finds the SYN,ACK outside its \
                window. A answers with an ACK: this is the acknowledgment that was lost.
                """,
            chinese: """
                A 不发送数据，所以 B 的计时器只能到时。B 再次发送 SYN,ACK。A 已经打开，发现这个 SYN,ACK 在它的窗口之外。\
                A 用 ACK 回应：这就是丢失的那个确认。
                """,
            a: .iss(100), b: .iss(300),
            lines: [
                [.call(.passiveOpen, by: .b), .show()],
                [.call(.activeOpen, by: .a), .pass(.a)],
                [.pass(.b)],
                [.lose(.a)],
                [.timeout(.retransmission, of: .b), .pass(.b)],
                [.pass(.a)],
            ]),
        Scenario(
            name: "lost-fin", englishTitle: "The FIN Is Lost",
            chineseTitle: "FIN 丢失",
            english: "A FIN takes a number, so it is acknowledged, and sent again, like an octet of data.",
            chinese: "FIN 占用一个序号，所以和一个数据字节一样，可以得到确认，也可以再次发送。",
            a: .iss(99), b: .iss(299), before: handshake,
            lines: [
                [.show()],
                [.call(.close, by: .a), .show(a: "(Close)", b: ""), .lose(.a)],
                [.timeout(.retransmission, of: .a), .pass(.a)],
                [.pass(.b)],
                [.call(.close, by: .b), .show(a: "", b: "(Close)"), .pass(.b)],
                [.pass(.a)],
                [.timeout(.timeWait, of: .a), .show(a: "(2 MSL)", b: ""), .show()],
            ]),
        Scenario(
            name: "lost-last-ack", englishTitle: "The Last Acknowledgment Is Lost",
            chineseTitle: "最后的确认丢失",
            english: """
                B cannot know whether A got the FIN, so B sends it again. A is still there, in TIME-WAIT, and acknowledges the FIN again. \
                A's wait starts again. This is the first of the two reasons for TIME-WAIT.
                """,
            chinese: """
                B 无法知道 A 是否收到 FIN，所以 B 再次发送。A 仍在 TIME-WAIT 中，再次确认这个 FIN。\
                A 的等待重新开始。TIME-WAIT 的两个原因，这是第一个。
                """,
            a: .iss(99), b: .iss(299), before: handshake,
            lines: [
                [.show()],
                [.call(.close, by: .a), .show(a: "(Close)", b: ""), .pass(.a)],
                [.pass(.b)],
                [.call(.close, by: .b), .show(a: "", b: "(Close)"), .pass(.b)],
                [.lose(.a)],
                [.timeout(.retransmission, of: .b), .pass(.b)],
                [.pass(.a)],
                [.timeout(.timeWait, of: .a), .show(a: "(2 MSL)", b: ""), .show()],
            ]),
        Scenario(
            name: "keep-alive", englishTitle: "Two Hours of Silence, and a Peer That Is Gone",
            chineseTitle: "两小时没有动静，对方已经不在",
            english: """
                An open connection sends nothing by itself. After two hours without a segment A asks: it sends a number that B has \
                acknowledged already, and B must answer. Then B's cable is pulled out. After two more hours A asks again, here three times \
                in all, and gives the connection up.
                """,
            chinese: """
                打开的连接自己什么也不发送。两小时没有报文段之后，A 发出询问：它发送一个 B 早已确认的序号，\
                B 必须回应。然后 B 的网线被拔掉。又过两小时，A 再次询问，这里一共三次，然后放弃连接。
                """,
            a: .iss(99), b: .iss(299),
            configure: { configuration, peer in
                if peer == .a { configuration.keepAlive = KeepAlive(probes: 3) }
            },
            before: handshake,
            lines: [
                [.show()],
                [.timeout(.keepAlive, of: .a), .pass(.a)],
                [.pass(.b)],
                [.timeout(.keepAlive, of: .a), .lose(.a)],
                [.timeout(.keepAlive, of: .a), .lose(.a)],
                [.timeout(.keepAlive, of: .a), .lose(.a)],
                [.timeout(.keepAlive, of: .a), .show()],
            ]),
    ]
}
