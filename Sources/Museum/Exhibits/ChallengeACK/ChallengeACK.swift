import Crypto
import Simulator
import TCPHost
import TCPSim
import Trace

/// The limit on challenge ACKs, if all connections of a host share it, tells an off-path attacker whether her guesses hit (Cao and others
/// 2016).
enum ChallengeACK: Exhibit {
    static let card = Card(
        "challenge-ack", in: .tcp, from: .offPath, to: .reset, unit: .rounds, year: 2016,
        cites: [.rfc(5961, "7"), .rfc(9293, "3.10.7.4")], cves: ["CVE-2016-5696"], words: ChallengeACKCard.self)

    private static let server = Socket(.server, 179)
    /// The ports from which the client chooses.
    private static let ports = 49_152..<50_176
    /// The server's receive window, in octets.
    private static let window = 1 << 22
    /// The number of challenge ACKs that the host sends in a second.
    private static let limit = 100

    static func perform(_ show: Performance) throws -> Outcome {
        var draws = show.seeds.fork("connection")
        let port = UInt16(truncatingIfNeeded: ports.lowerBound + draws.number(below: ports.count))
        let client = Socket(.client, port)
        // The run begins at a random moment of a second: the attacker does not know when a second of the server's clock begins.
        let stage = show.stage(
            client: client, server: server, from: .zero + .microseconds(Int64(draws.number(below: 1_000_000))))
        var configuration = show.tcp("server")
        configuration.receiveBuffer = window
        configuration.windowScale = 7
        // Half of the rule: each connection has a limit of its own, and the limit that all connections share remains.
        let own = ChallengeLimit(count: show.isHalf ? 2 * limit : limit, interval: .seconds(1))
        if show.isDefended { configuration.challengeLimit = own }
        let far = stage.add(
            StageHost(
                .server, at: .server, configuration,
                variant: show.isWhole ? nil : CarelessTCP.sharedChallengeLimit(limit)))
        // The client says nothing, so RCV.NXT of the server stays the same.
        stage.listen(far, port: server.port) {
            $0.address == .client ? Chatter(says: "a route", every: .seconds(20)) : Chatter()
        }
        configuration = show.tcp("client")
        configuration.windowScale = 7
        let near = stage.add(StageHost(.client, at: .client, configuration))
        let socket = stage.connect(near, from: port, to: server, Chatter())
        stage.run(for: .seconds(1))
        guard let victim = stage.applications(of: far).first?.socket,
            let truth = stage.hosts[far].connection(victim)?.receiving.next,
            var search = ChallengeSearch(
                show.attacker(on: stage), on: server, ports: ports, window: window, limit: limit)
        else { return Outcome() }

        let surveys = search.synchronize()
        var outcome = Outcome()
        outcome.say(
            ChallengeACKNote.synchronized(surveys, limit), frames: [1, search.attacker.frame()], cite: .rfc(5961, "7"))
        let found = search.findPort()
        // If all rounds have brought the same answers, she has learned nothing.
        if search.rounds.contains(where: { $0.got < limit }) { show.find("port", found.octets, &outcome) }
        outcome.say(ChallengeACKNote.port(found, answers: search.rounds.map(\.got)), frames: search.frames(.port))
        let inside = search.findWindow(of: found)
        outcome.say(ChallengeACKNote.window(inside, rounds: search.rounds.count), frames: search.frames(.window))
        let number = search.findEdge(of: found, from: inside)
        outcome.say(
            ChallengeACKNote.edge(number + window, next: number, rounds: search.rounds.count),
            frames: search.frames(.edge))
        if search.rounds.contains(where: { $0.got < limit }) {
            show.find("port", found.octets, &outcome)
            show.find("rcv_nxt", number.rawValue.octets, &outcome)
            outcome.truth = [("port", port.octets), ("rcv_nxt", truth.rawValue.octets)]
        }
        search.attacker.send(
            search.reset(number, from: found), from: .client, to: server.address, ChallengeACKNote.forged)
        let last = search.attacker.frame()
        _ = search.attacker.wait(.seconds(1))

        outcome.reached = stage.isGone(far, victim)
        outcome.say(
            outcome.reached ? ChallengeACKNote.hit(number) : .missed, frames: [last], cite: .rfc(9293, "3.10.7.4"))
        outcome.showAftermath(
            on: stage, peer: near, socket: socket, victimIsClient: false, seenBy: search.attacker)
        outcome.tries = search.rounds.count
        outcome.theory = theory
        outcome.evidence = [
            ("server", .socket(server)), ("client_ip", .string(IPv4Address.client.description)),
            ("ports", .array([.number(ports.lowerBound), .number(ports.upperBound)])), ("window", .number(window)),
            ("limit", .number(limit)), ("rounds", .array(search.rounds.map(\.json))),
        ]
        // The resets on her own connection are alike in each round. Of her guesses a page shows those for the edge: there is one in a round.
        outcome.connections = [0]
        outcome.frames =
            search.rounds.filter { $0.question == .edge }.map { $0.frames.lowerBound...($0.frames.lowerBound) }
            + [last...last]
        outcome.reproduce = [
            "tshark -r FILE -q -z 'io,stat,1,frame.interface_name==\"seen\"&&tcp.flags==0x010'",
            "tshark -r FILE -Y 'frame.interface_name==\"forged\" && ip.src==10.0.0.1' -T fields -e tcp.srcport -e tcp.seq_raw | tail -n 1",
        ]
        return outcome
    }

    private static var theory: Theory {
        // ⌈log₂ count⌉.
        func bits(_ count: Int) -> Int { count <= 1 ? 0 : Int.bitWidth - (count - 1).leadingZeroBitCount }
        let rounds = bits(ports.count) + bits((1 << 32) / window) + bits(window)
        return Theory(
            mean: Double(rounds), deviation: 0, "⌈log₂ P⌉ + ⌈log₂(2³²/W)⌉ + ⌈log₂ W⌉",
            [("P", Double(ports.count)), ("W", Double(window))],
            words: .halving(ports: ports.count, windows: (1 << 32) / window, numbers: window))
    }
}
