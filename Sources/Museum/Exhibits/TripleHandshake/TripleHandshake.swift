import Crypto
import PKI
import Simulator
import TCPSim
import TLSSim
import Trace

/// Two connections with the same master secret: a proof of identity for one is valid on the other (Bhargavan and others 2014).
enum TripleHandshake: Exhibit {
    static let card = Card(
        "triple-handshake", in: .handshake, from: .peer, to: .impersonate, unit: .handshakes, year: 2014,
        cites: [.rfc(7627, "4"), .rfc(5929, "3"), .rfc(5246, "8.1")], cves: ["CVE-2014-1295"],
        legs: [.victim, .server],
        words: TripleHandshakeCard.self)

    /// The name of the attacker's site (RFC 2606).
    private static let site = "mallory.example.net"

    static func perform(_ show: Performance) throws -> Outcome {
        let stage = show.stage()
        var victims = try Victims(show, .rsaAES128GCM)
        victims.cast.judges.client = ChainJudge(
            by: Evaluator(store: victims.cast.pki.trustStore), asking: ChainQuestion(hostName: site, time: Visit.epoch))
        let (client, server) = show.pair(on: stage, apart: true)
        // The victim visits the attacker's site, so the attacker has her own address on both wires.
        var attacker = show.attacker(on: stage, at: [.victim: .attacker, .server: .attacker])
        let (identity, key) = try victims.cast.pki.intermediate.issueServer(
            hostName: site, at: Visit.epoch, using: &attacker.random)
        let login = Login(show)
        stage.listen(server, port: 443) { [victims] _ in
            var cache = SessionCache()
            for (_, application) in stage.applications(of: server) {
                if let session = (application as? TLSProgram)?.session { cache.insert(session) }
            }
            return victims.server(
                cache.sessions.count,
                configure: {
                    $0.extendedMasterSecret = show.isWhole
                    $0.sessions = cache
                },
                talks: { parameters, heard in heard.isEmpty ? .nothing : .ends([login.answer(heard, parameters)]) })
        }
        let lines = attacker.listen(at: 443, on: .victim)

        var outcome = Outcome()
        outcome.theory = .exactly(1)
        outcome.tries = 1
        outcome.say(TripleHandshakeNote.visits(site))
        var between = GoBetween(showing: identity, key: key, random: attacker.random.fork("go-between"))
        var session: ResumableSession?
        var unique: [[UInt8]] = []
        var heard: [UInt8] = []
        for number in 0...1 {
            let offered = session
            let socket = stage.connect(
                client, from: UInt16(50_000 + number), to: Socket(.attacker, 443),
                victims.client(
                    number, says: [],
                    configure: {
                        $0.hostName = site
                        $0.extendedMasterSecret = show.isDefended
                        $0.session = offered
                    },
                    talks: { parameters, heard in
                        guard heard.isEmpty else { return .nothing }
                        return .says([number == 0 ? Array("GET / HTTP/1.1\r\n\r\n".utf8) : login.message(parameters)])
                    }))
            guard let middle = ManInTheMiddle(attacker, lines, to: Socket(.server, 443)) else { return outcome }
            let first = (attacker.frame(.victim), attacker.frame(.server))
            between.begin()
            middle.relay { role, octets in
                let passed = between.hear(role, octets)
                outcome.means += between.takeMeans()
                show.find(outcome)
                // She sees at once whether the two connections have one master secret. If not, it opens no other session.
                if let master = between.secrets.first, master == between.secrets.last {
                    show.find("master", master, &outcome)
                }
                return passed
            }
            let secrets = between.secrets
            let program = stage.application(client, socket) as? TLSProgram
            session = program?.session ?? session
            heard = program?.heard ?? []
            unique = between.firstFinished
            if number == 0 {
                outcome.evidence = ManInTheMiddleStage.evidence
                outcome.say(
                    TripleHandshakeNote.first(areEqual: secrets[0] == secrets[1]),
                    frames: [first.0, attacker.frame(.victim)], on: .victim, cite: .rfc(5246, "8.1"),
                    [
                        .init("master secret with the victim", secrets[0]),
                        .init("master secret with the server", secrets[1]),
                    ])
            } else {
                outcome.say(
                    TripleHandshakeNote.resumption(areEqual: unique[0] == unique[1]),
                    frames: [first.1, attacker.frame(.server)], on: .server, cite: .rfc(5929, "3"),
                    [.init("tls-unique at the victim", unique[0]), .init("tls-unique at the server", unique[1])])
            }
        }
        outcome.reached = heard == Login.welcome
        outcome.truth = session.map { [("master", $0.masterSecret)] } ?? []
        if outcome.loot.isEmpty { outcome.truth = [] }
        outcome.say(
            outcome.reached ? TripleHandshakeNote.welcome : .refused, frames: attacker.sighted(on: .server), on: .server
        )
        outcome.reproduce = ["VICTIM", "SERVER"].flatMap { file in
            [
                "tshark -r \(file) -Y 'tls.handshake.type==2' -T fields -e tcp.stream -e tls.handshake.random",
                "strings \(file) | grep CLIENT_RANDOM",
            ]
        }
        return outcome
    }

    /// The victim's proof of identity: a signature over the channel binding tls-unique (RFC 5929 section 3). The victim uses the same key at
    /// every site, as with a client certificate.
    private struct Login {
        private let key: EllipticCurvePrivateKey
        static let welcome = Array("welcome, alice".utf8)

        init(_ show: Performance) {
            var random = show.seeds.fork("login")
            key = EllipticCurvePrivateKey.generate(using: &random)
        }

        /// The victim's signature, in DER.
        func message(_ parameters: SecurityParameters) -> [UInt8] {
            ECDSA.sign(parameters.tlsUnique, hash: .sha256, with: key).der
        }

        /// The server's answer to a signature: `welcome` if it is valid for the server's tls-unique.
        func answer(_ message: [UInt8], _ parameters: SecurityParameters) -> [UInt8] {
            guard let signature = try? ECDSA.Signature(der: message) else { return Array("hello, stranger".utf8) }
            let verified: Void? = try? ECDSA.verify(
                signature, of: parameters.tlsUnique, hash: .sha256, by: key.publicKey)
            return verified != nil ? Self.welcome : Array("this proof is for another connection".utf8)
        }
    }
}

/// The attacker as the server of the victim and as the client of the server. She passes on all that she can, so that both handshakes have
/// almost the same messages.
private struct GoBetween {
    /// The state of her connection with the victim or with the server.
    private struct Side {
        var relay = RecordRelay()
        var transcript: [UInt8] = []
        var schedule: KeySchedule?
        var firstFinished: [UInt8] = []
        /// The master secret of the session, once there is one.
        var master: [UInt8] = []
    }

    private let identity: Identity
    private let key: RSAPrivateKey
    private var random: SeededRandomSource
    /// Her two connections: `.client` is the one with the victim, `.server` the one with the server.
    private var sides: [Role: Side] = [:]
    /// The key in the server's certificate.
    private var serverKey: RSAPublicKey?
    /// The victim's last hello.
    private var hello: ClientHello?
    /// Both hellos of the present handshake.
    private var hellos: (client: ClientHello, server: ServerHello)?
    /// The premaster secret that the victim has encrypted to her key.
    private var premaster: [UInt8] = []
    /// What she has computed since she was last asked.
    private var computed = Outcome()

    private static let suite = CipherSuite.rsaAES128GCM

    init(showing identity: Identity, key: RSAPrivateKey, random: SeededRandomSource) {
        self.identity = identity
        self.key = key
        self.random = random
        let own = PrivateKey.rsa(key)
        computed.means = [
            Means(secret: FoundValue.own(Knowledge.serverPrivateKey), how: .configured, value: own.secret)
        ]
    }

    /// What she owns, and what she has computed since the last call.
    mutating func takeMeans() -> [Means] {
        defer { computed.means = [] }
        return computed.means
    }

    /// The master secrets with the victim and with the server.
    var secrets: [[UInt8]] { [Role.client, .server].map { sides[$0]?.master ?? [] } }
    /// The first Finished on both connections, which is tls-unique (RFC 5929 section 3).
    var firstFinished: [[UInt8]] { [Role.client, .server].map { sides[$0]?.firstFinished ?? [] } }

    /// Reads octets that `role` has sent, and returns the octets that the other side gets in their place.
    mutating func hear(_ role: Role, _ octets: [UInt8]) -> [UInt8] {
        var passed: [UInt8] = []
        sides[role, default: Side()].relay.append(octets)
        while let piece = sides[role]?.relay.next() {
            switch piece {
            case .message(let message):
                if message.type == .clientHello { hello = try? message.parsed(ClientHello.read) }
                if message.type == .finished {
                    passed += finish(role, message)
                } else {
                    sides[role, default: Side()].transcript += message.bytes
                    let other = translated(message)
                    sides[role.peer, default: Side()].transcript += other.bytes
                    passed += sides[role.peer, default: Side()].relay.write(other)
                    settle(message)
                }
            case .content(.changeCipherSpec, let content):
                passed += sides[role.peer, default: Side()].relay.write(.changeCipherSpec, content)
                guard let read = protection(of: role, role), let write = protection(of: role, role.peer) else {
                    continue
                }
                sides[role]?.relay.reading.startReading(with: read)
                sides[role.peer]?.relay.writing.startWriting(with: write)
            case .content(let type, let content):
                if type == .applicationData {
                    computed.computes(
                        Knowledge.applicationData, from: [Knowledge.keyBlock, Knowledge.encryptedData],
                        by: "decryption", content)
                }
                passed += sides[role.peer, default: Side()].relay.write(type, content)
            }
        }
        return passed
    }

    /// The protection of the records of `role` on her connection with `side`; nil before there are keys.
    private func protection(of role: Role, _ side: Role) -> RecordProtection? {
        sides[side]?.schedule.map { role == .client ? $0.clientProtection : $0.serverProtection }
    }

    /// Begins a new pair of connections. Only the master secrets of the old ones are kept.
    mutating func begin() { sides = sides.mapValues { Side(master: $0.master) } }

    /// The message that she passes on. She replaces the server's certificate by hers, and encrypts the premaster secret to the server's key.
    /// All other messages stay as they are.
    private mutating func translated(_ message: HandshakeMessage) -> HandshakeMessage {
        switch message.type {
        case .certificate:
            let certificate = try? message.parsed(CertificateMessage.read)
            serverKey = certificate?.chain.first.flatMap { try? CertifiedKey.key(inCertificate: $0) }?.rsa
            return CertificateMessage(chain: identity.chain).message
        case .clientKeyExchange:
            let exchange = try? message.parsed { reader throws(ParseError) in
                try ClientKeyExchange.read(from: &reader, kind: .rsa)
            }
            guard case .encryptedPremasterSecret(let octets)? = exchange, let serverKey,
                let secret = try? PKCS1v15.decrypt(octets, with: key, blindedBy: &random),
                let anew = try? PKCS1v15.encrypt(secret, to: serverKey, using: &random)
            else { return message }
            premaster = secret
            computed.computes(
                Knowledge.premasterSecret,
                from: [Knowledge.encryptedPremaster, FoundValue.own(Knowledge.serverPrivateKey)], by: "RSA decryption",
                secret)
            return ClientKeyExchange.encryptedPremasterSecret(anew).message
        default: return message
        }
    }

    /// Derives the keys of both connections when `message` completes their inputs: ServerHello in a resumption, ClientKeyExchange in a full
    /// handshake.
    private mutating func settle(_ message: HandshakeMessage) {
        if message.type == .serverHello, let hello, let answer = try? message.parsed(ServerHello.read) {
            hellos = (hello, answer)
            guard !hello.sessionID.isEmpty, hello.sessionID == answer.sessionID else { return }
            for side in [Role.client, .server] {
                let schedule = KeySchedule(
                    resuming: sides[side]?.master ?? [], clientRandom: hello.random, serverRandom: answer.random,
                    suite: Self.suite)
                computed.computes(schedule)
                sides[side]?.schedule = schedule
            }
        }
        guard message.type == .clientKeyExchange, let hellos else { return }
        let isExtended = hellos.server.extensions.contains(.extendedMasterSecret)
        for side in [Role.client, .server] {
            let schedule = KeySchedule(
                premasterSecret: premaster, clientRandom: hellos.client.random, serverRandom: hellos.server.random,
                suite: Self.suite,
                sessionHash: isExtended ? Self.suite.hash.hash(sides[side]?.transcript ?? []) : nil)
            computed.computes(schedule, extended: isExtended)
            sides[side]?.schedule = schedule
            sides[side]?.master = schedule.masterSecret
        }
    }

    /// The record that she sends in place of `message`, which is the Finished of `role`. Its verify_data covers the messages that the
    /// receiver has seen.
    private mutating func finish(_ role: Role, _ message: HandshakeMessage) -> [UInt8] {
        guard var source = sides[role], var target = sides[role.peer], let schedule = target.schedule else { return [] }
        let verifyData = schedule.verifyData(of: role, transcriptHash: Self.suite.hash.hash(target.transcript))
        let finished = Finished(verifyData: verifyData)
        if source.firstFinished.isEmpty {
            source.firstFinished = (try? message.parsed(Finished.read))?.verifyData ?? []
            target.firstFinished = verifyData
        }
        source.transcript += message.bytes
        target.transcript += finished.message.bytes
        let octets = target.relay.write(finished.message)
        sides = [role: source, role.peer: target]
        return octets
    }
}
