import Trace

extension Claim {
    /// Claims about how TCP opens.
    static let ofOpening: [Claim] = [
        Claim(
            62, about: .opening, verdict: .isFalse, saidIn: [.article, .interview, .course], rules: [.rfc(9293, "3.5")],
            runs: Run(
                "explore --variant two-way", shows: "Broken after 2 steps, and no fewer",
                unlike: Counterpart("tcp ghost-syn", shows: "CLOSED --> <SEQ=91><CTL=RST> --> LISTEN")),
            Run("tcp why-three", shows: "B's user: \"pay 100\" arrives"),
            english:
                "There are three segments, so that both know that they can send and receive.",
            "After three segments both know it.",
            "The main reason is another one: an old SYN that comes late must not open a connection. With two segments it does, and an old order is carried out."
        ),
        Claim(
            63, about: .opening, verdict: .isTrue, saidIn: [.article, .interview], rules: [.rfc(9293, "3.5")],
            runs: Run(
                "tcp why-three", shows: "the ghost would last",
                unlike: Counterpart("tcp ghost-syn", shows: "SYN-RECEIVED → LISTEN")),
            english:
                "With two segments the server would waste resources.",
            "A connection would stand that has no client.",
            "It is so, and it is not the main reason: the server would also deliver old data as new."),
        Claim(
            64, about: .opening, verdict: .isFalse, saidIn: [.article, .course], rules: [.rfc(9293, "3.5")],
            runs: Run(
                "tcp figure-7", shows: "· 4 packets: 2 from TCP Peer A, 2 from TCP Peer B",
                unlike: Counterpart(
                    "tcp figure-6", shows: "4. ESTABLISHED --> <SEQ=101><ACK=301><CTL=ACK> --> ESTABLISHED")),
            english:
                "A handshake of four segments is wrong: four are one too many.",
            "Usually SYN and ACK of the server share a segment, so three are enough.",
            "When both sides open at the same time, there are four. The RFC has a figure of it."),
        Claim(
            65, about: .opening, verdict: .isFalse, saidIn: [.interview, .course],
            rules: [.rfc(9293, "3.10.7.4"), .rfc(9293, "3.8.1")],
            runs: Run(
                "tcp lost-third-ack",
                shows: "(lost) SYN-RECEIVED 5. ESTABLISHED --> <SEQ=101><ACK=301><DATA=3><CTL=ACK> --> ESTABLISHED",
                unlike: Counterpart(
                    "tcp figure-6", shows: "4. ESTABLISHED --> <SEQ=101><ACK=301><CTL=ACK> --> ESTABLISHED")),
            english:
                "If the third segment is lost, the connection fails.",
            "The server is not ESTABLISHED without it.",
            "The first data carries the same acknowledgment. If there is no data, the server sends its SYN,ACK again."),
        Claim(
            66, about: .opening, verdict: .isFalse, saidIn: [.article, .course], rules: [.rfc(9293, "3.5")],
            runs: Run(
                "--seed 7 --only tcp.handshake_ack,tcp.data:1",
                shows: "relative <SEQ=1><ACK=1><CTL=PSH,ACK><DATA=115>",
                unlike: Counterpart("--seed 7 --only tcp.syn", shows: "relative <SEQ=0><CTL=SYN>")),
            english:
                "The third segment has the number x of the SYN, and so has the first data.",
            "The third segment and the first data have the same number.",
            "It is x + 1: the SYN has taken x."),
        Claim(
            67, about: .opening, verdict: .isFalse, saidIn: [.article, .course], rules: [.rfc(9293, "3.4")],
            runs: Run(
                "--seed 7 --only tcp.ack:1", shows: "3659180762 + 115",
                unlike: Counterpart("--seed 7 --only tcp.handshake_ack", shows: "(4222977184 + 1)")),
            english:
                "ack = seq + 1, always.",
            "So it is for a SYN and for a FIN without data.",
            "It is the next number that is expected: SEG.SEQ + SEG.LEN. The length counts the data, the SYN and the FIN."
        ),
        Claim(
            68, about: .opening, verdict: .isFalse, saidIn: [.textbook, .course],
            rules: [.rfc(9293, "3.4"), .rfc(9293, "3.5")],
            runs: Run(
                "tcp figure-6",
                shows: "4. ESTABLISHED --> <SEQ=101><ACK=301><CTL=ACK> --> ESTABLISHED 5. ESTABLISHED --> <SEQ=101>",
                unlike: Counterpart("tcp figure-12", shows: "TIME-WAIT --> <SEQ=101><ACK=301><CTL=ACK> --> CLOSED")),
            english:
                "Every segment uses up a number.",
            "Data, SYN and FIN do.",
            "A segment with only an ACK takes none. Otherwise acknowledgments would be acknowledged without end."),
        Claim(
            69, about: .opening, verdict: .isFalse, saidIn: [.article, .interview, .course], rules: [.rfc(9293, "3.1")],
            runs: Run(
                "--seed 7 --only tcp.syn_ack", shows: "<CTL=SYN,ACK>",
                unlike: Counterpart("--seed 7 --only tcp.syn", shows: "<CTL=SYN>")),
            Run("--seed 7 --detail bytes --only tcp.syn_ack", shows: "tcp.flags.cwr"),
            english:
                "TCP has six flags, one for each kind of segment.",
            "RFC 793 named six.",
            "There are eight control bits, and a segment can have several: SYN,ACK has two."),
        Claim(
            70, about: .opening, verdict: .isFalse, saidIn: [.interview, .course], rules: [.rfc(9293, "3.5")],
            runs: Run(
                "tcp data-on-syn", shows: "wait until the connection is open",
                alone: Words(english: "The rule holds for each receiver, and the TCP of this program keeps it.")),
            english:
                "A SYN may not carry data, for safety.",
            "The user gets no data before the connection is open.",
            "A SYN may carry data. The receiver keeps it until the third segment has come."),
        Claim(
            71, about: .opening, verdict: .isFalse, saidIn: [.interview],
            rules: [.rfc(9293, "3.4.1"), .rfc(6528, "3")],
            runs: Run(
                "--seed 7 --only tcp.isn", shows: "ISN = M + F = 0 + 3659180761",
                unlike: Counterpart("--seed 7 --isn constant --only tcp.isn", shows: "Our first number is set to 0")),
            .exhibit(
                "isn-prediction", shows: "The differences are multiples of 64000", defended: "She sees no rule in them"),
            english:
                "The initial sequence number is random, and only so that an attacker cannot guess it.",
            "An attacker who sees no segment must not be able to guess it.",
            "It is a clock plus a keyed hash. The clock keeps segments of an earlier connection out of the next one."),
        Claim(
            72, about: .opening, verdict: .onlyIf, saidIn: [.article], rules: [.rfc(6528, "3")],
            runs: Run(
                "attack tcp-hijack --seed 7 --defence off",
                shows: "The server acknowledges octets that the client has not sent",
                unlike: Counterpart("attack isn-prediction --seed 7 --defence on", shows: "No ACK had the right number")
            ),
            english:
                "A random initial sequence number protects the connection.",
            "It protects against an attacker who sees no segment.",
            "An attacker on the path reads the number, and needs one segment."),
        Claim(
            73, about: .opening, verdict: .onlyIf, saidIn: [.textbook],
            rules: [.rfc(5961, "1.1"), .rfc(9293, "3.10.7.4")],
            runs: .exhibit(
                "rst-injection", shows: "lies in the client's window. The client's connection is gone",
                defended: "one of them lay in the window. The client answered it with a challenge ACK"),
            english:
                "To guess a number of 32 bits takes four billion segments.",
            "It can take so many where exactly one number fits.",
            "Where every number in the window fits, it takes at most 2^32 divided by the window: 4,096 in this run. Where the host asks for exactly the next number, as RFC 5961 wants it, as many segments change nothing."
        ),
        Claim(
            74, about: .opening, verdict: .isFalse, saidIn: [.interview],
            rules: [.rfc(4987, "2.2"), .rfc(4987, "3.2")],
            runs: .exhibit(
                "syn-flood", shows: "keeps the place for 63 seconds",
                defended: "keeps nothing that it could send again. The honest client has its connection at once"),
            english:
                "A SYN flood overloads the server, and a larger backlog helps.",
            "A larger backlog is filled later.",
            "The server is idle. Each place is taken for about a minute, 63 seconds in this run. So a backlog of B places takes B SYNs a minute: 64 places one a second, and 65,536 places a thousand a second."
        ),
        Claim(
            75, about: .opening, verdict: .isFalse, saidIn: [.interview], rules: [.rfc(4987, "3.6")],
            runs: Run(
                "attack syn-flood --seed 7 --defence on", shows: "has sent none a second time",
                unlike: Counterpart(
                    "attack syn-flood --seed 7 --defence off", shows: "The server sends each SYN,ACK again 5 times")),
            english:
                "SYN cookies cost nothing.",
            "The server stores nothing.",
            "The number has room for three bits of options. The other options are lost, as far as no timestamp carries them. And a server that stores nothing cannot send a SYN,ACK again, however many are lost."
        ),
        Claim(
            91, about: .opening, verdict: .isFalse, saidIn: [.article], rules: [.rfc(9293, "3.5")],
            runs: Run(
                "tcp why-three", shows: "At line 2 B is only in SYN-RECEIVED",
                unlike: Counterpart(
                    "tcp figure-6", shows: "ESTABLISHED --> <SEQ=101><ACK=301><CTL=ACK> --> ESTABLISHED")),
            english:
                "The handshake tests whether both sides follow TCP/IP.",
            "A host without TCP does not answer.",
            "It asks whether the first number is meant now, and agrees on both first numbers. Only a host that takes part now can answer."
        ),
        Claim(
            92, about: .opening, verdict: .isFalse, saidIn: [.interview, .work],
            rules: [.rfc(9293, "3.3.1"), .rfc(6335, "6")],
            runs: .exhibit(
                "zero-window",
                shows:
                    "She opens 64 connections and asks for the file on each, with a window of 0. The server takes them all",
                defended: "It gets a place, and all 65536 octets"),
            english:
                "A server has at most 28,232 connections, as there are no more ports.",
            "On Linux a client that does not choose its port gets one of 28,232. So many connections can it have to one address and port.",
            "A connection is two addresses and two ports, and the server's port is the same in all. What ends is the room in the server. In this run 64 connections go to one port of the server, and then no place is free."
        ),
        Claim(
            95, about: .opening, verdict: .isFalse, saidIn: [.course], rules: [.rfc(9293, "3.4")],
            runs: Run(
                "tcp why-fin-number", shows: "would be the same segment, octet for octet",
                alone: Words(english: "The run shows both. In its other column the FIN takes a number.")),
            english:
                "SYN and FIN carry no data, so they need no number.",
            "They carry no data of the user.",
            "With a number they can be acknowledged, and sent again without confusion."),
        Claim(
            97, about: .opening, verdict: .onlyIf, saidIn: [.course], rules: [.rfc(9293, "3.4.1")],
            runs: Run(
                "--seed 7 --only tcp.isn", shows: "ISN = M + F = 0 + 3659180761",
                unlike: Counterpart("--seed 7 --isn constant --only tcp.isn", shows: "Our first number is set to 0")),
            english:
                "Sequence numbers begin at 0 or 1.",
            "Programs that show segments often count from 0.",
            "By the rule the first number is a clock plus a secret function of both sockets. It is 0 in a TCP that breaks this rule, as in the second run."
        ),
    ]
}
