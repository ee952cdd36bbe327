import Trace

/// One end of a TCP connection: a value that turns events into actions (RFC 9293 3.10).
///
/// It knows no clock, no randomness and no network. The time comes with each event, the secret behind its initial sequence number
/// comes with the configuration, and what it wants done it says in the actions it returns. Being a value, it can be copied
/// before a step and compared after it, run in a simulator, behind a real network device or through every order of events.
public struct Connection: Hashable, Sendable {
    /// What can happen to a connection: the calls of its user, arriving segments and timeouts (RFC 9293 3.10).
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
    }

    /// What a connection wants done, in this order.
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
    }

    /// What the user of a connection is told.
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
        /// The connection is gone, in good order.
        case closed
        /// The connection is gone: the other side has reset it.
        case reset
        /// The connection did not come about: the other side has refused it.
        case refused
        /// The connection is gone: the other side no longer answers.
        case timedOut
        /// The other side has sent urgent data.
        case urgentData
        /// The call cannot be served.
        case callFailed(CallError)
    }

    /// Why a user's call cannot be served, in the words of RFC 9293 3.10.
    public enum CallError: String, Error, Hashable, Sendable {
        /// There is no connection.
        case doesNotExist = "connection does not exist"
        /// OPEN on a connection that is open or being opened.
        case alreadyExists = "connection already exists"
        /// An active OPEN needs to know to whom.
        case remoteSocketUnspecified = "remote socket unspecified"
        /// SEND after CLOSE, or a second CLOSE.
        case closing = "connection closing"
        /// The data does not fit in the send buffer; none of it was taken.
        case insufficientResources = "insufficient resources"
    }

    /// The settings of a connection.
    public struct Configuration: Hashable, Sendable {
        /// The largest amount of data taken in one segment: what the MSS option announces, and the limit of what is sent.
        public var mss: UInt16
        /// Octets of room for data that has arrived. Without window scaling at most 65,535 of them can be announced.
        public var receiveBuffer: Int
        /// Octets of room for data that is queued or unacknowledged.
        public var sendBuffer: Int
        /// MSL: how long a segment may live in the network. Two minutes is the RFC's choice; systems use less.
        public var msl: TimeSpan
        /// How the first sequence number is chosen.
        public var isn: InitialSequenceNumber
        /// RTO before the round-trip time is known.
        public var initialRTO: TimeSpan
        /// RTO's lower bound.
        public var minimumRTO: TimeSpan
        /// RTO's upper bound; RFC 6298 asks for 60 seconds at least.
        public var maximumRTO: TimeSpan
        /// How often a SYN or SYN,ACK is sent again before the connection is given up.
        public var synRetries: Int
        /// How often data or a FIN is sent again before the connection is given up.
        public var dataRetries: Int

        /// A configuration; each default is the RFC's or a common system's.
        public init(
            mss: UInt16 = 1_460, receiveBuffer: Int = 65_535, sendBuffer: Int = 262_144, msl: TimeSpan = .seconds(120),
            isn: InitialSequenceNumber, initialRTO: TimeSpan = .seconds(1), minimumRTO: TimeSpan = .seconds(1),
            maximumRTO: TimeSpan = .seconds(60), synRetries: Int = 5, dataRetries: Int = 15
        ) {
            self.mss = mss
            self.receiveBuffer = receiveBuffer
            self.sendBuffer = sendBuffer
            self.msl = msl
            self.isn = isn
            self.initialRTO = initialRTO
            self.minimumRTO = minimumRTO
            self.maximumRTO = maximumRTO
            self.synRetries = synRetries
            self.dataRetries = dataRetries
        }
    }

    // MARK: The control block

    /// Our socket.
    public let local: Socket
    /// The other side's socket; nil while listening for anyone.
    public internal(set) var remote: Socket?
    /// The settings.
    public let configuration: Configuration
    /// The state.
    public private(set) var state = State.closed
    /// The sending direction; meaningful once a SYN has been sent.
    public internal(set) var sending = SendSequenceSpace()
    /// The receiving direction; meaningful once a SYN has arrived.
    public internal(set) var receiving = ReceiveSequenceSpace()
    /// Eff.snd.MSS: how much data a segment of ours may carry, by what both sides have said (RFC 9293 3.7.1).
    public internal(set) var effectiveSendMSS: Int
    /// The retransmission timeout.
    public internal(set) var retransmissionTimeout: RetransmissionTimeout

    /// The remote socket the user asked for, to which a listening connection returns; nil for anyone.
    let specifiedRemote: Socket?
    /// Whether SYN-RECEIVED was reached by way of LISTEN.
    var openedPassively = false
    /// Data queued and not yet sent; its first octet will take the number SND.NXT.
    var unsent: ArraySlice<UInt8> = []
    /// The number after the last octet that was sent with PUSH asked for.
    var pushed: SequenceNumber?
    /// Sent and unacknowledged.
    var outstanding = RetransmissionQueue()
    /// How often in a row the retransmission timer has run out.
    var retries = 0
    /// Whether the retransmission timer runs.
    var retransmissionArmed = false
    /// Whether a SYN of ours had to be sent again.
    var synRetransmitted = false
    /// CLOSE has been called, and the FIN waits behind queued data.
    var finQueued = false
    /// The number of our FIN, once it is sent.
    var finSequence: SequenceNumber?
    /// Arrived in order and not yet read by the user.
    var unread: ArraySlice<UInt8> = []
    /// Arrived ahead of its turn.
    var reassembly = Reassembly()
    /// The number of the other side's FIN, once one has arrived, in order or not.
    var remoteFIN: SequenceNumber?
    /// The other side's FIN has been received in order: after what is unread, the stream ends.
    var streamEnded = false
    /// A SEND was refused for lack of space.
    var sendRefused = false

    /// A connection of `local` that is still CLOSED.
    ///
    /// - Parameter remote: the other side, needed for an active OPEN; nil to listen for anyone.
    public init(local: Socket, remote: Socket? = nil, configuration: Configuration) {
        self.local = local
        self.remote = remote
        self.configuration = configuration
        specifiedRemote = remote
        effectiveSendMSS = Self.defaultMSS
        retransmissionTimeout = Self.initialTimeout(configuration)
    }

    /// The MSS to assume of a host that announces none: 576, what every host takes in, less 40 of headers (MUST-15).
    static let defaultMSS = 536

    static func initialTimeout(_ configuration: Configuration) -> RetransmissionTimeout {
        RetransmissionTimeout(
            initial: configuration.initialRTO, minimum: configuration.minimumRTO, maximum: configuration.maximumRTO)
    }

    // MARK: Events

    /// Handles one event and returns what is to be done about it, in order.
    public mutating func handle(_ event: Event, at now: Instant) -> [Action] {
        var turn = Turn(now: now)
        switch event {
        case .passiveOpen: openPassively(&turn)
        case .activeOpen: openActively(&turn)
        case .send(let octets, let push): send(octets, push: push, &turn)
        case .receive(let max): receive(max, &turn)
        case .close: close(&turn)
        case .abort: abort(&turn)
        case .segmentArrives(let segment, let source): segmentArrives(segment, from: source, &turn)
        case .timeout(.retransmission): retransmissionTimedOut(&turn)
        case .timeout(.timeWait): timeWaitTimedOut(&turn)
        }
        output(&turn)
        return turn.actions
    }

    /// One event's time, and what it has led to so far.
    struct Turn {
        let now: Instant
        private(set) var actions: [Action] = []
        /// The other side is owed an acknowledgment, and why. Any segment that is sent pays the debt, since every segment
        /// carries ACK; only if none is, an empty one goes out (MUST-58, MUST-59).
        var owedAcknowledgment: Note?

        init(now: Instant) { self.now = now }

        mutating func perform(_ action: Action) { actions.append(action) }
        mutating func note(_ note: Note) { actions.append(.note(note)) }
        mutating func signal(_ signal: Signal) { actions.append(.signal(signal)) }
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

    /// Leaves every state for CLOSED: the RFC's "delete the TCB".
    ///
    /// What has arrived in order stays until the user has read it.
    mutating func delete(_ turn: inout Turn) {
        stopRetransmission(&turn)
        if state == .timeWait { turn.perform(.disarm(.timeWait)) }
        enter(.closed, &turn)
        forget()
    }

    /// Clears everything that belongs to one incarnation, save what the user has not read.
    mutating func forget() {
        sending = SendSequenceSpace()
        receiving = ReceiveSequenceSpace()
        effectiveSendMSS = Self.defaultMSS
        retransmissionTimeout = Self.initialTimeout(configuration)
        unsent = []
        pushed = nil
        outstanding = RetransmissionQueue()
        retries = 0
        synRetransmitted = false
        finQueued = false
        finSequence = nil
        reassembly = Reassembly()
        remoteFIN = nil
        sendRefused = false
    }

    // MARK: What a user can see

    /// How many octets the send buffer still takes.
    public var sendSpace: Int { max(0, configuration.sendBuffer - unsent.count - outstanding.octets) }

    /// How many octets have arrived in order and wait to be read.
    public var available: Int { unread.count }

    /// The timers that run, in a fixed order. Nothing sent stays unacknowledged without one.
    public var armedTimers: [Timer] {
        (retransmissionArmed ? [.retransmission] : []) + (state == .timeWait ? [.timeWait] : [])
    }

    /// Whether nothing waits to be sent or acknowledged.
    public var isDrained: Bool { unsent.isEmpty && outstanding.isEmpty && !finQueued }
}
