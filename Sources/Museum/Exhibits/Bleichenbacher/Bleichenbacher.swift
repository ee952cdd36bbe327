import Crypto
import PKI
import Simulator
import TCPSim
import TLSSim
import Trace

/// A server that says whether a decrypted block begins with 00 02 decrypts a recorded premaster secret (Bleichenbacher 1998).
enum Bleichenbacher: Exhibit {
    static let card = Card(
        "bleichenbacher", in: .handshake, from: .onPath, to: .read, variants: ["strong", "weak"], unit: .connections,
        year: 1998,
        cites: [.rfc(5246, "7.4.7.1"), .rfc(8017, "7.2.1")], cves: ["CVE-1999-0007", "CVE-2017-13099"],
        words: BleichenbacherCard.self)

    /// The length of the modulus n in bits. With it k is 64 octets, and n/B lies between 256 and 512. A premaster secret with its padding takes
    /// 59 octets.
    private static let keyBits = 505
    private static let server = Socket(.server, 443)
    private static let client = Socket(.client, 50_000)

    static func perform(_ show: Performance) throws -> Outcome {
        let stage = show.stage(client: client)
        let victims = try Victims(show, .rsaAES128GCM, checksMade: .none)
        var random = show.seeds.fork("key")
        let key = try RSAPrivateKey.generateToy(bits: keyBits, using: &random)
        // The authority signs with a short key, because each of thousands of connections shows the certificate.
        var draw = show.seeds.fork("authority")
        let authority = try CertificateAuthority.root(
            .root(named: "Curve CA", at: Visit.epoch), key: .ecdsa(EllipticCurvePrivateKey.generate(using: &draw)),
            serialNumber: [0x40] + draw.octets(15))
        let leaf = try authority.certify(
            .server(hostName: Visit.hostName, at: Visit.epoch), key: SubjectKeyInfo(.rsa(key.publicKey)),
            serialNumber: [0x40] + random.octets(15))
        let identity = Identity(chain: [leaf], privateKey: .rsa(key), hostNames: [Visit.hostName])
        let isStrict = show.variant == "weak"
        // Half of the rule: the server hides that the padding is wrong, and still reveals that the block does not begin with 00 02.
        let reveals: RSAKeyExchange.PaddingOracle =
            show.isWhole ? .nothing : isStrict && !show.isHalf ? .padding : .beginning
        let places = show.pair(on: stage)
        var number = 0
        stage.listen(places.server, port: server.port) { _ in
            number += 1
            return victims.server(
                number,
                configure: {
                    $0.identity = identity
                    $0.paddingOracle = reveals
                }, answers: { _ in .ends([Array("you are welcome".utf8)]) })
        }
        stage.connect(places.client, from: client.port, to: server, victims.client(says: [Array("pay 10".utf8)]))
        let attacker = show.attacker(on: stage)
        let recording = Recording(attacker.wait(.seconds(2)))
        guard case .rsa(let encrypted)? = recording.handshakes.first?.keyExchange else { return Outcome() }

        var outcome = Outcome()
        outcome.truth = [("premaster", (try? PKCS1v15.decrypt(encrypted, with: key, blindedBy: &random)) ?? [])]
        outcome.evidence = [("server", .socket(server)), ("recorded", .socket(client))]
        outcome.say(
            BleichenbacherNote.recorded(bits: keyBits), frames: recording.frames(with: encrypted),
            [.init("EncryptedPreMasterSecret", encrypted)])
        outcome.say(BleichenbacherNote.asks)
        var oracle = Oracle(
            attacker: attacker, server: server, key: key.publicKey, ciphertext: Integer(bigEndian: encrypted))
        var search = BleichenbacherSearch(key.publicKey, isStrict: isStrict, using: attacker.random.fork("search"))
        let found = search.run { oracle.conforms($0) }
        outcome.tries = search.queries
        outcome.theory = Theory(
            median: isStrict ? 7_400 : 1_276,
            isStrict
                ? Words(
                    english: "5n/B for the first answer that differs, then about twelve a bit",
                    chinese: "得到第一个不同的回答需要 5n/B，之后每位约十二次")
                : Words(
                    english: "2n/3B for the first answer that differs, then about two a bit",
                    chinese: "得到第一个不同的回答需要 2n/3B，之后每位约两次"),
            [("n/B", Double(search.rarity)), ("bits", Double(keyBits))],
            words: .padding(isStrict: isStrict))
        outcome.figures = [
            Figure("first", unit: "connections", measured: Double(search.progress.first?.queries ?? search.queries)),
            Figure("blindings", unit: "times", measured: Double(search.blindings)),
        ]
        outcome.evidence += [
            ("blind", .string(Hex.string(search.blinding.bigEndian))),
            ("factors", .array(search.factors.map { .string(Hex.string($0.bigEndian)) })),
        ]
        outcome.connections = [0, 1, oracle.first?.connection ?? 2, oracle.count]
        if let first = oracle.first, let answer = oracle.answers[first.alert] {
            outcome.say(
                BleichenbacherNote.first(first.alert, after: first.connection, count: answer), frames: first.frames)
            outcome.say(BleichenbacherNote.narrowing(search.progress.map { ($0.queries, $0.openBits) }))
            if search.blindings > 0 { outcome.say(BleichenbacherNote.blinded(times: search.blindings)) }
        }
        let answers = oracle.answers.sorted { $0.key.rawValue < $1.key.rawValue }.map { ($0.key, $0.value) }
        outcome.say(BleichenbacherNote.answers(answers))
        outcome.answers = answers.map { ("\($0.0)", $0.1) }
        let premaster = found?.bigEndian(count: key.size).map { Array($0.suffix(RSAKeyExchange.premasterLength)) }
        if let premaster, let opened = recording.handshakes.first?.plaintext(by: .premaster(premaster)) {
            outcome.loot = [("premaster", premaster)]
            outcome.computes(opened)
            outcome.computes(
                Knowledge.applicationData, from: [Knowledge.keyBlock, Knowledge.encryptedData], by: "decryption",
                opened.client)
            outcome.reached = true
            outcome.say(BleichenbacherNote.found, [.init("pre_master_secret", premaster)])
            outcome.say(BleichenbacherNote.cost)
        } else {
            outcome.say(BleichenbacherNote.nothing(after: search.queries), cite: .rfc(5246, "7.4.7.1"))
        }
        outcome.reproduce = [
            "tshark -r FILE -Y 'tls.alert_message.desc && ip.dst==10.0.0.3' -T fields -e tls.alert_message.desc | sort "
                + "| uniq -c"
        ]
        return outcome
    }

    /// The server as an oracle: each question takes a connection.
    private struct Oracle {
        var attacker: Attacker
        let server: Socket
        let key: RSAPublicKey
        let ciphertext: Integer
        /// The number of connections that the attacker has opened.
        private(set) var count = 0
        /// How many times the server has answered with each alert.
        private(set) var answers: [AlertDescription: Int] = [:]
        /// The first connection whose alert differs from the most frequent one; nil as long as there is none.
        private(set) var first: (alert: AlertDescription, connection: Int, frames: [Int])?

        /// Whether the server's alert to the plaintext times `factor` differs from the most frequent alert so far.
        mutating func conforms(_ factor: Integer) -> Bool {
            guard let power = factor.power(key.e, modulo: key.n),
                let octets = (ciphertext * power).modulo(key.n).bigEndian(count: key.size)
            else { return false }
            let frame = attacker.frame() + 1
            guard let alert = answer(to: octets) else { return false }
            let usual = answers.max { $0.value < $1.value }?.key
            answers[alert, default: 0] += 1
            guard let usual, alert != usual else { return false }
            if first == nil { first = (alert, count, [frame, attacker.frame()]) }
            return true
        }

        /// The alert with which the server ends a handshake in which `encrypted` is the EncryptedPreMasterSecret; nil if it sends none. The
        /// attacker does not know the premaster secret, so her Finished is never right.
        private mutating func answer(to encrypted: [UInt8]) -> AlertDescription? {
            count += 1
            var client = PlayedClient(
                attacker.open(to: server),
                ClientHello(random: attacker.random.octets(32), cipherSuites: [CipherSuite.rsaAES128GCM.codePoint]))
            var records = RecordRelay()
            client.line.send(
                records.write(ClientKeyExchange.encryptedPremasterSecret(encrypted).message)
                    + records.write(.changeCipherSpec, [1]) + records.write(.handshake, attacker.random.octets(40)))
            attacker.wait {
                client.read()
                return client.line.isOver
            }
            client.line.abort()
            attacker.wait(atMost: .milliseconds(20)) { false }
            _ = attacker.look()
            return client.alert
        }
    }
}
