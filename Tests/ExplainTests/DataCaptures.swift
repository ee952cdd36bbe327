/// Captures in which data is lost, delayed, repeated, overtaken or damaged.
extension MadeCapture {
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
            "nothing passes any more",
            [
                "tcp.loss": nil, "tcp.timeouts": nil, "tcp.needless_retransmissions": nil,
                "tcp.peer_vanished": [8, 9, 13], "capture.ends_early": nil,
            ],
            """
            0 open 20
            21 C > S PSH,ACK len 500
            41 S > C PSH,ACK len 500
            41.1 C > S ACK
            42 C > S PSH,ACK len 500 lost
            300 C > S PSH,ACK seq 500 len 500 lost
            310 S > C PSH,ACK seq 0 len 500 ack 500
            700 C > S PSH,ACK seq 500 len 500 lost
            710 S > C PSH,ACK seq 0 len 500 ack 500
            1500 C > S PSH,ACK seq 500 len 500 lost
            1510 S > C PSH,ACK seq 0 len 500 ack 500
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
}
