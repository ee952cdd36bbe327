import Trace

/// One end of a TCP connection: a value that turns events into actions (RFC 9293 3.10).
///
/// It knows no clock, no randomness and no network. The time comes with each event, and the secret behind its initial sequence
/// number comes with the configuration. It returns actions, which the host performs. Because it is a value, it can be copied
/// before a step and compared after it, and it runs in a simulator, behind a real network device or through every order of events.
public struct Connection: Hashable, Sendable {
    /// An event of a connection: a call of its user, an arriving segment or a timeout (RFC 9293 3.10).
    public enum Event: Hashable, Sendable {
        /// Wait for a connection request.
        case passiveOpen
        /// Request a connection.
        case activeOpen
        /// Queue data for sending. `push` says that neither this side nor the receiver should wait for more data.
        case send([UInt8], push: Bool)
        /// Deliver up to `max` octets that have arrived.
        case receive(max: Int)
        /// No more data will be sent. Queued data is still sent, and data is still received.
        case close
        /// Drop the connection at once and tell the other side.
        case abort
        /// A segment for this socket has arrived from a host.
        case segmentArrives(Segment, from: IPv4Address)
        /// A timer that was armed has run out.
        case timeout(Timer)
        /// CLOSE, and the user will read no more. Data that is unread, or that arrives later, is lost, and a reset tells the other
        /// side (RFC 9293 3.6.1, SHLD-3).
        case release
        /// Turn the Nagle algorithm on or off (RFC 9293 3.7.4, MUST-17).
        case nagle(Bool)
        /// A router says by ICMP that it has dropped the segment at `sequence`, which was in a datagram of `length` octets. The
        /// next network takes `mtu` octets; `mtu` is 0 if the router does not say (RFC 1191 4).
        case packetTooBig(mtu: Int, length: Int, sequence: SequenceNumber)
    }

    /// An action that a connection asks for. Actions are performed in order.
    public enum Action: Hashable, Sendable {
        /// Send the segment to the remote socket; without a connection, to the host whose segment it answers. With tracing, the
        /// action before it is the note that explains it.
        case transmit(Segment)
        /// Octets for the user: the answer to a RECEIVE. Empty if no octets have arrived yet.
        case deliver([UInt8])
        /// Set a timer to this instant. A running timer is moved to it.
        case arm(Timer, at: Instant)
        /// Stop a timer.
        case disarm(Timer)
        /// Report to the user.
        case signal(Signal)
        /// The state has changed. One event can cause two changes.
        case entered(State, from: State)
        /// An explanation: of the next action, or of a step without an action.
        case note(Note)
    }

    /// The timers of a connection.
    public enum Timer: String, Hashable, Sendable, CaseIterable {
        /// Runs while anything is unacknowledged (RFC 6298).
        case retransmission
        /// Runs in TIME-WAIT, for two maximum segment lifetimes.
        case timeWait = "time-wait"
        /// Runs while data waits for a window and nothing is in flight whose acknowledgment could announce one (RFC 9293 3.8.6.1).
        case persist
        /// Runs while an acknowledgment is delayed (RFC 9293 3.8.6.3).
        case delayedAcknowledgment = "delayed-ack"
        /// Runs while keep-alive is on and the connection is open (RFC 9293 3.8.4).
        case keepAlive = "keep-alive"
        /// Runs in FIN-WAIT-2 once the user has released the connection. The RFC knows no such timer.
        case orphan
    }

    /// A report to the user of a connection.
    public enum Signal: Hashable, Sendable {
        /// The connection is open.
        case connected
        /// Data has arrived.
        case readable
        /// A SEND that was refused for lack of space may be tried again.
        case writable
        /// The other side has closed: no more data after what has arrived.
        case endOfStream
        /// The other side has acknowledged our FIN, and with it everything that was sent.
        case closeAcknowledged
        /// The connection has ended in good order.
        case closed
        /// The connection has ended: the other side has reset it.
        case reset
        /// The connection was not opened: the other side has refused it.
        case refused
        /// The connection has ended: the other side no longer answers.
        case timedOut
        /// The other side has sent urgent data.
        case urgentData
        /// The call failed, or data of an earlier SEND will not be delivered.
        case callFailed(CallError)
    }

    /// Why a user's call failed, in the words of RFC 9293 3.10.
    public enum CallError: String, Error, Hashable, Sendable {
        /// There is no connection.
        case doesNotExist = "connection does not exist"
        /// OPEN on a connection that is open or being opened.
        case alreadyExists = "connection already exists"
        /// An active OPEN names no remote socket.
        case remoteSocketUnspecified = "remote socket unspecified"
        /// SEND after CLOSE, or a second CLOSE. For a queued SEND: CLOSE was called before the connection was open.
        case closing = "connection closing"
        /// The connection was reset before queued data was delivered, or before data was read.
        case reset = "connection reset"
        /// The data does not fit into the send buffer. No part of it was taken.
        case insufficientResources = "insufficient resources"
    }

    // MARK: Its parts

    /// Our socket.
    public let local: Socket
    /// The remote socket that the user has specified, to which a listening connection returns; nil for any.
    let specifiedRemote: Socket?
    /// The settings.
    public internal(set) var configuration: Configuration
    /// The state.
    public private(set) var state = State.closed
    /// Whether the user's last OPEN was passive. Then the connection may return from SYN-RECEIVED to LISTEN.
    var openedPassively = false
    /// The state of the present incarnation. The accessors below show its public part.
    var tcb: TransmissionControlBlock
    /// Data that arrived in order and is not yet read by the user. It outlives the incarnation.
    var unread = OctetQueue()
    /// Whether the other side's FIN has been received in order. Then the stream ends after the unread data. It outlives the
    /// incarnation.
    var streamEnded = false

    /// A connection of `local` that is still CLOSED.
    ///
    /// - Parameter remote: the other side, needed for an active OPEN; nil to listen for any.
    public init(local: Socket, remote: Socket? = nil, configuration: Configuration) {
        self.local = local
        self.configuration = configuration
        specifiedRemote = remote
        tcb = TransmissionControlBlock(remote: remote, configuration)
    }

    // MARK: Events

    /// Handles one event and returns the actions that it leads to, in order.
    public mutating func handle(_ event: consuming Event, at now: Instant) -> [Action] {
        var actions: [Action] = []
        handle(consume event, at: now, into: &actions)
        return actions
    }

    /// Handles one event and appends the actions that it leads to. A caller that keeps the array from event to event saves its
    /// allocation.
    ///
    /// The event is consumed, so that the reference count of its data does not grow.
    public mutating func handle(_ event: consuming Event, at now: Instant, into actions: inout [Action]) {
        var turn = Turn(now: now, isTracing: configuration.tracing)
        swap(&turn.actions, &actions)
        switch consume event {
        case .passiveOpen: openPassively(&turn)
        case .activeOpen: openActively(&turn)
        case .send(let octets, let push): send(octets, push: push, &turn)
        case .receive(let max): receive(max, &turn)
        case .close: close(&turn)
        case .abort: abort(&turn)
        case .segmentArrives(let segment, let source): segmentArrives(segment, from: source, &turn)
        case .timeout(.retransmission): retransmissionTimedOut(&turn)
        case .timeout(.timeWait): timeWaitTimedOut(&turn)
        case .timeout(.persist): persistTimedOut(&turn)
        case .timeout(.delayedAcknowledgment): delayedAcknowledgmentTimedOut(&turn)
        case .timeout(.keepAlive): keepAliveTimedOut(&turn)
        case .timeout(.orphan): orphanTimedOut(&turn)
        case .release: release(&turn)
        case .nagle(let isOn): configuration.nagle = isOn
        case .packetTooBig(let mtu, let length, let sequence):
            packetTooBig(mtu: mtu, length: length, sequence: sequence, &turn)
        }
        output(&turn)
        swap(&turn.actions, &actions)
    }

    /// The handling of one event: its time, and the actions so far.
    struct Turn {
        let now: Instant
        /// Whether notes are among the actions.
        let isTracing: Bool
        var actions: [Action] = []
        /// Whether we owe the other side an acknowledgment. Every segment carries ACK, so any segment that is sent settles it. If
        /// no other segment is sent, an empty one is (MUST-58, MUST-59).
        private(set) var owesAcknowledgment = false
        /// Why we owe it; nil without tracing.
        private(set) var reasonToAcknowledge: Note?

        mutating func perform(_ action: consuming Action) { actions.append(consume action) }
        mutating func note(_ note: @autoclosure () -> Note?) {
            if isTracing, let note = note() { actions.append(.note(note)) }
        }

        mutating func signal(_ signal: Signal) { actions.append(.signal(signal)) }

        mutating func owe(_ why: @autoclosure () -> Note) {
            owesAcknowledgment = true
            if isTracing { reasonToAcknowledge = why() }
        }

        mutating func settleAcknowledgment() {
            owesAcknowledgment = false
            if isTracing { reasonToAcknowledge = nil }
        }
    }

    /// The only place where the state changes.
    ///
    /// One segment can take two arrows of figure 5: in FIN-WAIT-1 a FIN that acknowledges ours leads through FIN-WAIT-2 to
    /// TIME-WAIT. A comparison of the states before and after the event would show an arrow that is not in the figure.
    mutating func enter(_ next: State, _ turn: inout Turn) {
        let previous = state
        state = next
        turn.perform(.entered(next, from: previous))
    }

    /// Goes from any state to CLOSED: the RFC's "delete the TCB". `ending` is the report to the user; nil for no report.
    ///
    /// Data that SEND has taken is never lost without a report: if `ending` does not report a failure, `loss` reports octets that
    /// were not acknowledged (3.10.4, 3.10.5). Data that has arrived in order stays until the user has read it.
    mutating func delete(_ ending: Signal?, reporting loss: CallError = .reset, _ turn: inout Turn) {
        let isLoss = holdsUndelivered && (ending == nil || ending == .closed)
        stopRetransmission(&turn)
        stopPersist(&turn)
        stopDelay(&turn)
        stopKeepAlive(&turn)
        stopOrphan(&turn)
        if state == .timeWait { turn.perform(.disarm(.timeWait)) }
        turn.settleAcknowledgment()
        enter(.closed, &turn)
        renewTCB()
        if isLoss { turn.signal(.callFailed(loss)) }
        if let ending { turn.signal(ending) }
    }

    /// Whether SEND has taken octets that are not yet acknowledged.
    var holdsUndelivered: Bool { !tcb.unsent.isEmpty || tcb.outstanding.octets > 0 }

    /// Replaces the TCB by a new one. The caller must have stopped the timers before.
    mutating func renewTCB() {
        tcb = TransmissionControlBlock(remote: specifiedRemote, configuration)
    }

    // MARK: What others can see of the TCB

    /// The other side's socket; nil while listening for any.
    public var remote: Socket? { tcb.remote }
    /// The sending direction; meaningful once a SYN has been sent.
    public var sending: SendSequenceSpace { tcb.sending }
    /// The receiving direction; meaningful once a SYN has arrived.
    public var receiving: ReceiveSequenceSpace { tcb.receiving }
    /// Eff.snd.MSS: the largest number of octets of data in a segment of ours, by the MSS of both sides and the MTU of the path
    /// (RFC 9293 3.7.1).
    public var effectiveSendMSS: Int { tcb.effectiveSendMSS }
    /// The retransmission timeout.
    public var retransmissionTimeout: RetransmissionTimeout { tcb.retransmission.timeout }
    /// The shifts of the windows; nil unless both sides have offered scaling.
    public var windowScale: WindowScale? { tcb.options.windowScale }
    /// Whether both sides have permitted SACK.
    public var usesSACK: Bool { tcb.options.usesSACK }
    /// Whether both sides send timestamps.
    public var usesTimestamps: Bool { tcb.options.timestamps != nil }
    /// The congestion window and its threshold; nil before ESTABLISHED, and without congestion control.
    public var congestion: CongestionControl? { tcb.congestion }

    // MARK: What a user can see

    /// The free room in the send buffer, in octets.
    public var sendSpace: Int { max(0, configuration.sendBuffer - unacknowledged) }

    /// The number of octets that the user has sent and that the other side has not acknowledged.
    public var unacknowledged: Int { tcb.unsent.count + tcb.outstanding.octets }

    /// The number of octets that have arrived in order and are not read yet.
    public var available: Int { unread.count }

    /// The first `limit` unread octets, or all if there are fewer. They stay unread.
    public func peek(_ limit: Int) -> [UInt8] { unread.prefix(limit) }

    /// Whether the stream ends after the unread data: the other side's FIN has been received.
    public var isAtEnd: Bool { streamEnded }

    /// Whether the user may still SEND: the connection is open or being opened, and CLOSE has not been called.
    public var isSendable: Bool {
        switch state {
        case .synSent, .synReceived, .established, .closeWait: !tcb.finQueued
        case .closed, .listen, .finWait1, .finWait2, .closing, .lastAck, .timeWait: false
        }
    }

    /// How many octets of urgent data are still to be read, by the other side's urgent pointer (MUST-33).
    public var urgentCount: Int {
        let read = receiving.next - unread.count
        return read < receiving.urgentPointer ? receiving.urgentPointer - read : 0
    }

    /// The timers that run, in a fixed order. While anything is unacknowledged, one of them runs.
    public var armedTimers: [Timer] {
        Timer.allCases.filter { timer in
            switch timer {
            case .retransmission: tcb.retransmission.isArmed
            case .timeWait: state == .timeWait
            case .persist: tcb.persist.due != nil
            case .delayedAcknowledgment: tcb.delayed.due != nil
            case .keepAlive: tcb.keepAlive.isArmed
            case .orphan: tcb.isOrphanTimed
            }
        }
    }

    /// Whether the connection is given up when that timer runs out next, because nothing was answered for too long.
    package func givesUp(at timer: Timer) -> Bool {
        switch timer {
        case .retransmission: tcb.retransmission.retries >= allowedRetries
        case .persist: tcb.persist.unanswered >= configuration.dataRetries
        case .keepAlive: configuration.keepAlive.map { tcb.keepAlive.probes >= $0.probes } ?? false
        case .timeWait, .delayedAcknowledgment, .orphan: false
        }
    }

    /// How many times the oldest unacknowledged segment is sent again.
    var allowedRetries: Int {
        let isSYN = tcb.outstanding.segments.first?.segment.control.contains(.syn) ?? false
        return isSYN ? configuration.synRetries : configuration.dataRetries
    }

    /// Whether a probe of a closed window has no answer.
    package var hasUnansweredProbe: Bool { tcb.persist.unanswered > 0 }

    /// Whether data, or a FIN, waits to be sent.
    @inline(__always)
    var hasQueued: Bool { !tcb.unsent.isEmpty || tcb.finQueued }

    /// Whether nothing waits to be sent or acknowledged.
    public var isDrained: Bool { tcb.outstanding.isEmpty && !hasQueued }
}
