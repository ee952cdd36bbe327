/// Captures of connections that open, or fail to open.
extension MadeCapture {
    static let opening: [MadeCapture] = [
        MadeCapture(
            "healthy", [:],
            """
            0 open 20
            21 C > S PSH,ACK len 300
            41 S > C ACK
            42 S > C PSH,ACK len 1448 times 10 every 1
            62 C > S ACK
            70 close 20
            """),
        MadeCapture(
            "refused", ["tcp.refused": [1, 2]],
            """
            0 C > S SYN mss 1460
            10 S > C RST,ACK seq -1 ack 0 ttl 60
            """),
        MadeCapture(
            "no answer", ["tcp.no_answer": [1, 2, 3]],
            """
            0 C > S SYN mss 1460
            1000 C > S SYN mss 1460
            3000 C > S SYN mss 1460
            """),
        MadeCapture(
            "a SYN at the very end", ["capture.undecided": [1]],
            """
            0 C > S SYN mss 1460
            """),
        MadeCapture(
            "SYN lost", ["tcp.syn_retried": [1, 2, 3]],
            """
            0 C > S SYN mss 1460
            1000 C > S SYN mss 1460
            1020 S > C SYN,ACK mss 1460
            1021 C > S ACK
            1022 C > S PSH,ACK len 100
            1042 S > C ACK
            1043 S > C PSH,ACK len 100
            1044 C > S ACK
            1100 close 20
            """),
        MadeCapture(
            "handshake unfinished", ["tcp.handshake_unfinished": [1, 2, 3, 4]],
            """
            0 C > S SYN mss 1460
            1 S > C SYN,ACK mss 1460
            1001 S > C SYN,ACK mss 1460
            3001 S > C SYN,ACK mss 1460
            """),
        MadeCapture(
            "handshake aborted", ["tcp.handshake_aborted": [1, 2, 3]],
            """
            0 C > S SYN mss 1460
            20 S > C SYN,ACK mss 1460
            20.1 C > S RST seq 0
            """),
        MadeCapture(
            "a SYN,ACK from an address that was not asked",
            ["tcp.handshake_aborted": [2, 3], "tcp.no_answer": [1, 4]],
            """
            0 C > S SYN mss 1460
            20 X:443 > C SYN,ACK mss 1460 isn 9000
            20.1 C > X:443 RST seq 0
            1000 C > S SYN mss 1460
            """),
        MadeCapture(
            "stale peer", ["tcp.stale_peer": [1, 2, 4, 5], "tcp.syn_retried": nil],
            """
            0 C > S SYN mss 1460
            20 S > C ACK seq 70000 ack 88000
            20.1 C > S RST seq 88000
            1000 C > S SYN mss 1460
            1020 S > C SYN,ACK mss 1460
            1020.1 C > S ACK
            1021 C > S PSH,ACK len 100
            1041 S > C ACK
            1060 close 20
            """),
        MadeCapture(
            "simultaneous open", ["tcp.simultaneous_open": [1, 2, 3, 4]],
            """
            0 C > S SYN mss 1460
            0.1 S > C SYN mss 1460
            10 C > S SYN,ACK seq -1 mss 1460
            10.1 S > C SYN,ACK seq -1 mss 1460
            11 C > S PSH,ACK len 10
            21 S > C ACK
            30 close 20
            """),
        MadeCapture(
            "fast open", ["tcp.fast_open": [1]],
            """
            0 C > S SYN mss 1460 tfo 8 len 100
            20 S > C SYN,ACK mss 1460
            20.1 C > S ACK
            21 S > C PSH,ACK len 200
            22 C > S ACK
            40 close 20
            """),
        MadeCapture(
            "no window scaling", ["tcp.no_window_scaling": [2]],
            """
            0 C > S SYN mss 1460 wscale 7
            20 S > C SYN,ACK mss 1460
            20.1 C > S ACK
            21 C > S PSH,ACK len 200
            41 S > C ACK
            60 close 20
            """),
        MadeCapture(
            "no data", ["tcp.no_data": [4, 5]],
            """
            0 open 20
            30 close 20
            """),
        MadeCapture(
            "port reused", ["tcp.port_reused": [11]],
            """
            0 open 20
            21 C > S PSH,ACK len 100
            41 S > C ACK
            42 S > C PSH,ACK len 100
            43 C > S ACK
            60 close 20
            9000 C > S SYN mss 1460 isn 700000 ts 1
            9020 S > C SYN,ACK mss 1460 isn 900000 ts 1
            9020.1 C > S ACK
            9021 C > S PSH,ACK len 100
            9041 S > C ACK
            9060 close 20
            """),
        MadeCapture(
            "port scan", ["tcp.port_scan": Array(stride(from: 1, to: 41, by: 2)), "tcp.refused": nil],
            (0..<20).map { "\($0) C > S:\(100 + $0) SYN\n\($0).5 S:\(100 + $0) > C RST,ACK seq -1 ack 0" }
                .joined(separator: "\n")),
        MadeCapture(
            "SYN flood", ["tcp.syn_flood": Array(1...20), "capture.undecided": nil],
            (0..<120).map { "\($0) C:\(2000 + $0) > S SYN" }.joined(separator: "\n")),
        MadeCapture(
            "accept queue full",
            [
                "tcp.accept_queue_full": [11, 19], "tcp.peer_vanished": nil, "tcp.timeouts": nil, "tcp.loss": nil,
                "capture.ends_early": nil, "tcp.syn_retried": nil,
            ],
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
            3102 C:2 > S PSH,ACK seq 0 len 100 lost
            5000 open 1 C:3 S
            5002 C:3 > S PSH,ACK len 100 lost
            5202 C:3 > S PSH,ACK seq 0 len 100 lost
            5300 S > C:3 SYN,ACK seq -1 mss 1460 wscale 7 sackok ts 1
            5300.1 C:3 > S ACK seq 100
            5602 C:3 > S PSH,ACK seq 0 len 100 lost
            6402 C:3 > S PSH,ACK seq 0 len 100 lost
            8002 C:3 > S PSH,ACK seq 0 len 100 lost
            """),
    ]
}
