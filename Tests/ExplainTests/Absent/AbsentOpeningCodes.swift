/// Captures in which a code about the opening of connections must not stand.
extension AbsentCode {
    static let absentOfOpening: [AbsentCode] = [
        AbsentCode(
            "tcp.refused", "the reset comes after the handshake",
            "0 open 20\n21 C > S PSH,ACK len 100\n41 S > C RST,ACK"),
        AbsentCode(
            "tcp.refused", "the reset acknowledges another number",
            "0 C > S SYN mss 1460\n20 S > C RST,ACK seq -1 ack 50000\n1000 C > S SYN mss 1460"),
        AbsentCode(
            "tcp.no_answer", "the clock jumps two days between the SYN and its answer",
            """
            0 C > S SYN mss 1460
            172800000 S > C SYN,ACK mss 1460
            172800000.1 C > S ACK
            172800001 C > S PSH,ACK len 100
            172800021 S > C ACK
            172800022 S > C PSH,ACK len 100
            172800022.1 C > S ACK
            172800040 close 20
            """),
        AbsentCode(
            "tcp.syn_retried", "the path has doubled the SYN",
            """
            0 C > S SYN mss 1460
            0.3 again
            20 S > C SYN,ACK mss 1460
            20.1 C > S ACK
            21 C > S PSH,ACK len 100
            41 S > C ACK
            60 close 20
            """),
        AbsentCode(
            "tcp.handshake_unfinished", "the third segment comes after the second SYN,ACK",
            """
            0 C > S SYN mss 1460
            1 S > C SYN,ACK mss 1460
            1001 S > C SYN,ACK seq -1 mss 1460
            1020 C > S ACK
            1021 C > S PSH,ACK len 100
            1041 S > C ACK
            1060 close 20
            """),
        AbsentCode(
            "tcp.handshake_aborted", "the client resets after it has sent data",
            "0 open 20\n21 C > S PSH,ACK len 100\n41 S > C ACK\n60 C > S RST,ACK"),
        AbsentCode(
            "tcp.accept_queue_full", "one connection alone is affected",
            """
            0 open 1 C:1 S
            2 C:1 > S PSH,ACK len 100
            3 S > C:1 ACK
            4 S > C:1 PSH,ACK len 100
            5 C:1 > S ACK
            6 close 1 C:1 S
            100 open 1 C:2 S
            102 C:2 > S PSH,ACK len 100 lost
            302 C:2 > S PSH,ACK seq 0 len 100 lost
            702 C:2 > S PSH,ACK seq 0 len 100 lost
            1502 C:2 > S PSH,ACK seq 0 len 100 lost
            """),
        AbsentCode(
            "tcp.port_scan", "fourteen ports",
            (0..<14).map { "\($0) C > S:\(100 + $0) SYN\n\($0).5 S:\(100 + $0) > C RST,ACK seq -1 ack 0" }
                .joined(separator: "\n")),
        AbsentCode(
            "tcp.port_scan", "twenty ports, and all carry data",
            (0..<20).map {
                "\(100 * $0) open 20 C S:\(100 + $0)\n\(100 * $0 + 21) C > S:\(100 + $0) PSH,ACK len 10\n"
                    + "\(100 * $0 + 41) S:\(100 + $0) > C PSH,ACK len 10\n\(100 * $0 + 42) close 20 C S:\(100 + $0)"
            }.joined(separator: "\n")),
        AbsentCode(
            "tcp.syn_flood", "the handshakes are completed",
            (0..<120).map { "\(100 * $0) open 1 C:\(2000 + $0) S\n\(100 * $0 + 2) close 1 C:\(2000 + $0) S" }
                .joined(separator: "\n")),
        AbsentCode(
            "tcp.syn_flood", "ninety-nine SYNs", (0..<99).map { "\($0) C:\(2000 + $0) > S SYN" }.joined(separator: "\n")
        ),
        AbsentCode(
            "tcp.stale_peer", "the frames are not in the order of their times",
            """
            0 C > S SYN mss 1460
            41 S > C ACK seq 0 ack 100
            20 S > C SYN,ACK seq -1 ack 0 mss 1460
            20.1 C > S ACK ack 0
            21 C > S PSH,ACK len 100
            42 S > C PSH,ACK len 100
            43 C > S ACK
            60 close 20
            """),
        AbsentCode(
            "tcp.simultaneous_open", "both SYNs come twice, and one answers the other",
            """
            0 C > S SYN mss 1460
            1000 C > S SYN mss 1460
            1020 S > C SYN,ACK mss 1460
            1021 S > C SYN,ACK seq -1 mss 1460
            1022 C > S ACK
            1023 C > S PSH,ACK len 10
            1043 S > C ACK
            1060 close 20
            """),
        AbsentCode(
            "tcp.fast_open", "data with the third segment of the handshake",
            """
            0 C > S SYN mss 1460
            20 S > C SYN,ACK mss 1460
            20.1 C > S PSH,ACK len 100
            40 S > C ACK
            60 close 20
            """),
        AbsentCode(
            "tcp.no_window_scaling", "nobody offers it",
            "0 C > S SYN mss 1460\n20 S > C SYN,ACK mss 1460\n20.1 C > S ACK\n21 C > S PSH,ACK len 200\n41 S > C ACK\n60 close 20"
        ),
        AbsentCode(
            "tcp.no_window_scaling", "a scale of 0 is an answer",
            """
            0 C > S SYN mss 1460 wscale 7
            20 S > C SYN,ACK mss 1460 wscale 0
            20.1 C > S ACK
            21 C > S PSH,ACK len 200
            41 S > C ACK
            60 close 20
            """),
        AbsentCode("tcp.no_data", "one octet", "0 open 20\n21 C > S PSH,ACK len 1\n41 S > C ACK\n60 close 20"),
        AbsentCode(
            "tcp.port_reused", "the SYN is the same, and late",
            """
            0 C > S SYN mss 1460
            63000 C > S SYN mss 1460
            63020 S > C SYN,ACK mss 1460
            63020.1 C > S ACK
            63021 C > S PSH,ACK len 100
            63041 S > C ACK
            63060 close 20
            """),
    ]
}
