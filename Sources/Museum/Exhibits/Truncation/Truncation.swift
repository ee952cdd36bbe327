import Simulator
import TCPSim
import TLSSim
import Trace

/// The attacker cuts an answer short with a forged FIN (RFC 5246 section 7.2.1).
enum Truncation: Exhibit {
    static let card = Card(
        "truncation", in: .record, from: .onPath, to: .truncate, unit: .segments, year: 1996,
        cites: [.rfc(5246, "7.2.1")],
        words: TruncationCard.self)

    private static let half = Array("you owe 1000 to alice".utf8)
    private static let rest = Array(", no: that was cancelled".utf8)

    static func perform(_ show: Performance) throws -> Outcome {
        let stage = show.stage()
        let victims = try Victims(show, .dheRSAAES128GCM)
        let (client, server) = show.pair(on: stage)
        stage.listen(server, port: 443) { _ in
            victims.server(answers: { _ in .says([half]) })
        }
        // Half of the rule: TLS notices that close_notify is missing, and does not tell the program.
        let asked = stage.connect(
            client, from: 50_000, to: Socket(.server, 443),
            victims.client(
                says: [Array("what do I owe?".utf8)],
                variant: show.isWhole ? nil : show.isHalf ? CarelessTLS.truncationIsSilent : CarelessTLS.endIsWhole))
        var attacker = show.attacker(on: stage)

        var outcome = Outcome()
        outcome.theory = .exactly(1)
        outcome.evidence = [
            ("client", .socket(Socket(.client, 50_000))), ("server", .socket(Socket(.server, 443))),
        ]
        // The attacker waits for the server's first record of application data: it carries the first half of the answer.
        var records = RecordRelay()
        let answer = attacker.wait(.seconds(10)) { sight in
            guard sight.source.port == 443 else { return false }
            records.append(sight.segment.payload)
            while let piece = records.next() {
                if case .content(.applicationData, _) = piece { return true }
            }
            return false
        }
        guard let answer else { return outcome }
        outcome.say(TruncationNote.waits(answer.segment.payload.count), frames: [answer.frame])
        let fin = Segment(
            sourcePort: 443, destinationPort: answer.destination.port, sequence: answer.segment.end,
            acknowledgment: answer.segment.acknowledgment, control: [.fin, .ack], window: answer.segment.window)
        attacker.send(fin, from: .server, to: .client, TruncationNote.forges)
        outcome.tries = 1
        let frame = attacker.frame()
        outcome.say(TruncationNote.forges, frames: [frame])
        // The second half comes later than the first, as from a slow database. The server's sockets: 1 listens, 2 is the
        // connection.
        stage.prompt(server, socket: 2, with: .answer(rest), after: .milliseconds(5))
        _ = attacker.wait(.seconds(5))

        let program = stage.application(client, asked) as? TLSProgram
        let isReported = program?.failure == .truncated
        outcome.reached = program?.heard == half && !isReported
        outcome.evidence += [
            ("frame", .number(frame)), ("received", .string(String(decoding: program?.heard ?? [], as: UTF8.self))),
            ("reported", .bool(isReported)),
        ]
        outcome.truth = [("whole", half + rest)]
        outcome.say(
            outcome.reached ? TruncationNote.believed(half) : .reported(program?.failure.map { Words($0) } ?? ""),
            cite: .rfc(5246, "7.2.1"))
        outcome.reproduce = ["tshark -r FILE -Y 'tcp.flags.fin==1 || tls.alert_message.desc==0'"]
        return outcome
    }
}
