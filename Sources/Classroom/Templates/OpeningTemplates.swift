import Simulator
import TCPSim
import Trace

/// Questions about how TCP opens a connection, and about its numbers.
extension Template {
    static let opening: [Template] = [
        Template(
            "tcp.ack-of-syn", .number, run: "--dh", distinct: true, step: "tcp.syn_ack", cites: [.rfc(9293, "3.4")],
            OpeningWords.ackOfSYN
        ) { run in
            let syn = try run.syn
            return Working(
                .number(try run.synAck.acknowledgment),
                slips: [
                    .number("own-number", try syn.sequence),
                    .number("servers-number", try run.synAck.sequence.advanced(inSequenceSpaceBy: 1)),
                    .number("relative", 1),
                ], shown: [.octets(.packet("SYN"), syn.bytes)])
        },
        Template(
            "tcp.syn-ack-blank", .blank, credit: 3, run: "--dh", distinct: true, step: "tcp.syn_ack",
            cites: [.rfc(9293, "3.1")], OpeningWords.synAckBlank
        ) { run in
            Working(
                .parts([
                    .init(name: "tcp.dstport", range: 22..<24), .init(name: "tcp.ack_raw", range: 28..<32),
                    .init(name: "tcp.flags", range: 32..<34),
                ]),
                shown: [.octets(.packet("SYN,ACK"), try run.synAck.bytes), .octets(.packet("SYN"), try run.syn.bytes)])
        },
        Template(
            "tcp.opening-order", .order, credit: 2, run: "--dh", step: "tcp.syn", cites: [.rfc(9293, "3.5")],
            OpeningWords.openingOrder
        ) { run in
            let packets = [try run.syn, try run.synAck, try run.third, try run.hello]
            return Working(.order(packets.map { Hex.string($0.bytes) }))
        },
        Template(
            "tcp.lost-third", .choice, run: "--dh", rules: ["drop client ACK 1"], step: "tcp.established",
            cites: [.rfc(9293, "3.10.7.4")], OpeningWords.lostThird
        ) { run in
            let journal = try run.journal
            return Working(
                .choice(journal.serversOpening.value),
                slips: [
                    .choice("only-third-opens", "never"), .choice("sent-again", "repetition"),
                    .choice("server-resets", "reset"), .choice("with-the-data", "data"),
                ])
        },
        Template(
            "tcp.flags-of-data", .several, run: "--dh", step: "tcp.data", cites: [.rfc(9293, "3.1")],
            OpeningWords.flagsOfData
        ) { run in
            let hello = try run.hello
            let flags = ["FIN", "SYN", "RST", "PSH", "ACK", "URG"]
            let octet = hello.bytes.count > 33 ? hello.bytes[33] : 0
            let set = flags.enumerated().filter { octet & (1 << $0.offset) != 0 }.map(\.element)
            return Working(
                .several(Set(set), of: flags),
                slips: [.several("no-ack-with-data", ["PSH"]), .several("syn-goes-on", ["SYN", "ACK", "PSH"])])
        },
    ]
}

/// The packets of an opening.
extension QuestionRun {
    /// The SYN.
    var syn: Packet { get throws(ExerciseError) { try journal.packet("tcp.syn") } }
    /// The SYN,ACK.
    var synAck: Packet { get throws(ExerciseError) { try journal.packet("tcp.syn_ack") } }
    /// The third segment of the handshake.
    var third: Packet { get throws(ExerciseError) { try journal.packet("tcp.handshake_ack") } }
    /// The first segment with data.
    var hello: Packet { get throws(ExerciseError) { try first(of: .client) { !$0.payload.isEmpty } } }

    /// The first packet that one side sent and that is as asked.
    func first(of who: Principal, where isAsked: (Packet) -> Bool) throws(ExerciseError) -> Packet {
        for event in try journal.events where event.who == who {
            if case .sent(let packet, _) = event.kind, isAsked(packet) { return packet }
        }
        throw .noStep("packet")
    }
}

extension Packet {
    /// Its acknowledgment number.
    var acknowledgment: UInt64 { get throws(ExerciseError) { try number("tcp.ack_raw") } }
}
