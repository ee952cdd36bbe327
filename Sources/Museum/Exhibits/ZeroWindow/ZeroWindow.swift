import Simulator
import TCPHost
import TCPSim
import Trace

/// A client asks for a file and keeps its window at zero. The server's buffers stay full as long as the client answers probes
/// (CVE-2008-4609).
enum ZeroWindow: Exhibit {
    static let card = Card(
        "zero-window", in: .tcp, from: .peer, to: .exhaust, unit: .connections, year: 2008,
        cites: [.rfc(9293, "3.8.6.1"), .rfc(6429, "3")], cves: ["CVE-2008-4609"], words: ZeroWindowCard.self)

    private static let server = Socket(.server, 80)
    /// How many clients the server's program serves at a time, and how many of them may have one address if the rule is in place.
    private static let (places, share) = (64, 4)
    private static let fileSize = 1 << 16
    private static let request = Array("GET\r\n".utf8)
    /// How long the attacker holds the places before the honest client comes, in seconds.
    private static let holdTime: Int64 = 600

    static func perform(_ show: Performance) throws -> Outcome {
        let stage = show.stage(server: server)
        let (near, far) = show.pair(on: stage)
        let limit = show.isDefended ? share : places
        stage.listen(far, port: server.port, backlog: places) { [unowned stage] remote in
            let open = stage.applications(of: far).map(\.socket).filter { !stage.isGone(far, $0) }
            let others = open.compactMap { stage.hosts[far].tcp.route(of: $0)?.remote }
            // Half of the rule: connections are counted by address and port.
            let same = others.count { show.isHalf ? $0 == remote : $0.address == remote.address }
            return FileServer(size: fileSize, isOpen: open.count < places && same < limit)
        }
        var reader = SlowReader(attacker: show.attacker(on: stage, hasTCP: false))

        var outcome = Outcome()
        outcome.theory = Theory(mean: Double(places), deviation: 0, "N", [("N", Double(places))], words: .places)
        outcome.evidence = [
            ("server", .socket(server)), ("attacker", .string(IPv4Address.attacker.description)),
            ("places", .number(places)),
        ]
        for number in 0..<places {
            reader.open(UInt16(truncatingIfNeeded: 40_000 + number), to: server, asking: request)
            reader.answer(for: .milliseconds(30))
            outcome.tries += 1
        }
        outcome.say(
            ZeroWindowNote.asked(places, refused: reader.refused), frames: [1, reader.attacker.frame()],
            cite: .rfc(9293, "3.8.6.1"))
        reader.answer(for: .seconds(holdTime / 2))
        let (before, middle) = (reader.probes, reader.attacker.frame())
        reader.answer(for: .seconds(holdTime / 2))
        let rate = Double(reader.probes - before) / Double(holdTime / 2)
        let held = reader.open.count
        outcome.figures = [
            Figure(
                "acks", unit: "ACKs a second", measured: rate,
                theory: Theory(mean: Double(held) / 60, deviation: 0, "n/60", [("n", Double(held))])),
            Figure("held", unit: "octets in the server's buffers", measured: Double(held * fileSize)),
        ]
        outcome.say(
            ZeroWindowNote.held(held, probes: reader.probes, octets: fileSize),
            frames: [middle + 1, reader.attacker.frame()], cite: .rfc(9293, "3.8.6.1"))
        let comes = reader.attacker.frame() + 1
        let socket = stage.connect(near, from: 50_000, to: server, Chatter(says: "GET"))
        reader.answer(for: .seconds(10))
        let heard = (stage.application(near, socket) as? Chatter)?.heard.count ?? 0
        outcome.reached = heard == 0
        outcome.say(
            outcome.reached ? ZeroWindowNote.turnedAway : .served(heard), frames: [comes, reader.attacker.frame()],
            cite: .rfc(6429, "3"))
        outcome.connections = [0, places - 1, places]
        outcome.reproduce = [
            "tshark -r FILE -q -z 'io,stat,60,tcp.analysis.zero_window_probe,tcp.analysis.zero_window_probe_ack'",
            "tshark -r FILE -Y 'ip.addr==10.0.0.1'",
        ]
        return outcome
    }
}

/// The server's program on a connection: it sends its file, or resets the connection if there is no place for the client.
private struct FileServer: Application {
    /// The size of the file, in octets.
    let size: Int
    /// Whether there is a place for the client.
    let isOpen: Bool

    mutating func handle(_ event: ApplicationEvent) -> [ApplicationAction] {
        switch event {
        case .connected: isOpen ? [] : [.abort]
        case .read: [.pass(.octets([UInt8](repeating: 0x2e, count: size), step: "chat.answer")), .close]
        case .started, .ended, .prompted, .saw: []
        }
    }
}

/// The attacker, who writes her segments without a TCP. She opens connections, offers a window of zero in every segment after the SYN, and
/// acknowledges every probe.
private struct SlowReader {
    var attacker: Attacker
    /// Her open connections by her port: the next sequence number, and the request if she has not sent it yet.
    private(set) var open: [UInt16: (sequence: SequenceNumber, request: [UInt8])] = [:]
    /// How many connections the server has reset.
    private(set) var refused = 0
    /// How many probes she has answered.
    private(set) var probes = 0

    mutating func open(_ port: UInt16, to server: Socket, asking request: [UInt8]) {
        let initial = SequenceNumber(attacker.random.word())
        open[port] = (initial + 1, request)
        attacker.send(
            Segment(
                sourcePort: port, destinationPort: server.port, sequence: initial, control: .syn, window: 1_000,
                options: [.maximumSegmentSize(1_460)]), from: .attacker, to: server.address)
    }

    /// Lets `span` pass, and answers the SYN,ACKs and the probes that come to her.
    mutating func answer(for span: TimeSpan) {
        let end = attacker.now + span
        while let sight = attacker.wait(end - attacker.now, for: { $0.destination.address == .attacker }) {
            answer(sight)
        }
        _ = attacker.wait(end - attacker.now)
    }

    private mutating func answer(_ sight: Sight) {
        let (port, segment) = (sight.destination.port, sight.segment)
        guard let line = open[port] else { return }
        if segment.control.contains(.rst) {
            open[port] = nil
            refused += 1
        } else if segment.control.contains(.syn) {
            send(line.request, acknowledging: segment.end, to: sight.source, from: port, ZeroWindowNote.asks)
            open[port] = (line.sequence + line.request.count, [])
        } else if !segment.payload.isEmpty {
            probes += 1
            send([], acknowledging: segment.sequence, to: sight.source, from: port, ZeroWindowNote.answers)
        }
    }

    private mutating func send(
        _ octets: [UInt8], acknowledging number: SequenceNumber, to server: Socket, from port: UInt16,
        _ note: ZeroWindowNote
    ) {
        guard let line = open[port] else { return }
        attacker.send(
            Segment(
                sourcePort: port, destinationPort: server.port, sequence: line.sequence, acknowledgment: number,
                control: .ack, window: 0, payload: octets), from: .attacker, to: server.address, note)
    }
}
