import TCPSim
import Testing
import Trace

@testable import Simulator

/// Two stations whose segments are carried by hand.
@Suite struct StationTests {
    private static let a = Scenario.socket(of: .a)
    private static let b = Scenario.socket(of: .b)

    private var journal = Journal(title: "", settings: [], epoch: 0, client: a.endpoint, server: b.endpoint)
    private var caller = Station(
        .client, Connection(local: a, remote: b, configuration: .init(isn: .forced(SequenceNumber(100)))))
    private var listener = Station(
        .server, Connection(local: b, remote: nil, configuration: .init(isn: .forced(SequenceNumber(300)))))

    /// Does a turn, and returns the segments that go out.
    private mutating func segments(_ turn: Turn) -> [Segment] {
        var turn = turn
        var segments: [Segment] = []
        while let task = turn.next(in: &journal) {
            if case .transmit(let segment, _, _) = task { segments.append(segment) }
        }
        return segments
    }

    @Test mutating func aCallIsWrittenDownBeforeWhatFollowsFromIt() throws {
        let opening = caller.call(.activeOpen, to: Self.b, at: .zero, in: &journal)
        let out = segments(opening)
        let syn = try #require(out.first)
        #expect(syn.control == .syn)
        let first = try #require(journal.events.first)
        #expect(first.step == "tcp.call.open")
        #expect(journal.events.dropFirst().allSatisfy { $0.cause == first.number })
    }

    @Test mutating func aTimerThatIsSetIsDueUntilItRunsOut() throws {
        let opening = caller.call(.activeOpen, to: Self.b, at: .zero, in: &journal)
        _ = segments(opening)
        let due = try #require(caller.deadlines[.retransmission])
        let turn = caller.runOut(.retransmission, at: due, in: &journal)
        let again = segments(turn)
        #expect(again.map(\.control) == [.syn])
        #expect(journal[turn.cause]?.step == "tcp.timer")
        // The retransmission has set it anew, and later.
        #expect(try #require(caller.deadlines[.retransmission]) > due)
    }

    @Test mutating func packetsAreNumberedAndLabelledByTheirSender() throws {
        let listening = listener.call(.passiveOpen, to: Self.a, at: .zero, in: &journal)
        _ = segments(listening)
        let opening = caller.call(.activeOpen, to: Self.b, at: .zero, in: &journal)
        let out = segments(opening)
        let syn = try #require(out.first)
        let packet = caller.packet(syn, to: Self.b, number: 1, by: caller.connection.variables)
        #expect(packet.label.contains("SEQ=100") && packet.relativeLabel.contains("SEQ=0"))
        #expect(caller.identification.next == 2)
        let sent = journal.record(at: .zero, who: .client, step: "tcp.syn", .sent(packet, to: .server))
        let turn = listener.receive(
            syn, as: packet, from: Self.a.address, of: .client, sentIn: sent, at: .zero, in: &journal)
        // An arrival has the step of the event in which the packet left.
        #expect(journal[turn.cause]?.step == "tcp.syn" && journal[turn.cause]?.cause == sent)
        let answers = segments(turn)
        let answer = try #require(answers.first)
        #expect(answer.control == [.syn, .ack])
        let label = listener.packet(answer, to: Self.a, number: 2, by: listener.connection.variables).relativeLabel
        #expect(label.contains("SEQ=0") && label.contains("ACK=1"))
        // A SYN's number is the first of its side, whichever connection has made it.
        let plain = listener.packet(answer, to: Self.a, number: 3, by: nil).relativeLabel
        #expect(plain.contains("SEQ=0"))
    }

    @Test mutating func aTurnThatIsDoneHasNothingLeft() {
        var turn = caller.call(.activeOpen, to: Self.b, at: .zero, in: &journal)
        while turn.next(in: &journal) != nil {}
        let count = journal.events.count
        let isOver = turn.next(in: &journal) == nil
        #expect(isOver && journal.events.count == count)
    }

    @Test mutating func aRebootForgetsTheTimersToo() {
        let opening = caller.call(.activeOpen, to: Self.b, at: .zero, in: &journal)
        _ = segments(opening)
        #expect(!caller.deadlines.isEmpty)
        caller.reboot(Connection(local: Self.a, remote: nil, configuration: .init(isn: .clock)))
        #expect(caller.deadlines.isEmpty && caller.connection.state == .closed)
    }
}
