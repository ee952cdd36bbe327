/// Captures that show what sets the pace of a connection: windows, pauses, keep-alives, the application.
extension MadeCapture {
    static let pace: [MadeCapture] = [
        MadeCapture(
            "zero window", ["tcp.zero_window": [5]],
            """
            0 open 20
            21 S > C ACK len 1000
            22 C > S ACK win 0
            222 S > C ACK seq 999
            222.1 C > S ACK win 0
            622 S > C ACK seq 999
            622.1 C > S ACK win 0
            700 C > S ACK win 60000
            720 S > C PSH,ACK len 1000
            721 C > S ACK
            800 close 20
            """),
        MadeCapture(
            "window shut for good", ["tcp.zero_window_stuck": [5], "capture.ends_early": nil],
            """
            0 open 20
            21 S > C ACK len 1000
            22 C > S ACK win 0
            222 S > C ACK seq 999
            222.1 C > S ACK
            622 S > C ACK seq 999
            622.1 C > S ACK
            1422 S > C ACK seq 999
            1422.1 C > S ACK
            """),
        MadeCapture(
            "both write and neither reads", ["tcp.zero_window_stuck": [5, 7], "capture.ends_early": nil],
            """
            0 open 20
            21 S > C ACK len 1000
            22 C > S ACK win 0
            23 C > S ACK len 1000
            43 S > C ACK win 0
            243 S > C ACK seq 999
            243.1 C > S ACK
            1443 S > C ACK seq 999
            1443.1 C > S ACK
            """),
        MadeCapture(
            "window limited", ["tcp.window_limited": nil],
            "0 C > S SYN mss 1460 wscale 7 win 2000\n20 S > C SYN,ACK mss 1460 wscale 7\n20.1 C > S ACK win 15\n"
                + (0..<10).map { "\(40 + 20 * $0) S > C ACK len 960 times 2 every 0.1\n\(41 + 20 * $0) C > S ACK" }
                .joined(separator: "\n")
                + "\n400 close 20"),
        MadeCapture(
            "sender limited", ["tcp.sender_limited": nil],
            "0 open 20\n21 C > S PSH,ACK len 100\n41 S > C ACK\n"
                + (0..<8).map { "\(100 + 300 * $0) S > C ACK len 1448 times 10 every 0.1\n\(102 + 300 * $0) C > S ACK" }
                .joined(separator: "\n")
                + "\n2600 close 20"),
        MadeCapture(
            "Nagle and delayed acknowledgments", ["tcp.nagle_delayed_ack": nil],
            "0 open 1\n"
                + (0..<6).map {
                    let time = 10 + 100 * $0
                    return
                        "\(time) C > S PSH,ACK len 10\n\(time + 41) S > C ACK\n\(time + 41).1 C > S PSH,ACK len 20\n\(time + 43) S > C PSH,ACK len 5\n\(time + 43).1 C > S ACK"
                }.joined(separator: "\n") + "\n700 close 1"),
        MadeCapture(
            "marks of congestion", ["tcp.ecn": [4, 5]],
            """
            0 open 20
            21 S > C ACK len 1000 ce
            21.1 C > S ACK ece
            22 S > C ACK len 1000
            23 C > S ACK
            40 close 20
            """),
        MadeCapture(
            "keep-alive", ["tcp.keep_alive": [6, 8], "capture.ends_early": nil],
            """
            0 open 20
            21 C > S PSH,ACK len 100
            41 S > C ACK
            7000 C > S ACK seq 99
            7020 S > C ACK
            14000 C > S ACK seq 99
            14020 S > C ACK
            """),
        MadeCapture(
            "keep-alive unanswered", ["tcp.keep_alive_unanswered": [6, 7, 8], "tcp.aborted": nil],
            """
            0 open 20
            21 C > S PSH,ACK len 100
            41 S > C ACK
            7000 C > S ACK seq 99
            8000 C > S ACK seq 99
            9000 C > S ACK seq 99
            10000 C > S RST,ACK
            """),
        MadeCapture(
            "urgent", ["tcp.urgent": [4]],
            """
            0 open 20
            21 C > S PSH,ACK len 10 urg
            41 S > C ACK
            60 close 20
            """),
        MadeCapture(
            "challenge", ["tcp.challenge_ack": [6, 7]],
            """
            0 open 20
            21 S > C ACK len 1000
            22 C > S ACK
            30 S > C RST seq 9000
            30.1 C > S ACK ack 1000
            50 S > C PSH,ACK len 1000
            51 C > S ACK
            60 close 20
            """),
        MadeCapture(
            "slow answer", ["app.slow_answer": [6]],
            """
            0 open 20
            21 C > S PSH,ACK len 100
            41 S > C ACK
            2500 S > C PSH,ACK len 100
            2500.1 C > S ACK
            9000 C > S PSH,ACK len 100
            9020 S > C PSH,ACK len 100
            9020.1 C > S ACK
            9100 close 20
            """),
    ]
}
