import Trace

/// Questions about how TCP opens a connection, and about its numbers.
extension Template {
    static let opening: [Template] = [
        Template(
            "tcp.ack-of-syn", .number, run: "--dh", distinct: true, step: "tcp.syn_ack", cites: [.rfc(9293, "3.4")],
            english: .init(
                goal: "You know what an acknowledgment number means.",
                ask:
                    "A client sends the SYN that is shown. The server answers with a SYN,ACK. What is its acknowledgment number?",
                hint:
                    "An acknowledgment names the number that the receiver expects next. Ask what the SYN itself takes.",
                because: "A SYN takes one sequence number. The server expects the number after it.")
        ) { run, key in
            let syn = try run.syn
            key.right = [.number(try run.synAck.acknowledgment)]
            key["own-number", .number(try syn.sequence)] = Words(
                english: "That is the number of the SYN itself. An acknowledgment names the number that is expected "
                    + "next.")
            key["servers-number", .number(try run.synAck.sequence.advanced(inSequenceSpaceBy: 1))] = Words(
                english: "That is counted from the server's own number. Each side counts the octets of the other "
                    + "one's stream.")
            key["relative", .number(1)] = Words(
                english: "That is the number as Wireshark shows it, counted from the first. The packet carries the "
                    + "whole number.")
            key.shown = [run.shown("SYN", syn)]
        },
        Template(
            "tcp.third-seq", .number, run: "--dh", distinct: true, step: "tcp.handshake_ack",
            cites: [.rfc(9293, "3.4")],
            english: .init(
                goal: "You know which number the client uses after its SYN.",
                ask:
                    "A client sends the SYN that is shown, and the server answers with a SYN,ACK. What is the sequence number of the third segment, the client's ACK?",
                hint: "Ask how many numbers the SYN has taken, and which number the server expects now.",
                because: "The SYN takes one sequence number. The next segment of the client begins one further on.")
        ) { run, key in
            try key.right = [.number(run.third.sequence)]
            try key["x-again", .number(run.syn.sequence)] = Words(
                english: "This would be right if the SYN took no number. Look at the acknowledgment number of the "
                    + "SYN,ACK: it says what the server expects next.")
            try key["the-ack", .number(run.third.acknowledgment)] = Words(
                english: "This is what the third segment acknowledges. Its own number is counted from the client's "
                    + "SYN. Look at the two fields of the segment side by side.")
            try key.shown = [
                run.shown("SYN", run.syn),
                .text(Words(english: "Sequence number of the SYN,ACK"), "\(run.synAck.sequence)"),
            ]
        },
        Template(
            "tcp.first-data-seq", .number, run: "--dh", distinct: true, step: "tcp.data", cites: [.rfc(9293, "3.4")],
            english: .init(
                goal: "You know what a segment without data does to the sequence numbers.",
                ask:
                    "A client sends the SYN that is shown. The server answers with a SYN,ACK. The client sends an ACK without data, and then its first data. What is the sequence number of the first segment with data?",
                hint: "Ask of each segment before: does it carry data, SYN or FIN? Only these take numbers.",
                because:
                    "The SYN takes one number. The ACK without data takes none, so the data begin at the number that the ACK had."
            )
        ) { run, key in
            try key.right = [.number(run.hello.sequence)]
            try key["ack-takes-one", .number(run.third.sequence.advanced(inSequenceSpaceBy: 1))] = Words(
                english: "You have counted the third segment as if it took a number. Look at what it carries: "
                    + "neither SYN nor FIN, and no data.")
            try key["x-again", .number(run.syn.sequence)] = Words(
                english: "You have counted the SYN as if it took no number. Look at the acknowledgment number of the "
                    + "SYN,ACK.")
            try key.shown = [run.shown("SYN", run.syn)]
        },
        Template(
            "tcp.ack-octets", .hex, credit: 2, run: "--dh", distinct: true, step: "tcp.syn_ack",
            cites: [.rfc(9293, "3.1")],
            english: .init(
                goal: "You can find the acknowledgment number among the octets of a packet.",
                ask:
                    "A client sends the SYN that is shown. Which four octets stand in the field of the acknowledgment number of the SYN,ACK that answers it, in hexadecimal?",
                hint:
                    "The IPv4 header has 20 octets. Behind it come two ports of two octets each, then SEQ, then ACK, the most significant octet first.",
                because:
                    "The field holds the number that is expected next, written with the most significant octet first.")
        ) { run, key in
            let octets = try run.synAck.bytes.dropFirst(28).prefix(4)
            let syn = try run.syn
            key.right = [.octets(Array(octets))]
            key["own-number", .octets(Array(syn.bytes.dropFirst(24).prefix(4)))] = Words(
                english: "These are the octets of the client's own number. An acknowledgment names the number that "
                    + "is expected next: look at what the SYN takes.")
            key["least-first", .octets(Array(octets.reversed()))] = Words(
                english: "The number is right, and its octets are turned round. Networks send the most significant "
                    + "octet first. Look at the ports in the SYN, whose values you know.")
            key.shown = [run.shown("SYN", syn)]
        },
        Template(
            "tcp.syn-ack-blank", .blank, credit: 3, run: "--dh", distinct: true, step: "tcp.syn_ack",
            cites: [.rfc(9293, "3.1")],
            english: .init(
                goal: "You can write the header of a SYN,ACK.",
                ask:
                    "The SYN,ACK that answers the SYN has three gaps: the destination port, the acknowledgment number, and the two octets with data offset and flags. Fill them in, in hexadecimal.",
                hint:
                    "The ports change places. The acknowledgment counts the SYN. The data offset counts words of four octets.",
                because:
                    "The answer goes to the port that the SYN came from. It expects the number after the SYN. Six words of header, SYN and ACK give 6012."
            )
        ) { run, key in
            key.parts = [
                .init(name: "tcp.dstport", range: 22..<24), .init(name: "tcp.ack_raw", range: 28..<32),
                .init(name: "tcp.flags", range: 32..<34),
            ]
            key.shown = [run.shown("SYN,ACK", try run.synAck), run.shown("SYN", try run.syn)]
        },
        Template(
            "tcp.opening-order", .order, credit: 2, run: "--dh", step: "tcp.syn", cites: [.rfc(9293, "3.5")],
            english: .init(
                goal: "You can tell the packets of an opening from their octets.",
                ask:
                    "Here are the first four datagrams of a connection, shuffled. Put them into the order in which they are sent.",
                hint:
                    "The flags stand at offset 33: 02 is SYN, 12 is SYN and ACK, 10 is ACK. A datagram with data comes when the connection is open.",
                because: "SYN, SYN,ACK and ACK open the connection. The first data follow.")
        ) { run, key in
            let packets = [try run.syn, try run.synAck, try run.third, try run.hello]
            key.right = [.order(packets.map { Hex.string($0.bytes) })]
        },
        Template(
            "tcp.next-packet", .predict, run: "--dh", step: "tcp.syn_ack", cites: [.rfc(9293, "3.5")],
            english: .init(
                goal: "You can say what answers a SYN.",
                ask:
                    "A client has sent the SYN that is shown to a server that listens. What does the next packet look like? The numbers are relative: each side's are counted from its own first number.",
                hint: "The server has to do two things: confirm the client's number, and make its own known.",
                because: "The server confirms the client's SYN and sends its own SYN in the same segment.")
        ) { run, key in
            try key.right = [.choice(run.first(of: .server) { _ in true }.relativeLabel)]
            key["acks-own-number", .choice("<SEQ=0><ACK=0><CTL=SYN,ACK>")] = Words(
                english: "This acknowledges the SYN's own number. An acknowledgment names the number that is "
                    + "expected next. Look at what a SYN takes.")
            key["two-way", .choice("<SEQ=1><ACK=1><CTL=ACK>")] = Words(
                english: "This is a server that takes the connection for open at once. It has not told the client "
                    + "its own number yet. Look at the flags of the answer.")
            key["only-syn", .choice("<SEQ=0><CTL=SYN>")] = Words(
                english: "This is what happens when both sides open at the same time. Here the server has read the "
                    + "client's SYN before it answers.")
            try key.shown = [run.shown("SYN", run.syn)]
        },
        Template(
            "tcp.lost-third", .choice, run: "--dh", rules: ["drop client ACK 1"], step: "tcp.established",
            cites: [.rfc(9293, "3.10.7.4")],
            english: .init(
                goal: "You know what opens a connection at the server.",
                ask:
                    "The third segment of the handshake, the client's first ACK, is lost. What opens the server's connection?",
                hint:
                    "Look at the acknowledgment number in the segment that the client sends right after the lost one.",
                because:
                    "Each segment of the client acknowledges the server's SYN. The one with data opens the connection and delivers the data at once."
            )
        ) { run, key in
            try key.right = [.choice(run.journal.serversOpening.rawValue)]
            key["only-third-opens", .choice("never")] = Words(
                english: "That would be so if one segment alone could open a connection. Look at what the other "
                    + "segments acknowledge.")
            key["sent-again", .choice("repetition")] = Words(
                english: "An ACK without data is not sent again by a timer. Look at what the client sends next.")
            key["server-resets", .choice("reset")] = Words(
                english: "A server that waits for an acknowledgment has no reason to reset. Look at what arrives next.")
            key.choices["never"] = Words(english: "nothing: the server waits until it gives up")
            key.choices["repetition"] = Words(english: "the client's timer sends the same ACK again")
            key.choices["reset"] = Words(english: "the server resets the connection")
            key.choices["data"] = Words(english: "the client's next segment, which carries data")
        },
        Template(
            "tcp.doubt", .number, form: .time, credit: 2, run: "--dh --latency 40ms --jitter 30ms",
            step: "tcp.established", cites: [.rfc(9293, "3.3.2")],
            english: .init(
                goal: "You can say how long a server is in doubt.",
                ask:
                    "A server's connection is SYN-RECEIVED from the arrival of a SYN until a segment arrives that acknowledges the server's own SYN. For how long is it in this state here?",
                hint: "The state has a beginning and an end at the server. Find the two arrivals in the list.",
                because:
                    "The doubt lasts from the arrival of the SYN to the arrival of the first segment that acknowledges the server's SYN."
            )
        ) { run, key in
            let start = try run.entry(of: .server, into: "SYN-RECEIVED")
            let end = try run.entry(of: .server, into: "ESTABLISHED")
            key.right = [.time(end - start)]
            key["moment-not-duration", .time(end - .zero)] = Words(
                english: "This is the time at which the doubt ends, counted from the start of the run. The question "
                    + "is how long the state lasts. Look at when it begins.")
            key["one-way", .time(start - .zero)] = Words(
                english: "This is the time at which the doubt begins, counted from the start of the run. Look at how "
                    + "long it lasts from there.")
            try key.shown = [
                run.traffic(of: .server, sent: true, until: end), run.traffic(of: .server, sent: false, until: end),
            ]
        },
        Template(
            "tcp.flags-of-data", .several, run: "--dh", step: "tcp.data", cites: [.rfc(9293, "3.1")],
            english: .init(
                goal: "You know which flags a segment with data has.",
                ask: "A client's first segment with data carries a ClientHello. Which flags are set?",
                hint:
                    "The connection is open: the opening is over, the closing has not begun, and each segment acknowledges.",
                because: "Each segment after the first has ACK. PSH asks the receiver to hand the data on at once.")
        ) { run, key in
            let octet = try run.hello.flags
            let flags = ["FIN", "SYN", "RST", "PSH", "ACK", "URG"]
            let set = flags.enumerated().filter { octet & (1 << $0.offset) != 0 }.map(\.element)
            key.right = [.letters(Set(set))]
            key.offered = flags
            key["no-ack-with-data", .letters(["PSH"])] = Words(
                english: "Data and acknowledgment do not exclude each other. A segment with data acknowledges as well.")
            key["syn-goes-on", .letters(["SYN", "ACK", "PSH"])] = Words(
                english: "SYN does not mean that the connection is open. It stands in the first segment of each side "
                    + "alone.")
        },
        Template(
            "tcp.hello-ack", .number, credit: 2, run: "--dh", distinct: true, step: "tcp.ack",
            cites: [.rfc(9293, "3.4")],
            english: .init(
                goal: "You can work out an acknowledgment from a segment.",
                ask:
                    "A client sends the segment that is shown, with a ClientHello in it. Everything before has arrived. What is the acknowledgment number with which the server confirms it?",
                hint:
                    "Take the segment's number and add its length. The length of the data is the total length less the two headers.",
                because:
                    "An acknowledgment is the number of the segment plus the count of its octets: the number that is expected next."
            )
        ) { run, key in
            let hello = try run.hello
            let right = try run.first(of: .server) { $0.flags & 2 == 0 }.acknowledgment
            key.right = [.number(right)]
            try key["plus-one", .number(hello.sequence.advanced(inSequenceSpaceBy: 1))] = Words(
                english: "A segment with data takes as many numbers as it has octets of data. Only a SYN or a FIN "
                    + "counts one. Look at the length of the data.")
            key["length-alone", .number(hello.payload.count)] = Words(
                english: "This is the count of the octets, as Wireshark shows numbers when it counts from the first. "
                    + "The field holds a number of the client's sequence space. Look at the SEQ of the segment.")
            try key["own-number", .number(hello.sequence)] = Words(
                english: "This is the number of the segment's first octet. An acknowledgment says which octet is "
                    + "expected next. Look at where the data end.")
            key["last-octet", .number(right.advanced(inSequenceSpaceBy: 0xffff_ffff))] = Words(
                english: "This is the number of the last octet that has arrived. An acknowledgment names the one "
                    + "after it. Look at the acknowledgment of a SYN, which is one more than the SYN's number.")
            key.shown = [run.shown("ClientHello", hello)]
        },
        Template(
            "tcp.mss-count", .number, run: "--dh --mss 536", step: "tcp.data", cites: [.rfc(9293, "3.7.1")],
            english: .init(
                goal: "You know what the maximum segment size counts.",
                ask:
                    "The client has announced the MSS that is shown. The server has the octets of its first flight ready, and its window allows to send them at once. How many segments with data does it send?",
                hint: "The MSS counts octets of data, without headers. The last segment may be shorter.",
                because:
                    "Each segment carries at most as many octets of data as the MSS says, and the rest goes into one more."
            )
        ) { run, key in
            let sizes = try run.firstFlight(of: .server).map(\.payload.count)
            let total = sizes.reduce(0, +)
            key.right = [.number(sizes.count)]
            key["header-forgotten", .number((total + 1459) / 1460)] = Words(
                english: "This is the count with segments of the usual size on an Ethernet. Look at the MSS that the "
                    + "client has announced.")
            key["rounded-down", .number(total / 536)] = Words(
                english: "The octets that are left over need a segment of their own. Look at the rest of the division.")
            key.shown = [
                .text(Words(english: "Octets of data in the server's first flight"), "\(total)"),
                .text(Words(english: "MSS"), "536"),
            ]
        },
        Template(
            "tcp.syn-on-open", .choice, run: "tcp lost-third-ack", step: "tcp.established",
            cites: [.rfc(9293, "3.10.7.4")],
            english: .init(
                goal: "You know what opens a connection at the server.",
                ask:
                    "The third segment of the handshake is lost. The server is in SYN-RECEIVED. Then a segment of the client arrives with data. It acknowledges the server's SYN. In which state is the server's TCP now?",
                hint: "Look at what the state waits for, and whether this segment has it.",
                because:
                    "SYN-RECEIVED waits for an acknowledgment of the server's SYN. Each segment of the client has one.")
        ) { run, key in
            try key.right = [.choice(run.state(of: .server, after: "SYN-RECEIVED"))]
            key["needs-third", .choice("SYN-RECEIVED")] = Words(
                english: "You expect that only the lost segment can open the connection. Look at the acknowledgment "
                    + "number of the segment with data.")
            key["resets", .choice("CLOSED")] = Words(
                english: "You take the segment for an error. Look at its sequence number: it is the one that the "
                    + "server expects.")
            key["listens-again", .choice("LISTEN")] = Words(
                english: "A server goes back to LISTEN when a reset arrives. Look at the flags of the segment.")
        },
        Template(
            "tcp.stream-octets", .number, run: "--dh", step: "tcp.fin", cites: [.rfc(9293, "3.4")],
            english: .init(
                goal: "You can count the octets of a stream from sequence numbers.",
                ask:
                    "Here are the client's SYN and the client's FIN, which carries no data. How many octets of data has the client sent in between?",
                hint: "Subtract the two numbers, and ask what lies between them beside the data.",
                because: "The numbers from SYN to FIN cover the SYN itself and all octets of data.")
        ) { run, key in
            let (syn, fin) = try (run.syn, run.fin)
            let count = try fin.sequence.advanced(inSequenceSpaceBy: 0xffff_ffff &- syn.sequence)
            key.right = [.number(count)]
            key["counts-syn", .number(count + 1)] = Words(
                english: "You have counted the SYN as an octet of data. It takes a number, and it carries no data. "
                    + "Look at where the data begin.")
            key["counts-syn-and-fin", .number(count + 2)] = Words(
                english: "You have counted SYN and FIN as octets of data. Each takes a number and carries none. Look "
                    + "at the first and the last number of the data.")
            key.shown = [run.shown("SYN", syn), run.shown("FIN", fin)]
        },
    ]
}
