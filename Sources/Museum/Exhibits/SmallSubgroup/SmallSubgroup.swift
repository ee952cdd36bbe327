import Crypto
import TCPSim
import TLSSim
import Trace

/// With public values of small order the attacker learns a server's exponent, residue by residue (Lim and Lee 1997).
enum SmallSubgroup: Exhibit {
    static let card = Card(
        "small-subgroup", in: .handshake, from: .peer, to: .key, variants: ["standard", "short"], unit: .connections,
        year: 1997,
        cites: [.rfc(2785, "3.1"), .rfc(5246, "F.1.1.3"), .rfc(7919, "5.1")], cves: ["CVE-2016-0701"],
        words: SmallSubgroupCard.self)

    private static let suite = CipherSuite.dheRSAAES128GCM
    /// The primes up to 127, whose product has 162 bits.
    private static let primes = (2...127).filter { n in (2..<n).allSatisfy { !n.isMultiple(of: $0) } }

    /// A group whose p - 1 has many small prime factors: p - 1 = 2 · 3 · 5 · … · 127 · q. Here q is the least prime above 2^862 for which
    /// p is a prime. p has 1,024 bits. g = 2^((p - 1) / q) has the order q.
    private static let group: FiniteFieldGroup = {
        let q = Integer.powerOfTwo(862) + 30_303
        let cofactor = primes.reduce(Integer(1)) { $0 * Integer($1) }
        let p = cofactor * q + 1
        return FiniteFieldGroup(p: p, generator: Integer(2).power(cofactor, modulo: p) ?? 2, order: q)
    }()

    static func perform(_ show: Performance) throws -> Outcome {
        let server = try ReusingServer(show, suite) { $0.groups = [group] }
        var attacker = show.attacker(on: server.stage)

        var outcome = Outcome()
        let used = ChineseRemainder.moduli(primes, above: Integer.powerOfTwo(server.bits))
        outcome.theory = .sum(
            of: used.map { .uniform($0) },
            formula: Words(
                english: "Σ uniform(r) over the primes r up to R",
                chinese: "对不大于 R 的素数 r 求和的 Σ uniform(r)"),
            parameters: [("R", Double(used.last ?? 0))], words: .primes)
        outcome.truth = [("exponent", server.secret.bigEndian)]
        outcome.connections = [0]
        var found = ChineseRemainder()
        var residues: [Int] = []
        var publicValue: Integer = 0
        search: for r in used {
            let h = element(of: r)
            for guess in 0..<r {
                var client = attacker.hello(to: Socket(.server, 443), suite)
                attacker.awaitFlight(&client)
                outcome.tries += 1
                guard case .finiteField(let params)? = client.serverKeyExchange(.dheRSA)?.params else { break search }
                publicValue = Integer(bigEndian: params.ys)
                if outcome.tries == 1 {
                    outcome.say(
                        SmallSubgroupNote.factors(used.count), frames: [attacker.frame()],
                        [.init("dh_p", params.p), .init("dh_g", params.g), .init("dh_Ys", params.ys)])
                }
                let premaster = h.power(Integer(guess), modulo: group.p) ?? 1
                let isRight = attacker.tries(
                    &client, sending: .publicValue(h.bigEndian), premaster: premaster.bigEndian, suite: suite)
                if client.alert == .handshakeFailure {
                    outcome.say(SmallSubgroupNote.refused, frames: [attacker.frame()], cite: .rfc(2785, "3.1"))
                    break search
                }
                guard isRight else { continue }
                found.add(guess, modulo: r)
                residues.append(guess)
                if [2, 3, 5, used.last].contains(r) {
                    outcome.say(
                        SmallSubgroupNote.residue(guess, modulo: r, tries: outcome.tries), frames: [attacker.frame()],
                        [
                            .init("dh_Yc", h.bigEndian),
                            .init("x modulo the product", found.value == 0 ? [0] : found.value.bigEndian),
                        ])
                }
                outcome.connections.insert(outcome.tries - 1)
                break
            }
        }
        // A page shows the first connection, the first later one whose guess was right, and the last one.
        outcome.connections = Set(outcome.connections.sorted().prefix(2) + [outcome.tries - 1])
        outcome.evidence = [
            ("server", .socket(Socket(.server, 443))), ("p", .string(Hex.string(group.p.bigEndian))),
            ("primes", .array(used.map { .number($0) })), ("residues", .array(residues.map { .number($0) })),
        ]
        outcome.reproduce = [
            """
            tshark -r FILE -Y tls.handshake.yc -T fields -e tls.handshake.yc | tr -d : | sort -u | python3 -c "import sys; \
            p=0x\(group.p.hex); \
            print([next((r for r in range(2,128) if pow(int(y,16),r,p)==1), 0) for y in sys.stdin])"
            """
        ]
        guard residues.count == used.count, group.g.power(found.value, modulo: group.p) == publicValue else {
            return outcome
        }
        outcome.loot = [("exponent", found.value.bigEndian)]
        outcome.reached = true
        outcome.say(SmallSubgroupNote.exponent(server.bits), [.init("x", found.value.bigEndian)])
        return outcome
    }

    /// A number whose order in the multiplicative group modulo p is the prime `r`.
    private static func element(of r: Int) -> Integer {
        let exponent = (group.p - 1).quotientAndRemainder(dividingBy: Integer(r))?.quotient ?? 1
        var base = 2
        while true {
            if let h = Integer(base).power(exponent, modulo: group.p), h != 1 { return h }
            base += 1
        }
    }
}
