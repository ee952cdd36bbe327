import TCPSim

/// Old duplicates: segments of an earlier time that arrive late.
extension Scenario {
    static let duplicates: [Scenario] = [
        Scenario(
            name: "duplicate-syn", englishTitle: "A Delayed Duplicate SYN Reaches an Open Connection",
            english: """
                The network delivers A's first SYN a second time, long after the connection has opened. B answers with the number that it \
                expects next and changes nothing. A already knows this number and ignores the answer.
                """,
            a: .iss(100), b: .iss(300),
            lines: [
                [.call(.passiveOpen, by: .b), .show()],
                [.call(.activeOpen, by: .a), .pass(.a)],
                [.duplicate(.a), .pass(.b)],
                [.pass(.a)],
                [.release(.a, a: "(duplicate)")],
                [.pass(.b)],
            ]),
        Scenario(
            name: "ghost-syn", englishTitle: "A Delayed Duplicate SYN Finds a Listener",
            english: """
                A has no connection and wants none. An old SYN of A's arrives at B. B asks for confirmation, the third segment. B gets a \
                reset, so no ghost of a connection is left. With a handshake of two segments, B would now be open, alone.
                """,
            a: .iss(100), b: .iss(300),
            lines: [
                [.call(.passiveOpen, by: .b), .show()],
                [.inject(.a, sequence: 90, .syn, a: "(duplicate)")],
                [.pass(.b)],
                [.pass(.a)],
                [.show()],
            ]),
        Scenario(
            name: "time-wait-assassination", englishTitle: "TIME-WAIT Assassination (RFC 1337)",
            english: """
                An old duplicate arrives in TIME-WAIT. A must acknowledge it. B has forgotten the connection and answers with a reset, \
                which carries exactly the number that A expects. So A's wait ends long before 2 MSL. RFC 1337 advises to ignore resets in \
                TIME-WAIT. RFC 9293 3.10.7.4 lets them close the connection, and so does this machine by default.
                """,
            a: .iss(99), b: .iss(299), before: handshake, lines: assassination + [[.pass(.b)]]),
        Scenario(
            name: "time-wait-remedy", englishTitle: "TIME-WAIT Assassination Prevented (RFC 1337)",
            english: """
                The same segments, but A ignores resets in TIME-WAIT: the first remedy of RFC 1337 section 3. The reset carries the right \
                number and still changes nothing. A waits for 2 MSL, and old duplicates die out meanwhile.
                """,
            a: .iss(99), b: .iss(299), configure: { configuration, _ in configuration.ignoresResetInTimeWait = true },
            before: handshake,
            lines: assassination + [[.pass(.b)], [.timeout(.timeWait, of: .a), .show(a: "(2 MSL)", b: ""), .show()]]),
    ]

    /// The lines up to the reset of B, which ends A's wait if A does not ignore it: lines 1 to 5.2 of the figure in RFC 1337.
    private static let assassination: [[Step]] = [
        [.show()],
        [.call(.close, by: .a), .show(a: "(Close)", b: ""), .pass(.a)],
        [.pass(.b)],
        [.call(.close, by: .b), .show(a: "", b: "(Close)"), .pass(.b)],
        [.pass(.a)],
        [.inject(.b, sequence: 255, acknowledgment: 33, [], data: [1, 2, 3], b: "(duplicate)")],
        [.pass(.a)],
    ]
}
