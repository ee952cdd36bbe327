/// Captures in which a code about data, windows and pauses must not stand.
extension AbsentCode {
    private static let open = "0 open 20\n21 C > S PSH,ACK len 100\n41 S > C ACK\n"
    /// Data that is lost beyond the point of capture, and sent again by fast retransmission.
    private static let loss = """
        0 open 20 S C
        21 S > C ACK len 1448 lost
        21.1 S > C ACK len 1448 times 3 every 0.1
        41 C > S ACK ack 0 sack 1448-2896
        41.1 C > S ACK ack 0 sack 1448-4344
        41.3 S > C ACK seq 0 len 1448
        61 C > S ACK ack 5792
        70 S > C FIN,ACK
        90 C > S FIN,ACK
        90.1 S > C ACK
        """
    private static let overtaken = """
        0 open 20
        20.5 S > C ACK len 1448 ts 500
        21 S > C ACK seq 2896 len 1448 ts 502
        21.2 S > C ACK seq 1448 len 1448 ts 501
        22 C > S ACK ack 4344
        40 C > S FIN,ACK ack 4344
        60 S > C FIN,ACK seq 4344
        60.1 C > S ACK ack 4345
        """

    static let absentOfData: [AbsentCode] = [
        AbsentCode("tcp.loss", "a segment is overtaken", overtaken),
        AbsentCode(
            "tcp.loss", "D-SACK says that both copies arrived",
            "0 open 20\n21 C > S PSH,ACK len 500\n321 C > S PSH,ACK seq 0 len 500\n341 S > C ACK\n342 S > C ACK ack 500 sack 0-500\n400 close 20"
        ),
        AbsentCode("tcp.timeouts", "fast retransmission", loss),
        AbsentCode(
            "tcp.needless_retransmissions", "it had not arrived",
            "0 open 20\n21 C > S PSH,ACK len 500 lost\n321 C > S PSH,ACK seq 0 len 500\n341 S > C ACK\n400 close 20"),
        AbsentCode(
            "tcp.peer_vanished", "the other side gets nothing, and is heard all the same",
            """
            0 open 20
            21 C > S PSH,ACK len 500 lost
            41 S > C PSH,ACK len 500
            41.1 C > S ACK
            300 C > S PSH,ACK seq 0 len 500 lost
            310 S > C PSH,ACK seq 0 len 500 ack 0
            310.1 C > S ACK
            700 C > S PSH,ACK seq 0 len 500 lost
            710 S > C PSH,ACK seq 0 len 500 ack 0
            710.1 C > S ACK
            1500 C > S PSH,ACK seq 0 len 500 lost
            1510 S > C PSH,ACK seq 0 len 500 ack 0
            """),
        AbsentCode(
            "tcp.peer_vanished", "the fifth copy is answered",
            """
            0 open 20
            21 C > S PSH,ACK len 500 lost
            300 C > S PSH,ACK seq 0 len 500 lost
            700 C > S PSH,ACK seq 0 len 500 lost
            1500 C > S PSH,ACK seq 0 len 500 lost
            3100 C > S PSH,ACK seq 0 len 500
            3120 S > C ACK
            3200 close 20
            """),
        AbsentCode("tcp.reordering", "a segment is sent again", loss),
        AbsentCode(
            "tcp.network_duplicates", "the copy has a new identification",
            "0 open 20\n21 S > C ACK len 1000\n21.3 S > C ACK seq 0 len 1000\n21.4 C > S ACK\n60 close 20"),
        AbsentCode(
            "tcp.corruption", "the checksum is wrong, and the octets were acknowledged without coming again",
            """
            0 open 20
            21 S > C ACK len 1000 bad
            21.1 S > C ACK len 1000
            22 C > S ACK ack 2000
            40 C > S FIN,ACK ack 2000
            60 S > C FIN,ACK
            60.1 C > S ACK ack 2001
            """),
        AbsentCode(
            "tcp.contradiction", "the first copy is damaged",
            """
            0 open 20
            21 S > C ACK len 1000 bad other
            45 S > C ACK seq 0 len 1000
            45.1 C > S ACK ack 1000
            60 C > S FIN,ACK ack 1000
            80 S > C FIN,ACK
            80.1 C > S ACK ack 1001
            """),
        AbsentCode(
            "tcp.contradiction", "the same octets, cut in another way",
            """
            0 open 20
            21 C > S PSH,ACK len 100 lost
            22 C > S PSH,ACK len 200 lost
            322 C > S PSH,ACK seq 0 len 300
            342 S > C ACK ack 300
            400 close 20
            """),
        AbsentCode(
            "tcp.zero_window", "shut for a tenth of a second",
            """
            0 open 20
            21 S > C ACK len 1000
            22 C > S ACK win 0
            122 C > S ACK win 60000
            142 S > C PSH,ACK len 1000
            143 C > S ACK
            200 close 20
            """),
        AbsentCode(
            "tcp.zero_window", "the window of a reset means nothing", open + "60 S > C RST,ACK\n700 C > S RST,ACK"),
        AbsentCode(
            "tcp.zero_window_stuck", "it opens again",
            """
            0 open 20
            21 S > C ACK len 1000
            22 C > S ACK win 0
            222 S > C ACK seq 999
            222.1 C > S ACK win 0
            1622 C > S ACK win 60000
            1642 S > C PSH,ACK len 1000
            1643 C > S ACK
            """),
        AbsentCode(
            "tcp.window_limited", "four segments fill the window",
            "0 C > S SYN mss 1460 wscale 7 win 2000\n20 S > C SYN,ACK mss 1460 wscale 7\n20.1 C > S ACK win 15\n"
                + (0..<4).map { "\(40 + 20 * $0) S > C ACK len 960 times 2 every 0.1\n\(41 + 20 * $0) C > S ACK" }
                .joined(separator: "\n") + "\n400 close 20"),
        AbsentCode(
            "tcp.window_limited", "the scale is unknown without SYNs",
            (0..<10).map {
                "\(20 * $0) S > C ACK seq \(9_000 + 1_920 * $0) ack 7000 len 960\n"
                    + "\(20 * $0).1 S > C ACK seq \(9_960 + 1_920 * $0) ack 7000 len 960\n"
                    + "\(1 + 20 * $0) C > S ACK seq 7000 ack \(10_920 + 1_920 * $0) win 1920"
            }.joined(separator: "\n")),
        AbsentCode(
            "tcp.sender_limited", "ten segments in a row, without a pause",
            "0 open 20\n21 S > C ACK len 1448 times 10 every 0.1\n23 C > S ACK\n40 close 20"),
        AbsentCode(
            "tcp.nagle_delayed_ack", "each segment is full",
            "0 open 1\n"
                + (0..<8).map { "\(10 + 60 * $0) C > S ACK len 1448\n\(51 + 60 * $0) S > C ACK" }.joined(
                    separator: "\n")
                + "\n600 close 1"),
        AbsentCode(
            "tcp.nagle_delayed_ack", "a person types: the next letter comes when it likes",
            "0 open 1\n"
                + (0..<8).map { "\(10 + 200 * $0) C > S PSH,ACK len 1\n\(51 + 200 * $0) S > C ACK" }
                .joined(separator: "\n") + "\n2000 close 1"),
        AbsentCode(
            "tcp.ecn", "the SYNs ask for it, nothing is marked",
            """
            0 C > S SYN mss 1460 ece
            20 S > C SYN,ACK mss 1460 ece
            20.1 C > S ACK
            21 C > S PSH,ACK len 100
            41 S > C ACK
            60 close 20
            """),
        AbsentCode(
            "tcp.keep_alive", "probes of a shut window",
            """
            0 open 20
            21 S > C ACK len 1000
            22 C > S ACK win 0
            222 S > C ACK seq 999
            222.1 C > S ACK
            622 S > C ACK seq 999
            622.1 C > S ACK
            700 C > S ACK win 60000
            720 S > C PSH,ACK len 1000
            721 C > S ACK
            800 close 20
            """),
        AbsentCode(
            "tcp.keep_alive", "single letters",
            open + "7000 C > S PSH,ACK len 1\n7020 S > C ACK\n14000 C > S PSH,ACK len 1\n14020 S > C ACK"),
        AbsentCode(
            "tcp.keep_alive_unanswered", "each probe is answered",
            open + "7000 C > S ACK seq 99\n7020 S > C ACK\n8000 C > S ACK seq 99\n8020 S > C ACK\n9000 close 20"),
        AbsentCode("tcp.keep_alive_unanswered", "one probe at the end of the file", open + "7000 C > S ACK seq 99"),
        AbsentCode("tcp.urgent", "pushed data", open + "60 close 20"),
        AbsentCode("tcp.challenge_ack", "the reset fits exactly", open + "60 S > C RST,ACK"),
        AbsentCode(
            "tcp.challenge_ack", "a reset that crosses an acknowledgment",
            "0 open 20\n21 S > C ACK len 1000 times 2 every 0.1\n21.5 C > S ACK\n22 S > C ACK len 1000\n22.1 C > S ACK\n22.2 S > C RST,ACK"
        ),
    ]
}
