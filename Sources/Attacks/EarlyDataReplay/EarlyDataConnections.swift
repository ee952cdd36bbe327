import Crypto
import PKI
import Simulator
import TCPSim
import TLSSim
import Trace

extension EarlyDataReplay {
    /// A connection of an attack as two hosts make it, over TCP and a wire: what captures and pages are made from.
    package typealias Connection = AttackConnection<Part>

    /// Which connection it is.
    package enum Part: String, Sendable, CaseIterable {
        /// The client's own.
        case original
        /// The attacker's, in which the copy is sent.
        case copy
        /// The client's second one, in which its application asks again.
        case again
    }

    /// The connections of a scene, in the order of time. TLS has the same octets in them as in ``run(seed:_:against:)``; TCP, and the answer
    /// of the server's application, come on top.
    ///
    /// - Throws: ``TrustError`` if the certificates cannot be made.
    package static func connections(
        seed: UInt64, _ scene: Scene, against defence: Defence
    ) throws(TrustError) -> [Connection] {
        let stage = EarlyDataStage(seed: seed, cast: try Visit.Cast(Visit.Options(seed: seed)))
        var original = stage.world(.original, of: scene, against: defence, remembering: scene.register(defence))
        original.open()
        original.proceed()
        let list = [Connection(part: .original, journal: original.journal)]
        guard scene != .heldUp else { return list }
        let part: Part = scene == .clientRepeats ? .again : .copy
        var recording: Recital?
        if part == .copy {
            // The octets are asked of the ends alone: how they are cut into segments is no matter of TLS.
            var honest = stage.meeting("original", at: Scene.arrival, ticket: stage.ticket, order: order)
            var open = TLS13.ReplayRegister(.none, start: Scene.arrival)
            honest.run(&open)
            recording = Recital(honest.recording)
        }
        var second = stage.world(
            part, of: scene, against: defence,
            remembering: scene.otherRegister(defence) ?? original.server?.end.replays,
            repeating: recording)
        second.open()
        second.proceed()
        return list + [Connection(part: part, journal: second.journal)]
    }

    /// What the server's application answers to the order.
    fileprivate static let answer = Array(
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 17\r\n\r\n100 paid to bob.\r\n".utf8)
}

extension EarlyDataStage {
    /// Two hosts of a scene with a wire between them, before anything has happened.
    ///
    /// - Parameters:
    ///   - register: what the server remembers of early data.
    ///   - recording: what the client sends if it does not speak for itself.
    fileprivate func world(
        _ part: EarlyDataReplay.Part, of scene: EarlyDataReplay.Scene,
        against defence: EarlyDataReplay.Defence, remembering register: TLS13.ReplayRegister?,
        repeating recording: Recital? = nil
    ) -> World {
        let isOriginal = part == .original
        let tls13 = Visit.TLS13Options(resumes: part != .again, sendsEarlyData: part != .again)
        let options = Visit.Options(seed: seed, tls13: tls13)
        let ends = ends(
            part.rawValue, at: EarlyDataReplay.Scene.arrival + (isOriginal ? 0 : scene.interval),
            ticket: isOriginal ? ticket : nil, order: isOriginal ? EarlyDataReplay.order : [],
            serverAt: isOriginal ? EarlyDataReplay.Scene.arrival + scene.delay : nil)
        // An attacker has an address of her own. The server does not look at it.
        let caller = Visit.clientConnection(
            options, seeds.fork("hosts \(part)"), at: part == .copy ? .attacker : .client)
        let listener = Visit.serverConnection(options, seeds.fork("hosts \(part)"))
        var server = ends.server
        server.replays = register
        let exchange = Exchange(
            request: EarlyDataReplay.order,
            response: isOriginal && scene == .clientRepeats ? nil : [EarlyDataReplay.answer], isEarly: isOriginal)
        var journal = Journal(
            title: "Early data that is sent twice: \(part.rawValue)",
            settings: [
                ("seed", String(seed)), ("scene", scene.rawValue), ("anti-replay", defence.rawValue),
                ("connection", part.rawValue),
            ], epoch: EarlyDataReplay.Scene.arrival / 1_000, client: caller.local.endpoint,
            server: listener.local.endpoint, names: part == .copy ? [.client: "attacker"] : [:],
            glossary: .tcp + .tls)
        journal.add(
            Knowledge.derivations(
                tls13: tls13.suite, group: tls13.group, resumes: tls13.resumes, sendsEarlyData: tls13.sendsEarlyData))
        let start = isOriginal ? .zero : Instant.zero + .milliseconds(scene.interval)
        journal.configure(.server, Knowledge.privateKey(of: cast.server), of: cast.server, at: start)
        return World(
            journal: journal,
            hosts: [
                Host(
                    .client, caller, recording ?? HTTPSEnd(.client, ends.client, judge: cast.judges.client, exchange),
                    chapter: .tls13(part == .copy ? .copy : .handshake(tls13, nil))),
                Host(.server, listener, HTTPSEnd(.server, server, judge: cast.judges.server, exchange)),
            ], wire: wire(part, of: scene), random: seeds.fork("wire \(part)"), from: start)
    }

    /// The wire of a connection, with what the attacker or the network does to it.
    private func wire(_ part: EarlyDataReplay.Part, of scene: EarlyDataReplay.Scene) -> Wire {
        var wire = Wire()
        guard part == .original else { return wire }
        let rules =
            switch scene {
            // The first flight, and what TCP sends again because there is no acknowledgment.
            case .heldUp: ["delay client data 1-4 by \(scene.delay)ms"]
            // The attacker lets the handshake of TCP pass, and nothing that comes behind it.
            case .clientRepeats: ["drop server data", "drop server ACK"]
            case .soon, .late, .otherServer, .sharedMemory, .restarted: [String]()
            }
        wire.rules = rules.compactMap { try? LinkRule($0) }
        return wire
    }
}
