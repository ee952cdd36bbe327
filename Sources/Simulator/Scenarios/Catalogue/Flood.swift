import TCPSim

/// SYNs that no connection follows (RFC 4987).
extension Scenario {
    static let flood: [Scenario] = [
        Scenario(
            "syn-flood", "A SYN Flood Closes the Door",
            """
            B keeps a place for each SYN it has answered, and has two. An attacker fills them from addresses where nobody lives: no \
            third segment will come, nor a reset. A, who means it, is not even refused: its SYN is dropped, and it will try again for \
            a minute. The attacker needs one small segment for each place.
            """,
            a: .iss(100), b: .iss(300),
            lines: [
                [.listen(backlog: 2, cookies: false, by: .b), .show()],
                [.forgeSYN(1, to: .b)],
                [.forgeSYN(2, to: .b)],
                [.call(.activeOpen, by: .a), .pass(.a, b: "(dropped)")],
                [.show(b: "(full)")],
            ]),
        Scenario(
            "syn-cookies", "A SYN Flood against SYN Cookies",
            """
            The same, but when its places are taken B answers without keeping anything: what it would have to remember is in its \
            sequence number. The attacker never sees that number. A does, and brings it back with its third segment, which opens the \
            connection out of nothing. What A's SYN offered besides the MSS is lost.
            """,
            a: .iss(100), b: .iss(300),
            lines: [
                [.listen(backlog: 2, cookies: true, by: .b), .show()],
                [.forgeSYN(1, to: .b)],
                [.forgeSYN(2, to: .b)],
                [.forgeSYN(3, to: .b)],
                [.call(.activeOpen, by: .a), .pass(.a)],
                [.pass(.b)],
                [.pass(.a)],
                [.call(.send([1, 2, 3], push: false), by: .a), .pass(.a)],
                [.pass(.b)],
            ]),
    ]
}
