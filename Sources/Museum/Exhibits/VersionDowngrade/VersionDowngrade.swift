import Crypto
import Render
import Simulator
import TLSSim
import Trace

/// The attacker takes TLS 1.3 out of a hello, and the client does not look for the downgrade sentinel in the server's random
/// (RFC 8446 section 4.1.3).
///
/// The endpoints, the attacker's changes and the sentences come from ``DowngradeAttack``. `attack version-downgrade` shows its
/// other cases.
enum VersionDowngrade: Exhibit {
    static let card = Card(
        "version-downgrade", in: .handshake, from: .inPath, to: .downgrade, unit: .handshakes, year: 2016,
        cites: [.rfc(8446, "4.1.3"), .rfc(5246, "7.4.3"), .rfc(5246, "7.4.9")], legs: [.victim, .server],
        words: VersionDowngradeCard.self)

    static func table(seed: UInt64) throws -> Report? { try DowngradeAttack.table(seed: seed) }

    static func perform(_ show: Performance) throws -> Outcome {
        let cast = try Visit.Cast(Visit.Options(seed: show.seed))
        let sides = DowngradeStage(
            seed: show.seed, cast: cast, .weakGroup, changing: .hello, against: show.isWhole ? .checks : .unchecked,
            extent: show.extent)
        let stage = ManInTheMiddleStage(
            show,
            client: TLSProgram(
                TLSEnd(sides.client, sides.seeds.fork("client")), judge: cast.judges.client,
                says: [sides.request]),
            server: TLSProgram(
                TLSEnd(sides.server, sides.seeds.fork("server")), judge: cast.judges.server,
                answers: { _ in .ends([InterceptedExchange.answer]) }))

        var outcome = Outcome()
        outcome.theory = .exactly(1)
        outcome.evidence = ManInTheMiddleStage.evidence
        guard let middle = stage.middle() else { return outcome }
        outcome.tries = 1
        var path = sides.path
        var frames: [DowngradeFinding: (frames: [Int], leg: Leg)] = [:]
        middle.relay { role, octets in
            let (before, leg) = (path, role == .client ? Leg.victim : .server)
            let passed = path.carry(octets, from: role)
            show.find("exponent", path.exponent?.bigEndian ?? [], &outcome)
            if before.keys == nil, let keys = path.keys, let premaster = path.premasterSecret {
                outcome.computes(
                    Knowledge.premasterSecret,
                    from: [Knowledge.serverExponent, Knowledge.clientPublicValue, Knowledge.group],
                    by: "dh_Yc^x mod p", premaster)
                // She has changed no random, so both sides have the same keys.
                outcome.computes(keys.client)
                show.find(outcome)
            }
            show.find("request", path.read[.client] ?? [], &outcome)
            for finding in path.findings(since: before, from: role, octets: passed.count) where frames[finding] == nil {
                frames[finding] = (stage.attacker.sighted(on: leg), leg)
            }
            return passed
        }
        guard let victim = stage.victim, let answer = path.answers?.sent else { return outcome }
        outcome.reached = path.read[.client] != nil && path.read[.server] != nil
        let failure = victim.failure.map { (error: $0, alert: victim.alert) }
        for step in sides.steps(of: path, clientHas: failure) {
            let place = (step.remark as? DowngradeFinding).flatMap { frames[$0] }
            outcome.say(step.remark, frames: place?.frames ?? [], on: place?.leg, step.quantities)
        }
        outcome.evidence += [
            ("random", .string(Hex.string(answer.random))), ("chosen_code", .number(Int(answer.cipherSuite))),
            ("p", .string(Hex.string(DowngradeAttack.Exchange.group.p.bigEndian))),
            ("g", .string(Hex.string(DowngradeAttack.Exchange.group.g.bigEndian))),
        ]
        outcome.reproduce =
            ["VICTIM", "SERVER"].map {
                "tshark -r \($0) -Y 'tls.handshake.type==1' -T fields -e tls.handshake.extension.type"
            } + ["tshark -r SERVER -Y 'tls.handshake.type==2' -T fields -e tls.handshake.random"]
        guard outcome.reached, let exponent = path.exponent?.bigEndian else { return outcome }
        outcome.truth = [("request", sides.request)]
        outcome.reproduce += [
            ManInTheMiddleStage.command(exponent: exponent),
            "tshark -r VICTIM -Y http.request -T fields -e http.cookie",
        ]
        return outcome
    }
}
