import Trace

/// Questions about how TCP opens a connection, and about its numbers.
extension Template {
    static let opening: [Template] = [
        Template(
            "tcp.ack-of-syn", .number, run: "--dh", distinct: true, step: "tcp.syn_ack", cites: [.rfc(9293, "3.4")],
            words: OpeningWords.ackOfSYN
        ) { run in
            let syn = try run.syn
            return Working(
                .number(try run.synAck.acknowledgment),
                slips: [
                    .number("own-number", try syn.sequence),
                    .number("servers-number", try run.synAck.sequence.advanced(inSequenceSpaceBy: 1)),
                    .number("relative", 1),
                ], shown: [run.shown("SYN", syn)])
        },
        Template(
            "tcp.third-seq", .number, run: "--dh", distinct: true, step: "tcp.handshake_ack",
            cites: [.rfc(9293, "3.4")], words: OpeningWords.thirdSequence
        ) { run in
            try Working(
                .number(run.third.sequence),
                slips: [.number("x-again", run.syn.sequence), .number("the-ack", run.third.acknowledgment)],
                shown: [run.shown("SYN", run.syn), .text(.sequenceNumber(of: "SYN,ACK"), "\(run.synAck.sequence)")])
        },
        Template(
            "tcp.first-data-seq", .number, run: "--dh", distinct: true, step: "tcp.data", cites: [.rfc(9293, "3.4")],
            words: OpeningWords.firstData
        ) { run in
            try Working(
                .number(run.hello.sequence),
                slips: [
                    .number("ack-takes-one", run.third.sequence.advanced(inSequenceSpaceBy: 1)),
                    .number("x-again", run.syn.sequence),
                ], shown: [run.shown("SYN", run.syn)])
        },
        Template(
            "tcp.ack-octets", .hex, credit: 2, run: "--dh", distinct: true, step: "tcp.syn_ack",
            cites: [.rfc(9293, "3.1")], words: OpeningWords.ackOctets
        ) { run in
            let octets = try run.synAck.bytes.dropFirst(28).prefix(4)
            let syn = try run.syn
            return Working(
                .octets(Array(octets)),
                slips: [
                    .octets("own-number", syn.bytes.dropFirst(24).prefix(4)), .octets("least-first", octets.reversed()),
                ], shown: [run.shown("SYN", syn)])
        },
        Template(
            "tcp.syn-ack-blank", .blank, credit: 3, run: "--dh", distinct: true, step: "tcp.syn_ack",
            cites: [.rfc(9293, "3.1")], words: OpeningWords.synAckBlank
        ) { run in
            Working(
                .parts([
                    .init(name: "tcp.dstport", range: 22..<24), .init(name: "tcp.ack_raw", range: 28..<32),
                    .init(name: "tcp.flags", range: 32..<34),
                ]),
                shown: [run.shown("SYN,ACK", try run.synAck), run.shown("SYN", try run.syn)])
        },
        Template(
            "tcp.opening-order", .order, credit: 2, run: "--dh", step: "tcp.syn", cites: [.rfc(9293, "3.5")],
            words: OpeningWords.openingOrder
        ) { run in
            let packets = [try run.syn, try run.synAck, try run.third, try run.hello]
            return Working(.order(packets.map { Hex.string($0.bytes) }))
        },
        Template(
            "tcp.next-packet", .predict, run: "--dh", step: "tcp.syn_ack", cites: [.rfc(9293, "3.5")],
            words: OpeningWords.nextPacket
        ) { run in
            try .choice(
                run.first(of: .server) { _ in true }.relativeLabel,
                [
                    "acks-own-number": "<SEQ=0><ACK=0><CTL=SYN,ACK>", "two-way": "<SEQ=1><ACK=1><CTL=ACK>",
                    "only-syn": "<SEQ=0><CTL=SYN>",
                ], shown: [run.shown("SYN", run.syn)])
        },
        Template(
            "tcp.lost-third", .choice, run: "--dh", rules: ["drop client ACK 1"], step: "tcp.established",
            cites: [.rfc(9293, "3.10.7.4")], words: OpeningWords.lostThird
        ) { run in
            try .choice(
                run.journal.serversOpening.rawValue,
                ["only-third-opens": "never", "sent-again": "repetition", "server-resets": "reset"])
        },
        Template(
            "tcp.doubt", .number, form: .time, credit: 2, run: "--dh --latency 40ms --jitter 30ms",
            step: "tcp.established", cites: [.rfc(9293, "3.3.2")], words: OpeningWords.doubt
        ) { run in
            let start = try run.entry(of: .server, into: "SYN-RECEIVED")
            let end = try run.entry(of: .server, into: "ESTABLISHED")
            return try Working(
                .time(end - start),
                slips: [.time("moment-not-duration", end - .zero), .time("one-way", start - .zero)],
                shown: [
                    run.traffic(of: .server, sent: true, until: end), run.traffic(of: .server, sent: false, until: end),
                ])
        },
        Template(
            "tcp.flags-of-data", .several, run: "--dh", step: "tcp.data", cites: [.rfc(9293, "3.1")],
            words: OpeningWords.flagsOfData
        ) { run in
            let octet = try run.hello.flags
            let flags = ["FIN", "SYN", "RST", "PSH", "ACK", "URG"]
            let set = flags.enumerated().filter { octet & (1 << $0.offset) != 0 }.map(\.element)
            return Working(
                .several(Set(set), of: flags),
                slips: [.several("no-ack-with-data", ["PSH"]), .several("syn-goes-on", ["SYN", "ACK", "PSH"])])
        },
        Template(
            "tcp.hello-ack", .number, credit: 2, run: "--dh", distinct: true, step: "tcp.ack",
            cites: [.rfc(9293, "3.4")], words: OpeningWords.helloAck
        ) { run in
            let hello = try run.hello
            let right = try run.first(of: .server) { $0.flags & 2 == 0 }.acknowledgment
            return try Working(
                .number(right),
                slips: [
                    .number("plus-one", hello.sequence.advanced(inSequenceSpaceBy: 1)),
                    .number("length-alone", hello.payload.count), .number("own-number", hello.sequence),
                    .number("last-octet", right.advanced(inSequenceSpaceBy: 0xffff_ffff)),
                ], shown: [run.shown("ClientHello", hello)])
        },
        Template(
            "tcp.mss-count", .number, run: "--dh --mss 536", step: "tcp.data", cites: [.rfc(9293, "3.7.1")],
            words: OpeningWords.segments
        ) { run in
            let sizes = try run.firstFlight(of: .server).map(\.payload.count)
            let total = sizes.reduce(0, +)
            return Working(
                .number(sizes.count),
                slips: [.number("header-forgotten", (total + 1459) / 1460), .number("rounded-down", total / 536)],
                shown: [.text(.firstFlight, "\(total)"), .text(.quantity("MSS"), "536")])
        },
        Template(
            "tcp.syn-on-open", .choice, run: "tcp lost-third-ack", step: "tcp.established",
            cites: [.rfc(9293, "3.10.7.4")], words: OpeningWords.stateAfterData
        ) { run in
            try .choice(
                run.state(of: .server, after: "SYN-RECEIVED"),
                ["needs-third": "SYN-RECEIVED", "resets": "CLOSED", "listens-again": "LISTEN"])
        },
        Template(
            "tcp.stream-octets", .number, run: "--dh", step: "tcp.fin", cites: [.rfc(9293, "3.4")],
            words: OpeningWords.streamOctets
        ) { run in
            let (syn, fin) = try (run.syn, run.fin)
            let count = try fin.sequence.advanced(inSequenceSpaceBy: 0xffff_ffff &- syn.sequence)
            return Working(
                .number(count), slips: [.number("counts-syn", count + 1), .number("counts-syn-and-fin", count + 2)],
                shown: [run.shown("SYN", syn), run.shown("FIN", fin)])
        },
    ]
}
