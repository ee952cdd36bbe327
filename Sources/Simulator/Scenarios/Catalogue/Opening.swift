import TCPSim

/// Opening a connection: Figures 6 to 8 of RFC 9293.
extension Scenario {
    static let opening: [Scenario] = [
        Scenario(
            name: "figure-6",
            englishTitle: "RFC 9293 Figure 6: Basic Three-Way Handshake for Connection Synchronization",
            english: """
                Each side tells the other its initial sequence number, and the other acknowledges it. The ACK of line 4 takes no number: \
                the data in line 5 has the same SEQ.
                """,
            a: .iss(100), b: .iss(300),
            lines: [
                [.call(.passiveOpen, by: .b), .show()],
                [.call(.activeOpen, by: .a), .pass(.a)],
                [.pass(.b)],
                [.pass(.a)],
                [.call(.send([1, 2, 3], push: false), by: .a), .pass(.a)],
            ]),
        Scenario(
            name: "figure-7", englishTitle: "RFC 9293 Figure 7: Simultaneous Connection Synchronization",
            english: "Both sides open at once. Their SYNs cross, and the result is one connection, not two.",
            a: .iss(100), b: .iss(300),
            lines: [
                [.show()],
                [.call(.activeOpen, by: .a), .hold(.a, b: "")],
                [.call(.activeOpen, by: .b), .pass(.b)],
                [.release(.a)],
                [.hold(.a, b: "")],
                [.pass(.b)],
                [.release(.a)],
            ]),
        Scenario(
            name: "figure-8", englishTitle: "RFC 9293 Figure 8: Recovery from Old Duplicate SYN",
            english: """
                B cannot tell that the SYN of line 3 is old, so B answers it. A can tell: the ACK is for a number that A never sent. A \
                resets the ghost. Then A's own SYN arrives. B takes its numbers from a clock, so its second answer has another number.
                """,
            a: .iss(100), b: .clock, latency: .microseconds(100),
            lines: [
                [.call(.passiveOpen, by: .b), .show()],
                [.call(.activeOpen, by: .a), .hold(.a, b: "")],
                // The clock of RFC 793 ticks every 4 microseconds: at 1,200 it shows 300, at 1,600 it shows 400.
                [.until(microseconds: 1_200), .inject(.a, sequence: 90, .syn, a: "(duplicate)")],
                [.pass(.b)],
                [.pass(.a)],
                [.until(microseconds: 1_600), .release(.a)],
                [.pass(.b)],
                [.pass(.a)],
            ]),
    ]
}
