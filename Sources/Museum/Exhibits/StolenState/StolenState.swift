import Crypto
import Render
import TCPSim
import TLSSim
import Trace

/// The state of a client's random generator is stolen between two recorded connections (NIST SP 800-90A).
enum StolenState: Exhibit {
    static let card = Card(
        "stolen-state", in: .implementation, from: .recording, to: .key, variants: ["past", "future"],
        unit: .stolenStates,
        year: 1998, cites: [Citation("NIST SP 800-90A", "8.8"), .rfc(4086)], words: StolenStateCard.self)

    static func table(seed: UInt64) throws -> Report? { StolenStateTable.report(seed: seed) }

    static func perform(_ show: Performance) throws -> Outcome {
        let stage = show.stage()
        let victims = try Victims(show, .dheRSAAES128GCM)
        let (client, server) = show.pair(on: stage)
        var count = 0
        stage.listen(server, port: 443) { _ in
            count += 1
            return victims.server(count, answers: { _ in .ends([Array("HTTP/1.1 200 OK\r\n\r\n".utf8)]) })
        }
        let attacker = show.attacker(on: stage)
        // The number of the connection whose exponent the attacker wants.
        let wanted = show.variant == "past" ? 1 : 2
        var generator = StatefulGenerator(
            show.isWhole ? .reseeded : wanted == 1 && !show.isDefended ? .counter : .ratchet,
            show.seeds.fork("generator"))
        var (outcome, states, sights) = (Outcome(), [StatefulGenerator.State](), [Sight]())
        for number in 1...2 {
            let request = show.request("request \(number)")
            let socket = stage.connect(
                client, from: UInt16(50_000 + number), to: Socket(.server, 443),
                victims.client(number, says: [request], random: generator, configure: { $0.exponentOctets = 32 }))
            sights += attacker.wait(.seconds(60))
            // A connection draws two outputs: client_random, and then the exponent.
            let exponent = [generator.output(), generator.output()][1]
            outcome.truth += [("exponent_\(number)", exponent), ("request_\(number)", request)]
            // The client's TLS has drawn from a copy. The next connection continues with that copy.
            let program = stage.application(client, socket) as? TLSProgram
            generator = program?.end.random as? StatefulGenerator ?? generator
            states.append(generator.state)
            // The theft comes between the two connections.
            guard number == 1 else { continue }
            outcome.thefts = [
                (
                    SecretID("state of the client's generator"), generator.state.secret,
                    Words(english: "a copy of the client's memory", chinese: "客户端内存的拷贝")
                )
            ]
            show.find(outcome)
        }
        outcome.evidence = [
            ("server", .socket(Socket(.server, 443))),
            ("clients", .array((1...2).map { .socket(Socket(.client, UInt16(50_000 + $0))) })),
            ("generator", .string(states[0].kind.rawValue)), ("state", .string(Hex.string(states[0].secret))),
            ("outputs", .number(Int(states[0].index))),
        ]
        attack(Recording(sights), with: states[0], wanted: wanted, &outcome)
        return outcome
    }

    /// Computes outputs from the stolen state, and looks for them among the client randoms of the recording.
    private static func attack(
        _ recording: Recording, with state: StatefulGenerator.State, wanted: Int, _ outcome: inout Outcome
    ) {
        outcome.theory = .exactly(1)
        outcome.tries = 1
        let handshakes = recording.handshakes
        outcome.say(
            StolenStateNote.records, frames: handshakes.flatMap { recording.frames(with: $0.clientHello.random) },
            handshakes.enumerated().map { .init("client_random of connection \($0 + 1)", $1.clientHello.random) })
        outcome.say(StolenStateNote.steals(outputs: Int(state.index)), [.init("state", state.secret)])
        let computed = (state.past ?? []) + (state.future(4) ?? [])
        let remark: any Remark =
            computed.isEmpty ? StolenStateNote.nothingFollows : StolenStateRemark.generator(state.kind)
        outcome.say(remark, cite: Citation("NIST SP 800-90A", "8.8"))
        let randoms = handshakes.map(\.clientHello.random)
        if computed.isEmpty {
            let tried = state.futureWithoutEntropy(4)
            outcome.say(StolenStateNote.tries(tried.count, fitting: tried.count(where: randoms.contains)))
        }
        for (index, handshake) in handshakes.enumerated() {
            let number = index + 1
            guard let place = computed.firstIndex(of: handshake.clientHello.random),
                let exponent = computed.dropFirst(place + 1).first,
                let premaster = handshake.premaster(by: Integer(bigEndian: exponent), of: .client),
                let plaintext = handshake.plaintext(by: .premaster(premaster))
            else {
                outcome.say(StolenStateNote.closed(number, computed: computed.count))
                continue
            }
            outcome.loot += [("exponent_\(number)", exponent), ("request_\(number)", plaintext.client)]
            outcome.computes(
                Knowledge.premasterSecret,
                from: [Knowledge.clientExponent, Knowledge.serverPublicValue, Knowledge.group], by: "dh_Ys^x mod p",
                premaster, connection: number)
            outcome.computes(plaintext, connection: number)
            outcome.reached = outcome.reached || number == wanted
            outcome.say(
                StolenStateNote.opens(number, plaintext.client),
                frames: recording.frames(with: handshake.clientHello.random), cite: .rfc(5246, "8.1.2"),
                [.init("exponent", exponent)])
        }
        outcome.figures = [
            Figure("opened", unit: "connections", measured: Double(outcome.loot.count / 2)),
            Figure("computed", unit: "outputs", measured: Double(computed.count)),
        ]
        outcome.reproduce = [
            """
            python3 -c "import hashlib, sys; h = lambda *o: hashlib.sha256(b''.join(o)).digest(); \
            s = bytes.fromhex('\(Hex.string(state.secret))'); \
            \(state.kind == .counter ? "o = [h(s, bytes([i])) for i in range(8)]; "
                : "t = [s]; [t.append(h(bytes([1]), t[-1])) for i in range(8)]; o = [h(bytes(1), x) for x in t]; ")\
            print([(x, i) for x in sys.argv[1:] for i, y in enumerate(o) if y.hex() == x])" \
            $(tshark -r FILE -Y tls.handshake.type==1 -T fields -e tls.handshake.random)
            """
        ]
    }
}
