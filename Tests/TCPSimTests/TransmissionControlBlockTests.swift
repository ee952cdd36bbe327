import Testing
import Trace

@testable import TCPSim

/// The TCB holds all that belongs to one incarnation, and goes with it.
@Suite struct TransmissionControlBlockTests {
    /// B after a full life: everything that later documents add is in use, data went both ways, one octet is unread.
    private func lived() throws -> Side {
        var configuration = Connection.Configuration.modern(isn: .forced(SequenceNumber(300)))
        configuration.keepAlive = KeepAlive()
        var b = Side(.b, to: nil, configuration)
        b.on(.passiveOpen)
        let options: [SegmentOption] = [
            .maximumSegmentSize(1_000), .windowScale(5), .selectiveAcknowledgmentPermitted,
            .timestamps(value: 50, echo: 0),
        ]
        b.on(seq: 100, .syn, options: options)
        let stamp: [SegmentOption] = [.timestamps(value: 60, echo: 0)]
        b.on(seq: 101, ack: 301, [], options: stamp)
        b.on(.send([1, 2, 3], push: true))
        b.on(seq: 101, ack: 301, [], data: [7], options: stamp)
        // Ahead of its turn, so that something is held.
        b.on(seq: 105, ack: 301, [], data: [9], options: stamp)
        try #require(b.state == .established)
        try #require(b.connection.tcb.reassembly.isEmpty == false)
        return b
    }

    /// A connection with the same settings that was opened and closed without meeting a segment.
    private func fresh(_ connection: Connection) -> Connection {
        var other = Connection(local: connection.local, configuration: connection.configuration)
        _ = other.handle(.passiveOpen, at: .zero)
        _ = other.handle(.close, at: .zero)
        return other
    }

    @Test func closedListenerHasTheBlockOfANewConnection() {
        let new = Connection(local: .b, configuration: .iss(300))
        #expect(fresh(new).state == .closed)
        #expect(fresh(new).tcb == new.tcb)
    }

    @Test func deletedConnectionEqualsAFreshOneSaveWhatIsUnread() throws {
        var b = try lived()
        b.on(seq: 102, ack: 301, .rst, options: [.timestamps(value: 70, echo: 0)])
        #expect(b.state == .closed)
        #expect(b.connection != fresh(b.connection))
        #expect(b.connection.tcb == fresh(b.connection).tcb)
        #expect(b.on(.receive(max: 10)).delivered == [7])
        #expect(b.connection == fresh(b.connection))
    }

    @Test func abortLeavesNothing() throws {
        var b = try lived()
        b.on(.abort)
        #expect(b.connection == fresh(b.connection))
    }

    @Test func resetListenerEqualsOneThatHasJustBeenOpened() {
        var b = Side.b(iss: 300)
        b.on(.passiveOpen)
        let listening = b.connection
        b.on(seq: 100, .syn)
        #expect(b.state == .synReceived)
        b.on(seq: 101, .rst)
        #expect(b.connection == listening)
    }

    @Test func nagleIsTheUsersChoiceAndOutlivesTheConnection() throws {
        var b = try lived()
        #expect(b.connection.configuration.nagle)
        b.on(.nagle(false))
        b.on(.abort)
        #expect(!b.connection.configuration.nagle)
    }
}
