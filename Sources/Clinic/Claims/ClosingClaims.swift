import Trace

extension Claim {
    /// Claims about TCP's numbers, about how it closes, and about errors.
    static let ofClosing: [Claim] = [
        Claim(
            76, about: .closing, verdict: .onlyIf, saidIn: [.article, .interview, .course], rules: [.rfc(9293, "3.6")],
            runs: Run("tcp why-four", shows: "<SEQ=300><ACK=101><CTL=FIN,ACK>"),
            english:
                "Closing takes four segments.",
            "So it does if the other side has still something to send.",
            "If it has nothing to send, FIN and ACK share a segment, and three are enough."),
        Claim(
            77, about: .closing, verdict: .isFalse, saidIn: [.article, .course], rules: [.rfc(9293, "3.6")],
            runs: Run(
                "--seed 7 --server-closes --only chapter.goodbye,tcp.time_wait",
                shows: "TIME-WAIT is at the side that closed first"),
            english:
                "The client closes first.",
            "It often does.",
            "Either side may. TIME-WAIT is at the side that closed first."),
        Claim(
            78, about: .closing, verdict: .isFalse, saidIn: [.article, .course],
            rules: [.rfc(9293, "3.6.1"), .rfc(9293, "3.4.2")],
            runs: Run("tcp why-2msl", shows: "never learns whether it arrived"),
            Run("tcp lost-last-ack", shows: "the wait of 240 s starts again"),
            english:
                "The silence of TIME-WAIT tells the client that the server has closed.",
            "If the last ACK is lost, the server's FIN comes again.",
            "Silence proves nothing. The wait is there to answer such a FIN, and to let old segments die out."),
        Claim(
            79, about: .closing, verdict: .isFalse, saidIn: [.article, .course],
            rules: [.rfc(9293, "3.3.2"), .rfc(9293, "3.6")],
            runs: Run("tcp figure-12", shows: "ESTABLISHED → CLOSE-WAIT"),
            english:
                "The server goes from ESTABLISHED to LAST-ACK.",
            "It ends in LAST-ACK.",
            "It is in CLOSE-WAIT until its application closes."),
        Claim(
            80, about: .closing, verdict: .onlyIf, saidIn: [.blog], rules: [.rfc(5961, "3.2"), .rfc(9293, "3.10.7.4")],
            runs: Run("tcp rst-in-window", shows: "So we answer with a challenge ACK"),
            Run("tcp rst-exact", shows: "TCP Peer B: ESTABLISHED → CLOSED"), .exhibit("rst-injection"),
            english:
                "A connection cannot be ended from outside without its exact number.",
            "So it is since RFC 5961.",
            "Before, a reset anywhere in the window ended it. Now such a reset is answered with a challenge ACK."),
        Claim(
            81, about: .closing, verdict: .isFalse, saidIn: [.work], rules: [.rfc(5961, "7"), .rfc(9293, "3.10.7.4")],
            runs: .exhibit("challenge-ack"),
            english:
                "A limit on the rate of answers can do no harm.",
            "It keeps a flood of answers away.",
            "If all connections share it, an outsider counts what is left of it, and learns ports and numbers of the connections of others."
        ),
        Claim(
            82, about: .closing, verdict: .isFalse, saidIn: [.work], rules: [.rfc(9293, "3.10.7.4"), .rfc(5927, "4")],
            runs: Run("tcp rst-exact", shows: "Anyone who can see the wire can do this"), .exhibit("icmp-reset"),
            .exhibit("truncation"),
            english:
                "A connection of HTTPS cannot be cut off from outside.",
            "What was received before is genuine.",
            "TLS lives above TCP. Resets, FINs and ICMP messages belong to the layers below, and TLS does not protect them."
        ),
        Claim(
            83, about: .closing, verdict: .isFalse, saidIn: [.work], rules: [.rfc(5246, "7.2.2"), .rfc(5246, "6.2.3")],
            runs: .exhibit("tcp-hijack"),
            english:
                "TLS prevents an injection into the stream.",
            "The injected data reaches no application.",
            "TLS notices it, and then the connection ends: bad_record_mac is fatal."),
        Claim(
            84, about: .closing, verdict: .isFalse, saidIn: [.textbook],
            rules: [.rfc(9293, "3.10.7.4"), .rfc(5961, "5.2")], runs: .exhibit("blind-data"),
            english:
                "Data in the window is data in order.",
            "The receiver delivers it in order.",
            "Data ahead of the next number waits. If an attacker's octets wait there, the true ones that come later may be dropped."
        ),
        Claim(
            85, about: .closing, verdict: .isFalse, saidIn: [.textbook], rules: [.rfc(5681, "3.1"), .rfc(9293, "3.4")],
            runs: .exhibit("optimistic-ack"),
            english:
                "An acknowledgment proves that the data has arrived.",
            "An honest receiver says so.",
            "It is a statement of the receiver. One that acknowledges too early makes the sender faster than the network allows."
        ),
        Claim(
            86, about: .closing, verdict: .isFalse, saidIn: [.work], rules: [.rfc(9293, "3.8.6.1")],
            runs: .exhibit("zero-window"),
            english:
                "A peer that takes no data is thrown out after a while.",
            "A peer that does not answer at all is.",
            "As long as it acknowledges, TCP must keep the connection. An application needs a limit of its own."),
        Claim(
            87, about: .closing, verdict: .isFalse, saidIn: [.textbook, .course],
            rules: [.rfc(9293, "3.3.2"), .rfc(9293, "3.10.7")],
            runs: Run("tcp why-four", shows: "merged TIME-WAIT <--"),
            english:
                "The diagram of states is the specification.",
            "It shows the usual ways.",
            "It is only a summary. FIN-WAIT-1 leads to TIME-WAIT when FIN and ACK come together, and the figure has no arrow for it."
        ),
        Claim(
            96, about: .closing, verdict: .isFalse, saidIn: [.course], rules: [.rfc(9293, "3.4.2")],
            runs: Run("--seed 7 --msl 15 --only tcp.time_wait", shows: "MSL is a choice"),
            english:
                "The maximum segment lifetime is a constant of the network.",
            "It is meant to be longer than any segment lives.",
            "It is a choice. The RFC sets two minutes, and many systems set less."),
    ]
}
