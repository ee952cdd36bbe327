import Crypto
import Recordings
import TCPSim
import TLSSim
import Trace

/// A generator whose only seed is its process number has only 2^15 different streams of output (Debian 2008).
enum WeakPRNG: RecordedExhibit {
    static let card = Card(
        "weak-prng", in: .implementation, from: .recording, to: .key, variants: ["rsa", "dhe", "server"], unit: .seeds,
        year: 2008,
        cites: [.rfc(4086), .rfc(5246, "D.1")], cves: ["CVE-2008-0166"], readsCaptures: true, words: WeakPRNGCard.self)

    /// How many process numbers there are.
    private static let processes = 1 << 15
    /// The side whose generator is weak.
    private static func weakSide(_ variant: String) -> Role { variant == "server" ? .server : .client }

    static func record(_ show: Performance, _ outcome: inout Outcome) throws -> Recording {
        try record(show, of: show.variant == "rsa" ? .threeRandoms : .signedDHE, weak: weakSide(show.variant), &outcome)
    }

    /// Performs a visit. The generator of `side` is weak unless the whole rule is in place.
    static func record(
        _ show: Performance, of design: Design, weak side: Role, _ outcome: inout Outcome
    ) throws -> Recording {
        let stage = show.stage()
        let victims = try Victims(show, design.suite)
        let (client, server) = show.pair(on: stage)
        let process = process(show)
        var secrets = show.seeds.fork("request")
        let request = Array("GET /account?key=\(Hex.string(secrets.octets(8))) HTTP/1.1\r\n\r\n".utf8)
        func random(_ role: Role) -> any RandomSource & Sendable {
            guard role == side else { return victims.source(of: "\(role)") }
            return show.isWhole ? show.seeds.fork(strong) : ProcessGenerator(process)
        }
        stage.listen(server, port: 443) { _ in
            victims.server(
                random: design.random(random(.server)),
                answers: { _ in .ends([Array("HTTP/1.1 200 OK\r\n\r\n".utf8)]) })
        }
        let socket = stage.connect(
            client, from: 50_000, to: Socket(.server, 443),
            victims.client(
                of: design, says: [request], random: random(.client), configure: { $0.exponentOctets = 32 }))
        let attacker = show.attacker(on: stage)
        let sights = attacker.wait(.seconds(5))
        outcome.evidence = [
            ("client", .socket(Socket(.client, 50_000))), ("server", .socket(Socket(.server, 443))),
        ]
        outcome.truth = [("request", request)]
        if !show.isWhole, let handshake = Recording(sights).handshakes.first {
            outcome.truth += [("pid", process.octets)]
            if let secret = secret(of: process, side, handshake) { outcome.truth += [("premaster", secret.premaster)] }
        }
        outcome.connections = [0]
        if (stage.application(client, socket) as? TLSProgram)?.parameters == nil { outcome.truth = [] }
        return Recording(sights)
    }

    private static let strong = "a seed of 256 bits"

    /// The process number of the victim. With half of the rule, the generator has a good seed and uses 15 bits of it.
    static func process(_ show: Performance) -> UInt16 {
        var draw = show.seeds.fork(show.isHalf ? strong : "process")
        return draw.octets(2).reduce(0) { $0 << 8 | UInt16($1) } & UInt16(processes - 1)
    }

    /// The premaster secret that the generator of `process` leads to, and the exponent of `side` if Diffie–Hellman is spoken. Nil if that
    /// generator has not made the recorded values, or if the other side has drawn the secret. Whether a premaster secret is the right one
    /// shows when it opens the records.
    private static func secret(
        of process: UInt16, _ side: Role, _ handshake: RecordedHandshake
    ) -> (premaster: [UInt8], exponent: [UInt8]?)? {
        var generator = ProcessGenerator(process)
        if !handshake.hasConstantRandoms { _ = generator.octets(32) }
        switch handshake.keyExchange {
        case .rsa(let encrypted):
            guard side == .client else { return nil }
            let premaster = ProtocolVersion.tls12.octets + generator.octets(46)
            guard handshake.hasConstantRandoms else { return (premaster, nil) }
            // No random tells her whether the number is right. But if the padding comes from the generator too, she can compute the whole
            // ciphertext.
            let again = handshake.certifiedKey?.rsa.flatMap {
                try? PKCS1v15.encrypt(premaster, to: $0, using: &generator)
            }
            return again == encrypted ? (premaster, nil) : nil
        case .dheRSA(_, let params, _):
            let (p, g) = (Integer(bigEndian: params.p), Integer(bigEndian: params.g))
            guard let group = try? FiniteFieldGroup(custom: p, generator: g) else { return nil }
            let exponent =
                side == .client
                ? Integer(bigEndian: generator.octets(32))
                : DiffieHellmanKey.generate(in: group, using: &generator).privateExponent
            return handshake.premaster(by: exponent, of: side).map { ($0, exponent.bigEndian) }
        case .ecdhe, .tls13, .resumed, .other: return nil
        }
    }

    static func attack(_ recording: Recording, variant: String, outcome: inout Outcome) {
        attack(recording, weak: weakSide(variant), &outcome)
    }

    /// Searches for the process number of `side`, and computes the premaster secret from it.
    static func attack(_ recording: Recording, weak side: Role, _ outcome: inout Outcome) {
        outcome.theory = .uniform(processes, "uniform(N), N = 2¹⁵")
        for handshake in recording.handshakes where !outcome.reached {
            let random = side == .client ? handshake.clientHello.random : handshake.serverHello.random
            let (name, shown) = ("\(side)_random", recording.frames(with: random))
            let hasConstantRandoms = handshake.hasConstantRandoms
            outcome.say(
                hasConstantRandoms ? WeakPRNGNote.readsCiphertext : .reads(side), frames: shown,
                [.init(name, random)])
            for process in 0..<UInt16(processes) {
                outcome.tries += 1
                var generator = ProcessGenerator(process)
                let isMatch =
                    hasConstantRandoms
                    ? secret(of: process, side, handshake) != nil : generator.octets(32) == random
                guard isMatch else { continue }
                outcome.say(WeakPRNGNote.matches(process, tries: outcome.tries), frames: shown)
                outcome.loot = [("pid", process.octets)]
                guard let (premaster, exponent) = secret(of: process, side, handshake) else {
                    outcome.say(WeakPRNGNote.secretOfOtherSide)
                    return
                }
                guard let plaintext = handshake.plaintext(by: .premaster(premaster)) else {
                    outcome.say(WeakPRNGNote.opensNothing)
                    return
                }
                outcome.say(
                    exponent == nil ? WeakPRNGNote.drawsPremaster : .drawsExponent(side),
                    (exponent.map { [.init("exponent", $0)] } ?? []) + [.init("pre_master_secret", premaster)])
                outcome.say(WeakPRNGNote.opens(plaintext.client), cite: .rfc(5246, "8.1"))
                outcome.loot += [("premaster", premaster), ("request", plaintext.client)]
                if let exponent {
                    outcome.computes(
                        side == .client ? Knowledge.clientExponent : Knowledge.serverExponent,
                        from: [FoundValue.secret("pid", of: card.name)], by: "the generator", exponent)
                }
                outcome.computes(plaintext)
                outcome.reached = true
                break
            }
        }
        if !outcome.reached { outcome.say(WeakPRNGNote.noMatch(processes, side), cite: .rfc(4086)) }
        outcome.reproduce = [
            """
            python3 -c "import hashlib; r='$(tshark -r FILE -Y tls.handshake.type==\(side == .client ? 1 : 2) \
            -T fields -e tls.handshake.random | head -n 1)'; \
            print([p for p in range(1<<15) if hashlib.sha256(b'HandshakeSim weak PRNG'+p.to_bytes(4,'big')+bytes(4)).hexdigest()==r])"
            """
        ]
    }
}

extension RecordedHandshake {
    /// Whether both hellos have a constant instead of a random. Then no output of a generator is visible there.
    fileprivate var hasConstantRandoms: Bool { Set(clientHello.random + serverHello.random).count == 1 }
}

/// A generator whose only seed is a process number: block i is SHA-256("HandshakeSim weak PRNG" + the number as four octets + i as four
/// octets).
struct ProcessGenerator: RandomSource, Sendable {
    private let process: UInt16
    private var block: UInt32 = 0
    private var rest: [UInt8] = []

    /// The generator of the process with that number.
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
