import Simulator
import TCPHost
import TCPSim
import Trace

/// A client acknowledges segments before they arrive, so that the server sends faster than the path carries (Savage and others 1999).
enum OptimisticACK: Exhibit {
    static let card = Card(
        "optimistic-ack", in: .tcp, from: .peer, to: .exhaust, unit: .acknowledgments, year: 1999,
        cites: [.rfc(5681, "3.1"), .rfc(5681, "5")], words: OptimisticACKCard.self)

    private static let server = Socket(.server, 80)
    /// The attacker's socket.
    private static let hers = Socket(.attacker, 40_000)
    /// The size of the file that each client gets, in octets.
    private static let file = 1 << 20
    private static let segmentSize = 1_460
    /// The line of each client: its speed in octets a second, and how many octets can wait before it. A datagram that comes while more are
    /// waiting is lost.
    private static let (speed, queue) = (100_000, 100_000)
    /// The share of the new segments that the careful server leaves out, from 0 to 1.
    private static let share = 0.02
    private static let request = Array("GET\r\n".utf8)

    static func perform(_ show: Performance) throws -> Outcome {
        let stage = show.stage(server: server)
        var configuration = show.tcp("server")
        configuration.sendBuffer = 2 * file
        // Half of the rule: the server leaves segments out, but not often enough.
        let share = show.isHalf ? Self.share / 100 : Self.share
        let omission = show.isDefended ? SegmentOmission(share, show.seeds.fork("omission")) : nil
        let far = stage.add(StageHost(.server, at: .server, configuration, variant: omission?.machine))
        stage.listen(far, port: server.port) { _ in
            Chatter(answers: { $0 == request ? [UInt8](repeating: 0x2e, count: file) : nil })
        }
        let near = stage.add(StageHost(.client, at: .client, show.tcp("client")))
        stage.hosts[near].accessDelay = line()
        var attacker = show.attacker(on: stage, hasTCP: false)
        let machine = stage.hosts.count - 1
        stage.hosts[machine].accessDelay = line()

        var outcome = Outcome()
        let segments = (file + segmentSize - 1) / segmentSize
        outcome.theory = Theory(
            mean: Double(segments), deviation: 0, "⌈F/MSS⌉", [("F", Double(file)), ("MSS", Double(segmentSize))],
            words: .segments)
        outcome.evidence = [("server", .socket(server)), ("client", .socket(hers)), ("octets", .number(file))]

        let honest = stage.connect(near, from: 50_000, to: server, Chatter(says: "GET"))
        let honestTime = time(on: stage, far, to: Socket(.client, 50_000), since: stage.now)
        _ = attacker.wait(.seconds(5))
        let isServed = (stage.application(near, honest) as? Chatter)?.heard.count == file
        outcome.say(
            OptimisticACKNote.honest(octets: file, seconds: honestTime, speed: speed, isServed: isServed),
            frames: [1, attacker.frame()], cite: .rfc(5681, "3.1"))

        let first = attacker.frame() + 1
        guard let open = open(&attacker) else { return outcome }
        let start = stage.now
        outcome.say(OptimisticACKNote.plan(segmentSize), frames: [first, attacker.frame()], cite: .rfc(5681, "5"))
        // She knows how the server sends: ten segments at first (RFC 6928), then in slow start two for each that is acknowledged (RFC 5681
        // section 3.1).
        var (acknowledged, sent) = (0, 10)
        let begin = attacker.frame() + 1
        while acknowledged < segments {
            _ = attacker.wait(.milliseconds(1))
            let last = min(sent, segments)
            sent += 2 * (last - acknowledged)
            for number in (acknowledged + 1)...last {
                attacker.send(
                    Segment(
                        sourcePort: hers.port, destinationPort: server.port, sequence: open.sequence,
                        acknowledgment: open.acknowledgment + min(number * segmentSize, file), control: .ack,
                        window: .max), from: hers.address, to: server.address, OptimisticACKNote.acknowledges)
                outcome.tries += 1
            }
            acknowledged = last
        }
        let spent = attacker.frame()
        let all = time(on: stage, far, to: hers, since: start)
        let seen = attacker.wait(.seconds(1)).filter { $0.destination == hers }
        outcome.reached = all.map { $0 * 10 < honestTime ?? 0 } ?? false
        outcome.say(OptimisticACKNote.sent(outcome.tries), frames: [begin, spent])
        outcome.figures = [
            honestTime.map { Figure("honest", unit: "seconds", measured: $0) },
            all.map { Figure("time", unit: "seconds", measured: $0) },
        ].compactMap { $0 }
        if let all {
            outcome.say(OptimisticACKNote.fast(file, all, of: speed), cite: .rfc(5681, "5"))
        } else if let number = omission?.caught(hers) {
            outcome.figures.append(
                Figure(
                    "caught", unit: "segments until the lie", measured: Double(number),
                    theory: .geometric(share, formula: "geometric(q)", parameters: [("q", share)])))
            outcome.say(
                OptimisticACKNote.caught(number),
                frames: seen.last { $0.segment.control.contains(.rst) }.map { [$0.frame] } ?? [],
                cite: .rfc(5681, "5"))
        }
        outcome.connections = [1]
        outcome.reproduce = [
            "tshark -r FILE -q -z 'io,stat,1,tcp.srcport==80&&ip.dst==10.0.0.1,tcp.srcport==80&&ip.dst==10.0.0.3'",
            "tshark -r FILE -Y 'ip.addr==10.0.0.3' -T fields -e frame.time_relative -e ip.src -e tcp.seq -e tcp.ack -e tcp.len | head -n 40",
        ]
        return outcome
    }

    /// A slow line into a host, with a queue before it, for ``StageHost/approach``.
    private static func line() -> (Int, Instant) -> TimeSpan? {
        var free = Instant.zero
        return { octets, now in
            let wait = max(free, now) - now
            guard wait.microseconds * Int64(speed) / 1_000_000 <= Int64(queue) else { return nil }
            free = max(free, now) + .microseconds(Int64(octets) * 1_000_000 / Int64(speed))
            return free - now
        }
    }

    /// Waits until the server has sent the last octet of the file for the first time. The run measures this; the attacker cannot see it.
    ///
    /// - Returns: the seconds since `start`; nil if the server needs more than a minute from the call on.
    private static func time(on stage: Stage, _ server: Int, to client: Socket, since start: Instant) -> Double? {
        let route = Route(local: Self.server, remote: client)
        func hasLeft() -> Bool {
            guard
                let socket = stage.applications(of: server).first(where: {
                    stage.hosts[server].tcp.route(of: $0.socket) == route
                })?
                .socket, let sending = stage.hosts[server].connection(socket)?.sending
            else { return false }
            return sending.next - sending.initial > file
        }
        stage.run(atMost: .seconds(60), until: hasLeft)
        return hasLeft() ? Double((stage.now - start).microseconds) / 1e6 : nil
    }

    /// Opens a connection by hand and asks for the file.
    ///
    /// - Returns: the numbers of her next segment; nil if the server does not answer her SYN.
    private static func open(_ attacker: inout Attacker) -> (sequence: SequenceNumber, acknowledgment: SequenceNumber)?
    {
        let initial = SequenceNumber(attacker.random.word())
        var segment = Segment(
            sourcePort: hers.port, destinationPort: server.port, sequence: initial, control: .syn, window: .max,
            options: [.maximumSegmentSize(UInt16(segmentSize)), .noOperation, .windowScale(7)])
        attacker.send(segment, from: hers.address, to: server.address)
        guard
            let answer = attacker.wait(
                .seconds(1), for: { $0.destination == hers && $0.segment.control == [.syn, .ack] })
        else { return nil }
        _ = attacker.wait(.milliseconds(10))
        segment = Segment(
            sourcePort: hers.port, destinationPort: server.port, sequence: initial + 1,
            acknowledgment: answer.segment.end, control: [.ack, .psh], window: .max, payload: request)
        attacker.send(segment, from: hers.address, to: server.address)
        return (segment.end, answer.segment.end)
    }
}
