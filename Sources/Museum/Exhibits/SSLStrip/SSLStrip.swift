import Crypto
import Simulator
import TCPSim
import TLSSim
import Trace

/// The browser connects without TLS first, and the attacker removes every way to TLS from the page (Marlinspike 2009).
enum SSLStrip: Exhibit {
    static let card = Card(
        "ssl-strip", in: .pki, from: .inPath, to: .read, unit: .connections, year: 2009,
        cites: [.rfc(6797, "8.3"), .rfc(6797, "14.6"), .rfc(7457, "2.1")], legs: [.victim, .server],
        words: SSLStripCard.self)

    private static let server = Socket(.server, 443)

    static func perform(_ show: Performance) throws -> Outcome {
        let stage = show.stage()
        let victims = try Victims(show, .dheRSAAES128GCM)
        let (client, host) = show.pair(on: stage, apart: true)
        let attacker = show.attackerInTheMiddle(of: stage)
        let ports = (clear: attacker.listen(at: 80, on: .victim), secure: attacker.listen(at: 443, on: .victim))
        let site = Site(show)
        stage.listen(host, port: server.port) { _ in victims.server(answers: { site.reply(to: $0) }) }

        var outcome = Outcome()
        outcome.theory = .exactly(1)
        outcome.tries = 1
        outcome.evidence = [
            ("victim", .socket(Socket(.client, 50_000))), ("port", .number(show.isDefended ? 443 : 80)),
            ("server", .socket(server)),
        ]
        // A browser that knows the host's HSTS policy connects with TLS, whatever scheme the user has typed.
        guard !show.isWhole else {
            stage.connect(
                client, from: 50_000, to: server,
                victims.client(
                    says: [Site.question],
                    answers: { heard in site.login(after: heard, over: "https").map { .says([$0]) } ?? .nothing }))
            guard let middle = ManInTheMiddle(attacker, ports.secure, to: server) else { return outcome }
            outcome.say(SSLStripNote.begins(port: 443), frames: [1], on: .victim, cite: .rfc(6797, "8.3"))
            middle.relay { _, octets in octets }
            outcome.say(SSLStripNote.passesOn, frames: attacker.sighted(on: .victim), on: .victim)
            return outcome
        }
        stage.connect(
            client, from: 50_000, to: Socket(.server, 80),
            Chatter(
                says: String(decoding: Site.question.dropLast(2), as: UTF8.self),
                answers: { site.login(after: $0, over: "http") }))
        guard let middle = ManInTheMiddle(attacker, ports.clear, to: server) else { return outcome }
        outcome.say(SSLStripNote.begins(port: 80), frames: [1], on: .victim)
        var far = AttackerTLS(
            on: middle.server,
            TLSEndpoint(
                Client.Configuration(
                    hostName: Visit.hostName, cipherSuites: [.dheRSAAES128GCM], now: Visit.epoch)),
            random: attacker.random.fork("client"), judge: victims.cast.judges.client)
        var (heard, told) = ([UInt8](), 0)
        var frames: [Int] = []
        attacker.wait(atMost: .seconds(20)) {
            let octets = middle.victim.read()
            if !octets.isEmpty {
                heard += octets
                frames = attacker.sighted(on: .victim)
                show.find("request", Array(heard.dropFirst(Site.question.count)), &outcome)
                far.say(octets)
            }
            far.proceed()
            if far.heard.count > told {
                let isFirst = told == 0
                middle.victim.send(Site.stripped(Array(far.heard.dropFirst(told))))
                told = far.heard.count
                if isFirst { outcome.say(SSLStripNote.strips, frames: [attacker.frame(.victim)], on: .victim) }
            }
            if far.peerHasClosed { middle.victim.close() }
            return far.peerHasClosed
        }
        far.close()
        _ = attacker.wait(.seconds(1))
        let request = Array(heard.dropFirst(Site.question.count))
        outcome.reached = !request.isEmpty && far.isEstablished
        outcome.truth = [("request", site.request)]
        outcome.say(SSLStripNote.reads(octets: request.count), frames: frames, on: .victim, cite: .rfc(7457, "2.1"))
        outcome.reproduce = [
            "tshark -r VICTIM -Y http.request -T fields -e http.request.method -e http.file_data",
            "tshark -r SERVER -Y tls.handshake -T fields -e tls.handshake.type",
        ]
        return outcome
    }
}

/// A web site with a login form, and the requests of its visitor.
private struct Site: Sendable {
    /// The visitor's first request.
    static let question = Array("GET / HTTP/1.1\r\nHost: \(Visit.hostName)\r\n\r\n".utf8)
    /// The visitor's second request, which carries the password.
    let request: [UInt8]
    private let page: [UInt8]

    init(_ show: Performance) {
        var random = show.seeds.fork("site")
        let form = "user=alice&password=\(Hex.string(random.octets(5)))"
        request = Array(
            "POST /login HTTP/1.1\r\nHost: \(Visit.hostName)\r\nContent-Length: \(form.utf8.count)\r\n\r\n\(form)".utf8)
        // Half of the rule: the server sends Strict-Transport-Security. A browser learns the policy only from a response
        // over TLS (RFC 6797 section 8.1), and the attacker's page reaches it without TLS.
        let wish = show.isHalf ? "Strict-Transport-Security: max-age=31536000\r\n" : ""
        page = Self.message(
            "HTTP/1.1 200 OK\r\n\(wish)Set-Cookie: session=\(Hex.string(random.octets(8))); Secure",
            "<form method=post action=\"https://\(Visit.hostName)/login\">")
    }

    /// The server's reply to all octets that it has received so far.
    func reply(to heard: [UInt8]) -> TLSProgram.Reply {
        if heard.count >= Self.question.count + request.count {
            return .ends([Self.message("HTTP/1.1 200 OK", "welcome, alice")])
        }
        return heard.count == Self.question.count ? .says([page]) : .nothing
    }

    /// The visitor's login request, if the page that was received has a form with a URL of this scheme; nil if not, or
    /// after the login.
    func login(after heard: [UInt8], over scheme: String) -> [UInt8]? {
        heard.contains(Array("action=\"\(scheme)://".utf8)) && !heard.contains(Array("welcome".utf8)) ? request : nil
    }

    /// The page that the attacker sends to the victim: each https link becomes http, and the cookie loses its attribute
    /// Secure, so that the browser sends it without TLS too.
    static func stripped(_ message: [UInt8]) -> [UInt8] {
        let text = String(decoding: message, as: UTF8.self).replacing("https://", with: "http://")
            .replacing("; Secure", with: "")
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1)
        guard parts.count == 2, let head = parts[0].split(separator: "\r\nContent-Length").first else { return message }
        return Self.message(String(head), String(parts[1]))
    }

    private static func message(_ head: String, _ body: String) -> [UInt8] {
        Array("\(head)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
    }
}
