import TCPSim

/// Segments that are lost, and how the connection recovers.
extension Scenario {
    static let losses: [Scenario] = [
        Scenario(
            name: "lost-third-ack", englishTitle: "The Third Segment of the Handshake Is Lost",
            english: """
                A is open, and B is not yet. A's first data segment carries the same acknowledgment. So B opens without a retransmission.
                """,
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
            english: """
                A sends no data, so B's timer has to run out. B sends its SYN,ACK again. A is already open and finds the SYN,ACK outside its \
                window. A answers with an ACK: this is the acknowledgment that was lost.
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
            english: "A FIN takes a number, so it is acknowledged, and sent again, like an octet of data.",
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
            english: """
                B cannot know whether A got the FIN, so B sends it again. A is still there, in TIME-WAIT, and acknowledges the FIN again. \
                A's wait starts again. This is the first of the two reasons for TIME-WAIT.
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
            english: """
                An open connection sends nothing by itself. After two hours without a segment A asks: it sends a number that B has \
                acknowledged already, and B must answer. Then B's cable is pulled out. After two more hours A asks again, here three times \
                in all, and gives the connection up.
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
