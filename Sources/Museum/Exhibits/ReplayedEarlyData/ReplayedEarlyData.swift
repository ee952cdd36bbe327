import Crypto
import Render
import Simulator
import TCPSim
import TLSSim
import Trace

/// An attacker sends a recorded first flight of TLS 1.3 with its early data again (RFC 8446 section 8). The sentences are those of
/// ``EarlyDataReplayFinding``.
enum ReplayedEarlyData: Exhibit {
    static let card = Card(
        "early-data-replay", in: .handshake, from: .onPath, to: .inject,
        variants: ["single-use", "window", "other-server"],
        unit: .replays, year: 2017, cites: [.rfc(8446, "8"), .rfc(8470)], words: ReplayedEarlyDataCard.self)

    private static let question = Array("GET / HTTP/1.1\r\nHost: \(Visit.hostName)\r\n\r\n".utf8)
    private static let greeting = Array("HTTP/1.1 204 No Content\r\n\r\n".utf8)
    /// The other server of the site.
    private static let other = Socket(IPv4Address(10, 0, 2, 1), 443)

    static func table(seed: UInt64) throws -> Report? { try EarlyDataReplay.table(seed: seed) }

    static func perform(_ show: Performance) throws -> Outcome {
        let stage = show.stage()
        let victims = try Victims(show, .ecdheRSAAES128GCM)
        let (client, first) = show.pair(on: stage)
        let isOther = show.variant == "other-server"
        let second = isOther ? stage.add(StageHost(.host("other server"), at: other.address, show.tcp("other"))) : first
        let attacker = show.attacker(on: stage)
        let defence: EarlyDataReplay.Defence =
            isOther ? .singleUse : show.isDefended ? .init(rawValue: show.variant) ?? .none : .none
        var (count, draw) = (0, show.seeds.fork("ticket key"))
        let key = TicketKey(using: &draw)
        func programs(_ host: Int) -> [TLSProgram] {
            stage.applications(of: host).compactMap { $0.application as? TLSProgram }
        }
        for host in Set([first, second]).sorted() {
            stage.listen(host, port: 443) { _ in
                count += 1
                // A server's memory of early data outlives its connections. Two servers share it only where the rule is in place.
                let sharing = isOther && !show.isWhole ? [host] : [second, first]
                return victims.tls13Server(
                    count, at: stage.now, ticketKey: key,
                    replays: sharing.compactMap { programs($0).last?.end.replays }.first
                        ?? TLS13.ReplayRegister(defence, start: (Visit.epoch - 3_600) * 1_000),
                    answers: [(question, greeting), (EarlyDataReplay.order, EarlyDataReplay.answer)],
                    configure: { $0.maxEarlyData = EarlyDataReplay.mostEarlyData })
            }
        }
        func orders() -> Int {
            Set([first, second]).flatMap(programs).count { $0.heard == EarlyDataReplay.order }
        }

        // The client gets a ticket, and comes back with it after a minute.
        let visit = stage.connect(
            client, from: 50_000, to: Socket(.server, 443),
            victims.tls13Client(0, at: stage.now, says: [question], until: greeting))
        _ = attacker.wait(.seconds(60))
        stage.connect(
            client, from: 50_001, to: Socket(.server, 443),
            victims.tls13Client(
                1, at: stage.now, ticket: (stage.application(client, visit) as? TLSProgram)?.ticket,
                early: EarlyDataReplay.order, until: EarlyDataReplay.answer))
        let said = attacker.wait(.seconds(1)).filter { !$0.segment.payload.isEmpty }
        let flight = said.prefix { $0.source.port == 50_001 }
        let rest = said.dropFirst(flight.count).filter { $0.source.port == 50_001 }

        var outcome = Outcome()
        outcome.theory = .exactly(1)
        outcome.truth = [("order", EarlyDataReplay.order)]
        outcome.connections = [1, 2]
        let octets = flight.flatMap(\.segment.payload)
        outcome.say(
            EarlyDataReplayFinding.recorded(
                octets: octets.count, order: EarlyDataReplay.order.count, isCarriedOut: orders() == 1),
            frames: flight.map(\.frame))
        let target = isOther ? other : Socket(.server, 443)
        let line = attacker.open(to: target)
        line.send(octets)
        outcome.tries = 1
        _ = attacker.wait(.seconds(1))
        let scene: EarlyDataReplay.Scene = !isOther ? .soon : show.isWhole ? .sharedMemory : .otherServer
        outcome.say(EarlyDataReplayFinding.sent(scene), frames: [attacker.frame()], cite: .rfc(8446, "8"))
        outcome.say(EarlyDataReplayFinding.keys, cite: .rfc(8446, "7.1"))
        line.send(rest.flatMap(\.segment.payload))
        _ = attacker.wait(.seconds(1))
        let copy = programs(second).last
        outcome.reached = orders() == 2
        outcome.say(
            outcome.reached ? EarlyDataReplayFinding.accepted(defence) : .rejected(defence, scene),
            cite: .rfc(8446, show.variant == "window" ? "8.2" : "8.1"))
        outcome.say(EarlyDataReplayFinding.stuck(state: copy?.state ?? "", alert: copy?.alert))
        outcome.evidence = [
            ("server", .socket(target)), ("original", .socket(Socket(.client, 50_001))),
            ("replayed", line.route.map { .socket($0.local) } ?? .null), ("octets", .number(octets.count)),
        ]
        line.abort()
        outcome.reproduce = [
            "tshark -r FILE -Y 'tls.handshake.type==1' -T fields -e tcp.stream -e frame.interface_name -e tls.handshake.random",
            "tshark -r FILE -Y http.request -T fields -e tcp.stream -e frame.interface_name -e http.request.method",
        ]
        return outcome
    }
}
