import Trace

extension Claim {
    /// Claims about how TCP opens.
    static let ofOpening: [Claim] = [
        Claim(
            62, about: .opening, verdict: .isFalse, saidIn: [.article, .interview, .course], rules: [.rfc(9293, "3.5")],
            runs: Run("tcp why-three", shows: "B's user: \"pay 100\" arrives"),
            Run("explore --variant two-way", shows: "Broken after 2 steps, and no fewer"),
            english:
                "There are three segments, so that both know that they can send and receive.",
            "After three segments both know it.",
            "The main reason is another one: an old SYN that comes late must not open a connection. With two segments it does, and an old order is carried out."
        ),
        Claim(
            63, about: .opening, verdict: .isFalse, saidIn: [.article, .interview], rules: [.rfc(9293, "3.5")],
            runs: Run("tcp why-three", shows: "So B's user pays 100 a second time"),
            english:
                "With two segments the server would waste resources.",
            "It would: a connection would stand that has no client.",
            "It would do worse: it would deliver old data as new."),
        Claim(
            64, about: .opening, verdict: .isFalse, saidIn: [.article, .course], rules: [.rfc(9293, "3.5")],
            runs: Run("tcp figure-7", shows: "this connection opens with four segments, not three"),
            english:
                "A handshake of four segments is wrong: four are one too many.",
            "Usually SYN and ACK of the server share a segment, so three are enough.",
            "When both sides open at the same time, there are four. The RFC has a figure of it."),
        Claim(
            65, about: .opening, verdict: .isFalse, saidIn: [.interview, .course],
            rules: [.rfc(9293, "3.10.7.4"), .rfc(9293, "3.8.1")],
            runs: Run(
                "tcp lost-third-ack", shows: "5. ESTABLISHED --> <SEQ=101><ACK=301><DATA=3><CTL=ACK> --> ESTABLISHED"),
            english:
                "If the third segment is lost, the connection fails.",
            "The server is not ESTABLISHED without it.",
            "The first data carries the same acknowledgment. If there is no data, the server sends its SYN,ACK again."),
        Claim(
            66, about: .opening, verdict: .isFalse, saidIn: [.article, .course], rules: [.rfc(9293, "3.5")],
            runs: Run(
                "--seed 7 --only tcp.handshake_ack,tcp.data:1", shows: "our first octet of data will have the same SEQ"),
            english:
                "The third segment has the number x of the SYN, and so has the first data.",
            "The third segment and the first data have the same number.",
            "It is x + 1: the SYN has taken x."),
        Claim(
            67, about: .opening, verdict: .isFalse, saidIn: [.article, .course], rules: [.rfc(9293, "3.4")],
            runs: Run("--seed 7 --detail messages --only tcp.ack:1", shows: "(SEG.SEQ + SEG.LEN)"),
            english:
                "ack = seq + 1, always.",
            "So it is for a SYN and for a FIN without data.",
            "It is the next number that is expected: SEG.SEQ + SEG.LEN. The length counts the data, the SYN and the FIN."
        ),
        Claim(
            68, about: .opening, verdict: .isFalse, saidIn: [.textbook, .course],
            rules: [.rfc(9293, "3.4"), .rfc(9293, "3.5")],
            runs: Run("tcp figure-6", shows: "The ACK of line 4 takes no number"),
            english:
                "Every segment uses up a number.",
            "Data, SYN and FIN do.",
            "A segment with only an ACK takes none. Otherwise acknowledgments would be acknowledged without end."),
        Claim(
            69, about: .opening, verdict: .isFalse, saidIn: [.article, .interview, .course], rules: [.rfc(9293, "3.1")],
            runs: Run("--seed 7 --detail bytes --only tcp.syn_ack", shows: "tcp.flags.cwr"),
            english:
                "TCP has six flags, one for each kind of segment.",
            "RFC 793 named six.",
            "There are eight control bits, and a segment can have several: SYN,ACK has two."),
        Claim(
            70, about: .opening, verdict: .isFalse, saidIn: [.interview, .course], rules: [.rfc(9293, "3.5")],
            runs: Run("tcp data-on-syn", shows: "wait until the connection is open"),
            english:
                "A SYN may not carry data, for safety.",
            "The user gets no data before the connection is open.",
            "A SYN may carry data. The receiver keeps it until the third segment has come."),
        Claim(
            71, about: .opening, verdict: .isFalse, saidIn: [.interview],
            rules: [.rfc(9293, "3.4.1"), .rfc(6528, "3")],
            runs: Run("tcp why-isn", shows: "M is a clock with a tick of 4 microseconds"), .exhibit("isn-prediction"),
            english:
                "The initial sequence number is random, and only so that an attacker cannot guess it.",
            "An attacker who sees no segment must not be able to guess it.",
            "It is a clock plus a keyed hash. The clock keeps segments of an earlier connection out of the next one."),
        Claim(
            72, about: .opening, verdict: .onlyIf, saidIn: [.article], rules: [.rfc(6528, "3")],
            runs: Run("tcp why-isn", shows: "This does not stop an attacker who can see B's segments"),
            .exhibit("tcp-hijack"),
            english:
                "A random initial sequence number protects the connection.",
            "It does against an attacker who sees no segment.",
            "An attacker on the path reads the number, and needs one segment."),
        Claim(
            73, about: .opening, verdict: .isFalse, saidIn: [.textbook],
            rules: [.rfc(5961, "1.1"), .rfc(9293, "3.10.7.4")],
            runs: Run("attack rst-injection --seed 7", shows: "So 4096 resets, W apart, leave no number out"),
            .exhibit("blind-data"),
            english:
                "To guess a number of 32 bits takes four billion segments.",
            "So it is where exactly one number fits.",
            "Where every number in the window fits, it takes 2^32 divided by the window: here 4,096."),
        Claim(
            74, about: .opening, verdict: .isFalse, saidIn: [.interview],
            rules: [.rfc(4987, "2.2"), .rfc(4987, "3.2")],
            runs: Run("tcp syn-flood", shows: "All 2 places of the listener are taken"), .exhibit("syn-flood"),
            english:
                "A SYN flood overloads the server, and a larger backlog helps.",
            "A larger backlog is filled later.",
            "The server is idle. Its places are taken, each for minutes, so a few SYNs a second keep any backlog full."),
        Claim(
            75, about: .opening, verdict: .isFalse, saidIn: [.interview], rules: [.rfc(4987, "3.6")],
            runs: Run("tcp syn-cookies", shows: "Three bits stand for an MSS of 1460"),
            english:
                "SYN cookies cost nothing.",
            "The server stores nothing.",
            "The number has room for three bits of options. The other options are lost, and a SYN,ACK that is lost is not sent again."
        ),
        Claim(
            91, about: .opening, verdict: .isFalse, saidIn: [.article], rules: [.rfc(9293, "3.5")],
            runs: Run("tcp why-three", shows: "The third segment is the answer to B's question"),
            english:
                "The handshake tests whether both sides follow TCP/IP.",
            "A host without TCP does not answer.",
            "It asks whether the first number is meant now, and agrees on both first numbers. Only a host that takes part now can answer."
        ),
        Claim(
            92, about: .opening, verdict: .isFalse, saidIn: [.interview, .work],
            rules: [.rfc(9293, "3.3.1"), .rfc(6335, "6")],
            runs: Run("tcp syn-flood", shows: "All 2 places of the listener are taken"),
            english:
                "A server has at most 28,232 connections, as there are no more ports.",
            "On Linux a client that does not choose its port gets one of 28,232. So many connections can it have to one address and port.",
            "A connection is two addresses and two ports, and the server's port is the same in all. What ends is the room in the server: here it has two places."
        ),
        Claim(
            95, about: .opening, verdict: .isFalse, saidIn: [.course], rules: [.rfc(9293, "3.4")],
            runs: Run("tcp why-fin-number", shows: "would be the same segment, octet for octet"),
            english:
                "SYN and FIN carry no data, so they need no number.",
            "They carry no data of the user.",
            "With a number they can be acknowledged, and sent again without confusion."),
        Claim(
            97, about: .opening, verdict: .isFalse, saidIn: [.course], rules: [.rfc(9293, "3.4.1")],
            runs: Run("--seed 7 --only tcp.isn", shows: "ISN = M + F"),
            english:
                "Sequence numbers begin at 0 or 1.",
            "Programs that show segments often count from 0.",
            "The first number is a clock plus a secret function of both sockets."),
    ]
}
