import Render
import TestSupport
import Testing
import Trace

/// The states beside the packets, against the figures of RFC 9293.
@Suite struct StatesTests {
    /// A run that is only packets and transitions.
    private struct Run {
        var journal = Journal(title: "", settings: [], epoch: 0, client: Fixture.client, server: Fixture.server)
        var frames = 0

        mutating func send(_ who: Principal, _ flags: String, to: Principal? = nil) -> Packet {
            frames += 1
            let fromClient = who == .client || to == .server
            let packet = Fixture.packet(
                number: frames, from: fromClient ? Fixture.client : Fixture.server,
                to: fromClient ? Fixture.server : Fixture.client, seq: 100, ack: 300, flags: flags, base: (0, 0))
            record(who, .sent(packet, to: to ?? (who == .client ? .server : .client)))
            return packet
        }

        mutating func enter(_ who: Principal, _ from: String, _ to: String) {
            record(who, .transition(machine: "TCP", from: from, to: to))
        }

        mutating func arrive(_ packet: Packet, at who: Principal) {
            record(who, .received(packet, from: who == .client ? .server : .client))
        }

        mutating func record(_ who: Principal, _ kind: Event.Kind) {
            journal.record(at: .zero, who: who, step: "s", kind)
        }

        /// Left state, right state of every packet's line.
        var lines: [String] {
            Ladder(journal).text.split(separator: "\n").filter { $0.contains("<SEQ=") && !$0.contains("relative") }
                .map { line in
                    let words = line.split(separator: " ")
                    return "\(words[2]) \(words[words.count - 1])"
                }
        }
    }

    /// Figure 12: each line has the states of its moment, and each change of state has a line.
    @Test func statesOfANormalCloseStandInTheOrderOfTime() {
        var run = Run()
        func both(_ run: inout Run, _ who: Principal, _ from: String, _ to: String, _ flags: String) -> Packet {
            run.enter(who, from, to)
            return run.send(who, flags)
        }
        run.record(.client, .call(name: "CLOSE", arguments: ""))
        let fin = both(&run, .client, "ESTABLISHED", "FIN-WAIT-1", "FIN,ACK")
        run.arrive(fin, at: .server)
        let ack = both(&run, .server, "ESTABLISHED", "CLOSE-WAIT", "ACK")
        run.arrive(ack, at: .client)
        run.enter(.client, "FIN-WAIT-1", "FIN-WAIT-2")
        run.record(.server, .call(name: "CLOSE", arguments: ""))
        let otherFin = both(&run, .server, "CLOSE-WAIT", "LAST-ACK", "FIN,ACK")
        run.arrive(otherFin, at: .client)
        let lastAck = both(&run, .client, "FIN-WAIT-2", "TIME-WAIT", "ACK")
        run.arrive(lastAck, at: .server)
        run.enter(.server, "LAST-ACK", "CLOSED")
        run.record(.client, .timer(name: "TIME-WAIT", .expired))
        run.enter(.client, "TIME-WAIT", "CLOSED")

        #expect(
            run.lines == [
                "FIN-WAIT-1 ESTABLISHED", "FIN-WAIT-1 CLOSE-WAIT", "FIN-WAIT-2 LAST-ACK", "TIME-WAIT LAST-ACK",
            ])
        let text = Ladder(run.journal).text
        for change in ["server: ESTABLISHED → CLOSE-WAIT", "server: LAST-ACK → CLOSED", "client: TIME-WAIT → CLOSED"] {
            #expect(text.contains("· \(change) "))
        }
        // The picture has the receiver's state after the arrival, as the figure has.
        let picture = Ladder(run.journal).overview.split(separator: "\n").filter { $0.contains("─") }
        let states = picture.map { line in
            let words = line.split(separator: " ")
            return "\(words[1]) \(words[words.count - 1])"
        }
        // The server's ACK and FIN leave at one instant: they are one flight.
        #expect(states == ["FIN-WAIT-1 CLOSE-WAIT", "TIME-WAIT LAST-ACK", "TIME-WAIT CLOSED"])
    }

    /// Figure 7: two SYNs cross.
    @Test func statesOfASimultaneousOpenStandAsInFigure7() {
        var run = Run()
        run.enter(.client, "CLOSED", "SYN-SENT")
        let one = run.send(.client, "SYN")
        run.enter(.server, "CLOSED", "SYN-SENT")
        let two = run.send(.server, "SYN")
        run.arrive(two, at: .client)
        run.enter(.client, "SYN-SENT", "SYN-RECEIVED")
        run.arrive(one, at: .server)
        run.enter(.server, "SYN-SENT", "SYN-RECEIVED")
        #expect(run.lines == ["SYN-SENT CLOSED", "SYN-SENT SYN-SENT"])
    }

    @Test func aLostOrWanderingPacketChangesNoState() {
        var run = Run()
        run.enter(.client, "CLOSED", "SYN-SENT")
        run.enter(.server, "CLOSED", "LISTEN")
        let lost = run.send(.client, "SYN")
        run.record(.network, .lost(lost, why: Words("a full queue")))
        _ = run.send(.client, "SYN")
        #expect(run.lines == ["SYN-SENT LISTEN", "SYN-SENT LISTEN"])
        let text = Ladder(run.journal).text
        #expect(text.contains("✘ lost: a full queue") && text.contains("frame 2, still under way"))
    }

    @Test func aDuplicateArrivesOnceOnTheLadder() {
        var run = Run()
        run.enter(.server, "CLOSED", "LISTEN")
        let syn = run.send(.client, "SYN")
        run.arrive(syn, at: .server)
        run.enter(.server, "LISTEN", "SYN-RECEIVED")
        run.arrive(syn, at: .server)
        run.enter(.server, "SYN-RECEIVED", "LISTEN")
        #expect(Ladder(run.journal).text.contains("a copy of frame 1, made by the wire, arrives"))
    }

    @Test func aForgedSegmentIsDrawnUnderItsForgersName() {
        var run = Run()
        run.enter(.client, "CLOSED", "ESTABLISHED")
        let forged = run.send(.eavesdropper, "RST", to: .client)
        run.arrive(forged, at: .client)
        run.enter(.client, "ESTABLISHED", "CLOSED")
        let line = Ladder(run.journal).text.split(separator: "\n").first { $0.contains("<CTL=RST>") }
        #expect(line?.contains("ESTABLISHED  ◀─<SEQ=100>") == true)
        #expect(line?.hasSuffix("─ eavesdropper") == true)
    }

    /// A peer that is another program leaves no events: its packets and messages are drawn where they arrive.
    @Test func whatOnlyArrivesIsDrawnWhereItArrives() throws {
        var run = Run()
        run.enter(.client, "CLOSED", "SYN-SENT")
        _ = run.send(.client, "SYN")
        let answer = Fixture.packet(
            number: 2, from: Fixture.server, to: Fixture.client, seq: 300, ack: 101, flags: "SYN,ACK", base: (0, 0))
        run.arrive(answer, at: .client)
        run.enter(.client, "SYN-SENT", "ESTABLISHED")
        let pane = Pane("record", bytes: [1, 2], fields: [])
        let message = Message(machine: "TLS", label: "ServerHello", step: "s", panes: [pane], stream: 0..<2)
        run.record(.client, .read(message))
        run.record(.client, .read(message))

        let lines = Ladder(run.journal).text.split(separator: "\n")
        let synAck = try #require(lines.first { $0.contains("<CTL=SYN,ACK>") })
        #expect(synAck.contains("SYN-SENT     ◀─<SEQ=300>"))
        #expect(lines.filter { $0.contains("◀═[TLS ServerHello 2 B]") }.count == 1)
        let json = JSON.journal(run.journal).line
        #expect(json.contains("{\"number\": 2, \"received\": 3, \"at_us\": 0,"))
    }
}
