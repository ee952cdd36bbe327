import TCPSim

/// Cases beside the figures of RFC 9293: data before the connection is open, and sequence numbers that wrap around.
extension Scenario {
    static let numbering: [Scenario] = [
        Scenario(
            name: "simultaneous-open-data", englishTitle: "Simultaneous Open with Data",
            chineseTitle: "同时打开，并且有数据",
            english: """
                Both sides open at once, and both users send data before anything is acknowledged. The data waits until the connection is \
                open. Then it goes in both directions.
                """,
            chinese: "双方同时打开，两个用户都在得到任何确认之前发送数据。数据一直等到连接打开，然后向两个方向传送。",
            a: .iss(100), b: .iss(300),
            lines: [
                [.show()],
                [
                    .call(.activeOpen, by: .a), .call(.send([1, 2, 3], push: false), by: .a), .hold(.a, b: ""),
                ],
                [
                    .call(.activeOpen, by: .b), .call(.send([4, 5], push: false), by: .b), .pass(.b),
                ],
                [.release(.a)],
                [.hold(.a, b: "")],
                [.pass(.b)],
                [.release(.a)],
                [.pass(.a)],
                [.pass(.b)],
                [.pass(.b)],
                [.pass(.a)],
            ]),
        Scenario(
            name: "data-on-syn", englishTitle: "Data on a SYN Waits until the Connection Is Open",
            chineseTitle: "SYN 上的数据要等到连接打开",
            english: """
                A SYN may carry data. B keeps the data and does not give it to its user: the SYN could be an old duplicate. B's SYN,ACK \
                acknowledges the SYN alone. Only when the third segment has come does B's user read the data. A repeats the data, since \
                B has not acknowledged it; B takes the repeated data for the duplicate that it is.
                """,
            chinese: """
                SYN 可以带数据。B 保存这些数据，不交给用户：这个 SYN 可能是旧的重复报文段。B 的 SYN,ACK 只确认 SYN。\
                要等第三个报文段到来，B 的用户才读到数据。B 没有确认这些数据，所以 A 再次发送；B 看出它们是重复的。
                """,
            a: .iss(100), b: .iss(300),
            lines: [
                [.call(.passiveOpen, by: .b), .show()],
                [
                    .call(.activeOpen, by: .a), .call(.send([1, 2, 3], push: false), by: .a),
                    .load(.a, [1, 2, 3]),
                ],
                [.pass(.b)],
                [.pass(.a)],
                [.pass(.b)],
            ]),
        Scenario(
            name: "wrap-around", englishTitle: "Sequence Numbers Wrap Around: an ISN of 2^32 - 8",
            chineseTitle: "序号回绕：ISN 为 2^32 - 8",
            english: """
                Seven octets fit before the numbers begin again at 0. All comparisons are made modulo 2^32, so nothing special happens: \
                4294967295 + 1 = 0, and 0 comes after 4294967295.
                """,
            chinese: """
                在序号又从 0 开始之前，还放得下七个字节。所有比较都按模 2^32 进行，所以没有什么特别的事：\
                4294967295 + 1 = 0，而且 0 在 4294967295 之后。
                """,
            a: .iss(4_294_967_288), b: .iss(300),
            lines: [
                [.call(.passiveOpen, by: .b), .show()],
                [.call(.activeOpen, by: .a), .pass(.a)],
                [.pass(.b)],
                [.pass(.a)],
                [.call(.send([1, 2, 3, 4, 5, 6], push: false), by: .a), .pass(.a)],
                [.pass(.b)],
                [.call(.send([7, 8, 9, 10, 11, 12], push: false), by: .a), .pass(.a)],
                [.pass(.b)],
                [.call(.close, by: .a), .pass(.a)],
                [.pass(.b)],
            ]),
    ]
}
