import Crypto
import PKI
import Simulator
import TCPSim
import TLSSim
import Trace

/// Two devices draw the same first prime of their RSA keys at their first start (Heninger and others, Lenstra and
/// others, 2012).
enum SharedPrimes: RecordedExhibit {
    static let card = Card(
        "shared-primes", in: .implementation, from: .recording, to: .key, variants: ["standard", "short"],
        unit: .certificates,
        year: 2012,
        cites: [.rfc(4086), .rfc(8017, "3.1")], readsCaptures: true,
        words: SharedPrimesCard.self)

    /// The number of states that a device's generator can be in when it draws its first prime.
    private static func states(_ variant: String) -> Int { variant == "short" ? 1 << 4 : 1 << 8 }
    private static let suite = CipherSuite.rsaAES128GCM

    static func record(_ show: Performance, _ outcome: inout Outcome) throws -> Recording {
        let stage = show.stage()
        var victims = try Victims(show, suite)
        let pki = victims.cast.pki
        let client = stage.add(StageHost(.client, at: .client, show.tcp("client")))
        let attacker = show.attacker(on: stage)
        // Devices are added until two of them begin in the same state. The rule changes the keys, not the number of
        // devices.
        var draw = show.seeds.fork("states")
        var begun: [Integer: Int] = [:]
        var twins: (first: Int, second: Int)?
        var sights: [Sight] = []
        var moduli: [Integer] = []
        while twins == nil {
            let number = moduli.count
            let state = draw.integer(below: Integer(states(show.variant)))
            if let first = begun[state] { twins = (first, number) } else { begun[state] = number }
            let name = "device-\(number + 1).example.net"
            var random = show.seeds.fork(name)
            // Half of the rule: the generator is seeded with the clock too. A device without a battery always starts in
            // 1970.
            let clock = show.isHalf ? ", 1970-01-01T00:00:00Z" : ""
            var early = show.isWhole ? random.fork("first prime") : show.seeds.fork("state \(state)\(clock)")
            let (e, p): (Integer, Integer) = (65537, .randomPrime(bits: 1024, using: &early))
            let key = try RSAPrivateKey.make(
                p, .randomPrime(bits: 1024, using: &random) { $0 != p && Integer.gcd($0 - 1, e) == 1 }, exponent: e)
            let identity = try pki.intermediate.issueServer(
                hostName: name, key: .rsa(key), at: Visit.epoch, using: &random)
            let address = IPv4Address(10, 0, 2, UInt8(truncatingIfNeeded: number + 1))
            let device = stage.add(
                StageHost(.host("device \(number + 1)"), at: address, show.tcp(name)))
            victims.cast = Visit.Cast(Visit.Options(seed: show.seed, suite: suite), pki: pki, server: identity)
            let judge = ChainJudge(
                by: Evaluator(store: pki.trustStore), asking: ChainQuestion(hostName: name, time: Visit.epoch))
            let request = Array(
                "GET /log HTTP/1.1\r\nHost: \(name)\r\nPIN: \(Hex.string(random.octets(2)))\r\n\r\n".utf8)
            stage.listen(device, port: 443) { [victims] _ in
                victims.server(number, answers: { _ in .ends([Array("HTTP/1.1 204 No Content\r\n\r\n".utf8)]) })
            }
            stage.connect(
                client, from: UInt16(50_000 + number), to: Socket(address, 443),
                victims.client(number, says: [request], judge: judge, configure: { $0.hostName = name }))
            sights += attacker.wait(.seconds(2))
            moduli.append(key.n)
            if let twins {
                outcome.connections = [twins.first, twins.second]
                outcome.truth = [
                    ("p", key.p.bigEndian), ("n1", moduli[twins.first].bigEndian), ("n2", key.n.bigEndian),
                    ("request", request),
                ]
            }
        }
        return Recording(sights)
    }

    static func attack(_ recording: Recording, variant: String, outcome: inout Outcome) {
        outcome.theory = .repetition(states(variant))
        outcome.reproduce = [
            """
            tshark -r FILE -Y 'tls.handshake.type==11' -T fields -E occurrence=f -e pkcs1.modulus | tr -d : | \
            python3 -c "import sys,math; n=[int(x,16) for x in sys.stdin if x.strip()]; \
            print([(i+1,j+1,hex(math.gcd(n[i],n[j]))) for j in range(len(n)) for i in range(j) if 1<math.gcd(n[i],n[j])<n[i]])"
            """
        ]
        outcome.say(SharedPrimesNote.collects)
        var known: [RSAPublicKey] = []
        for offer in recording.offers {
            guard case .rsa(let key)? = offer.certifiedKey, !known.contains(key) else { continue }
            outcome.tries += 1
            for other in known {
                let p = Integer.gcd(other.n, key.n)
                guard p > 1, p < key.n else { continue }
                let frames = [other, key].flatMap { recording.frames(with: $0.n.bigEndian) }
                outcome.say(
                    SharedPrimesNote.divides(outcome.tries, pairs: outcome.tries * (outcome.tries - 1) / 2),
                    frames: frames,
                    [.init("p", p.bigEndian), .init("n1", other.n.bigEndian), .init("n2", key.n.bigEndian)])
                outcome.loot = [("p", p.bigEndian), ("n1", other.n.bigEndian), ("n2", key.n.bigEndian)]
                return open(recording, under: [key, other], factor: p, &outcome)
            }
            known.append(key)
        }
        outcome.say(SharedPrimesNote.noFactor(outcome.tries), cite: .rfc(4086))
    }

    /// Computes the private keys from the common factor `p` of their moduli, and decrypts the first recorded session under
    /// the first of them that has one.
    private static func open(
        _ recording: Recording, under keys: [RSAPublicKey], factor p: Integer, _ outcome: inout Outcome
    ) {
        let handshakes = recording.handshakes
        for handshake in keys.flatMap({ key in handshakes.filter { $0.certifiedKey?.rsa == key } }) {
            guard let key = handshake.certifiedKey?.rsa,
                let q = key.n.quotientAndRemainder(dividingBy: p)?.quotient,
                let d = key.e.inverse(modulo: Integer.lcm(p - 1, q - 1)),
                let own = try? RSAPrivateKey(n: key.n, e: key.e, d: d, p: p, q: q),
                let opened = handshake.opened(with: own)
            else { continue }
            outcome.loot.append(("request", opened.plaintext.client))
            // The ledger's own names are those of the first session under one of the two keys. The one that she opens first is the second.
            outcome.computes(
                Knowledge.premasterSecret, from: [Knowledge.encryptedPremaster, FoundValue.secret("p", of: card.name)],
                by: "RSA decryption", opened.premaster, connection: 2)
            outcome.computes(opened.plaintext, connection: 2)
            outcome.reached = true
            outcome.say(
                SharedPrimesNote.opens(opened.plaintext.client), cite: .rfc(5246, "7.4.7.1"),
                [.init("pre_master_secret", opened.premaster)])
            return
        }
    }
}
