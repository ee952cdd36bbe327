import TCPSim
import Testing
import Trace

/// When segments are sent: Nagle and silly windows, closed windows, delayed acknowledgments, keep-alive, challenges.
@Suite struct PacingTests {
    /// A in ESTABLISHED as changed, with an MSS of 1000, the other side's window as given, next numbers 101 and 301.
    private func opened(
        window: UInt16 = 65_535, _ change: (inout Connection.Configuration) -> Void = { _ in }
    ) -> Side {
        var configuration = Connection.Configuration.iss(100)
        configuration.mss = 1_000
        change(&configuration)
        var a = Side(.a, to: .b, configuration)
        a.on(.activeOpen)
        a.on(seq: 300, ack: 101, .syn, window: window, options: [.maximumSegmentSize(1_000)])
        #expect(a.state == .established)
        return a
    }

    private func octets(_ count: Int) -> [UInt8] { [UInt8](repeating: 1, count: count) }
    private func sizes(_ step: Step) -> [Int] { step.segments.map(\.payload.count) }

    // MARK: Nagle

    @Test func oneSmallSegmentIsUnderWayAtATime() {
        var a = opened { $0.nagle = true }
        #expect(sizes(a.on(.send(octets(10), push: true))) == [10])
        #expect(sizes(a.on(.send(octets(10), push: true))) == [])
        #expect(sizes(a.on(.send(octets(10), push: true))) == [])
        #expect(sizes(a.on(seq: 301, ack: 111, [])) == [20])
        // A full segment does not wait.
        #expect(sizes(a.on(.send(octets(1_500), push: true))) == [1_000])
        // Nor does the last one, with the FIN.
        #expect(sizes(a.on(.close)) == [500])
    }

    @Test func nagleCanBeSwitchedOff() {
        var a = opened { $0.nagle = true }
        a.on(.send(octets(10), push: true))
        a.on(.send(octets(10), push: true))
        #expect(sizes(a.on(.nagle(false))) == [10])
        #expect(sizes(a.on(.send(octets(10), push: true))) == [10])
    }

    // MARK: Silly windows

    @Test func smallOpeningsAreNotFilled() {
        var a = opened(window: 2_500) { $0.avoidsSillyWindows = true }
        #expect(sizes(a.on(.send(octets(5_000), push: true))) == [1_000, 1_000])
        // 500 of 2500 octets are less than half.
        let small = a.on(seq: 301, ack: 2_101, [], window: 300)
        #expect(sizes(small) == [])
        // Nothing is in flight that could bring news: the override timeout of at most a second does.
        #expect(small.armed(.persist).map { $0 - a.now } == .seconds(1))
        #expect(sizes(a.on(.timeout(.persist))) == [300])
    }

    /// A receiver with a buffer smaller than two segments would never open a window of one: half of the largest will do.
    @Test func halfOfTheLargestWindowIsEnough() {
        var a = opened(window: 600) { $0.avoidsSillyWindows = true }
        #expect(sizes(a.on(.send(octets(5_000), push: true))) == [600])
        #expect(sizes(a.on(seq: 301, ack: 701, [], window: 300)) == [300])
        #expect(sizes(a.on(seq: 301, ack: 1_001, [], window: 299)) == [])
    }

    // MARK: Closed windows

    /// RFC 9293 3.8.6.1: the first probe after RTO, then at doubled intervals, as long as they are answered.
    @Test func closedWindowIsProbed() {
        var a = opened(window: 1_000) { $0.dataRetries = 3 }
        a.on(.send(octets(2_000), push: true))
        var due = a.on(seq: 301, ack: 1_101, [], window: 0).armed(.persist)
        for wait in [1, 2, 4, 8, 16, 32, 60, 60] as [Int64] {
            #expect(due.map { $0 - a.now } == .seconds(wait))
            a.now = due ?? a.now
            let probe = a.on(.timeout(.persist))
            #expect(probe.lines == ["<SEQ=1101><ACK=301><CTL=ACK><DATA=1>"])
            #expect(a.connection.sending.next == SequenceNumber(1_102))
            due = probe.armed(.persist)
            a.on(seq: 301, ack: 1_101, [], window: 0)
            #expect(a.state == .established)
        }
        // The octet of the probe found no room; it goes out with what follows it.
        let opened = a.on(seq: 301, ack: 1_101, [], window: 65_535)
        #expect(opened.lines == ["<SEQ=1101><ACK=301><CTL=PSH,ACK><DATA=1000>"])
        #expect(!a.connection.armedTimers.contains(.persist))
    }

    @Test func probeThatIsTakenCounts() {
        var a = opened(window: 1_000)
        a.on(.send(octets(2_000), push: true))
        a.on(seq: 301, ack: 1_101, [], window: 0)
        a.on(.timeout(.persist))
        #expect(a.on(seq: 301, ack: 1_102, [], window: 2_000).lines == ["<SEQ=1102><ACK=301><CTL=PSH,ACK><DATA=999>"])
        #expect(a.on(seq: 301, ack: 2_101, []).lines == [])
        #expect(a.connection.isDrained)
    }

    /// RFC 9293 3.4: the octet of a probe takes its number. Our acknowledgments lie behind it, until the other side has shown that it had no
    /// room: then only the octet's own number is acceptable to it (3.10.7.4, table 6).
    @Test func theOctetOfAProbeIsSentAndItsRefusalIsHeeded() {
        var a = opened(window: 1_000) { $0.dataRetries = 3 }
        a.on(.send(octets(2_000), push: true))
        a.on(seq: 301, ack: 1_101, [], window: 0)
        for number in 0..<2 {
            a.on(.timeout(.persist))
            #expect(a.connection.sending.next == SequenceNumber(1_102))
            let first = UInt32(301 + 3 * number)
            // Sent before the probe has arrived: the other side may have taken it or not.
            #expect(
                a.on(seq: first, ack: 1_100, [], window: 0, data: [1]).lines == [
                    "<SEQ=1102><ACK=\(first + 1)><CTL=ACK>"
                ])
            #expect(
                a.on(seq: first + 1, ack: 1_101, [], window: 0, data: [1]).lines == [
                    "<SEQ=1101><ACK=\(first + 2)><CTL=ACK>"
                ])
            #expect(
                a.on(seq: first + 2, ack: 1_101, [], window: 0, data: [1]).lines == [
                    "<SEQ=1101><ACK=\(first + 3)><CTL=ACK>"
                ])
        }
        // After all it was taken.
        #expect(a.on(seq: 307, ack: 1_102, [], window: 0, data: [1]).lines == ["<SEQ=1102><ACK=308><CTL=ACK>"])
    }

    /// Nor does a keep-alive probe or a reset rely on that number.
    @Test func theOctetOfAProbeDoesNotHideWhatFollows() {
        var a = opened(window: 1_000) { $0.keepAlive = KeepAlive() }
        a.on(.send(octets(2_000), push: true))
        a.on(seq: 301, ack: 1_101, [], window: 0)
        a.on(.timeout(.persist))
        // What has been read lies before what the other side expects, so it must be answered.
        #expect(a.on(.timeout(.keepAlive)).lines == ["<SEQ=1100><ACK=301><CTL=ACK>"])
        a.on(seq: 301, ack: 1_101, [], window: 0)
        #expect(a.on(.abort).lines == ["<SEQ=1101><ACK=301><CTL=RST,ACK>"])
    }

    /// RFC 9293 A.2, simultaneous window probes: both buffers are full, both sides probe, and both users read before the other's probe
    /// arrives. Each side takes the other's octet. No segment is lost.
    @Test(arguments: [1, 3, 1_000, 2_500])
    func twoClosedWindowsThatAreProbedAtTheSameTimeOpenAgain(buffer: Int) throws {
        func side(_ local: Socket, _ remote: Socket?, _ iss: UInt32) -> Side {
            var configuration = Connection.Configuration.iss(iss)
            configuration.mss = 1_000
            configuration.receiveBuffer = buffer
            return Side(local, to: remote, configuration)
        }
        var sides = [side(.a, .b, 100), side(.b, nil, 300)]
        var underWay: [[Segment]] = [[], []]
        var received = [0, 0]
        func perform(_ event: Connection.Event, by number: Int) {
            let step = sides[number].on(event)
            underWay[1 - number] += step.segments
            received[number] += step.delivered.count
        }
        func carry() throws {
            for _ in 0..<1_000 where !underWay[0].isEmpty || !underWay[1].isEmpty {
                for number in 0..<2 where !underWay[number].isEmpty {
                    let source = number == 0 ? Socket.b : .a
                    perform(.segmentArrives(underWay[number].removeFirst(), from: source.address), by: number)
                }
            }
            try #require(underWay[0].isEmpty && underWay[1].isEmpty, "acknowledgments answer each other without end")
        }
        perform(.passiveOpen, by: 1)
        perform(.activeOpen, by: 0)
        try carry()
        for number in 0..<2 { perform(.send(octets(3 * buffer + 2), push: true), by: number) }
        try carry()
        #expect(sides.allSatisfy { $0.connection.receiving.window == 0 && $0.connection.armedTimers == [.persist] })
        for number in 0..<2 { perform(.timeout(.persist), by: number) }
        for number in 0..<2 { perform(.receive(max: .max), by: number) }
        try carry()
        // From here on the users read all, and a timer runs out only where nothing else brings anything.
        for _ in 0..<50 where received != [3 * buffer + 2, 3 * buffer + 2] {
            for number in 0..<2 { perform(.receive(max: .max), by: number) }
            try carry()
            for number in 0..<2 where sides[number].connection.armedTimers.contains(.persist) {
                perform(.timeout(.persist), by: number)
            }
            try carry()
        }
        #expect(received == [3 * buffer + 2, 3 * buffer + 2])
        #expect(sides.allSatisfy { $0.state == .established && $0.connection.isDrained })
    }

    @Test func unansweredProbesEndTheConnection() {
        var a = opened(window: 1_000) { $0.dataRetries = 3 }
        a.on(.send(octets(2_000), push: true))
        a.on(seq: 301, ack: 1_101, [], window: 0)
        for _ in 0..<3 { #expect(a.on(.timeout(.persist)).segments.count == 1) }
        #expect(a.on(.timeout(.persist)).signals == [.timedOut])
    }

    /// MUST-37: a receiver may close the window over data in flight for as long as it likes, if it goes on answering.
    @Test func answeredRetransmissionsIntoAClosedWindowDoNotEndTheConnection() {
        var a = opened(window: 1_000) { $0.dataRetries = 2 }
        a.on(.send(octets(500), push: true))
        for _ in 0..<6 {
            #expect(a.on(.timeout(.retransmission)).segments.count == 1)
            a.on(seq: 301, ack: 101, [], window: 0)
            a.on(seq: 301, ack: 101, [], window: 0)
        }
        #expect(a.state == .established)
        for _ in 0..<2 { a.on(.timeout(.retransmission)) }
        #expect(a.on(.timeout(.retransmission)).signals == [.timedOut])
    }

    @Test func finGoesOutThroughAClosedWindow() {
        var a = opened(window: 1_000)
        a.on(.send(octets(1_000), push: true))
        a.on(seq: 301, ack: 1_101, [], window: 0)
        #expect(a.on(.close).lines == [])
        #expect(a.on(.timeout(.persist)).lines == ["<SEQ=1101><ACK=301><CTL=FIN,ACK>"])
    }

    /// MUST-34: a window that shrinks below what is in flight stops new data and nothing else.
    @Test func shrunkWindowStopsNewData() {
        var a = opened(window: 4_000)
        a.on(.send(octets(6_000), push: true))
        #expect(a.on(seq: 301, ack: 1_101, [], window: 1_000).lines == [])
        #expect(a.connection.sending.usable == 0)
        #expect(a.on(seq: 301, ack: 4_101, [], window: 4_000).segments.count == 2)
    }

    // MARK: Delayed acknowledgments

    @Test func loneSegmentIsAcknowledgedAfterTheDelay() {
        var a = opened { $0.acknowledgmentDelay = .milliseconds(200) }
        let step = a.on(seq: 301, ack: 101, [], data: [1, 2])
        #expect(step.lines == [])
        #expect(step.armed(.delayedAcknowledgment) == .zero + .milliseconds(200))
        #expect(a.on(.timeout(.delayedAcknowledgment)).lines == ["<SEQ=101><ACK=303><CTL=ACK>"])
        #expect(a.on(.timeout(.delayedAcknowledgment)).lines == [])
    }

    @Test func secondFullSegmentIsAcknowledgedAtOnce() {
        var a = opened { $0.acknowledgmentDelay = .milliseconds(200) }
        #expect(a.on(seq: 301, ack: 101, [], data: octets(1_000)).lines == [])
        let second = a.on(seq: 1_301, ack: 101, [], data: octets(1_000))
        #expect(second.lines == ["<SEQ=101><ACK=2301><CTL=ACK>"])
        #expect(second.actions.contains(.disarm(.delayedAcknowledgment)))
        #expect(a.on(seq: 2_301, ack: 101, [], data: octets(1_000)).lines == [])
    }

    @Test func dataCarriesTheAcknowledgment() {
        var a = opened { $0.acknowledgmentDelay = .milliseconds(200) }
        a.on(seq: 301, ack: 101, [], data: [1])
        #expect(a.on(.send([9], push: true)).lines == ["<SEQ=101><ACK=302><CTL=PSH,ACK><DATA=1>"])
        #expect(a.connection.armedTimers == [.retransmission])
    }

    /// RFC 5681 4.2: out of order, filling a gap, and the FIN.
    @Test func newsAboutGapsDoesNotWait() {
        var a = opened { $0.acknowledgmentDelay = .milliseconds(200) }
        #expect(a.on(seq: 311, ack: 101, [], data: [1]).lines == ["<SEQ=101><ACK=301><CTL=ACK>"])
        #expect(a.on(seq: 301, ack: 101, [], data: octets(5)).lines == ["<SEQ=101><ACK=306><CTL=ACK>"])
        #expect(a.on(seq: 306, ack: 101, [], data: octets(5)).lines == ["<SEQ=101><ACK=312><CTL=ACK>"])
        #expect(a.on(seq: 312, ack: 101, [], data: octets(5)).lines == [])
        #expect(a.on(seq: 317, ack: 101, .fin).lines == ["<SEQ=101><ACK=318><CTL=ACK>"])
    }

    // MARK: Keep-alive

    @Test func keepAliveIsOffByDefault() {
        #expect(!opened().connection.armedTimers.contains(.keepAlive))
    }

    @Test func silentSideIsAskedAndGivenUp() {
        var a = opened { $0.keepAlive = KeepAlive(idle: .seconds(7_200), interval: .seconds(75), probes: 2) }
        a.now = .zero + .seconds(7_200)
        let first = a.on(.timeout(.keepAlive))
        #expect(first.lines == ["<SEQ=100><ACK=301><CTL=ACK>"])
        #expect(first.armed(.keepAlive).map { $0 - a.now } == .seconds(75))
        // An answer begins the silence anew.
        #expect(a.on(seq: 301, ack: 101, []).armed(.keepAlive).map { $0 - a.now } == .seconds(7_200))
        a.on(.timeout(.keepAlive))
        a.on(.timeout(.keepAlive))
        #expect(a.on(.timeout(.keepAlive)).signals == [.timedOut])
    }

    // MARK: Challenges

    /// RFC 5961 7: ten in five seconds, and then again.
    @Test func challengesAreLimited() {
        var a = opened { $0.challengeLimit = ChallengeLimit() }
        var answers = 0
        for _ in 0..<30 { answers += a.on(seq: 400, .rst).segments.count }
        #expect(answers == 10)
        a.now = .zero + .seconds(5)
        #expect(a.on(seq: 400, .syn).segments.count == 1)
        // Data that comes again must be acknowledged all the same.
        for _ in 0..<30 { #expect(a.on(seq: 200, ack: 101, [], data: [1]).segments.count == 1) }
    }
}
