import Trace

/// Questions about how TCP closes a connection, and about loss and time.
extension Template {
    static let closing: [Template] = [
        Template(
            "tcp.fin-seq", .number, credit: 2, run: "--dh", distinct: true, step: "tcp.fin", cites: [.rfc(9293, "3.6")],
            words: ClosingWords.finSequence
        ) { run in
            let fin = try run.fin
            let sent = try run.sent(by: .client).map(\.packet)
            let last = try sent.last { !$0.payload.isEmpty }.orThrow(.noStep("tcp.data"))
            return try Working(
                .number(fin.sequence),
                slips: [
                    .number("close-notify-free", last.sequence),
                    .number("fin-before-itself", fin.sequence.advanced(inSequenceSpaceBy: 1)),
                ], shown: [run.shown("close_notify", last)])
        },
        Template(
            "tcp.fin-ack", .number, run: "--dh", distinct: true, step: "tcp.fin_ack", cites: [.rfc(9293, "3.4")],
            words: ClosingWords.finAck
        ) { run in
            let fin = try run.fin
            return try Working(
                .number(run.journal.packet("tcp.fin_ack", of: .server).acknowledgment),
                slips: [
                    .number("fin-free", fin.sequence),
                    .number("plus-two", fin.sequence.advanced(inSequenceSpaceBy: 2)),
                ], shown: [run.shown("FIN", fin)])
        },
        Template(
            "tcp.time-wait", .number, form: .time, run: "--dh --msl 15", step: "tcp.time_wait",
            cites: [.rfc(9293, "3.6.1")], words: ClosingWords.timeWait
        ) { run in
            let start = try run.entry(of: .client, into: "TIME-WAIT")
            let states = try run.states(of: .client)
            let end = try states.first { $0.from == "TIME-WAIT" }.orThrow(.noStep("tcp.time_wait_over")).at
            let span = end - start
            return Working(
                .time(span),
                slips: [
                    .time("one-msl", .microseconds(span.microseconds / 2)),
                    .time("moment-not-duration", end - .zero),
                ], shown: [.text(.quantity("MSL"), "15 s"), .text(.entry(into: "TIME-WAIT"), "\(start) ms")])
        },
        Template(
            "tcp.client-states", .order, credit: 2, run: "--dh", step: "tcp.state", cites: [.rfc(9293, "3.3.2")],
            words: ClosingWords.clientStates
        ) { run in Working(.order(try run.states(of: .client).map(\.to))) },
        Template(
            "tcp.state-after-fin", .predict, run: "--dh", step: "tcp.fin_received", cites: [.rfc(9293, "3.10.7.4")],
            words: ClosingWords.stateAfterFIN
        ) { run in
            try .choice(
                run.state(of: .server, after: "ESTABLISHED"),
                [
                    "straight-to-last-ack": "LAST-ACK", "closed-at-once": "CLOSED",
                    "waits-on-the-wrong-side": "TIME-WAIT",
                ])
        },
        Template(
            "tcp.who-waits", .choice, run: "--dh --server-closes", step: "tcp.time_wait", cites: [.rfc(9293, "3.6.1")],
            words: ClosingWords.whoWaits
        ) { run in
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
            return .choice(
                right, ["always-the-client": "client", "both-sides": "both", "neither": "neither", "server": "server"])
        },
        Template(
            "tcp.crossing-fins", .choice, run: "tcp figure-13", step: "tcp.fin_received", cites: [.rfc(9293, "3.6")],
            words: ClosingWords.crossingFINs
        ) { run in
            try .choice(
                run.state(of: .client, after: "FIN-WAIT-1"),
                ["as-if-answered": "FIN-WAIT-2", "straight-on": "TIME-WAIT", "close-wait": "CLOSE-WAIT"])
        },
        Template(
            "tcp.synack-again", .number, form: .time, credit: 2, run: "--dh", rules: ["drop server SYN,ACK 1"],
            step: "tcp.retransmission", cites: [.rfc(6298, "2")], words: ClosingWords.synAckAgain
        ) { run in
            let times = try run.times(of: .server) { $0.flags & 2 != 0 }
            guard times.count > 1, let trip = try run.oneWay else { throw ExerciseError.noStep("tcp.retransmission") }
            let again = times[1] - .zero
            return Working(
                .time(again),
                slips: [
                    .time("at-once", times[0] - .zero),
                    .time("one-trip-late", .microseconds(again.microseconds - trip.microseconds)),
                ], shown: [.text(.oneWay, "\(Instant.zero + trip) ms"), .text(.firstTimeout, "1 s")])
        },
        Template(
            "tcp.third-syn", .number, form: .time, credit: 2, run: "--dh",
            rules: ["drop client SYN 1", "drop client SYN 2"], step: "tcp.retransmission", cites: [.rfc(6298, "5")],
            words: ClosingWords.thirdSYN
        ) { run in
            let times = try run.times(of: .client) { $0.flags & 2 != 0 }
            guard times.count > 2 else { throw ExerciseError.noStep("tcp.retransmission") }
            return Working(
                .time(times[2] - .zero),
                slips: [
                    .time("no-backoff", (times[1] - .zero) * 2), .time("only-the-wait", times[2] - times[1]),
                ], shown: [.text(.firstTimeout, "1 s")])
        },
        Template(
            "tcp.retransmit-seq", .number, run: "--dh", rules: ["drop client data 2"], distinct: true,
            step: "tcp.retransmission", cites: [.rfc(9293, "3.8.1")], words: ClosingWords.retransmitSequence
        ) { run in
            let lost = try run.lost.first { !$0.payload.isEmpty }.orThrow(.noStep("lost"))
            let copy = try run.sent(by: .client).map(\.packet).first {
                $0.number > lost.number && $0.stream.lowerBound == lost.stream.lowerBound
            }.orThrow(.noStep("tcp.retransmission"))
            return try Working(
                .number(copy.sequence),
                slips: [
                    .number("new-number", lost.sequence.advanced(inSequenceSpaceBy: UInt64(lost.payload.count))),
                    .number("one-more", lost.sequence.advanced(inSequenceSpaceBy: 1)),
                ],
                shown: [run.shown("ClientHello", run.hello), .text(.lostData, "\(lost.payload.count)")])
        },
        Template(
            "tcp.lost-count", .number, run: "--dh --loss 0.15", step: "tcp.retransmission",
            cites: [.rfc(9293, "3.8.1")], words: ClosingWords.lostCount
        ) { run in
            let count = try run.lost.count
            var shown: [Working.Shown] = []
            for (sender, receiver) in [(Principal.client, Principal.server), (.server, .client)] {
                shown.append(try run.traffic(of: sender, sent: true))
                shown.append(try run.traffic(of: receiver, sent: false))
            }
            return Working(
                .number(count), slips: [.number("counts-what-is-sent-again", count + 1)], shown: shown)
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
