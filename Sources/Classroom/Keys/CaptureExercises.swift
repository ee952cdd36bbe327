import Simulator
import TLSSim
import Trace

/// Lesson 25: reading a capture.
extension Exercise {
    static let captures: [Exercise] = [
        Exercise(lesson: 25, number: 1, answer: .number) { seed in
            let journal = try Visit.journal(seed) { $0.wire.faults.loss = 0.15 }
            let frame = journal.firstRepetition ?? 0
            return Solution(
                .number(UInt64(frame)), because: frame == 0 ? CaptureHint.nothingRepeated : .bringsNothingNew(frame),
                hint: .whatIsNew, slips: [(.number(UInt64(frame) &- 1), .firstCopy)])
        },
        Exercise(lesson: 25, number: 2, answer: .letters(through: "d")) { seed in
            let ways: [(inout Visit.Options) throws -> Void] = [
                { $0.wire.rules = [try LinkRule("drop server data 1")] }, { $0.serverChain = .expired },
                { $0.clientCertificate = ClientCertificate.missing },
                { $0.wire.rules = [try LinkRule("drop client SYN 1")] },
            ]
            let letters = try Exercise.letters(of: ways) { change in
                try Visit.journal(seed, change).events.contains { $0.step == "tcp.retransmission" }
            }
            return Solution(
                .letters(letters), because: CaptureHint.alertsAreWords, hint: .pauseOrAlert,
                slips: [
                    (.letters(letters.union(["b"])), .pathCarriesAlerts),
                    (.letters(letters.union(["c"])), .pathCarriesAlerts),
                    (.letters(["a"]), .openingToo),
                ])
        },
        Exercise(lesson: 25, number: 3, answer: .letters(through: "d")) { seed in
            let journal = try Visit.journal(seed) { $0.tls13 = Visit.TLS13Options() }
            let leaf = try Exercise.leaf(seed)
            let wanted = [
                Array(Visit.hostName.utf8), try journal.value(Knowledge.serverRandom), leaf,
                Array("GET / HTTP/1.1".utf8),
            ]
            let streams = [Principal.client, .server].map { journal.octetsOnTheWire(of: $0) }
            let seen = Exercise.letters(of: wanted) { octets in streams.contains(where: { $0.contains(octets) }) }
            return Solution(
                .letters(seen), because: CaptureHint.hellosAreInClear, hint: .sinceServerHello,
                slips: [
                    (.letters(seen.union(["c"])), .certificateIsEncrypted),
                    (.letters(["b"]), .nameIsInTheHello), (.letters([]), .nameIsInTheHello),
                ])
        },
    ]
}

extension Journal {
    /// The number of the first frame that repeats a sequence number; nil if there is none. A frame counts only if it has
    /// data, a SYN or a FIN, because other frames take no sequence number. Each sender has numbers of its own.
    fileprivate var firstRepetition: Int? {
        var frame = 0
        var seen: Set<[UInt64]> = []
        for event in events {
            guard case .sent(let packet, _) = event.kind else { continue }
            frame += 1
            // FIN is bit 0, and SYN is bit 1.
            let takesOne = packet.flags & 3 != 0
            guard takesOne || !packet.payload.isEmpty, let sequence = try? packet.sequence else { continue }
            if !seen.insert([event.who == .client ? 0 : 1, sequence]).inserted { return frame }
        }
        return nil
    }

    /// The data that `who` has sent, in the order of the packets. On a wire that loses nothing this is the stream.
    fileprivate func octetsOnTheWire(of who: Principal) -> [UInt8] {
        sent(by: who).flatMap { $0.packet.bytes[$0.packet.payload] }
    }
}
