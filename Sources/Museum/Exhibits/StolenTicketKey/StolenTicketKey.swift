import Crypto
import Recordings
import Simulator
import TCPSim
import TLSSim
import Trace

/// A stolen ticket key opens every recorded session whose ticket was sealed under it (RFC 5077 section 5.5).
enum StolenTicketKey: Exhibit {
    static let card = Card(
        "ticket-key", in: .handshake, from: .recording, to: .read, unit: .tickets, year: 2013,
        cites: [.rfc(5077, "5.5"), .rfc(9325, "3.4")], words: StolenTicketKeyCard.self)

    private static let suite = CipherSuite.ecdheRSAAES128GCM
    /// How long the server uses a ticket key if the rule is in place, and the time from the visit to the theft.
    private static let (rotation, theft): (TimeSpan, TimeSpan) = (.seconds(12 * 3_600), .seconds(7 * 86_400))
    /// The layout of a ticket, so that another program can open it.
    private static let layout =
        "key name 16, nonce 12, AES-256-GCM(secret, nonce, additional data = key name) of: 1, cipher suite 2, master "
        + "secret 48, …; tag 16"

    static func perform(_ show: Performance) throws -> Outcome {
        let stage = show.stage()
        let victims = try Victims(show, suite)
        let (client, server) = show.pair(on: stage)
        /// The ticket key that the server uses at an instant.
        func key(at now: Instant) -> TicketKey {
            let period = show.isDefended ? (now - .zero).microseconds / rotation.microseconds : 0
            var random = show.seeds.fork("ticket key \(period)")
            return TicketKey(using: &random)
        }
        stage.listen(server, port: 443) { _ in
            victims.server(
                configure: { $0.ticketKey = key(at: stage.now) },
                answers: { _ in .ends([Array("HTTP/1.1 200 OK\r\n\r\nbalance: 1000".utf8)]) })
        }
        var secrets = show.seeds.fork("request")
        let request = Array("GET /balance HTTP/1.1\r\nCookie: id=\(Hex.string(secrets.octets(4)))\r\n\r\n".utf8)
        let socket = stage.connect(
            client, from: 50_000, to: Socket(.server, 443),
            victims.client(says: [request], configure: { $0.offersTickets = true }))
        let attacker = show.attacker(on: stage)
        let recording = Recording(attacker.wait(.seconds(5)))
        _ = attacker.wait(theft)

        var outcome = Outcome()
        outcome.theory = .exactly(1)
        outcome.connections = [0]
        // Half of the rule: the server changes its key and keeps the old ones, so the attacker steals the key of the
        // visit too.
        let stolen = key(at: show.isHalf ? .zero : attacker.now)
        // The ticket begins with the name of its key. If the server has changed its key since, she has stolen another one.
        let sealed = recording.handshakes.first.flatMap { Self.ticket(in: $0) } ?? []
        let secret =
            sealed.starts(with: stolen.name) ? Knowledge.ticketKey : SecretID("session ticket key at the theft")
        outcome.thefts = [
            (secret, stolen.secret, Words(english: "a copy of the server's ticket key", chinese: "服务器票据密钥的拷贝"))
        ]
        show.find(outcome)
        outcome.evidence = [
            ("client", .socket(Socket(.client, 50_000))), ("server", .socket(Socket(.server, 443))),
            ("name", .string(Hex.string(stolen.name))), ("secret", .string(Hex.string(stolen.secret))),
            ("layout", .string(layout)),
        ]
        outcome.truth = [("request", request)]
        if let session = (stage.application(client, socket) as? TLSProgram)?.session {
            outcome.truth.append(("master", session.masterSecret))
        }
        guard let handshake = recording.handshakes.first, let ticket = ticket(in: handshake) else { return outcome }
        outcome.tries = 1
        outcome.say(StolenTicketKeyNote.records, frames: recording.frames(with: ticket), [.init("ticket", ticket)])
        outcome.say(
            StolenTicketKeyNote.steals, [.init("key name", stolen.name), .init("key", stolen.secret)])
        outcome.reproduce = [
            "tshark -r FILE -Y tls.handshake.session_ticket -T fields -e tls.handshake.session_ticket | tr -d : | cut "
                + "-c1-32"
        ]
        guard let session = stolen.unseal(ticket) else {
            outcome.say(
                StolenTicketKeyNote.keyNameDiffers(hours: Int(rotation.microseconds / 3_600_000_000)),
                cite: .rfc(9325, "3.4"))
            return outcome
        }
        outcome.loot = [("master", session.masterSecret)]
        guard let plaintext = handshake.plaintext(by: .master(session.masterSecret)) else { return outcome }
        outcome.loot.append(("request", plaintext.client))
        outcome.computes(plaintext)
        outcome.reached = true
        outcome.say(
            StolenTicketKeyNote.opens(plaintext.client), cite: .rfc(5077, "5.5"),
            [.init("master_secret", session.masterSecret)])
        return outcome
    }

    /// The ticket that the server has sent in clear, before its ChangeCipherSpec (RFC 5077 section 3.1).
    private static func ticket(in handshake: RecordedHandshake) -> [UInt8]? {
        let message = RecordedFlights(handshake.connection.server.bytes).messages.first { $0.type == .newSessionTicket }
        return try? message?.parsed(NewSessionTicket.read).ticket
    }
}
