import Testing

/// A capture that the project has made, and what is the matter with it.
struct MadeCapture: Sendable, CustomTestStringConvertible {
    let name: String
    /// All codes, and the frames of those that are named with them.
    let codes: [String: [Int]?]
    let script: String
    var testDescription: String { name }

    init(_ name: String, _ codes: [String: [Int]?], _ script: String) {
        (self.name, self.codes, self.script) = (name, codes, script)
    }
}

extension MadeCapture {
    static let all: [MadeCapture] = opening + data + pace + ends + paths + captures

    // MARK: Opening

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
            "a SYN at the very end", [:],
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
            "SYN flood", ["tcp.syn_flood": Array(1...20)],
            (0..<120).map { "\($0) C:\(2000 + $0) > S SYN" }.joined(separator: "\n")),
        MadeCapture(
            "accept queue full",
            [
                "tcp.accept_queue_full": [11, 19], "tcp.peer_vanished": nil, "tcp.timeouts": nil, "tcp.loss": nil,
                "capture.ends_early": nil,
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
            5602 C:3 > S PSH,ACK seq 0 len 100 lost
            6402 C:3 > S PSH,ACK seq 0 len 100 lost
            8002 C:3 > S PSH,ACK seq 0 len 100 lost
            """),
    ]

    // MARK: Data

    static let data: [MadeCapture] = [
        MadeCapture(
            "loss beyond the point of capture", ["tcp.loss": [10]],
            """
            0 open 20 S C
            21 S > C ACK len 1448 lost
            21.1 S > C ACK len 1448 times 3 every 0.1
            41 C > S ACK sack 1448-2896
            41.1 C > S ACK sack 1448-4344
            41.3 S > C ACK seq 0 len 1448
            42 S > C ACK seq 5792 len 100
            61 C > S ACK
            70 close 20 S C
            """),
        MadeCapture(
            "loss before the point of capture", ["tcp.loss": [7]],
            """
            0 open 20
            21 S > C ACK seq 1448 len 1448
            21.1 C > S ACK sack 1448-2896
            21.2 S > C ACK seq 2896 len 1448
            41.5 S > C ACK seq 0 len 1448
            42 C > S ACK ack 4344
            60 C > S FIN,ACK ack 4344
            80 S > C FIN,ACK
            80.1 C > S ACK ack 4345
            """),
        MadeCapture(
            "timeout", ["tcp.loss": [5], "tcp.timeouts": [5]],
            """
            0 open 20
            21 C > S PSH,ACK len 500 lost
            321 C > S PSH,ACK seq 0 len 500
            341 S > C ACK
            342 S > C PSH,ACK len 100
            343 C > S ACK
            400 close 20
            """),
        MadeCapture(
            "needless", ["tcp.needless_retransmissions": nil, "tcp.timeouts": [7]],
            """
            0 open 20
            21 C > S PSH,ACK len 500
            41 S > C ACK
            321 S > C ACK ack 500
            330 C > S PSH,ACK seq 0 len 500
            350 S > C ACK ack 500 sack 0-500
            400 close 20
            """),
        MadeCapture(
            "peer vanished",
            ["tcp.loss": nil, "tcp.timeouts": nil, "tcp.peer_vanished": [8, 12], "capture.ends_early": nil],
            """
            0 open 20
            21 C > S PSH,ACK len 500
            41 S > C ACK
            42 S > C PSH,ACK len 500
            43 C > S PSH,ACK len 500 lost
            300 C > S PSH,ACK seq 500 len 500 lost
            700 C > S PSH,ACK seq 500 len 500 lost
            1500 C > S PSH,ACK seq 500 len 500 lost
            3100 C > S PSH,ACK seq 500 len 500 lost
            6300 C > S PSH,ACK seq 500 len 500 lost
            """),
        MadeCapture(
            "reordering", ["tcp.reordering": [6]],
            """
            0 open 20
            20.5 S > C ACK len 1448 ts 500
            21 S > C ACK seq 2896 len 1448 ts 502
            21.2 S > C ACK seq 1448 len 1448 ts 501
            22 C > S ACK ack 4344
            40 C > S FIN,ACK ack 4344
            60 S > C FIN,ACK seq 4344
            60.1 C > S ACK ack 4345
            """),
        MadeCapture(
            "duplicates of the network", ["tcp.network_duplicates": [5]],
            """
            0 open 20
            21 S > C ACK len 1000
            21.3 again
            21.4 C > S ACK
            21.5 C > S ACK sack 0-1000
            22 S > C ACK len 1000 times 5 every 1
            30 C > S ACK
            31 C > S PSH,ACK len 10
            51 S > C ACK
            60 close 20
            """),
        MadeCapture(
            "corruption", ["tcp.corruption": [4], "tcp.loss": [7]],
            """
            0 open 20
            21 S > C ACK len 1000 bad
            21.1 S > C ACK len 1000
            21.2 C > S ACK ack 0 sack 1000-2000
            45 S > C ACK seq 0 len 1000
            45.1 C > S ACK ack 2000
            60 C > S FIN,ACK ack 2000
            80 S > C FIN,ACK seq 2000
            80.1 C > S ACK ack 2001
            """),
        MadeCapture(
            "contradiction", ["tcp.contradiction": [5], "tcp.loss": nil],
            """
            0 open 20
            21 S > C ACK len 1000
            21.5 S > C ACK seq 0 len 1000 other ttl 63 id 900
            22 C > S ACK
            23 C > S ACK len 10
            43 S > C ACK
            60 close 20
            """),
    ]

    // MARK: Windows and pace

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

    // MARK: Closing

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

    // MARK: The path

    static let paths: [MadeCapture] = [
        MadeCapture(
            "a black hole for large packets",
            [
                "path.mtu_black_hole": [4, 7, 8, 9], "tcp.timeouts": nil, "tcp.loss": nil, "tcp.peer_vanished": nil,
                "capture.ends_early": nil,
            ],
            """
            0 open 20
            21 C > S ACK len 1448 lost head 16030106
            21.1 C > S PSH,ACK len 300 lost
            41 S > C ACK ack 0 sack 1448-1748
            341 C > S ACK seq 0 len 1448 lost head 16030106
            941 C > S ACK seq 0 len 1448 lost head 16030106
            2141 C > S ACK seq 0 len 1448 lost head 16030106
            """),
        MadeCapture(
            "a black hole, seen by the receiver", ["path.mtu_black_hole": [4], "capture.ends_early": nil],
            """
            0 open 20
            21 S > C PSH,ACK seq 2896 len 300
            21.1 C > S ACK ack 0 sack 2896-3196
            1321 C > S ACK ack 0 sack 2896-3196
            """),
        MadeCapture(
            "queueing", ["path.queueing": nil],
            "0 open 20 S C\n"
                + (0..<30).map { "\(30 + 600 * $0) S > C ACK len 1448\n\(50 + 600 * $0 + min(400, 20 * $0)) C > S ACK" }
                .joined(separator: "\n")
                + "\n20000 close 20 S C"),
    ]

    // MARK: The capture

    static let captures: [MadeCapture] = [
        MadeCapture(
            "cut", ["capture.snap_length": Array(4...13)],
            """
            0 open 20
            21 S > C ACK len 1448 cut 96 times 10 every 1
            31 C > S ACK
            40 C > S ACK len 10
            60 S > C ACK
            70 close 20
            """),
        MadeCapture(
            "octets that the capture has missed", ["capture.missing_segments": nil],
            """
            0 open 20
            21 S > C ACK len 1448
            22 S > C ACK seq 2896 len 1448
            22.1 C > S ACK ack 4344
            40 C > S FIN,ACK ack 4344
            60 S > C FIN,ACK seq 4344
            60.1 C > S ACK ack 4345
            """),
        MadeCapture(
            "one direction", ["capture.one_direction": nil, "capture.missing_segments": nil],
            """
            0 S > C SYN,ACK mss 1460
            10 S > C ACK ack 300 len 1000
            20 S > C ACK ack 600 len 1000
            30 S > C FIN,ACK ack 700
            """),
        MadeCapture(
            "midstream", ["capture.midstream": [1]],
            """
            0 C > S PSH,ACK seq 7000 ack 9000 len 100
            20 S > C ACK seq 9000 ack 7100
            21 S > C PSH,ACK seq 9000 ack 7100 len 100
            22 C > S ACK seq 7100 ack 9100
            40 C > S FIN,ACK seq 7100 ack 9100
            60 S > C FIN,ACK seq 9100 ack 7101
            60.1 C > S ACK seq 7101 ack 9101
            """),
        MadeCapture(
            "ends early", ["capture.ends_early": [5]],
            """
            0 open 20
            21 C > S PSH,ACK len 100
            41 S > C ACK
            """),
        MadeCapture(
            "every packet twice", ["capture.duplicate_frames": [2, 4, 6, 8, 10, 12, 14, 16, 18, 20]],
            """
            0 C > S SYN mss 1460
            0.01 again
            20 S > C SYN,ACK mss 1460
            20.01 again
            20.1 C > S ACK
            20.11 again
            21 C > S PSH,ACK len 100
            21.01 again
            41 S > C ACK
            41.01 again
            42 S > C PSH,ACK len 100
            42.01 again
            43 C > S ACK
            43.01 again
            50 C > S FIN,ACK
            50.01 again
            70 S > C FIN,ACK
            70.01 again
            70.1 C > S ACK
            70.11 again
            """),
        MadeCapture(
            "unfinished checksums", ["capture.checksum_offload": [1, 3, 4, 6]],
            """
            0 C > S SYN mss 1460 pseudo
            20 S > C SYN,ACK mss 1460
            20.1 C > S ACK pseudo
            21 C > S PSH,ACK len 100 pseudo
            41 S > C ACK
            60 C > S FIN,ACK pseudo
            80 S > C FIN,ACK
            80.1 C > S ACK
            """),
        MadeCapture(
            "segments larger than the wire carries", ["capture.segmentation_offload": [4]],
            """
            0 open 20
            21 S > C ACK len 14480
            22 C > S ACK
            40 close 20
            """),
        MadeCapture(
            "times that run backwards", ["capture.time_backwards": [5]],
            """
            5000 open 20
            5021 C > S PSH,ACK len 100
            41 S > C ACK
            60 close 20
            """),
    ]
}
