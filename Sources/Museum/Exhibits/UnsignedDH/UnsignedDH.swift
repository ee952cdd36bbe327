import Crypto
import PKI
import Simulator
import TCPSim
import TLSSim
import Trace

/// Diffie–Hellman with a stranger, because no signature is looked at (goto fail 2014; RFC 5246 section F.1.1.1).
enum UnsignedDH: Exhibit {
    /// What a visitor reads first.
    static let card = Card(
        "unsigned-dh", .handshake, .inPath, .read, variants: ["goto-fail", "anonymous"], unit: "handshakes", year: 2014,
        cites: [.rfc(5246, "7.4.3"), .rfc(5246, "F.1.1.1")], cves: ["CVE-2014-1266"], legs: [.victim, .server],
        words: UnsignedDHCard.self)

    /// Performs it.
    static func perform(_ show: Performance) throws -> Outcome {
        let stage = show.stage()
        let isAnonymous = show.variant == "anonymous"
        let victims = try Victims(show, isAnonymous && !show.isDefended ? .dhAnonAES128GCM : .dheRSAAES128GCM)
        let (client, server) = show.pair(on: stage, apart: true)
        var attacker = show.attackerInTheMiddle(of: stage)
        let lines = attacker.listen(at: 443, on: .victim)
        let request = show.request
        stage.listen(server, port: 443) { _ in victims.server(answers: { _ in .ends([Money.answer]) }) }
        let asked = stage.connect(
            client, from: 50_000, to: Socket(.server, 443),
            victims.client(
                says: [request], configure: { $0.verifiesServerKeyExchange = isAnonymous || show.isDefended }))

        var outcome = Outcome()
        outcome.theory = .exactly(1)
        outcome.evidence = [
            ("victim", .socket(Socket(.client, 50_000))), ("server", .socket(Socket(.server, 443))),
        ]
        // The certificate is public. The key is hers, and does not belong to it.
        let key = try RSAPrivateKey.generate(bits: 1_024, using: &attacker.random)
        let shown = Identity(
            chain: victims.cast.server.chain, privateKey: .rsa(key), hostNames: victims.cast.server.hostNames)
        let suites: [CipherSuite] = [.dhAnonAES128GCM, .dheRSAAES128GCM]
        outcome.tries = 1
        outcome.say(UnsignedDHNote.stands, cite: .rfc(5246, "F.1.1.1"))
        guard let both = Interloper(attacker, lines, shown: shown, suites, judge: victims.cast.judges.client) else {
            return outcome
        }
        let (near, far) = (both.near, both.far)
        if let exponent = near.known[Knowledge.serverExponent] { outcome.loot = [("exponent", exponent)] }
        outcome.say(
            isAnonymous && !show.isDefended ? UnsignedDHNote.offersUnsigned : .offersForeign(bits: 1_024),
            frames: both.frames, on: .victim, cite: .rfc(5246, "7.4.3"),
            [.init("dh_Ys towards the victim", near.known[Knowledge.serverPublicValue] ?? [])])
        outcome.reached = both.isThrough
        guard outcome.reached, let program = stage.application(client, asked) as? TLSProgram else {
            outcome.say(
                UnsignedDHNote.refused(near.failure?.english ?? ""), frames: attacker.sighted(on: .victim), on: .victim,
                cite: .rfc(5246, "7.4.3"))
            outcome.loot = []
            return outcome
        }
        outcome.loot += [("request", near.heard), ("answer", far.heard)]
        outcome.truth = [("request", request), ("answer", Money.answer)]
        outcome.say(
            UnsignedDHNote.twoSecrets, cite: .rfc(5246, "F.1.1.3"),
            [
                .init("master secret with the victim", near.known[Knowledge.masterSecret] ?? []),
                .init("master secret with the server", far.known[Knowledge.masterSecret] ?? []),
            ])
        outcome.say(
            UnsignedDHNote.reads(octets: near.heard.count, isBelieved: program.heard == Money.altered(far.heard)),
            frames: both.read, on: .victim)
        outcome.reproduce = [
            "tshark -r VICTIM -Y tls.handshake.ys -T fields -e tls.handshake.ys",
            "tshark -r SERVER -Y tls.handshake.ys -T fields -e tls.handshake.ys",
            "tshark -r VICTIM -Y tls.handshake.ys -T fields -e tls.handshake.p -e tls.handshake.g -e tls.handshake.ys | "
                + "python3 -c 'import sys; p, g, ys = [int(x.replace(\":\", \"\"), 16) for x in sys.stdin.read().split()]; "
                + "print(pow(g, 0x\(Hex.string(outcome.loot.first?.value ?? [])), p) == ys)'",
            "tshark -r VICTIM -Y http.request -T fields -e http.request.uri",
        ]
        return outcome
    }
}
