import Crypto
import TCPSim
import TLSSim
import Trace

/// With points of other curves an attacker learns a server's secret number, residue by residue (Biehl and others 2000; Jager and others
/// 2015).
enum InvalidCurve: Exhibit {
    static let card = Card(
        "invalid-curve", in: .handshake, from: .peer, to: .key, variants: ["standard", "short"], unit: .connections,
        year: 2000,
        cites: [.rfc(8422, "5.11")], cves: ["CVE-2015-7940"], words: InvalidCurveCard.self)

    private static let suite = CipherSuite.ecdheRSAAES128GCM
    private static let curve = EllipticCurve.p256

    static func perform(_ show: Performance) throws -> Outcome {
        let server = try ReusingServer(show, suite) {
            $0.curves = [.secp256r1]
            $0.arithmetic = .live
        }
        var attacker = show.attacker(on: server.stage)

        var outcome = Outcome()
        // She learns each residue except for its sign, so she knows only its square. The product of the orders must be above the square of
        // the number.
        let orders = ChineseRemainder.moduli(points.map(\.order), above: Integer.powerOfTwo(2 * server.bits))
        outcome.theory = .sum(
            of: orders.map(tries),
            formula: Words(
                english: "Σ m(m + 2)/r over the first K odd primes of the table, r = 2m + 1",
                chinese: "对表中前 K 个奇素数求和的 Σ m(m + 2)/r，r = 2m + 1"),
            parameters: [("K", Double(orders.count))], words: .residues(orders: orders.count))
        outcome.truth = [("d", server.secret.bigEndian)]
        outcome.evidence = [
            ("server", .socket(Socket(.server, 443))), ("primes", .array(orders.map { .number($0) })),
        ]
        outcome.reproduce = [
            """
            tshark -r FILE -Y tls.handshake.client_point -T fields -e tls.handshake.client_point | tr -d : | python3 -c "import sys; \
            p=0x\(curve.p.hex); b=0x\(curve.b.hex); \
            print([(int(l[66:130],16)**2-int(l[2:66],16)**3+3*int(l[2:66],16)-b)%p==0 for l in sys.stdin])"
            """
        ]
        var squares = ChineseRemainder()
        // The first connection, and those in which a guess was right. A page tells the first two and the last.
        var rightGuesses: [Int] = [0]
        var serverPoint: EllipticCurve.Point?
        search: for odd in points.prefix(orders.count) {
            var (residue, multiple) = (0, EllipticCurve.Point.infinity)
            for guess in 1...(odd.order - 1) / 2 {
                multiple = curve.add(multiple, odd.point)
                guard case .affine(let x, _) = multiple, let premaster = x.bigEndian(count: curve.fieldSize) else {
                    break search
                }
                var client = attacker.hello(
                    to: Socket(.server, 443), suite,
                    extensions: [.supportedGroups([.secp256r1]), .ecPointFormats([0])])
                attacker.awaitFlight(&client)
                outcome.tries += 1
                guard case .curve(let params)? = client.serverKeyExchange(.ecdheRSA)?.params else { break search }
                serverPoint = try? curve.point(params.point)
                if outcome.tries == 1 {
                    outcome.say(
                        InvalidCurveNote.begins(orders.count), frames: [attacker.frame()],
                        [.init("the server's point", params.point)])
                }
                let isRight = attacker.tries(
                    &client, sending: .point(curve.octets(of: odd.point)), premaster: premaster, suite: suite)
                if client.alert == .illegalParameter {
                    outcome.say(InvalidCurveNote.refused, frames: [attacker.frame()], cite: .rfc(8422, "5.11"))
                    break search
                }
                guard isRight else { continue }
                residue = guess
                rightGuesses.append(outcome.tries - 1)
                break
            }
            squares.add(residue * residue, modulo: odd.order)
            if [3, 5, orders.last].contains(odd.order) {
                outcome.say(
                    InvalidCurveNote.residue(residue, odd.order, tries: outcome.tries), frames: [attacker.frame()],
                    [
                        .init("the point that she sent", curve.octets(of: odd.point)),
                        .init("the b of its curve", odd.b.bigEndian),
                    ])
            }
        }
        outcome.connections = Set(rightGuesses.prefix(2) + [outcome.tries - 1])
        let root = squares.value.root(2)
        guard let serverPoint, root * root == squares.value, curve.multiply(curve.generator, by: root) == serverPoint
        else { return outcome }
        outcome.loot = [("d", root.bigEndian)]
        outcome.reached = true
        outcome.say(InvalidCurveNote.root, [.init("d^2", squares.value.bigEndian), .init("d", root.bigEndian)])
        return outcome
    }

    /// The number of guesses for a point of the order r = 2m + 1: j for each of the two residues j and -j, with j from 1 to m, and m for
    /// the residue 0.
    private static func tries(_ r: Int) -> Theory {
        let m = Double((r - 1) / 2)
        let mean = m * (m + 2) / Double(r)
        let square = (m * (m + 1) * (2 * m + 1) / 3 + m * m) / Double(r)
        return Theory(mean: mean, deviation: (square - mean * mean).squareRoot(), "")
    }
}
