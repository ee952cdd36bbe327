import TCPSim

/// Closing a connection: Figures 12 and 13 of RFC 9293.
extension Scenario {
    static let closing: [Scenario] = [
        Scenario(
            name: "figure-12", englishTitle: "RFC 9293 Figure 12: Normal Close Sequence",
            chineseTitle: "RFC 9293 Figure 12：正常关闭的过程",
            english: """
                Each direction is closed by its own FIN. A closed first, so A stays for two maximum segment lifetimes: its last ACK may \
                be lost, and then A must send it again.
                """,
            chinese: "每个方向都由自己的 FIN 关闭。A 先关闭，所以 A 还要停留两个最长报文段寿命：它最后的 ACK 可能丢失，那时 A 必须再次发送。",
            a: .iss(99), b: .iss(299), before: handshake,
            lines: [
                [.show()],
                [.call(.close, by: .a), .show(a: "(Close)", b: ""), .pass(.a)],
                [.pass(.b)],
                [.call(.close, by: .b), .show(a: "", b: "(Close)"), .pass(.b)],
                [.pass(.a)],
                [.timeout(.timeWait, of: .a), .show(a: "(2 MSL)", b: ""), .show(b: "")],
            ]),
        Scenario(
            name: "figure-13", englishTitle: "RFC 9293 Figure 13: Simultaneous Close Sequence",
            chineseTitle: "RFC 9293 Figure 13：同时关闭的过程",
            english:
                "Both sides close at once, and their FINs cross. Both pass through CLOSING, and both wait for 2 MSL.",
            chinese: "双方同时关闭，两个 FIN 交错而过。双方都经过 CLOSING，都要等 2 MSL。",
            a: .iss(99), b: .iss(299), before: handshake,
            lines: [
                [.show()],
                [
                    .call(.close, by: .a), .call(.close, by: .b), .show(a: "(Close)", b: "(Close)"), .hold(.a),
                    .pass(.b, a: "", b: ""), .release(.a, b: ""),
                ],
                [.hold(.a), .pass(.b, a: "", b: ""), .release(.a, b: "")],
                [
                    .show(), .show(a: "(2 MSL)", b: "(2 MSL)"), .timeout(.timeWait, of: .a),
                    .timeout(.timeWait, of: .b), .show(),
                ],
            ]),
        Scenario(
            name: "half-close", englishTitle: "One Direction Is Closed, and the Other One Goes On",
            chineseTitle: "一个方向已关闭，另一个方向继续",
            english: """
                A has asked everything and closes. Its FIN says: no more octets from A. It does not say that A reads no more. B goes on \
                sending, A takes it all and acknowledges it, and only then B closes as well.
                """,
            chinese: "A 问完了一切，于是关闭。它的 FIN 说：A 不再发送字节。它没有说 A 不再读取。B 继续发送，A 全部收下并确认，然后 B 才关闭。",
            a: .iss(99), b: .iss(299), before: handshake,
            lines: [
                [.show()],
                [says("all of it?", .a), .pass(.a), .pass(.b)],
                [.call(.close, by: .a), .show(a: "(Close)", b: ""), .pass(.a)],
                [.pass(.b)],
                [says("one", .b), .pass(.b), .pass(.a)],
                [says("two", .b), .pass(.b), .pass(.a)],
                [.call(.close, by: .b), .show(a: "", b: "(Close)"), .pass(.b)],
                [.pass(.a)],
                [.timeout(.timeWait, of: .a), .show(a: "(2 MSL)", b: ""), .show(b: "")],
            ]),
    ]
}
