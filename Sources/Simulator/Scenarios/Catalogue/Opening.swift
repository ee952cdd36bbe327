import TCPSim

/// Opening a connection: Figures 6 to 8 of RFC 9293.
extension Scenario {
    static let opening: [Scenario] = [
        Scenario(
            name: "figure-6",
            englishTitle: "RFC 9293 Figure 6: Basic Three-Way Handshake for Connection Synchronization",
            chineseTitle: "RFC 9293 Figure 6：用基本的三次握手同步连接",
            english: """
                Each side tells the other its initial sequence number, and the other acknowledges it. The ACK of line 4 takes no number: \
                the data in line 5 has the same SEQ.
                """,
            chinese: "双方各自把初始序号告诉对方，由对方确认。第 4 行的 ACK 不占用序号：第 5 行的数据使用同一个 SEQ。",
            a: .iss(100), b: .iss(300),
            lines: [
                [.call(.passiveOpen, by: .b), .show()],
                [.call(.activeOpen, by: .a), .pass(.a)],
                [.pass(.b)],
                [.pass(.a)],
                [.call(.send([1, 2, 3], push: false), by: .a), .pass(.a)],
            ]),
        Scenario(
            name: "figure-7", englishTitle: "RFC 9293 Figure 7: Simultaneous Connection Synchronization",
            chineseTitle: "RFC 9293 Figure 7：同时同步连接",
            english: "Both sides open at once. Their SYNs cross, and the result is one connection, not two.",
            chinese: "双方同时打开。两个 SYN 交错而过，结果是一个连接，不是两个。",
            a: .iss(100), b: .iss(300),
            lines: [
                [.show()],
                [.call(.activeOpen, by: .a), .hold(.a, b: "")],
                [.call(.activeOpen, by: .b), .pass(.b)],
                [.release(.a)],
                [.hold(.a, b: "")],
                [.pass(.b)],
                [.release(.a)],
            ]),
        Scenario(
            name: "figure-8", englishTitle: "RFC 9293 Figure 8: Recovery from Old Duplicate SYN",
            chineseTitle: "RFC 9293 Figure 8：从旧的重复 SYN 恢复",
            english: """
                B cannot tell that the SYN of line 3 is old, so B answers it. A can tell: the ACK is for a number that A never sent. A \
                resets the ghost. Then A's own SYN arrives. B takes its numbers from a clock, so its second answer has another number.
                """,
            chinese: """
                B 看不出第 3 行的 SYN 是旧的，所以作出回应。A 看得出来：这个 ACK 确认的序号，A 从未发送过。\
                A 复位这个幽灵连接。然后 A 自己的 SYN 到达。B 的序号取自时钟，所以它的第二个应答使用另一个序号。
                """,
            a: .iss(100), b: .clock, latency: .microseconds(100),
            lines: [
                [.call(.passiveOpen, by: .b), .show()],
                [.call(.activeOpen, by: .a), .hold(.a, b: "")],
                // The clock of RFC 793 ticks every 4 microseconds: at 1,200 it shows 300, at 1,600 it shows 400.
                [.until(microseconds: 1_200), .inject(.a, sequence: 90, .syn, a: .duplicate)],
                [.pass(.b)],
                [.pass(.a)],
                [.until(microseconds: 1_600), .release(.a)],
                [.pass(.b)],
                [.pass(.a)],
            ]),
    ]
}
