import Trace

extension Claim {
    /// Claims about TCP's numbers, about how it closes, and about errors.
    static let ofClosing: [Claim] = [
        Claim(
            76, about: .closing, verdict: .onlyIf, saidIn: [.article, .interview, .course], rules: [.rfc(9293, "3.6")],
            runs: Run(
                "tcp why-four",
                shows: "The FIN,ACK of line 3 closes B's direction and acknowledges A's FIN: three segments",
                unlike: Counterpart("tcp figure-12", shows: "7 packets: 4 from TCP Peer A, 3 from TCP Peer B")),
            english:
                "Closing takes four segments.",
            "It does if the other side has still something to send, or acknowledges before its user closes.",
            "If its user closes before the acknowledgment has left, FIN and ACK can share a segment, and three are enough."
        ),
        Claim(
            77, about: .closing, verdict: .onlyIf, saidIn: [.article, .course], rules: [.rfc(9293, "3.6")],
            runs: Run(
                "--seed 7 --server-closes --only tcp.time_wait", shows: "95.0 server · Both directions are closed",
                unlike: Counterpart("--seed 7 --only tcp.time_wait", shows: "105.0 client · Both directions are closed")
            ),
            english:
                "The client closes first.",
            "It often does, as in most runs here.",
            "Either side may. TIME-WAIT is at the side that closed first, and at both if they closed at once."),
        Claim(
            78, about: .closing, verdict: .isFalse, saidIn: [.article, .course],
            rules: [.rfc(9293, "3.6.1"), .rfc(9293, "3.4.2")],
            runs: Run(
                "tcp lost-last-ack", shows: "the wait of 240 s starts again",
                unlike: Counterpart("tcp figure-12", shows: "7 packets: 4 from TCP Peer A, 3 from TCP Peer B")),
            Run("tcp why-2msl", shows: "never learns whether it arrived"),
            english:
                "The silence of TIME-WAIT tells the client that the server has closed.",
            "If the last ACK is lost, the server's FIN comes again.",
            "Silence proves nothing. The wait is there to answer such a FIN, and to let old segments die out."),
        Claim(
            79, about: .closing, verdict: .isFalse, saidIn: [.article, .course],
            rules: [.rfc(9293, "3.3.2"), .rfc(9293, "3.6")],
            runs: Run(
                "tcp figure-12", shows: "ESTABLISHED → CLOSE-WAIT",
                unlike: Counterpart("tcp why-four", shows: "<SEQ=105><ACK=305><CTL=FIN,ACK> --> LAST-ACK")),
            english:
                "The server goes from ESTABLISHED to LAST-ACK.",
            "It ends in LAST-ACK.",
            "It is in CLOSE-WAIT until its application closes."),
        Claim(
            80, about: .closing, verdict: .onlyIf, saidIn: [.blog], rules: [.rfc(5961, "3.2"), .rfc(9293, "3.10.7.4")],
            runs: .exhibit(
                "rst-injection", shows: "The client's connection is gone",
                defended: "The client answered it with a challenge ACK"),
            Run(
                "tcp rst-in-window", shows: "So we answer with a challenge ACK",
                unlike: Counterpart("tcp rst-exact", shows: "TCP Peer B: ESTABLISHED → CLOSED")),
            english:
                "A connection cannot be ended from outside without its exact number.",
            "In a TCP with the rule of RFC 5961 it is so.",
            "Without that rule a reset anywhere in the window ends it. With the rule such a reset is answered with a challenge ACK."
        ),
        Claim(
            81, about: .closing, verdict: .isFalse, saidIn: [.work], rules: [.rfc(5961, "7"), .rfc(9293, "3.10.7.4")],
            runs: .exhibit(
                "challenge-ack", shows: "The server's connection is gone",
                defended: "Her own connection always had its 100 answers"),
            english:
                "A limit on the rate of answers can do no harm.",
            "It keeps a flood of answers away.",
            "If all connections share it, an outsider counts what is left of it, and learns ports and numbers of the connections of others."
        ),
        Claim(
            82, about: .closing, verdict: .isFalse, saidIn: [.work], rules: [.rfc(9293, "3.10.7.4"), .rfc(5927, "4")],
            runs: Run(
                "tcp rst-exact", shows: "TCP Peer B: ESTABLISHED → CLOSED",
                unlike: Counterpart("tcp rst-in-window", shows: "So we answer with a challenge ACK")),
            .exhibit("icmp-reset", shows: "aborts it", defended: "so the client ignores it"),
            .exhibit(
                "truncation", shows: "takes it for the whole answer",
                defended: "the transport ended without close_notify"),
            english:
                "A connection of HTTPS cannot be cut off from outside.",
            "What was received before is genuine.",
            "TLS lives above TCP. Resets, FINs and ICMP messages belong to the layers below, and TLS does not protect them."
        ),
        Claim(
            83, about: .closing, verdict: .isFalse, saidIn: [.work], rules: [.rfc(5246, "7.2.2"), .rfc(5246, "6.2.3")],
            runs: Run(
                "attack tcp-hijack --seed 7 --defence on",
                shows: "The server's TLS answers with bad_record_mac and closes",
                unlike: Counterpart(
                    "attack tcp-hijack --seed 7 --defence off",
                    shows: "The server acknowledges octets that the client has not sent")),
            english:
                "TLS prevents an injection into the stream.",
            "The injected data reaches no application.",
            "TLS notices it, and then the connection ends: bad_record_mac is fatal."),
        Claim(
            84, about: .closing, verdict: .isFalse, saidIn: [.textbook],
            rules: [.rfc(9293, "3.10.7.4"), .rfc(5961, "5.2")],
            runs: .exhibit(
                "blind-data", shows: "of hers stand in the stream",
                defended: "octets that the application has read are the client's"),
            english:
                "Data in the window is data in order.",
            "The receiver delivers it in order.",
            "Data ahead of the next number waits. If an attacker's octets wait there, the true ones that come later may be dropped."
        ),
        Claim(
            85, about: .closing, verdict: .isFalse, saidIn: [.textbook], rules: [.rfc(5681, "3.1"), .rfc(9293, "3.4")],
            runs: .exhibit(
                "optimistic-ack", shows: "It takes 17 milliseconds until all 1048576 octets have left the server",
                defended: "the server aborts the connection"),
            english:
                "An acknowledgment proves that the data has arrived.",
            "An honest receiver says so.",
            "It is a statement of the receiver. One that acknowledges too early makes the sender faster than the network allows."
        ),
        Claim(
            86, about: .closing, verdict: .isFalse, saidIn: [.work], rules: [.rfc(9293, "3.8.6.1")],
            runs: .exhibit(
                "zero-window", shows: "so the server's program resets the connection",
                defended: "It gets a place, and all 65536 octets"),
            english:
                "A peer that takes no data is thrown out after a while.",
            "A peer that does not answer at all is.",
            "As long as it acknowledges, TCP must keep the connection. An application needs a limit of its own."),
        Claim(
            87, about: .closing, verdict: .isFalse, saidIn: [.textbook, .course],
            rules: [.rfc(9293, "3.3.2"), .rfc(9293, "3.10.7")],
            runs: Run(
                "tcp rst-exact", shows: "TCP Peer B: ESTABLISHED → CLOSED",
                unlike: Counterpart("tcp rst-in-window", shows: "So we answer with a challenge ACK")),
            english:
                "The diagram of states is the specification.",
            "It shows the usual ways.",
            "It is only a summary. A reset leads from ESTABLISHED to CLOSED, and the figure has no arrow for it. It has none from FIN-WAIT-1 to TIME-WAIT either, for a FIN and an ACK that come together."
        ),
        Claim(
            96, about: .closing, verdict: .isFalse, saidIn: [.course], rules: [.rfc(9293, "3.4.2")],
            runs: Run(
                "--seed 7 --msl 15 --only tcp.time_wait", shows: "we wait for 2 MSL, 30 s",
                unlike: Counterpart("--seed 7 --only tcp.time_wait", shows: "we wait for 2 MSL, 240 s")),
            english:
                "The maximum segment lifetime is a constant of the network.",
            "It is meant to be longer than any segment lives.",
            "It is a choice. The RFC sets two minutes, and many systems set less."),
    ]
}
