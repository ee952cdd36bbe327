import Crypto
import Recordings
import TCPSim
import TLSSim
import Trace

/// An attacker sends the octets of one side of a recorded visit again. The other side, whose random repeats, takes them for a new visit
/// (RFC 5246 section 7.4.1.3).
enum Replay: Exhibit {
    static let card = Card(
        "replay", in: .handshake, from: .onPath, to: .inject, variants: ["fixed", "six-bits", "snapshot", "server"],
        unit: .connections, year: 1999, cites: [.rfc(5246, "7.4.1.3"), .rfc(5246, "8.1")], words: ReplayCard.self)

    private static let order = Array("POST /pay HTTP/1.1\r\n\r\nto=bob&amount=100".utf8)
    /// The largest number of connections that she opens. In the variant "six-bits" without the rule, one run of 5·10^13 would need more.
    private static let patience = 2_000

    static func perform(_ show: Performance) throws -> Outcome {
        // Half of the rule: three bits of the server's random are new.
        let bits = show.variant == "six-bits" ? 6 : show.isHalf ? 3 : 0
        let stale = show.seeds.fork("stale")
        switch show.variant {
        case "server":
            // The client's generator begins each time in the same state, as in a virtual machine that is started from a snapshot.
            return try toClient(show, .threeRandoms) { show.seeds.fork("client \(show.isDefended ? $0 : 0)") }
        case "snapshot":
            return try toServer(show, .signedDHE) { show.seeds.fork("server \(show.isDefended ? $0 : 0)") }
        default:
            var outcome = try toServer(show, .threeRandoms) { count in
                let random = show.seeds.fork("server \(count)")
                return show.isWhole ? random : Self.random(stale, bits: bits, random)
            }
            if bits > 0 {
                outcome.theory = .geometric(
                    1 / Double(1 << bits), formula: "geometric(2^-b)", parameters: [("b", Double(bits))])
            }
            return outcome
        }
    }

    /// A generator whose first 32 octets are always the same, except for the last `bits` bits of them.
    ///
    /// - Parameter bits: at most 8.
    private static func random(
        _ stale: SeededRandomSource, bits: Int, _ fresh: SeededRandomSource
    ) -> GivenRandom {
        var (stale, fresh) = (stale, fresh)
        let mask = UInt8(truncatingIfNeeded: (1 << bits) - 1)
        let octets = stale.octets(32)
        return GivenRandom(
            octets.dropLast() + [(octets.last ?? 0) & ~mask | (fresh.octets(1).first ?? 0) & mask], then: fresh)
    }

    // MARK: A recorded client

    /// Sends to the server again what a client has said in a recorded visit.
    ///
    /// - Parameter random: returns the generator of the server for a connection; the connections are counted from 1.
    /// - Throws: ``TrustError`` if the certificates cannot be made.
    static func toServer(
        _ show: Performance, _ design: Design, random: @escaping (Int) -> any RandomSource & Sendable
    ) throws -> Outcome {
        let stage = show.stage()
        let victims = try Victims(show, design.suite)
        let (client, server) = show.pair(on: stage)
        var count = 0
        func orders() -> Int {
            stage.applications(of: server).count { ($0.application as? TLSProgram)?.heard == order }
        }
        stage.listen(server, port: 443) { _ in
            count += 1
            let done = orders() + 1
            return victims.server(
                count, random: design.random(random(count)),
                answers: { $0 == order ? .ends([answer(done)]) : .nothing })
        }
        stage.connect(client, from: 50_000, to: Socket(.server, 443), victims.client(of: design, says: [order]))
        let attacker = show.attacker(on: stage)
        let recording = Recording(attacker.wait(.seconds(5)))

        var outcome = Outcome()
        outcome.theory = .exactly(1)
        outcome.connections = [0]
        guard let recorded = recording.handshakes.first,
            let end = RecordHeader(recorded.connection.client.bytes).map({ RecordLimits.header + Int($0.length) })
        else { return outcome }
        let stream = recorded.connection.client.bytes
        let isRSA = design.suite.keyExchange == .rsa
        outcome.say(
            ReplayNote.records(stream.count, isRSA: isRSA), frames: recording.frames(with: recorded.serverHello.random),
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
        outcome.evidence = [
            ("server", .socket(Socket(.server, 443))), ("original", .socket(Socket(.client, 50_000))),
            ("replayed", .socket(route.local)),
            ("marker", .string(String(decoding: answer(outcome.reached ? 2 : 1), as: UTF8.self))),
        ]
        outcome.connections = [0, outcome.tries]
        outcome.say(
            outcome.reached
                ? ReplayNote.paysAgain(answer(2), isRSA: isRSA) : .refused(program?.failure.map { Words($0) } ?? ""),
            frames: [first], cite: .rfc(5246, "8.1"))
        outcome.reproduce = [hellos]
        return outcome
    }

    private static let hellos =
        "tshark -r FILE -Y 'tls.handshake.type==2' -T fields -e tcp.stream -e tls.handshake.random"

    /// The answer of the server's application to the order.
    ///
    /// - Parameter number: how many orders it has carried out, with this one.
    private static func answer(_ number: Int) -> [UInt8] {
        Array("HTTP/1.1 200 OK\r\n\r\norder \(number): 100 paid to bob".utf8)
    }

    /// Waits for the server's first flight, and returns the random of its ServerHello; nil if none has come.
    private static func serverRandom(_ attacker: Attacker, _ line: Line) -> [UInt8]? {
        var octets: [UInt8] = []
        attacker.wait {
            octets += line.read()
            return line.isOver || RecordedFlights(octets).messages.contains { $0.type == .serverHelloDone }
        }
        return try? RecordedFlights(octets).messages.first { $0.type == .serverHello }?.parsed(ServerHello.read).random
    }

    /// Whether the recorded random, which is the first, will not come again: more than 32 of its bits have already had the other value.
    private static func isHopeless(_ randoms: [[UInt8]]) -> Bool {
        guard randoms.count > 8, let first = randoms.first else { return false }
        let changed = randoms.reduce([UInt8](repeating: 0, count: first.count)) { changed, random in
            zip(changed, zip(first, random)).map { $0 | ($1.0 ^ $1.1) }
        }
        return changed.reduce(0) { $0 + $1.nonzeroBitCount } > 32
    }

    // MARK: A recorded server

    private static let question = Array("GET /balance HTTP/1.1\r\n\r\n".utf8)
    private static let balance = Array("HTTP/1.1 200 OK\r\n\r\nyou have 1000".utf8)

    /// Sends to the client again what a server has said in a recorded visit. The client connects to the attacker's address: she has told it
    /// that the server is there.
    ///
    /// - Parameter random: returns the generator of the client for a connection; the connections are counted from 0.
    /// - Throws: ``TrustError`` if the certificates cannot be made.
    static func toClient(
        _ show: Performance, _ design: Design, random: @escaping (Int) -> any RandomSource & Sendable
    ) throws -> Outcome {
        let stage = show.stage()
        let victims = try Victims(show, design.suite)
        let (client, server) = show.pair(on: stage)
        stage.listen(server, port: 443) { _ in
            victims.server(random: design.random(show.seeds.fork("server")), answers: { _ in .ends([balance]) })
        }
        stage.connect(
            client, from: 50_000, to: Socket(.server, 443),
            victims.client(of: design, says: [question], random: random(0)))
        let attacker = show.attacker(on: stage)
        let lines = attacker.listen(at: 443, on: .wire)
        let recording = Recording(attacker.wait(.seconds(5)))

        var outcome = Outcome()
        outcome.theory = .exactly(1)
        outcome.connections = [0, 1]
        guard let recorded = recording.handshakes.first else { return outcome }
        let stream = recorded.connection.server.bytes
        outcome.say(
            ReplayNote.recordsServer(stream.count), frames: recording.frames(with: recorded.serverHello.random),
            [.init("client_random", recorded.clientHello.random)])
        let socket = stage.connect(
            client, from: 50_001, to: Socket(.attacker, 443),
            victims.client(of: design, 1, says: [question], random: random(1)))
        guard let line = attacker.caller(lines) else { return outcome }
        outcome.tries = 1
        var heard: [UInt8] = []
        func waitUntil(_ isHere: (RecordedFlights) -> Bool) {
            attacker.wait(atMost: .seconds(10)) {
                heard += line.read()
                return line.isOver || isHere(RecordedFlights(heard))
            }
        }
        waitUntil { !$0.messages.isEmpty }
        let hello = try? RecordedFlights(heard).messages.first?.parsed(ClientHello.read)
        outcome.say(
            ReplayNote.answersClient(isSame: hello?.random == recorded.clientHello.random), frames: [attacker.frame()],
            [.init("client_random", hello?.random ?? [])])
        let flight = firstFlight(stream)
        let first = attacker.frame() + 1
        line.send(Array(stream.prefix(flight)))
        waitUntil { $0.protected != nil }
        line.send(Array(stream.dropFirst(flight)))
        line.close()
        _ = attacker.wait(.seconds(2))
        let program = stage.application(client, socket) as? TLSProgram
        outcome.reached = program?.heard == balance
        outcome.evidence = [
            ("server", .socket(Socket(.attacker, 443))), ("original", .socket(Socket(.client, 50_000))),
            ("replayed", .socket(Socket(.client, 50_001))),
            ("marker", .string(String(decoding: balance, as: UTF8.self))),
        ]
        outcome.say(
            outcome.reached ? ReplayNote.believes(balance) : .refusedByClient(program?.failure.map { Words($0) } ?? ""),
            frames: [first], cite: .rfc(5246, "8.1"))
        outcome.reproduce = [hellos]
        return outcome
    }

    /// The length of a server's first flight, which it sends before it has received ClientKeyExchange: the octets before its
    /// ChangeCipherSpec.
    private static func firstFlight(_ stream: [UInt8]) -> Int {
        var place = 0
        while let header = RecordHeader(Array(stream.dropFirst(place).prefix(RecordLimits.header))),
            header.typeCode != ContentType.changeCipherSpec.rawValue
        {
            place += RecordLimits.header + Int(header.length)
        }
        return min(place, stream.count)
    }
}
