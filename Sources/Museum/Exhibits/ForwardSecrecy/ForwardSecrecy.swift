import Crypto
import PKI
import Render
import Simulator
import TCPSim
import TLSSim
import Trace

/// The attacker records connections, and steals a long-lived key of the server a year later (RFC 5246 appendix F.1.1.2).
enum ForwardSecrecy: Exhibit {
    static let card = Card(
        "forward-secrecy", in: .handshake, from: .recording, to: .read, variants: ["rsa", "tls13-psk"],
        unit: .stolenKeys,
        year: 1992, cites: [.rfc(5246, "F.1.1.2"), .rfc(8446, "2.2")], words: ForwardSecrecyCard.self)

    /// The number of visits that she records, the time between two visits, and the time that she then waits until the theft.
    private static let (visits, pause, theft) = (3, TimeSpan.seconds(86_400), TimeSpan.seconds(365 * 86_400))
    private static let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\nbalance: 1000".utf8)

    /// What each thief opens of a visit by TLS 1.3 that begins with a ticket and early data.
    static func table(seed: UInt64) throws -> Report? {
        let tls13 = Visit.TLS13Options(resumes: true, sendsEarlyData: true)
        let options = Visit.Options(seed: seed, tls13: tls13)
        return try TLS13.TheftStory(seed: seed, tls13, of: Visit.run(options, try Visit.Cast(options))).overview
    }

    static func perform(_ show: Performance) throws -> Outcome {
        guard show.variant == "rsa" else { return try stealTicketKey(show) }
        return try stealServerKey(show, show.isDefended ? .signedDHE : .threeRandoms)
    }

    /// The outcome with which each performance begins: the attacker has one stolen key to try.
    private static var blank: Outcome {
        var outcome = Outcome()
        outcome.theory = .exactly(1)
        outcome.tries = 1
        return outcome
    }

    // MARK: The key of the certificate

    /// The attacker steals the private key of the server's certificate.
    ///
    /// - Parameter design: the handshake that client and server perform.
    static func stealServerKey(_ show: Performance, _ design: Design) throws -> Outcome {
        let stage = show.stage()
        let victims = try Victims(show, design.suite)
        let (client, server) = show.pair(on: stage)
        var count = 0
        // Half of the rule: both sides support ephemeral Diffie–Hellman, and prefer RSA key transport.
        let both: [CipherSuite] = [Design.threeRandoms.suite, Design.signedDHE.suite]
        stage.listen(server, port: 443) { _ in
            count += 1
            return victims.server(
                count, random: design.random(victims.source(of: "server \(count)")),
                configure: { if show.isHalf { $0.cipherSuites = both } }, answers: { _ in .ends([answer]) })
        }
        let attacker = show.attacker(on: stage)
        var outcome = blank
        var sights: [Sight] = []
        for visit in 0..<visits {
            let request = show.request("request \(visit + 1)")
            stage.connect(
                client, from: UInt16(50_000 + visit), to: Socket(.server, 443),
                victims.client(
                    of: design, visit, says: [request], configure: { if show.isHalf { $0.cipherSuites = both } }))
            sights += attacker.wait(pause)
            // The client draws the 32 octets of its random first, and then the 46 random octets of the premaster secret.
            var own = design.random(victims.source(of: "client \(visit)"))
            _ = own.octets(32)
            if design.suite.keyExchange == .rsa {
                outcome.truth.append(("premaster_\(visit + 1)", ProtocolVersion.tls12.octets + own.octets(46)))
            }
            outcome.truth.append(("request_\(visit + 1)", request))
        }
        _ = attacker.wait(theft)
        guard case .rsa(let stolen) = victims.cast.server.privateKey else { return outcome }
        outcome.thefts = [
            (
                Knowledge.serverPrivateKey, victims.cast.server.privateKey.secret,
                Words(english: "a copy of the server's key file", chinese: "复制的服务器密钥文件")
            )
        ]
        show.find(outcome)
        let recording = Recording(sights)
        outcome.say(
            ForwardSecrecyNote.records(recording.handshakes.count, design.suite),
            frames: recording.handshakes.flatMap { recording.frames(with: $0.clientHello.random) })
        // From here on the attack uses the recording and the stolen file alone.
        let key = try RSAPrivateKey(pem: stolen.pkcs8PEM)
        outcome.say(
            ForwardSecrecyNote.steals(bits: key.n.bitWidth), [.init("first prime of the key", key.p.bigEndian)])
        var opened = 0
        for (visit, handshake) in recording.handshakes.enumerated() {
            guard let (premaster, plaintext) = handshake.opened(with: key) else { continue }
            opened += 1
            if opened == 1, case .rsa(let encrypted) = handshake.keyExchange {
                outcome.say(
                    ForwardSecrecyNote.decrypts, frames: recording.frames(with: encrypted), cite: .rfc(5246, "7.4.7.1"),
                    [.init("pre_master_secret", premaster)])
            }
            outcome.loot += [("premaster_\(visit + 1)", premaster), ("request_\(visit + 1)", plaintext.client)]
            outcome.computes(plaintext, connection: visit + 1)
        }
        outcome.reached = opened == visits
        if opened > 0 {
            let said = outcome.loot.filter { $0.name.hasPrefix("request") }.map(\.value)
            outcome.say(ForwardSecrecyNote.opens(said), cite: .rfc(5246, "F.1.1.2"))
        } else if let connection = recording.connections.first {
            let report = ForwardSecrecyAttack.run(on: connection, with: key)
            let isRight = report.steps.contains {
                if case ForwardSecrecyFinding.signatureVerified = $0.remark { true } else { false }
            }
            outcome.say(ForwardSecrecyNote.onlySigned(isRight: isRight), cite: .rfc(5246, "7.4.3"))
            outcome.say(ForwardSecrecyNote.needsExponents, cite: .rfc(5246, "F.1.1.3"))
        }
        outcome.figures = [Figure("opened", unit: "connections", measured: Double(opened))]
        outcome.evidence = [
            ("server", .socket(Socket(.server, 443))),
            ("clients", .array((0..<visits).map { .socket(Socket(.client, UInt16(50_000 + $0))) })),
            ("key", .string(stolen.pkcs8PEM)),
        ]
        outcome.reproduce = [openingCommand(key)]
        return outcome
    }

    /// A command that opens the first connection with a prime of the stolen key. It removes the secrets from the capture. From the prime and
    /// the certificate's modulus it computes the private exponent, and with this the premaster secret, which tshark needs.
    private static func openingCommand(_ key: RSAPrivateKey) -> String {
        let hex = Array(Hex.string(key.p.bigEndian))
        let prime = stride(from: 0, to: hex.count, by: 64).map { String(hex[$0..<min($0 + 64, hex.count)]) }
        return """
            d=$(mktemp -d); editcap --discard-all-secrets FILE $d/bare.pcapng; \
            f() { tshark -r $d/bare.pcapng -Y tls.handshake.type==$1 -T fields -E occurrence=f -e $2 | head -n 1 | tr -d :; }; \
            python3 -c "import sys; n, c, p = [int(x, 16) for x in sys.argv[2:4] + [''.join(sys.argv[4:])]]; \
            m = pow(c, pow(65537, -1, (p - 1) * (n // p - 1)), n); print('PMS_CLIENT_RANDOM', sys.argv[1], '%096x' % (m % 2**384))" \
            $(f 1 tls.handshake.random) $(f 11 pkcs1.modulus) $(f 16 tls.handshake.epms) \(prime.joined(separator: " ")) \
            > $d/keys.log; tshark -r $d/bare.pcapng -o tls.keylog_file:$d/keys.log -Y http.request -T fields -e http.request.uri
            """
    }

    // MARK: The key of the tickets

    /// The attacker steals the key that seals the tickets. The second connection is resumed with a ticket: with the ticket's secret alone
    /// (psk_ke), or with an exchange as well (psk_dhe_ke).
    private static func stealTicketKey(_ show: Performance) throws -> Outcome {
        let stage = show.stage()
        let victims = try Victims(show, .ecdheRSAAES128GCM)
        let (client, server) = show.pair(on: stage)
        var (count, draw) = (0, show.seeds.fork("ticket key"))
        let key = TicketKey(using: &draw)
        let requests = (1...2).map { show.request("request \($0)") }
        stage.listen(server, port: 443) { _ in
            count += 1
            return victims.tls13Server(
                count, at: stage.now, ticketKey: key, answers: requests.map { ($0, answer) },
                configure: { $0.takesPSKAlone = !show.isDefended })
        }
        let attacker = show.attacker(on: stage)
        var ticket: TLS13.Ticket?
        var sights: [Sight] = []
        for (visit, request) in requests.enumerated() {
            let socket = stage.connect(
                client, from: UInt16(50_000 + visit), to: Socket(.server, 443),
                victims.tls13Client(
                    visit, at: stage.now, ticket: ticket, says: [request], until: answer,
                    configure: { $0.pskModes = [show.isDefended ? .pskWithDHE : .pskOnly] }))
            sights += attacker.wait(.seconds(3_600))
            ticket = ticket ?? (stage.application(client, socket) as? TLSProgram)?.ticket
        }
        _ = attacker.wait(theft)

        var outcome = blank
        outcome.thefts = [
            (
                Knowledge.ticketKey, key.secret,
                Words(english: "a copy of the server's ticket key", chinese: "复制的服务器票据密钥")
            )
        ]
        show.find(outcome)
        outcome.evidence = [
            ("server", .socket(Socket(.server, 443))), ("client", .socket(Socket(.client, 50_001))),
            ("name", .string(Hex.string(key.name))), ("secret", .string(Hex.string(key.secret))),
        ]
        outcome.truth = [("request", requests[1])]
        if let psk = ticket?.psk { outcome.truth.append(("psk", psk)) }
        outcome.reproduce = [
            "tshark -r FILE -Y 'tls.handshake.type==2' -T fields -e tcp.stream -e tls.handshake.extension.type",
            "tshark -r FILE -Y 'tcp.stream==1 && tls.handshake.type==1' -T fields -e tls.handshake.extensions.psk.identity.identity | cut -c1-32",
        ]
        let recording = Recording(sights)
        guard let handshake = recording.handshakes.last,
            let sealed = handshake.clientHello.preSharedKeys?.identities.first?.identity
        else { return outcome }
        let frames = recording.frames(with: sealed)
        outcome.say(ForwardSecrecyNote.resumes(hasExchange: handshake.serverHello.keyShare != nil), frames: frames)
        outcome.say(ForwardSecrecyNote.stealsTicketKey, [.init("key name", key.name), .init("key", key.secret)])
        guard let psk = key.psk(in: sealed) else { return outcome }
        outcome.loot = [("psk", psk)]
        outcome.say(ForwardSecrecyNote.opensTicket, frames: frames, [.init("PSK", psk)])
        let report = ForwardSecrecyAttack.run(on: handshake.connection, with: nil, .init(ticketKey: key.secret))
        outcome.reached = report.outcome == .opened
        if outcome.reached { outcome.loot.append(("request", report.clientData)) }
        outcome.say(
            outcome.reached ? ForwardSecrecyNote.opens([report.clientData]) : .needsExchange, cite: .rfc(8446, "2.2"))
        return outcome
    }
}
