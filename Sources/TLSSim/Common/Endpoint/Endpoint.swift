import Crypto
import PKI
import Trace

/// What a state of either role can be asked.
protocol EndpointState: Hashable, Sendable {
    /// Its name, which says what it awaits.
    var name: String { get }
    /// How far it is.
    var phase: EndpointPhase { get }
    /// The state of an endpoint that has ended, well or not.
    static func ended(_ name: String) -> Self

    func start<R: RandomSource>(_ session: inout Session, using random: inout R) throws(TLSError) -> Self
    func receive<R: RandomSource>(
        _ message: HandshakeMessage, _ session: inout Session, using random: inout R
    ) throws(TLSError) -> Self
    func changeCipherSpec(_ session: inout Session) throws(TLSError) -> Self
    func judged(_ verdict: Verdict, _ session: inout Session) throws(TLSError) -> Self
}

/// How far an endpoint is.
enum EndpointPhase {
    /// Nothing has been sent or received.
    case idle
    /// Handshake messages are being exchanged.
    case handshake
    /// A chain is being judged; what arrives meanwhile waits.
    case judging
    /// Application data may flow.
    case traffic
    /// It is over.
    case ended
}

/// The loop that both roles share: octets in, records out of them, each to the state that awaits it.
struct Endpoint<State: EndpointState>: Hashable, Sendable {
    private(set) var state: State
    private var session: Session
    private var waitingData: [UInt8] = []
    private var idleCount = 0
    private var peerHasClosed = false

    /// Warnings, empty records and wishes to renegotiate in a row that are put up with.
    private static var idleLimit: Int { 32 }

    init(state: State, tracing: Bool, recordLimit: Int) {
        self.state = state
        self.session = Session(tracing: tracing, recordLimit: recordLimit)
    }

    mutating func handle<R: RandomSource>(_ input: Input, using random: inout R) -> [Output] {
        guard state.phase != .ended else { return [] }
        do {
            try take(input, using: &random)
        } catch {
            fail(error)
        }
        return session.drain()
    }

    private mutating func take<R: RandomSource>(_ input: Input, using random: inout R) throws(TLSError) {
        switch input {
        case .start:
            guard state.phase == .idle else { return }
            enter(try state.start(&session, using: &random))
        case .bytes(let octets):
            session.records.append(octets)
            try pump(using: &random)
        case .verdict(let verdict):
            guard state.phase == .judging else { return }
            enter(try state.judged(verdict, &session))
            try pump(using: &random)
        case .send(let data):
            guard state.phase == .traffic else { return waitingData.append(contentsOf: data) }
            try session.send(data: data)
        case .close:
            try session.send(Alert(.warning, .closeNotify), .closeNotify(first: !peerHasClosed))
            if peerHasClosed || state.phase != .traffic { enter(.ended("Closed")) }
        case .transportEnded:
            if let missing = session.records.missing { throw .truncatedRecord(missing: missing) }
            guard session.joiner.isEmpty else { throw .truncatedMessage }
            // The peer said so before it left: nothing is missing, and our own close_notify can still be sent.
            guard !peerHasClosed else { return }
            guard state.phase == .traffic else { throw .closedDuringHandshake }
            throw .truncated
        }
    }

    /// Works through everything that has arrived, until it is used up or a chain has to be judged first.
    private mutating func pump<R: RandomSource>(using random: inout R) throws(TLSError) {
        while state.phase != .judging, state.phase != .ended {
            if let message = try session.joiner.next() {
                try receive(message, using: &random)
            } else if let record = try session.records.next() {
                try receive(record)
            } else {
                return
            }
        }
    }

    private mutating func receive<R: RandomSource>(
        _ message: HandshakeMessage, using random: inout R
    ) throws(TLSError) {
        // Wishes to begin again lead nowhere: neither HelloRequest nor, once there is traffic, ClientHello.
        if message.type == .helloRequest || (message.type == .clientHello && state.phase == .traffic) {
            try idle("wishes to renegotiate")
        }
        enter(try state.receive(message, &session, using: &random))
        guard state.phase == .traffic, !waitingData.isEmpty else { return }
        let data = waitingData
        waitingData = []
        try session.send(data: data)
    }

    private mutating func receive(_ record: Record) throws(TLSError) {
        session.traceRead(record)
        guard record.type == .handshake || session.joiner.isEmpty else {
            // Section 7.1 for ChangeCipherSpec; nothing else may come between the parts of a message either.
            throw .splitOverKeyChange
        }
        switch record.type {
        case .handshake:
            session.joiner.append(record.plaintext)
        case .changeCipherSpec:
            guard record.plaintext == [1] else { throw .changeCipherSpecContent(record.plaintext) }
            enter(try state.changeCipherSpec(&session))
        case .alert:
            try receive(try Alert.read(record.plaintext))
        case .applicationData:
            guard state.phase == .traffic, !peerHasClosed else {
                throw .unexpected(message: "application data", awaiting: state.name)
            }
            guard !record.plaintext.isEmpty else { return try idle("empty records") }
            idleCount = 0
            session.traceData(record.plaintext)
            session.emit(.plaintext(record.plaintext))
        }
    }

    private mutating func receive(_ alert: Alert) throws(TLSError) {
        if alert.name == .closeNotify {
            guard state.phase == .traffic else { throw .closedDuringHandshake }
            guard !peerHasClosed else { return }
            peerHasClosed = true
            session.emit(.peerClosed)
            if session.hasClosed { enter(.ended("Closed")) }
            return
        }
        guard alert.level == .warning else { throw .peerAlert(alert.name) }
        try idle("warnings")
    }

    private mutating func idle(_ what: String) throws(TLSError) {
        idleCount += 1
        guard idleCount <= Self.idleLimit else { throw .flood("more than \(Self.idleLimit) \(what) in a row") }
    }

    private mutating func enter(_ next: consuming State) {
        let (before, after) = (state.name, next.name)
        state = next
        if after != before { session.emit(.entered(after, from: before)) }
    }

    private mutating func fail(_ error: TLSError) {
        // After close_notify nothing more may be said, not even what went wrong (section 7.2.1).
        let alert = session.hasClosed ? nil : error.alert
        if let alert {
            // If even the alert cannot be written there is nothing left to tell the peer.
            try? session.send(Alert(.fatal, alert), .alert(alert, reason: "\(error)."))
        }
        session.flush()
        if let spoilt = session.resumable, error.spoilsSession { session.emit(.forget(spoilt)) }
        session.emit(.failed(error, alert: alert))
        enter(.ended("Failed"))
    }
}
