import Simulator
import TLSSim
import Trace

/// Lesson 25: reading a capture.
extension Exercise {
    static let captures: [Exercise] = [
        Exercise(25, 1, .number) { seed in
            let journal = try Visit.journal(seed) { $0.wire.faults.loss = 0.15 }
            let frame = journal.firstRepetition ?? 0
            return Solution(
                .number(UInt64(frame)), because: frame == 0 ? CaptureHint.nothingRepeated : .bringsNothingNew(frame),
                hint: .whatIsNew, slips: [(.number(UInt64(frame) &- 1), .firstCopy)])
        },
        Exercise(25, 2, .letters(through: "d")) { seed in
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
        Exercise(25, 3, .letters(through: "d")) { seed in
            let journal = try Visit.journal(seed) { $0.tls13 = Visit.TLS13Options() }
            let leaf = try Exercise.leaf(seed)
            let wanted = [
                Array(Visit.hostName.utf8), try journal.value(Knowledge.serverRandom), leaf,
                Array("GET / HTTP/1.1".utf8),
            ]
            let streams = [Principal.client, .server].map { journal.octetsOnTheWire(of: $0) }
            let seen = Exercise.letters(of: wanted) { octets in streams.contains(where: { $0.has(octets) }) }
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
    /// The number of the first frame that takes sequence numbers and begins with one that its sender has used before; nil
    /// where there is none.
    fileprivate var firstRepetition: Int? {
        var frame = 0
        var seen: Set<[UInt64]> = []
        for event in events {
            guard case .sent(let packet, _) = event.kind else { continue }
            frame += 1
            // The flags of TCP behind 20 octets of IPv4 header: FIN is bit 0, and SYN is bit 1.
            let takesOne = packet.bytes.count > 33 && packet.bytes[33] & 3 != 0
            guard takesOne || !packet.payload.isEmpty, let sequence = try? packet.sequence else { continue }
            if !seen.insert([event.who == .client ? 0 : 1, sequence]).inserted { return frame }
        }
        return nil
    }

    /// What one side has put on a wire that loses nothing.
    fileprivate func octetsOnTheWire(of who: Principal) -> [UInt8] {
        events.flatMap { event -> [UInt8] in
            guard event.who == who, case .sent(let packet, _) = event.kind else { return [] }
            return Array(packet.bytes[packet.payload])
        }
    }
}

extension [UInt8] {
    /// Whether these octets stand in it, one behind the other.
    fileprivate func has(_ octets: [UInt8]) -> Bool { firstRange(of: octets) != nil }
}
