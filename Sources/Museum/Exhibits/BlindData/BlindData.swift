import Simulator
import TCPHost
import TCPSim
import Trace

/// An off-path attacker puts data into the receive window of a connection. The data waits in the receiver's queue, and takes the place of the
/// genuine octets with the same numbers (RFC 5961 section 5).
enum BlindData: Exhibit {
    static let card = Card(
        "blind-data", in: .tcp, from: .offPath, to: .inject, unit: .pairsOfSegments, year: 2004,
        cites: [.rfc(5961, "5.2"), .rfc(9293, "3.10.7.4")],
        words: BlindDataCard.self)

    private static let client = Socket(.client, 50_000)
    private static let server = Socket(.server, 515)
    /// The server's receive window, in octets.
    private static let window = 1 << 21
    private static let segmentSize: UInt16 = 536
    /// The number of octets of its list that the client hands over at a time.
    private static let piece = 40_000
    private static let line = Array("item 000000 price 0\n".utf8)
    /// The octets that the attacker sends. They are longer than a genuine segment: the server would not use them if one genuine segment that
    /// comes in order covered them all.
    private static let payload = Array(repeatElement(line, count: 30).joined())

    static func perform(_ show: Performance) throws -> Outcome {
        let stage = show.stage(client: client, server: server)
        func tcp(_ name: String) -> Connection.Configuration {
            var configuration = show.tcp(name)
            configuration.mss = segmentSize
            configuration.windowScale = 7
            configuration.challengeLimit = ChallengeLimit()
            return configuration
        }
        var configuration = tcp("server")
        configuration.receiveBuffer = window
        let far = stage.add(
            StageHost(
                .server, at: .server, configuration,
                variant: show.isWhole ? nil : CarelessTCP.anyOldAcknowledgment(isHalf: show.isHalf)))
        stage.listen(far, port: server.port) { _ in Chatter() }
        let near = stage.add(StageHost(.client, at: .client, tcp("client")))
        let socket = stage.connect(near, from: client.port, to: server, Chatter())
        var attacker = show.attacker(on: stage)
        _ = attacker.wait(.seconds(1))
        let route = Route(local: server, remote: client)
        guard let before = stage.hosts[far].tcp.variables(of: route),
            let victim = stage.applications(of: far).first?.socket,
            let expected = stage.hosts[far].connection(victim)?.receiving.next
        else { return Outcome() }

        var outcome = Outcome()
        let steps = (1 << 32) / window
        outcome.theory = .uniform(steps, "uniform(N), N = ⌈2³²/W⌉")
        outcome.evidence = [
            ("client", .socket(client)), ("server", .socket(server)), ("window", .number(window)),
            ("payload", .string(String(decoding: payload, as: UTF8.self))),
        ]
        let start = SequenceNumber(attacker.random.word())
        let acknowledgment = SequenceNumber(attacker.random.word())
        let first = attacker.frame() + 1
        var (number, isHeld) = (start, false)
        for step in 0..<steps {
            number = start + step * window
            for half in [0, 1 << 31] {
                let data = Segment(
                    sourcePort: client.port, destinationPort: server.port, sequence: number,
                    acknowledgment: acknowledgment + half, control: .ack, window: 1_000, payload: payload)
                attacker.send(data, from: client.address, to: server.address, BlindDataNote.forged)
            }
            outcome.tries += 1
            // She sees no answer. The run looks into the server's queue for her, and says so.
            _ = attacker.wait(.milliseconds(11))
            let now = stage.hosts[far].tcp.variables(of: route)
            isHeld = now?.changes(since: before).contains { $0.name == "RCV.HELD" } ?? false
            if isHeld { break }
        }
        let last = attacker.frame()
        outcome.say(
            BlindDataNote.swept(pairs: outcome.tries, octets: payload.count), frames: [first, last],
            cite: .rfc(5961, "5.2"))
        outcome.sayStop(of: steps, reached: isHeld)
        let place = number - expected
        if isHeld {
            outcome.say(BlindDataNote.waits(number, after: place), frames: [last], cite: .rfc(9293, "3.10.7.4"))
        }

        // The client has been silent. Now it hands over its list, a piece at a time.
        var item = 0
        for _ in 0...((isHeld ? place : 0) / piece + 1) {
            let lines = (1...(piece / line.count)).map { "item \(digits(item + $0)) price 9\n" }
            item += lines.count
            stage.prompt(near, socket: socket, with: .answer(Array(lines.joined().utf8)))
            _ = attacker.wait(.seconds(1))
        }
        let heard = (stage.application(far, victim) as? Chatter)?.heard ?? []
        let received = isHeld ? heard.dropFirst(place).prefix(payload.count) : []
        let replaced =
            received.count == payload.count
            ? zip(received.reversed(), payload.reversed()).prefix { $0 == $1 }.count : 0
        outcome.reached = replaced >= line.count
        outcome.say(
            outcome.reached ? BlindDataNote.replaced(replaced) : .refused(heard.count), frames: [attacker.frame()],
            cite: .rfc(5961, "5.2"))
        if outcome.reached { outcome.figures = [Figure("replaced", unit: "octets", measured: Double(replaced))] }
        outcome.frames = [1...(first + 5), max(first, last - 12)...attacker.frame()]
        outcome.reproduce = [
            "tshark -r FILE -Y 'frame.interface_name==\"forged\"' -T fields -e tcp.seq_raw -e tcp.ack_raw | tail -n 2"
        ]
        if isHeld {
            // Most acknowledgment numbers of the server are whole segments of 536 octets apart. Here one is the end of the attacker's octets.
            let (near, far) = (number - 2 * Int(segmentSize), number + payload.count + 2 * Int(segmentSize))
            outcome.reproduce.append(
                "tshark -r FILE -Y 'ip.src==10.0.0.2 && tcp.ack_raw>=\(near) && tcp.ack_raw<=\(far)' -T fields -e tcp.ack_raw"
            )
        }
        return outcome
    }

    /// `number` in six digits, with zeros in front.
    private static func digits(_ number: Int) -> String { String(String(1_000_000 + number).dropFirst()) }
}
