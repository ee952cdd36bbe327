import Simulator
import TCPHost
import TCPSim
import TLSSim
import Trace

/// The attacker reads a connection's sequence numbers and sends the client's next line in its name (Joncheray 1995).
enum TCPHijack: Exhibit {
    static let card = Card(
        "tcp-hijack", in: .tcp, from: .onPath, to: .inject, unit: .forgedSegments, year: 1995,
        cites: [.rfc(9293, "3.10.7.4"), .rfc(5246, "6.2.3"), .rfc(5961, "7")], words: TCPHijackCard.self)

    private static let client = Socket(.client, 50_000)
    private static let loss = 0.02
    private static let line = "ls"
    private static let answer = Array("project\r\n".utf8)
    private static let payload = Array("echo ALL: ALL >>/etc/hosts.allow\r\n".utf8)

    static func perform(_ show: Performance) throws -> Outcome {
        let server = Socket(.server, show.isWhole ? 992 : 23)
        let stage = show.stage(client: client, server: server)
        let (near, far) = show.pair(on: stage)
        let octets = Array("\(line)\r\n".utf8)
        if show.isDefended {
            let victims = try Victims(show, .dheRSAAES128GCM)
            stage.listen(far, port: 992) { _ in victims.server(answers: { _ in .says([answer]) }) }
            if show.isWhole {
                let socket = stage.connect(near, from: client.port, to: server, victims.client(says: [octets]))
                stage.prompt(near, socket: socket, with: .answer(octets), after: .seconds(20))
            }
        }
        // Half of the rule: the server offers TLS on port 992, and the client still uses port 23 without TLS.
        if !show.isWhole {
            stage.listen(far, port: server.port) { _ in Chatter(answers: { $0 == octets ? answer : nil }) }
            stage.connect(near, from: client.port, to: server, Chatter(says: line, every: .seconds(20)))
        }
        var attacker = show.attacker(on: stage)

        var outcome = Outcome()
        outcome.theory = .exactly(1)
        // The client's last segment has all the numbers that the attacker needs.
        guard let last = attacker.wait(.seconds(2)).last(where: { $0.source == client }) else { return outcome }
        let forgery =
            show.isWhole
            ? [ContentType.applicationData.rawValue, 3, 3, 0, UInt8(truncatingIfNeeded: payload.count)] + payload
            : payload
        let forged = Segment(
            sourcePort: client.port, destinationPort: server.port, sequence: last.segment.end,
            acknowledgment: last.segment.acknowledgment, control: [.ack, .psh], window: last.segment.window,
            payload: forgery)
        outcome.say(
            TCPHijackNote.reads(forged.sequence, forged.acknowledgment), frames: [last.frame],
            cite: .rfc(9293, "3.10.7.4"))
        stage.loss = (loss, show.seeds.fork("loss"))
        attacker.send(forged, from: client.address, to: server.address, TCPHijackNote.forges)
        let frame = attacker.frame()
        outcome.tries = 1
        outcome.say(TCPHijackNote.sent(payload, inRecord: show.isWhole), frames: [frame])
        let storm = attacker.wait(.seconds(17)).filter { $0.segment.payload.isEmpty && $0.segment.control == .ack }
        if !show.isWhole, let end = storm.last {
            outcome.figures = [
                Figure(
                    "storm", unit: "pure ACKs until one is lost", measured: Double(storm.count),
                    theory: .geometric(loss, formula: "geometric(loss)", parameters: [("loss", loss)]))
            ]
            outcome.say(
                TCPHijackNote.storm(storm.count, loss), frames: [frame + 1, end.frame], cite: .rfc(5961, "7"))
        }
        let own = attacker.wait(.seconds(18)).first { $0.source == client && !$0.segment.payload.isEmpty }

        let program = stage.applications(of: far).first?.application
        let heard = (program as? TLSProgram)?.heard ?? (program as? Chatter)?.heard ?? []
        outcome.reached = heard.suffix(payload.count).elementsEqual(payload)
        if outcome.reached, let own {
            outcome.say(
                TCPHijackNote.tooLate(own.segment.sequence, own.segment.payload.count), frames: [own.frame],
                cite: .rfc(9293, "3.10.7.4"))
        } else if let alert = (program as? TLSProgram)?.alert {
            outcome.say(TCPHijackNote.refused(alert), cite: .rfc(5246, "6.2.3"))
        }
        outcome.evidence = [
            ("client", .socket(client)), ("server", .socket(server)),
            ("payload", .string(String(decoding: payload, as: UTF8.self))), ("frame", .number(frame)),
            ("delivered", .bool(outcome.reached)),
        ]
        outcome.reproduce = [
            "tshark -r FILE -Y 'frame.interface_name==\"forged\" || (tcp.len>0 && ip.src==10.0.0.1)' -T fields -e frame.number -e frame.interface_name -e tcp.seq_raw -e tcp.ack_raw -e tcp.len",
            "tshark -r FILE -Y 'tcp.analysis.retransmission && ip.src==10.0.0.1'",
        ]
        return outcome
    }
}
