/// Captures with problems of the path, and captures that lack something.
extension MadeCapture {
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
            "one direction", ["capture.one_direction": nil, "capture.missing_segments": nil, "capture.undecided": nil],
            """
            0 S > C SYN,ACK mss 1460
            10 S > C ACK ack 300 len 1000
            20 S > C ACK ack 600 len 1000
            30 S > C FIN,ACK ack 700
            """),
        MadeCapture(
            "one direction, the client's",
            ["capture.one_direction": nil, "capture.missing_segments": nil, "capture.undecided": nil],
            """
            0 C > S SYN mss 1460
            20 C > S ACK ack 0 len 100
            40 C > S ACK ack 900 len 100
            3000 C > S FIN,ACK ack 900
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
