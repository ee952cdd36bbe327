import TCPSim
import Testing
import Trace

extension Socket {
    static let a = Socket(IPv4Address(10, 0, 0, 1), 50_000)
    static let b = Socket(IPv4Address(10, 0, 0, 2), 443)
}

extension Connection.Configuration {
    /// The defaults, with a forced ISS.
    static func iss(_ number: UInt32) -> Connection.Configuration {
        Connection.Configuration(isn: .forced(SequenceNumber(number)))
    }
}

/// What one event led to.
struct Step {
    let actions: [Connection.Action]

    var segments: [Segment] {
        actions.compactMap { if case .transmit(let segment) = $0 { segment } else { nil } }
    }
    /// The only segment that was sent.
    var segment: Segment {
        get throws {
            #expect(segments.count == 1)
            return try #require(segments.first)
        }
    }
    /// The segments in the RFC's notation.
    var lines: [String] { segments.map(\.line) }
    var states: [State] { actions.compactMap { if case .entered(let state, _) = $0 { state } else { nil } } }
    var signals: [Connection.Signal] {
        actions.compactMap { if case .signal(let signal) = $0 { signal } else { nil } }
    }
    var notes: [Note] { actions.compactMap { if case .note(let note) = $0 { note } else { nil } } }
    var delivered: [UInt8] { actions.flatMap { if case .deliver(let octets) = $0 { octets } else { [UInt8]() } } }
    func armed(_ timer: Connection.Timer) -> Instant? {
        for case .arm(timer, let at) in actions { return at }
        return nil
    }
}

/// A connection under test, with every arrow it has taken.
struct Side {
    var connection: Connection
    var now = Instant.zero
    private(set) var arrows: [String] = []

    init(_ local: Socket, to remote: Socket?, _ configuration: Connection.Configuration) {
        connection = Connection(local: local, remote: remote, configuration: configuration)
    }

    static func a(iss: UInt32) -> Side { Side(.a, to: .b, .iss(iss)) }
    static func b(iss: UInt32, listening: Bool = true) -> Side { Side(.b, to: listening ? nil : .a, .iss(iss)) }

    var state: State { connection.state }

    /// Handles an event and checks what must hold after any event.
    @discardableResult
    mutating func on(_ event: Connection.Event) -> Step {
        let before = connection.state
        let step = Step(actions: connection.handle(event, at: now))
        var state = before
        for (index, action) in step.actions.enumerated() {
            switch action {
            case .entered(let next, let from):
                #expect(from == state)
                state = next
                arrows.append("\(from) > \(next)")
            case .transmit(let segment):
                #expect(index > 0)
                if case .note = step.actions[max(0, index - 1)] {} else { Issue.record("unexplained: \(segment.line)") }
            default: break
            }
        }
        #expect(state == connection.state)
        let isOutstanding = !connection.state.isIdle && connection.sending.inFlight > 0
        let timers = connection.armedTimers
        // The octet of a probe is sent again by the window's timer.
        #expect(isOutstanding || !timers.contains(.retransmission))
        #expect(
            !isOutstanding || timers.contains(.retransmission) || timers.contains(.persist),
            "unacknowledged means a timer runs")
        return step
    }

    /// A segment from the other side arrives.
    @discardableResult
    mutating func on(_ segment: Segment, from source: Socket? = nil) -> Step {
        on(.segmentArrives(segment, from: (source ?? (connection.local == .a ? .b : .a)).address))
    }

    /// A segment with these header fields arrives.
    @discardableResult
    mutating func on(
        seq: UInt32, ack: UInt32? = nil, _ control: ControlBits, window: UInt16 = 65_535, data: [UInt8] = [],
        options: [SegmentOption] = []
    ) -> Step {
        let local = connection.local
        let remote = local == .a ? Socket.b : Socket.a
        return on(
            Segment(
                sourcePort: remote.port, destinationPort: local.port, sequence: SequenceNumber(seq),
                acknowledgment: SequenceNumber(ack ?? 0), control: ack == nil ? control : control.union(.ack),
                window: window, options: options, payload: data))
    }
}

extension State {
    var isIdle: Bool { self == .closed || self == .listen || self == .timeWait }
}

/// Two sides in ESTABLISHED: A has sent `a` - 1 as its ISS, B `b` - 1, so that their next numbers are `a` and `b`.
func established(a: UInt32, b: UInt32) -> (a: Side, b: Side) {
    var left = Side.a(iss: a &- 1)
    var right = Side.b(iss: b &- 1)
    right.on(.passiveOpen)
    let syn = left.on(.activeOpen).segments
    let synack = syn.flatMap { right.on($0).segments }
    let ack = synack.flatMap { left.on($0).segments }
    for segment in ack { right.on(segment) }
    #expect(left.state == .established)
    #expect(right.state == .established)
    return (left, right)
}
