import TestSupport
import Testing
import Trace

@testable import TCPSim

/// What a host builds on: listeners, the half-duplex close, the way out of TIME-WAIT, and the numbers a connection begins with.
@Suite struct ListenerTests {
    private func syn(_ sequence: UInt32, port: UInt16, options: [SegmentOption] = []) -> Segment {
        Segment(
            sourcePort: port, destinationPort: Socket.b.port, sequence: SequenceNumber(sequence), control: .syn,
            window: 65_535, options: options)
    }

    private func listening(backlog: Int, iss: UInt32 = 300) -> Listener {
        var listener = Listener(local: .b, backlog: backlog, configuration: .iss(iss))
        _ = listener.open(at: .zero)
        return listener
    }

    private func connection(_ answer: Listener.Answer) -> Connection? {
        if case .opened(let connection, _) = answer { connection } else { nil }
    }

    @Test func eachSYNGetsAConnectionOfItsOwn() throws {
        var listener = listening(backlog: 2)
        let answer = listener.segmentArrives(syn(100, port: 1), from: Socket.a.address, at: .zero)
        guard case .opened(let first, let actions) = answer else { return #expect(Bool(false)) }
        #expect(first.state == .synReceived)
        #expect(first.remote == Socket(Socket.a.address, 1))
        #expect(Step(actions: actions).lines == ["<SEQ=300><ACK=101><CTL=SYN,ACK>"])
        #expect(listener.connection.state == .listen)
        #expect(connection(listener.segmentArrives(syn(7, port: 2), from: Socket.a.address, at: .zero)) != nil)
        #expect(listener.halfOpen.map(\.port) == [1, 2])
        // Full: the third is not answered at all.
        let third = listener.segmentArrives(syn(7, port: 3), from: Socket.a.address, at: .zero)
        #expect(third == .answered([.note(.opening(.backlogFull(limit: 2)))]))
        // Half-open or open, what waits takes a place; what is accepted or gone does not.
        listener.established(Socket(Socket.a.address, 2))
        #expect(connection(listener.segmentArrives(syn(7, port: 3), from: Socket.a.address, at: .zero)) == nil)
        #expect(listener.accept()?.port == 2)
        #expect(listener.accept() == nil)
        #expect(connection(listener.segmentArrives(syn(7, port: 3), from: Socket.a.address, at: .zero)) != nil)
        listener.forget(Socket(Socket.a.address, 1))
        #expect(connection(listener.segmentArrives(syn(7, port: 4), from: Socket.a.address, at: .zero)) != nil)
    }

    @Test func whatOpensNothingIsAnsweredAsInListen() {
        var listener = listening(backlog: 1)
        var segment = syn(500, port: 9)
        segment.control = .ack
        segment.acknowledgment = SequenceNumber(77)
        guard case .answered(let actions) = listener.segmentArrives(segment, from: Socket.a.address, at: .zero) else {
            return #expect(Bool(false))
        }
        #expect(Step(actions: actions).lines == ["<SEQ=77><CTL=RST>"])
    }

    /// A flood of SYNs fills a long backlog. Each half-open connection that expires costs the same few steps.
    @Test(arguments: [1_000, 8_000]) func whatExpiresCostsNoLookAtTheOthers(_ count: Int) {
        var listener = listening(backlog: count)
        for port in 1...count {
            _ = listener.segmentArrives(syn(100, port: UInt16(port)), from: Socket.a.address, at: .zero)
        }
        #expect(listener.halfOpen.count == count)
        let work = steps {
            // The newest leaves first, then the others from the oldest on.
            for port in [count] + Array(1..<count) { listener.forget(Socket(Socket.a.address, UInt16(port))) }
        }
        #expect(listener.halfOpen.isEmpty && work.count <= 8 * count)
    }

    @Test func aQueueOfSocketsKeepsItsOrderWhateverLeaves() {
        forEachSeed(50) { seed, random in
            var (queue, model) = (SocketQueue(), [Socket]())
            for _ in 0..<300 {
                let socket = Socket(Socket.a.address, UInt16.random(in: 1...9, using: &random))
                switch Int.random(in: 0..<7, using: &random) {
                case 0: #expect(queue.removeFirst() == (model.isEmpty ? nil : model.removeFirst()))
                case 1:
                    let place = model.firstIndex(of: socket)
                    if let place { model.remove(at: place) }
                    #expect(queue.removeOldest(socket) == (place != nil))
                case 2:
                    queue.removeNewest(socket)
                    if let place = model.lastIndex(of: socket) { model.remove(at: place) }
                case 3:
                    queue.removeAll(socket)
                    model.removeAll { $0 == socket }
                default:
                    queue.append(socket)
                    model.append(socket)
                }
                #expect(Array(queue) == model && queue.count == model.count && queue.first == model.first)
            }
            var anew = SocketQueue()
            for socket in model { anew.append(socket) }
            #expect(anew == queue && anew.hashValue == queue.hashValue, "seed \(seed)")
        }
    }

    // MARK: TIME-WAIT (RFC 9293 3.6.1, RFC 6191)

    /// B in TIME-WAIT, having received up to 201 and sent up to 300 + 2.
    private func inTimeWait(stamp: UInt32? = nil) -> Connection {
        var configuration = Connection.Configuration.iss(300)
        configuration.timestamps = stamp.map { _ in TimestampClock(offset: 5) }
        let options: [SegmentOption] = stamp.map { [.timestamps(value: $0, echo: 0)] } ?? []
        var b = Side(.b, to: nil, configuration)
        b.on(.passiveOpen)
        b.on(seq: 200, .syn, options: options)
        b.on(seq: 201, ack: 301, [], options: options)
        b.on(.close)
        b.on(seq: 201, ack: 302, .fin, options: options)
        #expect(b.state == .timeWait)
        return b.connection
    }

    @Test func timeWaitYieldsToHigherNumbers() {
        let connection = inTimeWait()
        #expect(connection.givesWay(to: syn(203, port: 50_000)))
        #expect(!connection.givesWay(to: syn(202, port: 50_000)))
        #expect(!connection.givesWay(to: syn(200, port: 50_000)))
        var ack = syn(9_000, port: 50_000)
        ack.control = [.syn, .ack]
        #expect(!connection.givesWay(to: ack))
    }

    @Test func timeWaitYieldsToLaterTimestamps() {
        let connection = inTimeWait(stamp: 1_000)
        #expect(connection.givesWay(to: syn(1, port: 50_000, options: [.timestamps(value: 1_001, echo: 0)])))
        #expect(!connection.givesWay(to: syn(9_000, port: 50_000, options: [.timestamps(value: 999, echo: 0)])))
        #expect(!connection.givesWay(to: syn(1, port: 50_000, options: [.timestamps(value: 1_000, echo: 0)])))
        #expect(connection.givesWay(to: syn(9_000, port: 50_000, options: [.timestamps(value: 1_000, echo: 0)])))
    }

    @Test func successorBeginsBeyondItsPredecessor() {
        var listener = listening(backlog: 1)
        let old = inTimeWait()
        let answer = listener.segmentArrives(
            syn(9_000, port: Socket.a.port), from: Socket.a.address, replacing: old, at: .zero)
        #expect(connection(answer)?.sending.initial == old.sending.next + 64_000)
        #expect(old.sending.next == SequenceNumber(302))
    }

    // MARK: Half-duplex close (3.6.1)

    @Test func unreadDataMakesAReset() {
        var (a, _) = established(a: 100, b: 300)
        a.on(seq: 300, ack: 100, [], data: [1, 2, 3])
        let step = a.on(.release)
        #expect(step.lines == ["<SEQ=100><ACK=303><CTL=RST,ACK>"])
        #expect(step.states == [.closed])
    }

    @Test func laterDataMakesAReset() {
        var (a, _) = established(a: 100, b: 300)
        #expect(a.on(.release).lines == ["<SEQ=100><ACK=300><CTL=FIN,ACK>"])
        a.on(seq: 300, ack: 101, [])
        #expect(a.state == .finWait2)
        // An old duplicate is none of that.
        a.on(seq: 290, ack: 101, [], data: [1])
        #expect(a.state == .finWait2)
        let step = a.on(seq: 300, ack: 101, [], data: [1])
        #expect(step.lines == ["<SEQ=101><CTL=RST>"])
        #expect(step.states == [.closed])
    }

    /// The last data again, now with the FIN: nothing of it is new but the FIN.
    @Test func repeatedDataWithAFINIsNoLaterData() {
        var (a, _) = established(a: 100, b: 300)
        a.on(seq: 300, ack: 100, [], data: [1])
        a.on(.receive(max: 1))
        a.on(.release)
        #expect(a.on(seq: 300, ack: 101, .fin, data: [1]).states == [.finWait2, .timeWait])
    }

    @Test func ordinaryEndSurvivesRelease() {
        var (a, _) = established(a: 100, b: 300)
        a.on(.release)
        a.on(seq: 300, ack: 101, .fin)
        #expect(a.state == .timeWait)
    }

    @Test func closeKeepsReceiving() {
        var (a, _) = established(a: 100, b: 300)
        a.on(.close)
        a.on(seq: 300, ack: 101, [], data: [1])
        #expect(a.state == .finWait2)
        #expect(a.on(.receive(max: 9)).delivered == [1])
    }

    // MARK: Odds and ends

    @Test func clockAndCounterGiveTheNumbersOfTheLessons() {
        let isn = InitialSequenceNumber.counted(connections: 2)
        #expect(isn.choose(local: .a, remote: .b, at: .zero).number == SequenceNumber(128_001))
        #expect(isn.choose(local: .a, remote: .b, at: .zero + .seconds(1)).number == SequenceNumber(256_001))
        let clock = InitialSequenceNumber.clock
        #expect(clock.choose(local: .a, remote: .b, at: .zero + .milliseconds(4)).number == SequenceNumber(1_000))
    }

    @Test func urgentDataIsCounted() {
        var (a, _) = established(a: 100, b: 300)
        a.on(
            Segment(
                sourcePort: Socket.b.port, destinationPort: Socket.a.port, sequence: SequenceNumber(300),
                acknowledgment: SequenceNumber(100), control: [.urg, .ack], window: 65_535, urgentPointer: 5,
                payload: [1, 2]))
        #expect(a.connection.urgentCount == 5)
        a.on(.receive(max: 2))
        #expect(a.connection.urgentCount == 3)
        a.on(seq: 302, ack: 100, [], data: [1, 2, 3, 4])
        a.on(.receive(max: 9))
        #expect(a.connection.urgentCount == 0)
    }

    /// Without notes the same segments go out.
    @Test func silenceChangesNothingElse() throws {
        func run(tracing: Bool) -> [Connection.Action] {
            var configuration = Connection.Configuration.modern(isn: .forced(SequenceNumber(100)))
            configuration.tracing = tracing
            var connection = Connection(local: .a, remote: .b, configuration: configuration)
            var actions: [Connection.Action] = []
            connection.handle(.activeOpen, at: .zero, into: &actions)
            for number in [1, 5, 3, 1] as [UInt32] {
                let segment = Segment(
                    sourcePort: Socket.b.port, destinationPort: Socket.a.port,
                    sequence: SequenceNumber(number == 1 ? 0 : number), acknowledgment: SequenceNumber(101),
                    control: number == 1 ? [.syn, .ack] : .ack, window: 9_000, payload: number == 1 ? [] : [1, 2])
                connection.handle(.segmentArrives(segment, from: Socket.b.address), at: .zero, into: &actions)
            }
            connection.handle(.send([UInt8](repeating: 1, count: 20_000), push: true), at: .zero, into: &actions)
            connection.handle(.timeout(.retransmission), at: .zero + .seconds(1), into: &actions)
            return actions
        }
        let told = run(tracing: true)
        let silent = run(tracing: false)
        #expect(!told.filter { if case .note = $0 { true } else { false } }.isEmpty)
        #expect(silent == told.filter { if case .note = $0 { false } else { true } })
    }
}
