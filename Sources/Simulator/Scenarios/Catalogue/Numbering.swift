import TCPSim

/// Cases beside the figures of RFC 9293: data before the connection is open, and sequence numbers that wrap around.
extension Scenario {
    static let numbering: [Scenario] = [
        Scenario(
            name: "simultaneous-open-data", englishTitle: "Simultaneous Open with Data",
            english: """
                Both sides open at once, and both users send data before anything is acknowledged. The data waits until the connection is \
                open. Then it goes in both directions.
                """,
            a: .iss(100), b: .iss(300),
            lines: [
                [.show()],
                [
                    .call(.activeOpen, by: .a), .call(.send([1, 2, 3], push: false), by: .a), .hold(.a, b: ""),
                ],
                [
                    .call(.activeOpen, by: .b), .call(.send([4, 5], push: false), by: .b), .pass(.b),
                ],
                [.release(.a)],
                [.hold(.a, b: "")],
                [.pass(.b)],
                [.release(.a)],
                [.pass(.a)],
                [.pass(.b)],
                [.pass(.b)],
                [.pass(.a)],
            ]),
        Scenario(
            name: "data-on-syn", englishTitle: "Data on a SYN Waits until the Connection Is Open",
            english: """
                A SYN may carry data. B keeps the data and does not give it to its user: the SYN could be an old duplicate. B's SYN,ACK \
                acknowledges the SYN alone. Only when the third segment has come does B's user read the data. A repeats the data, since \
                B has not acknowledged it; B takes the repeated data for the duplicate that it is.
                """,
            a: .iss(100), b: .iss(300),
            lines: [
                [.call(.passiveOpen, by: .b), .show()],
                [
                    .call(.activeOpen, by: .a), .call(.send([1, 2, 3], push: false), by: .a),
                    .load(.a, [1, 2, 3]),
                ],
                [.pass(.b)],
                [.pass(.a)],
                [.pass(.b)],
            ]),
        Scenario(
            name: "wrap-around", englishTitle: "Sequence Numbers Wrap Around: an ISN of 2^32 - 8",
            english: """
                Seven octets fit before the numbers begin again at 0. All comparisons are made modulo 2^32, so nothing special happens: \
                4294967295 + 1 = 0, and 0 comes after 4294967295.
                """,
            a: .iss(4_294_967_288), b: .iss(300),
            lines: [
                [.call(.passiveOpen, by: .b), .show()],
                [.call(.activeOpen, by: .a), .pass(.a)],
                [.pass(.b)],
                [.pass(.a)],
                [.call(.send([1, 2, 3, 4, 5, 6], push: false), by: .a), .pass(.a)],
                [.pass(.b)],
                [.call(.send([7, 8, 9, 10, 11, 12], push: false), by: .a), .pass(.a)],
                [.pass(.b)],
                [.call(.close, by: .a), .pass(.a)],
                [.pass(.b)],
            ]),
    ]
}
