import Simulator
import TCPSim
import TLSSim
import Trace

/// The client accepts a handshake without a key exchange (SMACK, Beurdouche and others, 2015).
enum SkipMessages: Exhibit {
    static let card = Card(
        "skip-messages", in: .implementation, from: .inPath, to: .impersonate, unit: .handshakes, year: 2015,
        cites: [.rfc(5246, "7.3"), .rfc(5246, "7.4")], cves: ["CVE-2014-6593"], words: SkipMessagesCard.self)

    static func perform(_ show: Performance) throws -> Outcome {
        let stage = show.stage()
        let victims = try Victims(show, .dheRSAAES128GCM)
        let client = stage.add(StageHost(.client, at: .client, show.tcp("client")))
        // The stage has no server: the attacker answers at the server's address.
        var attacker = show.attacker(on: stage, at: [.wire: .server])
        let lines = attacker.listen(at: 443, on: .wire)
        let request = show.request
        stage.connect(
            client, from: 50_000, to: Socket(.server, 443),
            victims.client(
                says: [request],
                configure: {
                    if !show.isWhole { $0.missingRules.insert(.awaitingServerKeyExchange) }
                    if !show.isDefended { $0.missingRules.insert(.awaitingServerHelloDone) }
                }))

        var outcome = Outcome()
        outcome.theory = .exactly(1)
        outcome.tries = 1
        outcome.evidence = [("client", .socket(Socket(.client, 50_000))), ("server", .socket(Socket(.server, 443)))]
        guard let line = attacker.caller(lines) else { return outcome }
        var relay = RecordRelay()
        var hello: HandshakeMessage?
        attacker.wait {
            relay.append(line.read())
            if case .message(let message)? = relay.next() { hello = message }
            return hello != nil
        }
        guard let hello, let asked = try? hello.parsed(ClientHello.read) else { return outcome }
        outcome.say(SkipMessagesNote.takes, frames: attacker.sighted(hello.bytes))

        let suite = CipherSuite.dheRSAAES128GCM
        var answer = ServerHello.blank
        answer.random = attacker.random.octets(32)
        answer.cipherSuite = suite.codePoint
        let flight = [answer.message, CertificateMessage(chain: victims.cast.server.chain).message]
        let hash = suite.hash.hash(([hello] + flight).flatMap(\.bytes))
        let schedule = KeySchedule(
            resuming: [], clientRandom: asked.random, serverRandom: answer.random, suite: suite)
        let finished = Finished(verifyData: schedule.verifyData(of: .server, transcriptHash: hash))
        let first = attacker.frame() + 1
        line.send((flight + [finished.message]).flatMap { relay.write($0) })
        outcome.say(
            SkipMessagesNote.skips, frames: [first, attacker.frame()], cite: .rfc(5246, "7.3"),
            [.init("master secret", []), .init("verify_data", finished.verifyData)])
        var heard: [UInt8] = []
        var alert: AlertDescription?
        attacker.wait(atMost: .seconds(10)) {
            relay.append(line.read())
            while let piece = relay.next() {
                switch piece {
                case .content(.applicationData, let data): heard += data
                case .content(.alert, let octets): alert = (try? Alert.read(octets))?.name
                default: break
                }
            }
            return !heard.isEmpty || alert != nil
        }
        let frames = attacker.sighted()
        outcome.reached = !heard.isEmpty
        if outcome.reached {
            show.find("request", heard, &outcome)
            line.send(relay.write(.applicationData, Money.altered(Money.answer)))
            line.send(relay.write(.alert, Alert(.warning, .closeNotify).bytes))
            outcome.truth = [("request", request)]
            outcome.say(SkipMessagesNote.reads(octets: heard.count), frames: frames)
        } else {
            outcome.say(
                SkipMessagesNote.refused(alert?.description ?? ""), frames: frames, cite: .rfc(5246, "7.3"))
        }
        line.close()
        _ = attacker.wait(.seconds(1))
        outcome.reproduce = ["tshark -r FILE -Y 'tls.record.content_type==23' -x"]
        return outcome
    }
}
