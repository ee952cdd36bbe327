import Crypto
import Simulator
import TCPHost
import TCPSim
import Trace

/// SYNs with source addresses of hosts that do not exist fill a server's backlog (1996).
enum SYNFlood: Exhibit {
    static let card = Card(
        "syn-flood", in: .tcp, from: .offPath, to: .exhaust, unit: .forgedSYNs, year: 1996,
        cites: [.rfc(4987, "3.6"), .rfc(9293, "3.8.3")], cves: ["CVE-1999-0116"], words: SYNFloodCard.self)

    private static let server = Socket(.server, 80)
    private static let client = Socket(.client, 50_000)
    private static let backlog = 64
    /// How often the server sends a SYN,ACK again, and the first retransmission timeout in seconds.
    private static let (retries, timeout) = (5, 1)
    /// How long the server keeps a half-open connection, in seconds: the sum of all timeouts, each twice the one
    /// before.
    private static let hold = timeout * ((1 << (retries + 1)) - 1)

    static func perform(_ show: Performance) throws -> Outcome {
        let stage = show.stage(client: client, server: server)
        // Half of the rule: a backlog of twice the size.
        let backlog = show.isHalf ? 2 * Self.backlog : Self.backlog
        var configuration = show.tcp("server")
        configuration.initialRTO = .seconds(Int64(timeout))
        var draws = show.seeds.fork("cookies")
        if show.isWhole, let key = SipHash.Key(draws.octets(16)) {
            configuration.synCookies = SYNCookies(.always, key: key)
        }
        let far = stage.add(StageHost(.server, at: .server, configuration, synAckRetries: retries))
        stage.listen(far, port: server.port, backlog: backlog) { _ in
            Chatter(answers: { _ in Array("welcome\r\n".utf8) })
        }
        configuration = show.tcp("client")
        configuration.synRetries = 6
        let near = stage.add(StageHost(.client, at: .client, configuration))
        var attacker = show.attacker(on: stage)
        // How often the server has sent each SYN,ACK, and how often the client its SYN.
        var answers: [Answer: Int] = [:]
        var asked = 0
        stage.tally = { sight in
            guard sight.segment.control.contains(.syn) else { return }
            if sight.source == server {
                answers[Answer(to: sight.destination, number: sight.segment.acknowledgment), default: 0] += 1
            } else if sight.source == client {
                asked += 1
            }
        }

        var outcome = Outcome()
        outcome.theory = Theory(mean: Double(backlog), deviation: 0, "B", [("B", Double(backlog))], words: .places)
        outcome.evidence = [
            ("server", .socket(server)), ("backlog", .number(backlog)), ("client", .socket(client)),
        ]
        let start = stage.now
        let interval = TimeSpan.milliseconds(10)
        var sent = 0
        func flood() {
            for number in 0..<backlog {
                let syn = Segment(
                    sourcePort: UInt16(truncatingIfNeeded: 1_024 + attacker.random.number(below: 60_000)),
                    destinationPort: server.port, sequence: SequenceNumber(attacker.random.word()), control: .syn,
                    window: 4_096)
                let source = IPv4Address(10, 0, 1, UInt8(truncatingIfNeeded: number + 1))
                attacker.send(syn, from: source, to: server.address, SYNFloodNote.forged)
                sent += 1
                _ = attacker.wait(interval)
            }
        }
        flood()
        outcome.say(SYNFloodNote.filled(backlog), frames: [1, attacker.frame()], cite: .rfc(4987, "3.6"))
        _ = attacker.wait(start + .seconds(2) - stage.now)
        let socket = stage.connect(near, from: client.port, to: server, Chatter(says: "hello"))
        let ordinal = sent
        var freed: Instant?
        // The attacker knows how long the server keeps a place. She floods it again when the places become free.
        for round in 1...2 {
            let due = start + .seconds(Int64(round * hold)) + .milliseconds(10 * Int64(round))
            if round == 1, !show.isDefended {
                stage.run(atMost: due - stage.now) { isFree(on: stage, far) }
                freed = stage.now
            }
            _ = attacker.wait(due + .milliseconds(1) - stage.now)
            flood()
        }
        _ = attacker.wait(.seconds(3))

        let isServed = (stage.application(near, socket) as? Chatter)?.heard.isEmpty == false
        outcome.reached = !isServed
        outcome.tries = isServed ? sent : backlog
        outcome.figures = [Figure("sent", unit: "SYNs in all", measured: Double(sent))]
        if let freed {
            outcome.figures.append(
                Figure(
                    "hold", unit: "seconds", measured: Double((freed - start).microseconds - 10_000) / 1e6,
                    theory: Theory(
                        mean: Double(hold), deviation: 0, "RTO·(2^(r+1) − 1)",
                        [("RTO", Double(timeout)), ("r", Double(retries))])))
        }
        if isServed {
            outcome.say(
                SYNFloodNote.served(sent: sent, again: answers.values.map { $0 - 1 }.max() ?? 0),
                cite: .rfc(4987, "3.6"))
        } else {
            outcome.say(SYNFloodNote.refused(client, times: asked), cite: .rfc(9293, "3.8.3"))
            outcome.say(
                SYNFloodNote.held(hold, retries: (answers.values.max() ?? 1) - 1, again: sent - backlog))
        }
        outcome.connections = [0, ordinal]
        outcome.reproduce = [
            "tshark -r FILE -q -z 'io,stat,10,tcp.flags==0x002,tcp.flags==0x012'",
            "tshark -r FILE -Y 'ip.addr==10.0.0.1' -T fields -e frame.time_relative -e ip.src -e tcp.flags.str",
        ]
        return outcome
    }

    /// A SYN,ACK: the socket to which it goes, and its acknowledgment number. The copies of one have the same.
    private struct Answer: Hashable {
        let to: Socket
        let number: SequenceNumber
    }

    /// Whether the server has released its first place. The attacker cannot see this; the run reads it to measure the
    /// time.
    private static func isFree(on stage: Stage, _ server: Int) -> Bool {
        stage.hosts[server].listeners.keys.allSatisfy {
            (stage.hosts[server].tcp.listener(at: $0)?.halfOpen.count ?? 0) < backlog
        }
    }
}
