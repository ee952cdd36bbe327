import Attacks
import Crypto
import TCPSim
import TLSSim
import Trace

/// A recorded visit is sent again, and a server whose random repeats carries it out again (RFC 5246 appendix F.1.4).
enum Replay: Exhibit {
    static let card = Card(
        "replay", .handshake, .onPath, .inject, variants: ["fixed", "six-bits"], unit: "connections", year: 1999,
        cites: [.rfc(5246, "7.4.1.3"), .rfc(5246, "F.1.4")], words: ReplayCard.self)

    private static let suite = CipherSuite.rsaAES128GCM
    private static let order = Array("POST /pay HTTP/1.1\r\n\r\nto=bob&amount=100".utf8)
    /// Without the rule one of 10^13 runs would need more.
    private static let patience = 2_000

    static func perform(_ show: Performance) throws -> Outcome {
        let stage = show.stage()
        let victims = try Victims(show, suite)
        let (client, server) = show.pair(on: stage)
        let bits = show.variant == "six-bits" ? 6 : 0
        var count = 0
        func orders() -> Int {
            stage.applications(of: server).count { ($0.application as? TLSProgram)?.heard == order }
        }
        stage.listen(server, port: 443) { _ in
            count += 1
            let done = orders() + 1
            let random = show.seeds.fork("server \(count)")
            return victims.server(
                count,
                random: show.isDefended ? random : StaleRandom(show.seeds.fork("stale"), bits: bits, random),
                answers: { $0 == order ? .ends([answer(done)]) : .nothing })
        }
        stage.connect(
            client, from: 50_000, to: Socket(.server, 443), victims.client(says: [order]))
        let attacker = show.attacker(on: stage)
        let recording = Recording(attacker.wait(.seconds(5)))

        var outcome = Outcome()
        outcome.theory =
            bits == 0 ? .exactly(1) : .geometric(1 / Double(1 << bits), "geometric(2^-b)", [("b", Double(bits))])
        outcome.connections = [0]
        guard let recorded = recording.handshakes.first,
            let end = RecordHeader(recorded.connection.client.bytes).map({ RecordLimits.header + Int($0.length) })
        else { return outcome }
        let stream = recorded.connection.client.bytes
        outcome.say(
            ReplayNote.records(stream.count), frames: recording.frames(with: recorded.serverHello.random),
            [
                .init("client_random", recorded.clientHello.random),
                .init("server_random", recorded.serverHello.random),
            ])
        var line: Line?
        var randoms: [[UInt8]] = [recorded.serverHello.random]
        while line == nil, outcome.tries < patience {
            let hers = attacker.open(to: Socket(.server, 443))
            hers.send(Array(stream.prefix(end)))
            outcome.tries += 1
            guard let random = serverRandom(attacker, hers) else { break }
            randoms.append(random)
            if random == recorded.serverHello.random {
                outcome.say(ReplayNote.repeats(outcome.tries), frames: [attacker.frame()])
                line = hers
            } else if isHopeless(randoms) {
                outcome.say(
                    ReplayNote.differs(outcome.tries), frames: [attacker.frame()], [.init("server_random", random)])
                line = hers
            } else {
                hers.abort()
            }
        }
        guard let line, let route = line.route else { return outcome }
        let first = attacker.frame() + 1
        line.send(Array(stream.dropFirst(end)))
        attacker.wait(atMost: .seconds(5)) { line.isOver }
        _ = attacker.wait(.seconds(1))
        let program = stage.applications(of: server).last?.application as? TLSProgram
        outcome.reached = orders() == 2 && program?.heard == order
        let clients = (Socket(.client, 50_000), route.local)
        outcome.evidence = [
            ("server", .socket(Socket(.server, 443))), ("original", .socket(clients.0)),
            ("replayed", .socket(clients.1)),
            ("marker", .string(String(decoding: answer(outcome.reached ? 2 : 1), as: UTF8.self))),
        ]
        outcome.connections = [0, outcome.tries]
        outcome.say(
            outcome.reached ? ReplayNote.paysAgain(answer(2)) : .refused(program?.failure?.english ?? ""),
            frames: [first],
            cite: .rfc(5246, "F.1.4"))
        outcome.reproduce = [
            "tshark -r FILE -Y 'tls.handshake.type==2' -T fields -e tcp.stream -e tls.handshake.random"
        ]
        return outcome
    }

    /// What the server's application says to an order.
    private static func answer(_ number: Int) -> [UInt8] {
        Array("HTTP/1.1 200 OK\r\n\r\norder \(number): 100 paid to bob".utf8)
    }

    /// The random in the server's hello, as soon as it is here.
    private static func serverRandom(_ attacker: Attacker, _ line: Line) -> [UInt8]? {
        var octets: [UInt8] = []
        attacker.wait {
            octets += line.read()
            return line.isOver || RecordedFlights(octets).messages.contains { $0.type == .serverHelloDone }
        }
        return try? RecordedFlights(octets).messages.first { $0.type == .serverHello }?.parsed(ServerHello.read).random
    }

    /// Whether waiting is in vain: in some hellos so many bits have changed that the recorded random will not come again.
    private static func isHopeless(_ randoms: [[UInt8]]) -> Bool {
        guard randoms.count > 8, let first = randoms.first else { return false }
        let changed = randoms.reduce([UInt8](repeating: 0, count: first.count)) { changed, random in
            zip(changed, zip(first, random)).map { $0 | ($1.0 ^ $1.1) }
        }
        return changed.reduce(0) { $0 + $1.nonzeroBitCount } > 32
    }
}

/// WRONG: a generator whose first 32 octets, the server's random, are always the same but for a few bits (against RFC 5246 section 7.4.1.3).
private struct StaleRandom: RandomSource, Sendable {
    private var first: [UInt8]
    private var rest: SeededRandomSource

    /// - Parameter bits: how many bits are fresh, at most 8.
    init(_ stale: SeededRandomSource, bits: Int, _ fresh: SeededRandomSource) {
        var (stale, fresh) = (stale, fresh)
        let mask = UInt8(truncatingIfNeeded: (1 << bits) - 1)
        let octets = stale.octets(32)
        first = octets.dropLast() + [(octets.last ?? 0) & ~mask | (fresh.octets(1).first ?? 0) & mask]
        rest = fresh
    }

    mutating func octets(_ count: Int) -> [UInt8] {
        let known = Array(first.prefix(max(0, count)))
        first.removeFirst(known.count)
        return known + rest.octets(count - known.count)
    }
}
