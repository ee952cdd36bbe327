import Attacks
import Crypto
import TCPSim
import TLSSim
import Trace

/// A generator that is seeded with the number of its process has no more streams than there are numbers (Debian 2008).
enum WeakPRNG: RecordedExhibit {
    static let card = Card(
        "weak-prng", .implementation, .recording, .key, variants: ["rsa", "dhe"], unit: "seeds", year: 2008,
        cites: [.rfc(4086), .rfc(5246, "D.1")], cves: ["CVE-2008-0166"], readsCaptures: true, words: WeakPRNGCard.self)

    /// The numbers that a process can have.
    private static let processes = 1 << 15
    /// What the client sends.
    static func request(_ show: Performance) -> [UInt8] {
        var random = show.seeds.fork("request")
        return Array("GET /account?key=\(Hex.string(random.octets(8))) HTTP/1.1\r\n\r\n".utf8)
    }

    static func record(_ show: Performance, _ outcome: inout Outcome) throws -> Recording {
        let stage = show.stage()
        let suite: CipherSuite = show.variant == "dhe" ? .dheRSAAES128GCM : .rsaAES128GCM
        let victims = try Victims(show, suite)
        let (client, server) = show.pair(on: stage)
        var draw = show.seeds.fork("process")
        let process = draw.octets(2).reduce(0) { $0 << 8 | UInt16($1) } & UInt16(processes - 1)
        let request = request(show)
        stage.listen(server, port: 443) { _ in
            victims.server(answers: { _ in .ends([Array("HTTP/1.1 200 OK\r\n\r\n".utf8)]) })
        }
        let socket = stage.connect(
            client, from: 50_000, to: Socket(.server, 443),
            victims.client(
                says: [request],
                random: show.isDefended ? show.seeds.fork("a seed of 256 bits") : ProcessGenerator(process),
                configure: { $0.exponentOctets = 32 }))
        let attacker = show.attacker(on: stage)
        let sights = attacker.wait(.seconds(5))
        outcome.evidence = [
            ("client", .socket(Socket(.client, 50_000))), ("server", .socket(Socket(.server, 443))),
        ]
        outcome.truth = [("request", request)]
        if !show.isDefended {
            outcome.truth += [("pid", process.octets), ("premaster", premaster(of: process, show.variant, sights))]
        }
        outcome.connections = [0]
        if (stage.application(client, socket) as? TLSProgram)?.parameters == nil { outcome.truth = [] }
        return Recording(sights)
    }

    /// The premaster secret of the victim, by its own generator.
    private static func premaster(of process: UInt16, _ variant: String, _ sights: [Sight]) -> [UInt8] {
        guard let handshake = Recording(sights).handshakes.first else { return [] }
        var generator = ProcessGenerator(process)
        _ = generator.octets(32)
        return secret(after: &generator, handshake)?.premaster ?? []
    }

    /// What comes out of a generator behind client_random: the premaster secret, or the exponent that leads to it.
    private static func secret(
        after generator: inout ProcessGenerator, _ handshake: RecordedHandshake
    ) -> (premaster: [UInt8], exponent: [UInt8]?)? {
        switch handshake.keyExchange {
        case .rsa: return (ProtocolVersion.tls12.octets + generator.octets(46), nil)
        case .dheRSA(_, let params, let publicValue):
            let (octets, p) = (generator.octets(32), Integer(bigEndian: params.p))
            let exponent = Integer(bigEndian: octets)
            guard Integer(bigEndian: params.g).power(exponent, modulo: p) == Integer(bigEndian: publicValue),
                let shared = Integer(bigEndian: params.ys).power(exponent, modulo: p)
            else { return nil }
            // RFC 5246 section 8.1.2: without leading zeros.
            return (shared.bigEndian, octets)
        case .ecdhe, .tls13, .resumed, .other: return nil
        }
    }

    static func attack(_ recording: Recording, _ variant: String, _ outcome: inout Outcome) {
        outcome.theory = .uniform(processes, "uniform(N), N = 2¹⁵")
        let firsts = (0..<UInt16(processes)).lazy.map { process in
            var generator = ProcessGenerator(process)
            return (process, generator.octets(32), generator)
        }
        for handshake in recording.handshakes where !outcome.reached {
            let random = handshake.clientHello.random
            let shown = recording.frames(with: random)
            outcome.say(WeakPRNGNote.reads, frames: shown, [.init("client_random", random)])
            for (process, first, generator) in firsts {
                outcome.tries += 1
                guard first == random else { continue }
                var generator = generator
                outcome.say(WeakPRNGNote.matches(process, tries: outcome.tries), frames: shown)
                guard let (premaster, exponent) = secret(after: &generator, handshake),
                    let plaintext = handshake.plaintext(by: .premaster(premaster))
                else { break }
                outcome.say(
                    exponent == nil ? WeakPRNGNote.drawsPremaster : .drawsExponent,
                    (exponent.map { [.init("exponent", $0)] } ?? []) + [.init("pre_master_secret", premaster)])
                outcome.say(WeakPRNGNote.opens(plaintext.client), cite: .rfc(5246, "8.1"))
                outcome.loot = [("pid", process.octets), ("premaster", premaster), ("request", plaintext.client)]
                outcome.reached = true
                break
            }
        }
        if !outcome.reached { outcome.say(WeakPRNGNote.noMatch(processes), cite: .rfc(4086)) }
        outcome.reproduce = [
            """
            python3 -c "import hashlib; r='$(tshark -r FILE -Y tls.handshake.type==1 -T fields -e tls.handshake.random | head -n 1)'; \
            print([p for p in range(1<<15) if hashlib.sha256(b'HandshakeSim weak PRNG'+p.to_bytes(4,'big')+bytes(4)).hexdigest()==r])"
            """
        ]
    }
}

/// The generator of a process that has nothing but its number for a seed: block i is SHA-256("HandshakeSim weak PRNG" + the number as four
/// octets + i as four octets).
struct ProcessGenerator: RandomSource, Sendable {
    private let process: UInt16
    private var block: UInt32 = 0
    private var rest: [UInt8] = []

    /// The generator of that process.
    init(_ process: UInt16) { self.process = process }

    mutating func octets(_ count: Int) -> [UInt8] {
        while rest.count < count {
            rest += HashAlgorithm.sha256.hash(
                Array("HandshakeSim weak PRNG".utf8) + UInt32(process).octets + block.octets)
            block &+= 1
        }
        defer { rest.removeFirst(max(0, count)) }
        return Array(rest.prefix(max(0, count)))
    }
}
