/// Captures in which a code about the end of connections must not stand.
extension AbsentCode {
    private static let open = "0 open 20\n21 C > S PSH,ACK len 100\n41 S > C ACK\n"
    /// A protected alert of TLS 1.2.
    private static let goodbye = data(record(21, [UInt8](repeating: 9, count: 26)))

    static let absentOfEnds: [AbsentCode] = [
        AbsentCode("tcp.aborted", "both have closed", open + "60 C > S FIN,ACK\n80 S > C FIN,ACK\n80.1 C > S RST,ACK"),
        AbsentCode(
            "tcp.aborted", "it acknowledges a FIN that the capture does not have",
            open + "60 C > S FIN,ACK\n80 S > C ACK\n100 C > S RST,ACK ack 1"),
        AbsentCode(
            "tcp.aborted", "an acknowledgment before it is missing",
            open + "42 S > C PSH,ACK len 500\n100 S > C RST seq 500"),
        AbsentCode(
            "tcp.aborted", "its sender had closed, and what it answers is missing",
            open + "60 S > C FIN,ACK\n80 C > S ACK\n100 S > C RST seq 1"),
        AbsentCode(
            "tcp.aborted", "only the server's goodbye was unread",
            "0 open 20\n21 C > S PSH,ACK \(data(hello))\n41 S > C PSH,ACK \(data(serverHello, record(20, [1]), record(23, [UInt8](repeating: 9, count: 900))))\n"
                + "42 C > S PSH,ACK \(data(record(20, [1]), record(23, [UInt8](repeating: 9, count: 53)), record(23, [UInt8](repeating: 9, count: 90))))\n"
                + "62 S > C PSH,ACK \(data(record(23, [UInt8](repeating: 9, count: 500))))\n63 C > S ACK\n"
                + "5000 S > C PSH,ACK \(goodbye)\n5001 C > S RST,ACK"),
        AbsentCode(
            "tcp.reset_after_close", "only close_notify meets the closed socket",
            """
            0 open 20
            21 C > S ACK len 1000
            41 S > C ACK
            42 S > C FIN,ACK
            43 C > S ACK len 31 head 1503030018
            43.1 C > S FIN,ACK
            63 S > C RST seq 1
            """),
        AbsentCode(
            "tcp.reset_harmless", "data was under way to the side that resets",
            "0 open 20\n21 C > S ACK len 1000\n41 S > C ACK\n42 S > C FIN,ACK\n43 C > S ACK len 1000 times 2 every 0.1\n63 S > C RST seq 1"
        ),
        AbsentCode("tcp.reset_harmless", "nobody has closed", open + "60 S > C RST,ACK"),
        AbsentCode(
            "tcp.reset_no_connection", "the reset has ACK and its sender's next number",
            open + "60 C > S PSH,ACK len 100\n80 S > C RST,ACK"),
        AbsentCode(
            "tcp.reset_injected", "its time to live is of another beginning, and as far away",
            """
            0 C > S SYN mss 1460
            20 S > C SYN,ACK mss 1460 ttl 59
            20.1 C > S ACK
            21 C > S PSH,ACK len 100
            41 S > C ACK ttl 59
            62 S > C RST,ACK ttl 123
            """),
        AbsentCode(
            "tcp.reset_injected", "both have closed, near to each other",
            """
            0 C > S SYN mss 1460
            0.1 S > C SYN,ACK mss 1460
            0.15 C > S ACK
            1 C > S PSH,ACK len 100
            1.1 S > C PSH,ACK len 100
            1.2 C > S ACK
            1.3 S > C FIN,ACK
            1.4 C > S FIN,ACK
            1.45 S > C RST seq 101
            """),
        AbsentCode(
            "tcp.idle_dropped", "an hour of silence, and all goes on",
            open
                + "42 S > C PSH,ACK len 100\n43 C > S ACK\n3600000 C > S PSH,ACK len 100\n3600020 S > C PSH,ACK len 100\n3600021 C > S ACK\n3600100 close 20"
        ),
        AbsentCode(
            "tcp.idle_dropped", "a segment is lost once after the silence",
            open
                + "42 S > C PSH,ACK len 100\n43 C > S ACK\n400000 C > S PSH,ACK len 100 lost\n400250 C > S PSH,ACK seq 100 len 100\n400270 S > C PSH,ACK len 100\n400271 C > S ACK\n400300 close 20"
        ),
        AbsentCode("tcp.half_closed", "the answer to the FIN is a FIN", open + "60 close 20"),
        AbsentCode(
            "tcp.half_closed", "data that was under way when the FIN came",
            open
                + "60 C > S FIN,ACK\n65 S > C PSH,ACK len 100 ack 100\n65.1 C > S ACK\n80 S > C FIN,ACK\n80.1 C > S ACK"
        ),
        AbsentCode(
            "tcp.never_closed", "the other side closes after fifty seconds",
            open + "60 C > S FIN,ACK\n80 S > C ACK\n50000 S > C FIN,ACK\n50000.1 C > S ACK"),
        AbsentCode("tcp.never_closed", "the capture ends first", open + "60 C > S FIN,ACK\n80 S > C ACK"),
        AbsentCode("tcp.simultaneous_close", "the second FIN acknowledges the first", open + "60 close 20"),
    ]
}
