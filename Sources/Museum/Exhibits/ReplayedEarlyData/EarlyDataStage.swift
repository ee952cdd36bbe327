import Crypto
import PKI
import Simulator
import TCPSim
import TLSSim
import Trace

/// The parties of the replay: a client, and servers that share one certificate and one ticket key.
struct EarlyDataStage {
    let seed: UInt64
    let cast: Visit.Cast
    /// The ticket that the client got in its first connection.
    private var ticket: TLS13.Ticket?

    /// Runs the first connection, in which the client gets its ticket.
    init(seed: UInt64, cast: Visit.Cast) {
        self.seed = seed
        self.cast = cast
        let begin = Visit.epoch * 1_000
        let ends = ends("first", at: begin, TLS13.ReplayRegister(.none, start: begin))
        var first = world(
            "first", settings: [], Visit.TLS13Options(), client: (ends.client, .client, .open), server: ends.server)
        first.run()
        ticket = first.client?.ticket
    }

    /// The source of all random values.
    private var seeds: SeededRandomSource { SeededRandomSource(seed: seed).fork("early data replay") }

    /// A connection of a scene before its first event.
    ///
    /// - Parameters:
    ///   - register: the server's register of early data.
    ///   - recording: the recorded flights that an attacker sends in place of the client; nil for the client itself.
    func world(
        _ part: EarlyDataReplay.Part, of scene: EarlyDataReplay.Scene, against defence: EarlyDataReplay.Defence,
        remembering register: TLS13.ReplayRegister?, repeating recording: ReplayingClient? = nil
    ) -> World {
        let isOriginal = part == .original
        let tls13 = Visit.TLS13Options(resumes: part != .again, sendsEarlyData: part != .again)
        let ends = ends(
            part.rawValue, at: EarlyDataReplay.Scene.arrival + (isOriginal ? 0 : scene.interval), register,
            ticket: isOriginal ? ticket : nil, lateBy: isOriginal ? scene.delay : 0,
            isAnswered: !isOriginal || scene != .clientRepeats)
        // The attacker has another address than the client. The server does not compare addresses.
        return world(
            part.rawValue,
            settings: [("scene", scene.rawValue), ("anti-replay", defence.rawValue), ("connection", part.rawValue)],
            tls13,
            client: recording.map { ($0, .attacker, .tls13(.copy)) }
                ?? (ends.client, .client, .tls13(.handshake(tls13, nil))),
            server: ends.server, wire: isOriginal ? wire(of: scene) : Wire(),
            from: .zero + .milliseconds(isOriginal ? 0 : scene.interval))
    }

    /// The two ends of a connection.
    ///
    /// - Parameters:
    ///   - name: the name from which the random values of the connection follow.
    ///   - now: the client's time in milliseconds since 1970.
    ///   - register: the server's register of early data.
    ///   - ticket: the ticket with which the client resumes and sends its order early; nil for a full handshake.
    ///   - delay: how many milliseconds later the client's flight arrives.
    ///   - isAnswered: whether the server's application answers the order.
    private func ends(
        _ name: String, at now: Int64, _ register: TLS13.ReplayRegister?, ticket: TLS13.Ticket? = nil,
        lateBy delay: Int64 = 0, isAnswered: Bool = true
    ) -> (client: HTTPSEnd, server: HTTPSEnd) {
        var random = seeds.fork("ticket key")
        let key = TicketKey(using: &random)
        let client = TLS13.ClientConfiguration(
            hostName: Visit.hostName, ticket: ticket, earlyData: ticket == nil ? [] : EarlyDataReplay.order,
            common: TLS13.CommonConfiguration(now: now, arithmetic: .live))
        let server = TLS13.ServerConfiguration(
            identity: cast.server, ticketKey: key, maxEarlyData: EarlyDataReplay.mostEarlyData,
            common: TLS13.CommonConfiguration(now: now + delay, arithmetic: .live))
        let exchange = Exchange(
            request: EarlyDataReplay.order, response: isAnswered ? [EarlyDataReplay.answer] : nil,
            isEarly: ticket != nil)
        return (
            HTTPSEnd(
                tls: TLSEnd(TLSEndpoint(client: .tls13(client)), seeds.fork("client \(name)")),
                judge: cast.judges.client, exchange: exchange),
            HTTPSEnd(
                tls: TLSEnd(TLSEndpoint(server: .tls13(server)), seeds.fork("server \(name)"), replays: register),
                judge: cast.judges.server, exchange: exchange)
        )
    }

    private func world(
        _ name: String, settings: [(name: String, value: String)], _ tls13: Visit.TLS13Options,
        client: (application: any Application, address: IPv4Address, chapter: Chapter), server: HTTPSEnd,
        wire: Wire = Wire(), from start: Instant = .zero
    ) -> World {
        let hosts = seeds.fork("hosts \(name)")
        return World(
            title: Words(english: "Early data that is sent twice: \(name)", chinese: "发送两次的早期数据：\(name)"),
            settings: settings,
            epoch: EarlyDataReplay.Scene.arrival / 1_000,
            names: client.application is ReplayingClient ? [.client: "attacker"] : [:], glossary: .attacks,
            rules: Knowledge.derivations(
                tls13: tls13.suite, group: tls13.group, resumes: tls13.resumes, sendsEarlyData: tls13.sendsEarlyData),
            client: client, server: server, options: Visit.Options(seed: seed, tls13: tls13),
            seeds: (hosts, hosts, seeds.fork("wire \(name)")), key: cast.server, wire: wire, from: start)
    }

    /// The wire of the original, with what the attacker or the network does to it.
    private func wire(of scene: EarlyDataReplay.Scene) -> Wire {
        var wire = Wire()
        let rules =
            switch scene {
            // The first flight, and what TCP sends again because there is no acknowledgment.
            case .heldUp: ["delay client data 1-4 by \(scene.delay)ms"]
            // The attacker lets the handshake of TCP pass and drops everything that the server sends after it.
            case .clientRepeats: ["drop server data", "drop server ACK"]
            case .soon, .late, .otherServer, .sharedMemory, .restarted: [String]()
            }
        wire.rules = rules.compactMap { try? LinkRule($0) }
        return wire
    }
}

extension EarlyDataReplay.Reception {
    /// What the server of a connection did with the client's first flight. The goodbye does not count.
    init(_ world: World) {
        guard let server = world.server else { return }
        (outcome, early, data) = (server.earlyData, server.read.early, server.read.data)
        (alert, isEstablished) = (server.failure?.alert, server.version != nil)
        for event in world.journal.events where event.who == .server {
            switch event.kind {
            case .learned(let secret, _, let octets):
                if let name = SecretName(rawValue: secret.name) { secrets[name] = octets }
            case .transition("TLS", _, let to) where to != "Closed" || server.failure != nil: state = to
            default: break
            }
        }
    }

    /// How often the server's application has read the whole order.
    var carriedOut: Int { [early, data].count { $0 == EarlyDataReplay.order } }
}
