import Crypto
import PKI
import TLSSim
import Trace

/// The client does not verify the signature over the Diffie–Hellman parameters, or accepts a suite without a signature.
/// So it agrees on keys with the attacker (goto fail 2014; RFC 5246 section F.1.1.1).
enum UnsignedDH: Exhibit {
    static let card = Card(
        "unsigned-dh", in: .handshake, from: .inPath, to: .read, variants: ["goto-fail", "anonymous"],
        unit: .handshakes, year: 2014,
        cites: [.rfc(5246, "7.4.3"), .rfc(5246, "F.1.1.1")], cves: ["CVE-2014-1266"], legs: [.victim, .server],
        words: UnsignedDHCard.self)

    static func perform(_ show: Performance) throws -> Outcome {
        let isAnonymous = show.variant == "anonymous"
        let victims = try Victims(show, isAnonymous && !show.isDefended ? .dhAnonAES128GCM : .dheRSAAES128GCM)
        let request = show.request
        var stage = ManInTheMiddleStage(
            show,
            client: victims.client(
                says: [request],
                configure: {
                    if !isAnonymous && !show.isDefended { $0.missingRules = .verifyingServerKeyExchange }
                    // Half of the rule: the client verifies each signature, and still offers a suite without a
                    // signature.
                    if show.isHalf { $0.cipherSuites.append(.dhAnonAES128GCM) }
                }),
            server: victims.server(answers: { _ in .ends([Money.answer]) }))

        var outcome = Outcome()
        outcome.theory = .exactly(1)
        outcome.evidence = ManInTheMiddleStage.evidence
        // The attacker shows the server's public certificate, and signs with a key of her own that does not belong to
        // it.
        let key = try RSAPrivateKey.generate(bits: 1_024, using: &stage.attacker.random)
        let shown = Identity(
            chain: victims.cast.server.chain, privateKey: .rsa(key), hostNames: victims.cast.server.hostNames)
        let suites: [CipherSuite] = [.dhAnonAES128GCM, .dheRSAAES128GCM]
        outcome.tries = 1
        outcome.say(TLSManInTheMiddleNote.stands, cite: .rfc(5246, "F.1.1.1"))
        guard
            let both = TLSManInTheMiddle(
                show, stage, shown: shown, suites, judge: victims.cast.judges.client, keepsExponent: true)
        else { return outcome }
        let near = both.near
        outcome.say(
            isAnonymous && !show.isDefended ? UnsignedDHNote.offersUnsigned : .offersForeign(bits: 1_024),
            frames: both.frames, on: .victim, cite: .rfc(5246, "7.4.3"),
            [.init("dh_Ys towards the victim", near.known[Knowledge.serverPublicValue] ?? [])])
        outcome.reached = both.isThrough
        guard outcome.reached else {
            outcome.say(
                UnsignedDHNote.refused(near.failure.map { Words($0) } ?? ""),
                frames: stage.attacker.sighted(on: .victim),
                on: .victim,
                cite: .rfc(5246, "7.4.3"))
            return outcome
        }
        both.tell(&outcome, request: request, victim: stage.victim)
        outcome.reproduce = [
            "tshark -r VICTIM -Y tls.handshake.ys -T fields -e tls.handshake.ys",
            "tshark -r SERVER -Y tls.handshake.ys -T fields -e tls.handshake.ys",
            ManInTheMiddleStage.command(exponent: outcome.loot.first?.value ?? []),
            "tshark -r VICTIM -Y http.request -T fields -e http.request.uri",
        ]
        return outcome
    }
}
