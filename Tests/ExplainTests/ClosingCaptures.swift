/// Captures that show how connections end.
extension MadeCapture {
    static let ends: [MadeCapture] = [
        MadeCapture(
            "aborted", ["tcp.aborted": [6]],
            """
            0 open 20
            21 C > S PSH,ACK len 100
            41 S > C ACK
            60 S > C RST,ACK
            """),
        MadeCapture(
            "reset after close", ["tcp.reset_after_close": [9, 10]],
            """
            0 open 20
            21 C > S ACK len 1000
            41 S > C ACK
            42 S > C FIN,ACK
            43 C > S ACK len 1000 times 2 every 0.1
            63 S > C RST seq 1
            63.1 S > C RST seq 1
            """),
        MadeCapture(
            "reset against close_notify", ["tcp.reset_harmless": [9]],
            """
            0 open 20
            21 C > S ACK len 1000
            41 S > C ACK
            42 S > C FIN,ACK
            43 C > S ACK len 31 head 1503030018
            43.1 C > S FIN,ACK
            63 S > C RST seq 1
            """),
        MadeCapture(
            "reset when all is said", ["tcp.reset_harmless": [8]],
            """
            0 open 20
            21 C > S ACK len 1000
            41 S > C ACK len 10
            42 S > C FIN,ACK
            42.1 C > S ACK
            43 C > S RST,ACK
            """),
        MadeCapture(
            "no such connection", ["tcp.reset_no_connection": [9]],
            """
            0 open 20
            21 C > S ACK len 1000
            41 S > C ACK
            42 S > C ACK len 20
            42.1 C > S ACK
            500 C > S ACK len 1000
            520 S > C RST seq 20
            """),
        MadeCapture(
            "a segment that escaped a translation",
            ["capture.midstream": [5], "tcp.reset_no_connection": [6], "capture.ends_early": nil],
            """
            0 open 20
            21 C > S PSH,ACK len 100
            100 X:8080 > C PSH,ACK seq 900 ack 300 len 200
            100.1 C > X:8080 RST seq 300
            120 S > C ACK
            """),
        MadeCapture(
            "a forged reset, by its time to live", ["tcp.reset_injected": [6]],
            """
            0 open 20
            21 C > S PSH,ACK len 100
            41 S > C ACK
            42 S > C RST,ACK ttl 113
            """),
        MadeCapture(
            "a forged reset, by its time", ["tcp.reset_injected": [7]],
            """
            0 open 20
            21 C > S PSH,ACK len 100
            41 S > C ACK
            60 C > S PSH,ACK len 100
            63 S > C RST,ACK
            """),
        MadeCapture(
            "forged resets for both sides", ["tcp.reset_injected": [6, 7]],
            """
            0 open 20
            21 C > S PSH,ACK len 100
            41 S > C ACK
            42 S > C RST
            42.1 C > S RST
            """),
        MadeCapture(
            "forged resets that are tried out", ["tcp.reset_injected": [6, 7, 8, 9]],
            """
            0 open 20
            21 C > S PSH,ACK len 500
            41 S > C ACK
            50 S > C RST seq 3000000
            60 S > C RST seq 2000000
            70 S > C RST seq 1000000
            80 S > C RST seq 0
            """),
        MadeCapture(
            "a forged reset, whose sender goes on", ["tcp.reset_injected": [6, 7]],
            """
            0 open 20
            21 C > S PSH,ACK len 100
            41 S > C ACK
            42 S > C RST,ACK
            50 S > C PSH,ACK len 1000
            """),
        MadeCapture(
            "dropped while idle, with a reset",
            ["tcp.idle_dropped": [6, 7], "tcp.reset_no_connection": [7]],
            """
            0 open 20
            21 C > S PSH,ACK len 100
            41 S > C PSH,ACK len 100
            400000 C > S PSH,ACK len 100
            400020 S > C RST seq 100
            """),
        MadeCapture(
            "dropped while idle, in vain",
            [
                "tcp.idle_dropped": [6], "tcp.peer_vanished": nil, "tcp.timeouts": nil, "tcp.loss": nil,
                "capture.ends_early": nil,
            ],
            """
            0 open 20
            21 C > S PSH,ACK len 100
            41 S > C PSH,ACK len 100
            400000 C > S PSH,ACK len 100 lost
            400250 C > S PSH,ACK seq 100 len 100 lost
            400750 C > S PSH,ACK seq 100 len 100 lost
            401750 C > S PSH,ACK seq 100 len 100 lost
            403750 C > S PSH,ACK seq 100 len 100 lost
            """),
        MadeCapture(
            "half closed", ["tcp.half_closed": [5]],
            """
            0 open 20
            21 C > S PSH,ACK len 100
            22 C > S FIN,ACK
            42 S > C ACK
            100 S > C PSH,ACK len 1000 times 3 every 10
            121 C > S ACK
            130 S > C FIN,ACK
            131 C > S ACK
            """),
        MadeCapture(
            "never closed", ["tcp.never_closed": [5]],
            """
            0 open 20
            21 C > S PSH,ACK len 100
            22 C > S FIN,ACK
            42 S > C ACK
            70000 open 20 C:2 S
            70021 C:2 > S PSH,ACK len 10
            70041 S > C:2 ACK
            70050 close 20 C:2 S
            """),
        MadeCapture(
            "simultaneous close", ["tcp.simultaneous_close": [6, 7]],
            """
            0 open 20
            21 C > S PSH,ACK len 100
            41 S > C ACK
            60 C > S FIN,ACK
            60.1 S > C FIN,ACK ack 100
            80 C > S ACK ack 1
            80.1 S > C ACK ack 101
            """),
    ]
}
