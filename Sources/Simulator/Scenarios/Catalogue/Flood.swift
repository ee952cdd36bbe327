import TCPSim

/// SYN floods: SYNs that never become connections (RFC 4987).
extension Scenario {
    static let flood: [Scenario] = [
        Scenario(
            name: "syn-flood", englishTitle: "A SYN Flood Keeps a Client Out",
            english: """
                B keeps a place for each SYN that it has answered, and it has two places. An attacker fills both with SYNs from addresses \
                without a host. So no third segment comes, and no reset. Then A, a real client, sends its SYN. B drops this SYN without an \
                answer, so A is not even refused. A sends the SYN again and again, for about three minutes (RFC 9293 section 3.8.3, \
                MUST-23). The attacker needs one small segment for each place.
                """,
            a: .iss(100), b: .iss(300),
            lines: [
                [.listen(backlog: 2, cookies: false, by: .b), .show()],
                [.forgeSYN(to: .b)],
                [.forgeSYN(to: .b)],
                [.call(.activeOpen, by: .a), .pass(.a, b: "(dropped)")],
                [.show(b: "(full)")],
            ]),
        Scenario(
            name: "syn-cookies", englishTitle: "A SYN Flood against SYN Cookies",
            english: """
                The same, but now B uses SYN cookies. When its places are taken, B answers a SYN and stores nothing: the sequence number of \
                the answer contains what B needs to know. The attacker never sees this number. A sees it and brings it back with the third \
                segment, and B opens the connection from that. B loses the options of A's SYN, except the MSS.
                """,
            a: .iss(100), b: .iss(300),
            lines: [
                [.listen(backlog: 2, cookies: true, by: .b), .show()],
                [.forgeSYN(to: .b)],
                [.forgeSYN(to: .b)],
                [.forgeSYN(to: .b)],
                [.call(.activeOpen, by: .a), .pass(.a)],
                [.pass(.b)],
                [.pass(.a)],
                [.call(.send([1, 2, 3], push: false), by: .a), .pass(.a)],
                [.pass(.b)],
            ]),
    ]
}
