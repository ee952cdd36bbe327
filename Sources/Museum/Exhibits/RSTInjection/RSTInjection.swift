import Simulator
import TCPSim
import Trace

/// An attacker off the path ends a connection with a reset whose number lies anywhere in the receive window (Watson 2004).
enum RSTInjection: Exhibit {
    static let card = Card(
        "rst-injection", in: .tcp, from: .offPath, to: .reset, unit: .segments, year: 2004,
        cites: [.rfc(9293, "3.10.7.4"), .rfc(5961, "3.2")], cves: ["CVE-2004-0230"], words: RSTInjectionCard.self)

    /// A receive window of 2^20 octets: 4,096 resets reach every number.
    private static let window = 1 << 20
    private static let client = Socket(.client, 50_000)
    private static let server = Socket(.server, 179)

    static func perform(_ show: Performance) throws -> Outcome {
        let stage = show.stage(client: client, server: server)
        func tcp(_ name: String) -> Connection.Configuration {
            var configuration = show.tcp(name)
            configuration.receiveBuffer = window
            configuration.windowScale = 7
            return configuration
        }
        let careless = show.isWhole ? nil : CarelessTCP.resetInWindow(isHalf: show.isHalf)
        let near = stage.add(StageHost(.client, at: .client, tcp("client"), variant: careless))
        let far = stage.add(StageHost(.server, at: .server, tcp("server")))
        stage.listen(far, port: server.port) { _ in Chatter() }
        let socket = stage.connect(near, from: client.port, to: server, Chatter(says: "a route", every: .seconds(20)))
        var attacker = show.attacker(on: stage)
        _ = attacker.wait(.seconds(1))

        var outcome = Outcome()
        let steps = (1 << 32) / window
        outcome.theory = .uniform(steps, "uniform(N), N = ⌈2³²/W⌉")
        outcome.evidence = [
            ("target", .socket(client)), ("peer", .socket(server)), ("window", .number(window)),
        ]
        outcome.say(RSTInjectionNote.knows(client: client, server: server, window: window, steps: steps))
        let start = SequenceNumber(attacker.random.word())
        let first = attacker.frame() + 1
        var last: SequenceNumber?
        for step in 0..<steps {
            let reset = Segment(
                sourcePort: server.port, destinationPort: client.port, sequence: start + step * window, control: .rst)
            attacker.send(reset, from: server.address, to: client.address, RSTInjectionNote.forged)
            outcome.tries += 1
            last = reset.sequence
            // She sees no answer. The run looks at the client's connection for her, and says so.
            _ = attacker.wait(.milliseconds(11))
            if stage.isGone(near, socket) { break }
        }
        _ = attacker.wait(.seconds(30))
        outcome.reached = stage.isGone(near, socket)
        let swept = attacker.frame()
        outcome.say(RSTInjectionNote.swept(outcome.tries), frames: [first, swept])
        outcome.sayStop(of: steps, reached: outcome.reached)
        if outcome.reached, let last {
            outcome.say(RSTInjectionNote.hit(last), cite: .rfc(5961, "3.2"))
        } else {
            outcome.say(RSTInjectionNote.challenged, cite: .rfc(9293, "3.10.7.4"))
        }
        outcome.showAftermath(
            on: stage, peer: far, socket: stage.applications(of: far).first?.socket, victimIsClient: true,
            seenBy: attacker)
        outcome.frames = [1...(first + 5), (swept - 12)...attacker.frame()]
        outcome.reproduce = [
            "tshark -r FILE -Y 'frame.interface_name==\"forged\"' -T fields -e tcp.seq_raw | tail -n 1",
            "tshark -r FILE -Y 'ip.src==10.0.0.1 && tcp.flags.reset==0' -T fields -e tcp.ack_raw -e tcp.window_size | tail -n 1",
        ]
        return outcome
    }
}
