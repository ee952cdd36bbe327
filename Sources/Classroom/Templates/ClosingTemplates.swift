import Trace

/// Questions about how TCP closes a connection, and about loss and time.
extension Template {
    static let closing: [Template] = [
        Template(
            "tcp.fin-seq", .number, credit: 2, run: "--dh", distinct: true, step: "tcp.fin", cites: [.rfc(9293, "3.6")],
            english: .init(
                goal: "You know where the FIN stands in the sequence space.",
                ask:
                    "A client sends the segment that is shown, which carries the last data: a TLS alert, close_notify. Then it sends a FIN without data. What is the sequence number of the FIN?",
                hint: "The FIN comes behind the last octet of data. To TCP all of TLS is data.",
                because: "The FIN has the number behind the last octet of data. The alert is data like any other.")
        ) { run, key in
            let fin = try run.fin
            let sent = try run.sent(by: .client).map(\.packet)
            let last = try sent.last { !$0.payload.isEmpty }.orThrow(.noStep("tcp.data"))
            try key.right = [.number(fin.sequence)]
            try key["close-notify-free", .number(last.sequence)] = Words(
                english: "You have taken the goodbye of TLS for something that TCP does not count. To TCP it is "
                    + "data. Look at the length of the segment that is shown.")
            try key["fin-before-itself", .number(fin.sequence.advanced(inSequenceSpaceBy: 1))] = Words(
                english: "You have counted the FIN before it is sent. Its own number is the first one that is free. "
                    + "Look at where the data end.")
            key.shown = [run.shown("close_notify", last)]
        },
        Template(
            "tcp.fin-ack", .number, run: "--dh", distinct: true, step: "tcp.fin_ack", cites: [.rfc(9293, "3.4")],
            english: .init(
                goal: "You know what a FIN takes.",
                ask: "A client sends the FIN that is shown. Which acknowledgment number confirms it?",
                hint: "A FIN is confirmed like a SYN. Ask how many numbers it takes.",
                because: "A FIN takes one sequence number, so that it can be acknowledged and sent again.")
        ) { run, key in
            let fin = try run.fin
            try key.right = [.number(run.journal.packet("tcp.fin_ack", of: .server).acknowledgment)]
            try key["fin-free", .number(fin.sequence)] = Words(
                english: "You have counted the FIN as if it took no number. Then no acknowledgment could tell "
                    + "whether it has arrived. Look at how a SYN is acknowledged.")
            try key["plus-two", .number(fin.sequence.advanced(inSequenceSpaceBy: 2))] = Words(
                english: "You have counted the flag ACK as well. It takes no number: only SYN, FIN and data do. Look "
                    + "at the flags in the FIN that is shown.")
            key.shown = [run.shown("FIN", fin)]
        },
        Template(
            "tcp.time-wait", .number, form: .time, run: "--dh --msl 15", step: "tcp.time_wait",
            cites: [.rfc(9293, "3.6.1")],
            english: .init(
                goal: "You know how long a host stays in TIME-WAIT.",
                ask:
                    "A client has closed first and enters TIME-WAIT. Nothing more arrives. How long does it stay in this state?",
                hint: "Ask how long a segment may live, and that an answer may come back.",
                because:
                    "TIME-WAIT lasts two maximum segment lifetimes: one for the last ACK to get lost, one for the FIN that is sent again."
            )
        ) { run, key in
            let start = try run.entry(of: .client, into: "TIME-WAIT")
            let states = try run.states(of: .client)
            let end = try states.first { $0.from == "TIME-WAIT" }.orThrow(.noStep("tcp.time_wait_over")).at
            let span = end - start
            key.right = [.time(span)]
            key["one-msl", .time(.microseconds(span.microseconds / 2))] = Words(
                english: "This covers the way of one segment. A FIN that is sent again has to come back as well. "
                    + "Look at when the timer was set and when it runs out.")
            key["moment-not-duration", .time(end - .zero)] = Words(
                english: "This is the time at which TIME-WAIT ends. The question is how long it lasts. Look at when "
                    + "the client enters it.")
            key.shown = [
                .text(Words(english: "MSL"), "15 s"),
                .text(Words(english: "Time at which the client enters TIME-WAIT"), "\(start) ms"),
            ]
        },
        Template(
            "tcp.client-states", .order, credit: 2, run: "--dh", step: "tcp.state", cites: [.rfc(9293, "3.3.2")],
            english: .init(
                goal: "You know the states of the side that closes first.",
                ask:
                    "A client opens a connection, uses it, and closes it first. Here are the states that its TCP enters, shuffled. Put them into their order.",
                hint:
                    "First come the states of the opening. Then the client's FIN is sent, is acknowledged, and the server's FIN arrives.",
                because:
                    "The client sends a SYN and is open. It sends its FIN, gets the ACK, then the server's FIN, and waits before all is over."
            )
        ) { run, key in
            key.right = [.order(try run.states(of: .client).map(\.to))]
        },
        Template(
            "tcp.state-after-fin", .predict, run: "--dh", step: "tcp.fin_received", cites: [.rfc(9293, "3.10.7.4")],
            english: .init(
                goal: "You know what a FIN does to the side that receives it.",
                ask:
                    "A server's connection is ESTABLISHED. The client's FIN arrives. Which state does the server's TCP enter?",
                hint: "The FIN closes one direction. Ask whether the server's own program has closed.",
                because: "The other direction is still open. The server's TCP waits until its own program closes.")
        ) { run, key in
            try key.right = [.choice(run.state(of: .server, after: "ESTABLISHED"))]
            key["straight-to-last-ack", .choice("LAST-ACK")] = Words(
                english: "This state comes when the server's own program has closed and its FIN is sent. Look at the "
                    + "call of the server's program, which comes later.")
            key["closed-at-once", .choice("CLOSED")] = Words(
                english: "A FIN closes one direction. The server may still send. Look at what the server sends after "
                    + "the client's FIN.")
            key["waits-on-the-wrong-side", .choice("TIME-WAIT")] = Words(
                english: "This is a state of the side that closes first. Look at which side sent the first FIN.")
        },
        Template(
            "tcp.who-waits", .choice, run: "--dh --server-closes", step: "tcp.time_wait", cites: [.rfc(9293, "3.6.1")],
            english: .init(
                goal: "You know which side waits after the close.",
                ask: "This time the server closes first, and the client after it. Which side goes through TIME-WAIT?",
                hint: "Ask who sends the last ACK, and who would have to repeat it.",
                because: "The side whose FIN comes first sends the last ACK. It waits in case this ACK is lost.")
        ) { run, key in
            let waiting = try [Principal.client, .server].filter {
                try run.journal.entry(of: $0, into: "TIME-WAIT") != nil
            }
            let right =
                switch waiting {
                case [.client]: "client"
                case [.server]: "server"
                case []: "neither"
                default: "both"
                }
            key.right = [.choice(right)]
            key["always-the-client", .choice("client")] = Words(
                english: "It depends on who closes first, not on who opened. Look at the first FIN of the run.")
            key["both-sides", .choice("both")] = Words(
                english: "This happens when both FINs cross on their way. Here one side answers the other. Look at "
                    + "who sends the last ACK.")
            key["neither", .choice("neither")] = Words(
                english: "The last ACK of a close may be lost, and its sender has to be there. Look at who sends it.")
            key.choices["client"] = Words(english: "the client")
            key.choices["server"] = Words(english: "the server")
            key.choices["both"] = Words(english: "both sides")
            key.choices["neither"] = Words(english: "neither side")
        },
        Template(
            "tcp.crossing-fins", .choice, run: "tcp figure-13", step: "tcp.fin_received", cites: [.rfc(9293, "3.6")],
            english: .init(
                goal: "You know what happens when both sides close at the same time.",
                ask:
                    "Both sides of a connection close at the same time. A host has sent its FIN and is in FIN-WAIT-1. The other side's FIN arrives before an ACK of its own FIN. Which state does it enter?",
                hint:
                    "Two things have to happen yet: an ACK for its own FIN, and the wait. Ask which of them has come.",
                because:
                    "The FIN of the other side has come and the ACK has not. The host waits for this ACK before the last wait."
            )
        ) { run, key in
            try key.right = [.choice(run.state(of: .client, after: "FIN-WAIT-1"))]
            key["as-if-answered", .choice("FIN-WAIT-2")] = Words(
                english: "You have taken the FIN for an ACK of the host's own FIN. Look at its acknowledgment number.")
            key["straight-on", .choice("TIME-WAIT")] = Words(
                english: "This needs an ACK for the host's own FIN. It can stand in the segment with the FIN, and "
                    + "here it does not. Look at the acknowledgment number.")
            key["close-wait", .choice("CLOSE-WAIT")] = Words(
                english: "This is a state of a host that has not closed yet. Look at what the host has sent before.")
        },
        Template(
            "tcp.synack-again", .number, form: .time, credit: 2, run: "--dh", rules: ["drop server SYN,ACK 1"],
            step: "tcp.retransmission", cites: [.rfc(6298, "2")],
            english: .init(
                goal: "You know when a SYN,ACK is sent again.",
                ask:
                    "A client sends a SYN at 0.0 ms. The server's SYN,ACK is lost. At what time does the server send a SYN,ACK again?",
                hint: "Add what has to pass: the way of a SYN to the server, and the time until a timer runs out.",
                because:
                    "The first SYN needs one trip. From then on the server's timer runs, and the client's runs since one trip earlier."
            )
        ) { run, key in
            let times = try run.times(of: .server) { $0.flags & 2 != 0 }
            guard times.count > 1, let trip = try run.oneWay else { throw ExerciseError.noStep("tcp.retransmission") }
            let again = times[1] - .zero
            key.right = [.time(again)]
            key["at-once", .time(times[0] - .zero)] = Words(
                english: "This is the time of the first SYN,ACK. Nothing tells the server at once that it was lost. "
                    + "Look at the timer.")
            key["one-trip-late", .time(.microseconds(again.microseconds - trip.microseconds))] = Words(
                english: "You have counted from the start of the run alone. The server has its first SYN only after "
                    + "one trip. Look at when the server's timer begins, or when the client's second SYN arrives.")
            key.shown = [
                .text(
                    Words(english: "Time that a packet takes from one side to the other"), "\(Instant.zero + trip) ms"),
                .text(Words(english: "Retransmission timeout at the beginning"), "1 s"),
            ]
        },
        Template(
            "tcp.third-syn", .number, form: .time, credit: 2, run: "--dh",
            rules: ["drop client SYN 1", "drop client SYN 2"], step: "tcp.retransmission", cites: [.rfc(6298, "5")],
            english: .init(
                goal: "You know how the retransmission timeout grows.",
                ask:
                    "A client sends a SYN at 0.0 ms. It is lost, and its first repetition as well. At what time does the client send the SYN for the third time?",
                hint: "Each time that the timer runs out, the next wait is longer. Add the waits.",
                because: "The timeout doubles each time that it runs out. The waits add up.")
        ) { run, key in
            let times = try run.times(of: .client) { $0.flags & 2 != 0 }
            guard times.count > 2 else { throw ExerciseError.noStep("tcp.retransmission") }
            key.right = [.time(times[2] - .zero)]
            key["no-backoff", .time((times[1] - .zero) * 2)] = Words(
                english: "You have added the same wait twice. After a timeout the next wait is longer. Look at the "
                    + "timer that is set with the second SYN.")
            key["only-the-wait", .time(times[2] - times[1])] = Words(
                english: "This is the second wait alone. Look at when the second SYN was sent.")
            key.shown = [.text(Words(english: "Retransmission timeout at the beginning"), "1 s")]
        },
        Template(
            "tcp.retransmit-seq", .number, run: "--dh", rules: ["drop client data 2"], distinct: true,
            step: "tcp.retransmission", cites: [.rfc(9293, "3.8.1")],
            english: .init(
                goal: "You know what number a repeated segment has.",
                ask:
                    "A client sends the segment with the ClientHello that is shown, and it arrives. The client's next segment with data is lost, and is sent again later. What is the sequence number of the repetition?",
                hint: "Each octet keeps its number, however often it is sent.",
                because: "The repetition carries the same octets, so it has the same sequence number.")
        ) { run, key in
            let lost = try run.lost.first { !$0.payload.isEmpty }.orThrow(.noStep("lost"))
            let copy = try run.sent(by: .client).map(\.packet).first {
                $0.number > lost.number && $0.stream.lowerBound == lost.stream.lowerBound
            }.orThrow(.noStep("tcp.retransmission"))
            try key.right = [.number(copy.sequence)]
            try key["new-number", .number(lost.sequence.advanced(inSequenceSpaceBy: UInt64(lost.payload.count)))] =
                Words(
                    english:
                        "You have given the repetition new numbers, as if it carried new data. The receiver has to "
                        + "recognize the octets. Look at the number of the segment that was lost.")
            try key["one-more", .number(lost.sequence.advanced(inSequenceSpaceBy: 1))] = Words(
                english: "You have counted the attempt. Numbers count octets, not segments. Look at the number of "
                    + "the segment that was lost.")
            try key.shown = [
                run.shown("ClientHello", run.hello),
                .text(Words(english: "Octets of data in the segment that is lost"), "\(lost.payload.count)"),
            ]
        },
        Template(
            "tcp.lost-count", .number, run: "--dh --loss 0.15", step: "tcp.retransmission",
            cites: [.rfc(9293, "3.8.1")],
            english: .init(
                goal: "You can tell from both ends which packets were lost.",
                ask: "Here is what each side sends and what arrives at the other side. How many packets were lost?",
                hint:
                    "Compare the two lists of each direction, line by line. A lost ACK without data is not sent again.",
                because: "Each packet that was sent and did not arrive is lost, whether it is sent again or not.")
        ) { run, key in
            let count = try run.lost.count
            var shown: [Solution.Shown] = []
            for (sender, receiver) in [(Principal.client, Principal.server), (.server, .client)] {
                shown.append(try run.traffic(of: sender, sent: true))
                shown.append(try run.traffic(of: receiver, sent: false))
            }
            key.right = [.number(count)]
            key["counts-what-is-sent-again", .number(count + 1)] = Words(
                english: "You have counted by what is sent again. A timer may repeat a segment whose ACK was lost. "
                    + "Look at the arrivals.")
            key.shown = shown
        },
    ]
}

extension QuestionRun {
    /// The times at which one side sends packets that satisfy the predicate.
    fileprivate func times(of who: Principal, where isWanted: (Packet) -> Bool) throws(ExerciseError) -> [Instant] {
        try sent(by: who).filter { isWanted($0.packet) }.map(\.at)
    }

    fileprivate var lost: [Packet] {
        get throws(ExerciseError) {
            try journal.events.compactMap { event in
                guard case .lost(let packet, _) = event.kind else { return nil }
                return packet
            }
        }
    }

    /// The time from the sending of the client's first packet to its arrival; nil if it never arrives.
    fileprivate var oneWay: TimeSpan? {
        get throws(ExerciseError) {
            let first = try sent(by: .client).first
            let arrival = try journal.events.first { event in
                guard event.who == .server, case .received(let packet, _) = event.kind else { return false }
                return packet.number == first?.packet.number
            }
            guard let first, let arrival else { return nil }
            return arrival.at - first.at
        }
    }
}
