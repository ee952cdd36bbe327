import Trace

/// One end of a TCP connection: a value that turns events into actions (RFC 9293 3.10).
///
/// It knows no clock, no randomness and no network. The time comes with each event, the secret behind its initial sequence number
/// comes with the configuration, and what it wants done it says in the actions it returns. Being a value, it can be copied
/// before a step and compared after it, run in a simulator, behind a real network device or through every order of events.
public struct Connection: Hashable, Sendable {
    /// An event of a connection: a call of its user, an arriving segment or a timeout (RFC 9293 3.10).
    public enum Event: Hashable, Sendable {
        /// Wait for a connection request.
        case passiveOpen
        /// Request a connection.
        case activeOpen
        /// Queue data for sending. `push` says not to wait for more, and that the receiver should not either.
        case send([UInt8], push: Bool)
        /// Hand over up to `max` octets that have arrived.
        case receive(max: Int)
        /// No more data will be sent; what is queued still goes out, and receiving goes on.
        case close
        /// Drop the connection at once and tell the other side.
        case abort
        /// A segment for this socket has arrived from a host.
        case segmentArrives(Segment, from: IPv4Address)
        /// A timer that was armed has run out.
        case timeout(Timer)
        /// CLOSE, and the user will read no more: what has arrived unread, or still arrives, is lost, and the other side is told
        /// so by a reset (RFC 9293 3.6.1, SHLD-3).
        case release
        /// Turn the Nagle algorithm on or off (RFC 9293 3.7.4, MUST-17).
        case nagle(Bool)
        /// A router says by ICMP that it has dropped the segment at `sequence`, which came in a datagram of `length` octets: the
        /// next network takes `mtu` octets, or 0 if the router does not say (RFC 1191 4).
        case packetTooBig(mtu: Int, length: Int, sequence: SequenceNumber)
    }

    /// An action that a connection asks for. Actions are performed in order.
    public enum Action: Hashable, Sendable {
        /// Send the segment to the remote socket; without a connection, to the host whose segment it answers. The action before
        /// it is always the note that explains it.
        case transmit(Segment)
        /// Octets for the user: the answer to a RECEIVE. Empty if none have arrived yet.
        case deliver([UInt8])
        /// Set a timer to that instant; if it is running, move it.
        case arm(Timer, at: Instant)
        /// Stop a timer.
        case disarm(Timer)
        /// Tell the user.
        case signal(Signal)
        /// The state has changed. One event can bring about two changes.
        case entered(State, from: State)
        /// Why the next action is as it is.
        case note(Note)
    }

    /// The timers of a connection.
    public enum Timer: String, Hashable, Sendable, CaseIterable {
        /// Runs while anything is unacknowledged (RFC 6298).
        case retransmission
        /// Runs in TIME-WAIT, for two maximum segment lifetimes.
        case timeWait = "time-wait"
        /// Runs while data waits for a window and nothing in flight will bring news of it (RFC 9293 3.8.6.1).
        case persist
        /// Runs while an acknowledgment waits for company (RFC 9293 3.8.6.3).
        case delayedAcknowledgment = "delayed-ack"
        /// Runs while keep-alive is on and the connection open (RFC 9293 3.8.4).
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
        /// The connection did not come about: the other side has refused it.
        case refused
        /// The connection has ended: the other side no longer answers.
        case timedOut
        /// The other side has sent urgent data.
        case urgentData
        /// The call cannot be served, or a SEND that was queued will not be carried out.
        case callFailed(CallError)
    }

    /// Why a user's call cannot be served, in the words of RFC 9293 3.10.
    public enum CallError: String, Error, Hashable, Sendable {
        /// There is no connection.
        case doesNotExist = "connection does not exist"
        /// OPEN on a connection that is open or being opened.
        case alreadyExists = "connection already exists"
        /// An active OPEN names no remote socket.
        case remoteSocketUnspecified = "remote socket unspecified"
        /// SEND after CLOSE, or a second CLOSE; of a queued SEND, CLOSE before there was a connection to send it on.
        case closing = "connection closing"
        /// Of a queued SEND, or of data that was not read: the connection has been reset.
        case reset = "connection reset"
        /// The data does not fit in the send buffer; none of it was taken.
        case insufficientResources = "insufficient resources"
    }

    // MARK: Its parts

    /// Our socket.
    public let local: Socket
    /// The remote socket the user asked for, to which a listening connection returns; nil for any.
    let specifiedRemote: Socket?
    /// The settings.
    public internal(set) var configuration: Configuration
    /// The state.
    public private(set) var state = State.closed
    /// Whether the user's last OPEN was passive; an incarnation that comes of it may return to LISTEN.
    var openedPassively = false
    /// The state of the present incarnation. The accessors below show its public part.
    var tcb: TransmissionControlBlock
    /// Arrived in order and not yet read by the user. It outlives the incarnation.
    var unread = OctetQueue()
    /// The other side's FIN has been received in order: after what is unread, the stream ends. It outlives the incarnation.
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

    /// Handles one event and returns what is to be done about it, in order.
    public mutating func handle(_ event: consuming Event, at now: Instant) -> [Action] {
        var actions: [Action] = []
        handle(consume event, at: now, into: &actions)
        return actions
    }

    /// Handles one event and adds what is to be done about it to `actions`. Keeping the array from event to event spares its
    /// allocation.
    ///
    /// The event is consumed, so that the data in it is not counted once more on its way in.
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

    /// One event's time, and what it has led to so far.
    struct Turn {
        let now: Instant
        /// Whether notes are wanted.
        let isTracing: Bool
        var actions: [Action] = []
        /// The other side is owed an acknowledgment. Any segment that is sent pays the debt, since every segment carries ACK; only
        /// if none is, an empty one goes out (MUST-58, MUST-59).
        private(set) var owesAcknowledgment = false
        /// Why; nil where notes are not wanted.
        private(set) var reasonToAcknowledge: Note?

        init(now: Instant, isTracing: Bool) {
            self.now = now
            self.isTracing = isTracing
        }

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
    /// One segment can take two arrows of figure 5: in FIN-WAIT-1 a FIN that acknowledges ours leads by way of FIN-WAIT-2 to
    /// TIME-WAIT. Comparing the states before and after an event would invent an arrow.
    mutating func enter(_ next: State, _ turn: inout Turn) {
        let previous = state
        state = next
        turn.perform(.entered(next, from: previous))
    }

    /// Leaves every state for CLOSED: the RFC's "delete the TCB". The user is told of it by `ending`.
    ///
    /// What SEND has taken never vanishes without a word: where `ending` speaks of no failure, octets that were not acknowledged
    /// are reported by `loss` (3.10.4, 3.10.5). What has arrived in order stays until the user has read it.
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

    /// Whether octets that SEND has taken are not acknowledged.
    var holdsUndelivered: Bool { !tcb.unsent.isEmpty || tcb.outstanding.octets > 0 }

    /// Puts a new TCB in the place of the present one, the timers of which must have been stopped.
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
    /// Eff.snd.MSS: how many octets of data a segment of ours may carry, by what both sides have said and the path carries
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

    /// How many octets the send buffer still takes.
    public var sendSpace: Int { max(0, configuration.sendBuffer - tcb.unsent.count - tcb.outstanding.octets) }

    /// How many octets have arrived in order and wait to be read.
    public var available: Int { unread.count }

    /// Up to `limit` octets of what has arrived in order, which stay there to be read.
    public func peek(_ limit: Int) -> [UInt8] { unread.prefix(limit) }

    /// Whether the stream ends after what is unread: the other side's FIN has been received.
    public var isAtEnd: Bool { streamEnded }

    /// Whether the user may still SEND: neither closed nor closing.
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

    /// The timers that run, in a fixed order. Nothing sent stays unacknowledged without one.
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

    /// Whether a probe of a closed window has no answer.
    package var hasUnansweredProbe: Bool { tcb.persist.unanswered > 0 }

    /// Whether data, or a FIN, waits to be sent.
    @inline(__always)
    var hasQueued: Bool { !tcb.unsent.isEmpty || tcb.finQueued }

    /// Whether nothing waits to be sent or acknowledged.
    public var isDrained: Bool { tcb.outstanding.isEmpty && !hasQueued }
}
