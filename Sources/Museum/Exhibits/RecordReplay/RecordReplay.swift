import Simulator
import TCPSim
import TLSSim
import Trace

/// An attacker sends a copy of a record in a segment with the next sequence numbers, and the server takes it for a second record (RFC 5246
/// section 6.2.3.1).
enum RecordReplay: Exhibit {
    static let card = Card(
        "record-replay", in: .record, from: .onPath, to: .inject, unit: .records, year: 1996,
        cites: [.rfc(5246, "6.2.3.1")],
        words: RecordReplayCard.self)

    private static let order = Array("pay 10".utf8)

    static func perform(_ show: Performance) throws -> Outcome {
        let stage = show.stage()
        let victims = try Victims(show, .dheRSAAES128GCM)
        let (client, server) = show.pair(on: stage)
        stage.listen(server, port: 443) { _ in
            victims.server(configure: { $0.recordRules.macsSequenceNumber = show.extent })
        }
        stage.connect(
            client, from: 50_000, to: Socket(.server, 443),
            victims.client(says: [order], configure: { $0.recordRules.macsSequenceNumber = show.extent }))
        var attacker = show.attacker(on: stage)

        var outcome = Outcome()
        outcome.theory = .exactly(1)
        outcome.evidence = [
            ("client", .socket(Socket(.client, 50_000))), ("server", .socket(Socket(.server, 443))),
        ]
        let sent = attacker.wait(.seconds(10)) {
            $0.source.port == 50_000 && $0.segment.payload.first == ContentType.applicationData.rawValue
        }
        guard let sent else { return outcome }
        outcome.say(RecordReplayNote.sees(sent.segment.payload.count), frames: [sent.frame])
        _ = attacker.wait(.seconds(1))
        var again = sent.segment
        again.sequence = sent.segment.end
        attacker.send(again, from: .client, to: .server, RecordReplayNote.sends)
        outcome.tries = 1
        let frame = attacker.frame()
        outcome.say(RecordReplayNote.sends, frames: [frame], [.init("record", again.payload)])
        _ = attacker.wait(.milliseconds(300))

        let program = stage.applications(of: server).first?.application as? TLSProgram
        let heard = program?.heard ?? []
        outcome.reached = heard == order + order
        outcome.evidence += [
            ("original", .number(sent.frame)), ("frame", .number(frame)),
            ("received", .string(String(decoding: heard, as: UTF8.self))),
        ]
        outcome.truth = [("order", order)]
        outcome.say(
            outcome.reached ? RecordReplayNote.twice(order) : .refused(program?.failure.map { Words($0) } ?? ""),
            frames: [attacker.frame()], cite: .rfc(5246, "6.2.3.1"))
        outcome.reproduce = [
            "tshark -r FILE -Y 'tls.record.content_type==23 && ip.src==10.0.0.1' -T fields -e frame.interface_name -e "
                + "tcp.seq -e tls.app_data"
        ]
        return outcome
    }
}
