import Crypto
import Simulator
import Synchronization
import TCPSim
import TLSSim
import Trace

/// A server signs a weak group honestly, and the attacker finds its exponent while the victim waits (Adrian and others 2015).
enum Logjam: CaptureExhibit {
    static let card = Card(
        "logjam", in: .handshake, from: .inPath, to: .read, variants: ["56-bits", "40-bits"], unit: .exponents,
        year: 2015,
        cites: [.rfc(7919, "3"), .rfc(5246, "7.4.3"), .rfc(9325, "4.5")], cves: ["CVE-2015-4000"],
        legs: [.victim, .server], readsCaptures: true, words: LogjamCard.self)

    /// The server's export group, and the factor base with which the attacker computes logarithms in it.
    private struct ExportGroup: Sendable {
        let group: FiniteFieldGroup
        /// The greatest number that may be in the factor base.
        let bound: UInt64
        /// The share of the squares modulo p that have no prime factor above ``bound``. It was counted among random squares, enough of them
        /// for three right digits.
        let share: Double

        var p: UInt64 { group.p.uint64 ?? 0 }

        static func of(_ variant: String) -> ExportGroup {
            variant == "40-bits"
                ? ExportGroup(group: .toy40, bound: 500, share: 1 / 434)
                : ExportGroup(group: .toy56, bound: 3_000, share: 1 / 1_448)
        }
    }

    static func perform(_ show: Performance) throws -> Outcome {
        let victims = try Victims(show, .dheRSAAES128GCM)
        let export = ExportGroup.of(show.variant)
        let request = show.request
        let stage = ManInTheMiddleStage(
            show,
            client: victims.client(
                says: [request],
                configure: {
                    if !show.isWhole {
                        // Half of the rule: there is a least size, and it is too small.
                        let bits = show.isHalf ? export.group.p.bitWidth : 1
                        $0.groupPolicy = .init(minimumBits: bits, acceptsToys: true)
                    }
                }),
            server: victims.server(configure: {
                $0.cipherSuites = [.dheRSAAES128GCM, .dheRSAExport]
                $0.exportGroup = export.group
            }))

        var outcome = Outcome()
        outcome.theory = .geometric(
            export.share, formula: "geometric(u)", parameters: [("u", export.share)],
            words: .smooth(export.share))
        let calculus = Self.calculus(export, seed: show.seed, stage.attacker.random)
        let count = Double(calculus.relations)
        outcome.figures = [
            Figure(
                "precomputation", unit: "exponents", measured: Double(calculus.trials),
                theory: Theory(
                    mean: count / export.share, deviation: (count * (1 - export.share)).squareRoot() / export.share,
                    "R · geometric(u)", [("R", count), ("u", export.share)]))
        ]
        outcome.evidence = [
            ("victim", .socket(Socket(.client, 50_000))), ("p", .string(Hex.string(export.group.p.bigEndian))),
            ("g", .string(Hex.string(export.group.g.bigEndian))), ("bound", .number(Int(export.bound))),
            ("relations", .number(calculus.relations)),
        ]
        outcome.say(
            LogjamNote.precomputes(
                bits: export.group.p.bitWidth, primes: calculus.base.count, bound: Int(export.bound),
                relations: calculus.relations, trials: calculus.trials), cite: .rfc(7919, "3"))
        let attacker = stage.attacker
        guard let middle = stage.middle() else { return outcome }
        var relay = LogjamRelay(show, calculus, attacker)
        middle.relay(passesEnds: false, until: { relay.isOver }) { role, octets in
            role == .server
                ? relay.hear(server: octets, middle, &outcome) : relay.hear(victim: octets, middle, &outcome)
        }
        outcome.tries = relay.trials
        outcome.reached = !relay.request.isEmpty
        guard outcome.reached else {
            outcome.say(
                LogjamNote.refused(relay.refusal?.description ?? ""), frames: attacker.sighted(on: .victim),
                on: .victim,
                cite: .rfc(9325, "4.5"))
            return outcome
        }
        outcome.truth = [("request", request)]
        outcome.say(LogjamNote.reads(octets: relay.request.count), frames: relay.frames, on: .victim)
        outcome.reproduce = [
            ManInTheMiddleStage.command(exponent: relay.exponent),
            "tshark -r VICTIM -Y 'tls.handshake.type==2' -T fields -e tls.handshake.ciphersuite",
            "tshark -r SERVER -Y 'tls.handshake.type==2' -T fields -e tls.handshake.ciphersuite",
        ]
        return outcome
    }

    // MARK: A recording

    /// Looks for a handshake in a group that is small enough, and computes the exponent of the server's public value.
    static func attack(_ recording: Recording, variant: String, outcome: inout Outcome) {
        let handshakes = recording.handshakes
        for handshake in handshakes {
            guard case .dheRSA(_, let params, let clientValue) = handshake.keyExchange,
                let (p, ys) = smallGroup(params)
            else { continue }
            let bits = UInt64.bitWidth - p.leadingZeroBitCount
            var random = SeededRandomSource(seed: 1)
            let calculus = IndexCalculus(p: p, g: 2, bound: bits <= 40 ? 500 : 3_000, using: &random)
            let (x, trials) = calculus.logarithm(of: ys, using: &random)
            outcome.tries += trials
            guard let premaster = premaster(params, exponent: x, with: clientValue) else { continue }
            let exponent = Integer(x).bigEndian
            outcome.say(
                LogjamNote.findsGroup(
                    bits: bits, primes: calculus.base.count, bound: Int(calculus.base.last ?? 0),
                    relations: calculus.relations, trials: calculus.trials),
                frames: recording.frames(with: params.bytes), cite: .rfc(7919, "3"))
            outcome.say(
                LogjamNote.computes(trials: trials), cite: .rfc(5246, "7.4.3"),
                [.init("dh_Ys", params.ys), .init("exponent x", exponent)])
            outcome.loot = [("exponent", exponent)]
            guard let text = handshake.plaintext(by: .premaster(premaster)) else { continue }
            outcome.loot.append(("request", text.client))
            outcome.reached = true
            outcome.say(LogjamNote.opens(octets: text.client.count))
            return
        }
        if outcome.loot.isEmpty { outcome.say(LogjamNote.noGroup(handshakes.count), cite: .rfc(9325, "4.5")) }
    }

    /// The prime and the server's public value, if she can compute logarithms in the group: the prime is a safe prime of 20 to 62 bits, and
    /// the generator is 2. Nil for any other group. The numbers come from a file, so the public value is checked as well.
    private static func smallGroup(_ params: ServerDHParams) -> (p: UInt64, ys: UInt64)? {
        guard let p = Integer(bigEndian: params.p).uint64, Integer(bigEndian: params.g) == 2,
            let ys = Integer(bigEndian: params.ys).uint64,
            (1 << 19..<1 << 62).contains(p), Integer(p).isSafePrime(), (2..<p - 1).contains(ys)
        else { return nil }
        return (p, ys)
    }

    /// The premaster secret, if `x` is the exponent of the server's public value; nil if it is not, or if the client's value is invalid.
    fileprivate static func premaster(
        _ params: ServerDHParams, exponent x: UInt64, with clientValue: [UInt8]
    ) -> [UInt8]? {
        guard
            let group = try? FiniteFieldGroup(
                custom: Integer(bigEndian: params.p), generator: Integer(bigEndian: params.g)),
            let key = try? DiffieHellmanKey(group: group, privateExponent: Integer(x)),
            key.publicValue == Integer(bigEndian: params.ys)
        else { return nil }
        return try? key.sharedSecret(with: Integer(bigEndian: clientValue)).stripped
    }

    // MARK: The work that is done once for a prime

    /// The results for the last two primes. A performance with the rule needs the same as one without it, so the work is done once.
    private static let latest = Mutex<[(seed: UInt64, p: UInt64, IndexCalculus)]>([])

    private static func calculus(
        _ export: ExportGroup, seed: UInt64, _ random: SeededRandomSource
    ) -> IndexCalculus {
        if let known = latest.withLock({ $0.first { $0.seed == seed && $0.p == export.p } }) { return known.2 }
        var random = random.fork("relations")
        let made = IndexCalculus(
            p: export.p, g: export.group.g.uint64 ?? 0, bound: export.bound, using: &random)
        latest.withLock { $0 = [(seed, export.p, made)] + $0.prefix(1) }
        return made
    }
}

/// The attacker's work on the two connections: she changes both hellos, computes the server's exponent, and then speaks to the victim in
/// the server's place.
private struct LogjamRelay {
    private let show: Performance
    private let calculus: IndexCalculus
    private var attacker: Attacker
    /// Her end of the victim's connection, and her end of the server's.
    private var (near, far) = (RecordRelay(), RecordRelay())
    /// The handshake messages that the victim has sent and received.
    private var transcript: [HandshakeMessage] = []
    /// The server's group and public value.
    private var offer: ServerDHParams?
    private var randoms: (client: [UInt8], server: [UInt8]) = ([], [])
    private var schedule: KeySchedule?
    private(set) var exponent: [UInt8] = []
    private(set) var trials = 0
    private(set) var request: [UInt8] = []
    /// The frame on the victim's wire that carries the request.
    private(set) var frames: [Int] = []
    /// The alert with which the victim has ended the handshake.
    private(set) var refusal: AlertDescription?
    private(set) var isOver = false

    private static let suite = CipherSuite.dheRSAAES128GCM

    init(_ show: Performance, _ calculus: IndexCalculus, _ attacker: Attacker) {
        self.show = show
        self.calculus = calculus
        self.attacker = attacker
    }

    /// Passes the server's flight on, with the suite that the victim has offered in place of the export suite. After the flight she resets
    /// the connection with the server.
    mutating func hear(server octets: [UInt8], _ middle: ManInTheMiddle, _ outcome: inout Outcome) -> [UInt8] {
        far.append(octets)
        var passed: [UInt8] = []
        while case .message(var message)? = far.next() {
            if message.type == .serverHello, var hello = try? message.parsed(ServerHello.read) {
                outcome.say(
                    LogjamNote.answered(CipherSuite.dheRSAExport.description, says: Self.suite.description),
                    frames: attacker.sighted(message.bytes, on: .server), on: .server)
                randoms.server = hello.random
                hello.cipherSuite = Self.suite.codePoint
                message = hello.message
            } else if message.type == .serverKeyExchange {
                offer = try? message.parsed { reader throws(ParseError) in
                    guard
                        case .finiteField(let params) = try ServerKeyExchange.read(from: &reader, kind: .dheRSA).params
                    else { return nil }
                    return params
                }
            } else if message.type == .serverHelloDone {
                middle.server.abort()
            }
            transcript.append(message)
            passed += near.write(message)
        }
        return passed
    }

    /// Passes the victim's ClientHello on, with the export suite as the only suite. She answers all later messages herself.
    mutating func hear(victim octets: [UInt8], _ middle: ManInTheMiddle, _ outcome: inout Outcome) -> [UInt8] {
        var passed: [UInt8] = []
        near.append(octets)
        while let piece = near.next() {
            switch piece {
            case .message(let message):
                transcript.append(message)
                switch message.type {
                case .clientHello:
                    guard var hello = try? message.parsed(ClientHello.read) else { continue }
                    randoms.client = hello.random
                    outcome.say(
                        LogjamNote.rewrites(Self.suite.description, CipherSuite.dheRSAExport.description),
                        frames: [attacker.frame(.server) + 1], on: .server)
                    hello.cipherSuites = [CipherSuite.dheRSAExport.codePoint]
                    passed += far.write(hello.message)
                case .clientKeyExchange: breakExchange(message, &outcome)
                case .finished: finish(middle)
                default: break
                }
            case .content(.changeCipherSpec, _):
                if let schedule { near.reading.startReading(with: schedule.clientProtection) }
            case .content(.applicationData, let data):
                request += data
                frames = attacker.sighted(on: .victim)
                show.find("request", request, &outcome)
                middle.victim.send(near.write(.applicationData, Money.altered(Money.answer)))
                middle.victim.send(near.write(.alert, Alert(.warning, .closeNotify).bytes))
                middle.victim.close()
            case .content(.alert, let octets):
                refusal = (try? Alert.read(octets))?.name
                isOver = true
            case .content(.handshake, _): break
            }
        }
        return passed
    }

    /// Computes the exponent of the server's public value, and with it the keys of the victim's connection.
    private mutating func breakExchange(_ message: HandshakeMessage, _ outcome: inout Outcome) {
        let answer = try? message.parsed { reader throws(ParseError) in
            try ClientKeyExchange.read(from: &reader, kind: .dheRSA)
        }
        guard let offer, case .publicValue(let theirs)? = answer, Integer(bigEndian: offer.p) == Integer(calculus.p),
            let ys = Integer(bigEndian: offer.ys).uint64
        else { return }
        let (x, tried) = calculus.logarithm(of: ys, using: &attacker.random)
        trials += tried
        exponent = Integer(x).bigEndian
        outcome.say(
            LogjamNote.found(trials: tried), frames: attacker.sighted(message.bytes, on: .victim), on: .victim,
            cite: .rfc(5246, "7.4.3"),
            [.init("dh_Ys", offer.ys), .init("exponent x", exponent)])
        show.find("exponent", exponent, &outcome)
        guard let premaster = Logjam.premaster(offer, exponent: x, with: theirs) else { return }
        let keys = KeySchedule(
            premasterSecret: premaster, clientRandom: randoms.client, serverRandom: randoms.server,
            suite: Self.suite)
        schedule = keys
        outcome.computes(
            Knowledge.premasterSecret, from: [Knowledge.serverExponent, Knowledge.clientPublicValue, Knowledge.group],
            by: "dh_Yc^x mod p", premaster)
        outcome.computes(keys)
        show.find(outcome)
    }

    /// Sends the victim ChangeCipherSpec and Finished in the server's place.
    private mutating func finish(_ middle: ManInTheMiddle) {
        guard let schedule else { return }
        middle.victim.send(near.write(.changeCipherSpec, [1]))
        near.writing.startWriting(with: schedule.serverProtection)
        let hash = Self.suite.hash.hash(transcript.flatMap(\.bytes))
        middle.victim.send(
            near.write(Finished(verifyData: schedule.verifyData(of: .server, transcriptHash: hash)).message))
    }
}
