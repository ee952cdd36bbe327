import Simulator
import TCPSim
import Trace

/// A forged ICMP error message ends the connection whose segment it quotes (RFC 5927 section 5).
enum ICMPReset: Exhibit {
    static let card = Card(
        "icmp-reset", in: .tcp, from: .offPath, to: .reset, unit: .messages, year: 2004,
        cites: [.rfc(5927, "5"), .rfc(9293, "3.9.2.2")], cves: ["CVE-2004-0790"], words: ICMPResetCard.self)

    private static let server = Socket(.server, 179)
    private static let ports = 49_152..<50_176

    static func perform(_ show: Performance) throws -> Outcome {
        var draws = show.seeds.fork("port")
        let port = UInt16(truncatingIfNeeded: ports.lowerBound + draws.number(below: ports.count))
        let client = Socket(.client, port)
        let stage = show.stage(client: client, server: server)
        let (near, far) = show.pair(on: stage)
        if !show.isWhole { stage.hosts[near].datagramFilter = CarelessTCP.believesUnreachable(isHalf: show.isHalf) }
        stage.listen(far, port: server.port) { _ in Chatter() }
        let socket = stage.connect(near, from: port, to: server, Chatter(says: "a route", every: .seconds(20)))
        var attacker = show.attacker(on: stage)
        _ = attacker.wait(.seconds(1))

        var outcome = Outcome()
        outcome.theory = .uniform(ports.count, "uniform(P)", name: "P")
        outcome.evidence = [
            ("server", .socket(server)), ("client", .socket(client)),
            ("ports", .array([.number(ports.lowerBound), .number(ports.upperBound)])),
        ]
        let first = attacker.frame() + 1
        var quoted: [UInt8] = []
        for port in ports {
            // She invents the segment that she quotes.
            let segment = Segment(
                sourcePort: UInt16(truncatingIfNeeded: port), destinationPort: server.port,
                sequence: SequenceNumber(attacker.random.word()), control: .ack)
            guard let message = message(about: segment, number: UInt16(truncatingIfNeeded: port)) else { break }
            attacker.send(message, ICMPResetNote.forged)
            outcome.tries += 1
            quoted = Array(message.dropFirst(28))
            // She sees no answer. The run looks at the client's connection for her, and says so.
            _ = attacker.wait(.milliseconds(11))
            if stage.isGone(near, socket) { break }
        }
        let last = attacker.frame()
        _ = attacker.wait(.seconds(30))
        outcome.reached = stage.isGone(near, socket)
        outcome.say(
            ICMPResetNote.sent(outcome.tries, of: ports.count, in: client.address),
            // The last frame is the client's reset, if a message was believed.
            frames: [first, outcome.reached ? last - 1 : last],
            outcome.reached ? [.init("28 octets quoted by the last", quoted)] : [])
        outcome.sayStop(of: ports.count, reached: outcome.reached)
        outcome.say(
            outcome.reached ? ICMPResetNote.believed(port) : .ignored,
            frames: outcome.reached ? [last] : [],
            cite: outcome.reached ? .rfc(9293, "3.9.2.2") : .rfc(5927, "5"))
        outcome.frames = [1...(first + 5), max(first, last - 12)...attacker.frame()]
        outcome.reproduce = ["tshark -r FILE -Y 'icmp || tcp.flags.reset==1' | tail -n 2"]
        return outcome
    }

    /// A datagram with "port unreachable" in the server's name. It quotes a segment as one that the client has sent.
    private static func message(about segment: Segment, number: UInt16) -> [UInt8]? {
        let datagram = SegmentCodec.encode(
            segment, from: .client, to: server.address, identification: number, recording: false
        ).bytes
        guard let header = try? SegmentCodec.decode(datagram, recording: false).header else { return nil }
        var message = UnreachableMessage(tooBig: segment, in: header, mtu: 0)
        message.code = 3
        return message.encode(from: server.address, identification: number).bytes
    }
}
