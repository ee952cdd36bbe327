import Crypto
import PKI
import Trace

/// An endpoint of one version: the loop that turns octets into records and records into messages, and gives each message to the present
/// state (RFC 5246 section 7.3, RFC 8446 section 4).
///
/// The states and the session belong to the version. This type contains the rules that hold for every version.
struct Machine<Version: SpokenVersion>: Hashable, Sendable {
    var current: EndpointState<Version>
    var session: Version.Session
    /// Data of the application that could not be sent yet.
    private var waitingData: [UInt8] = []
    /// How many records and messages in a row had no effect.
    private var idleCount = 0

    init(in state: EndpointState<Version>, with session: Version.Session) {
        current = state
        self.session = session
    }

    /// The name of the state, which says what the endpoint waits for: "ExpectServerHello".
    var state: String { current.name }

    /// Whether the endpoint has ended, with success or not. Then no input has any effect.
    var isOver: Bool { current.phase == .ended }

    /// Takes one input and returns the outputs, in order. It never traps, whatever arrives.
    mutating func handle<R: RandomSource>(_ input: Input, using random: inout R) -> [Output] {
        guard current.phase != .ended else { return [] }
        return proceed { machine throws(TLSError) in try machine.take(input, using: &random) }
    }

    /// Does `work` and returns the outputs. If `work` throws, the connection fails with that error.
    mutating func proceed(_ work: (inout Machine) throws(TLSError) -> Void) -> [Output] {
        do {
            try work(&self)
        } catch {
            fail(error)
        }
        return session.drain()
    }

    private mutating func take<R: RandomSource>(_ input: Input, using random: inout R) throws(TLSError) {
        switch input {
        case .start:
            guard current.phase == .idle else { return }
            enter(try current.start(&session, using: &random))
        case .bytes(let octets):
            session.append(octets)
            try pump(using: &random)
        case .verdict(let verdict):
            guard current.phase == .judging else { return }
            enter(try current.judged(verdict, &session))
            try sendWaiting()
            try pump(using: &random)
        case .send(let data):
            guard current.mayWrite else { return waitingData.append(contentsOf: data) }
            try session.send(data: data)
        case .close:
            try session.send(Alert(.warning, .closeNotify))
            if session.peerHasClosed || !current.mayWrite { enter(.ended("Closed")) }
        case .transportEnded:
            if let missing = session.missing { throw .truncatedRecord(missing: missing) }
            guard session.joiner.isEmpty else { throw .truncatedMessage }
            // The peer has sent close_notify before: no data is missing, and this side can still send its own close_notify.
            guard !session.peerHasClosed else { return }
            guard current.phase == .traffic else { throw .closedDuringHandshake }
            throw .truncated
        }
    }

    /// Processes everything that has arrived. It stops where a chain has to be judged first.
    private mutating func pump<R: RandomSource>(using random: inout R) throws(TLSError) {
        while current.phase != .judging, current.phase != .ended, Version.readsBehindClose || !session.peerHasClosed {
            if let message = try session.nextMessage() {
                try receive(message, using: &random)
            } else if let content = try session.nextContent() {
                try receive(content.type, content.octets)
            } else {
                return
            }
        }
    }

    private mutating func receive<R: RandomSource>(
        _ message: HandshakeMessage, using random: inout R
    ) throws(TLSError) {
        if let what = message.type.flatMap({ Version.idling(at: $0, in: current.phase) }) { try idle(what) }
        enter(try current.receive(message, &session, using: &random))
        try sendWaiting()
    }

    /// Sends the data that the application has given before the state allowed to send it.
    private mutating func sendWaiting() throws(TLSError) {
        guard !waitingData.isEmpty, current.mayWrite else { return }
        let data = waitingData
        waitingData = []
        try session.send(data: data)
    }

    private mutating func receive(_ type: ContentType, _ octets: [UInt8]) throws(TLSError) {
        // No other record may come between the parts of a message (RFC 5246 section 7.1 for ChangeCipherSpec, RFC 8446 section 5.1).
        guard type == .handshake || session.joiner.isEmpty else { throw .splitOverKeyChange }
        switch type {
        case .handshake: session.joiner.append(octets)
        case .changeCipherSpec:
            guard octets == [1] else { throw .changeCipherSpecContent(octets) }
            guard let next = try current.changeCipherSpec(&session) else { return try idle(.changeCipherSpecs) }
            enter(next)
        case .alert: try receive(try session.alert(in: octets))
        case .applicationData:
            let next = try current.receive(data: octets, &session)
            if octets.isEmpty { try idle(.emptyRecords) } else { idleCount = 0 }
            enter(next)
        }
    }

    private mutating func receive(_ alert: Alert) throws(TLSError) {
        guard alert.name == .closeNotify else {
            guard alert.level == .warning else { throw .peerAlert(alert.name) }
            return try idle(.warnings)
        }
        guard current.phase == .traffic else {
            // Both sides have to send close_notify before they close, also in the middle of a handshake (RFC 5246 section 7.2.1, RFC 8446
            // section 6.1).
            try session.send(Alert(.warning, .closeNotify))
            throw .closeNotifyDuringHandshake
        }
        guard !session.peerHasClosed else { return }
        session.peerHasClosed = true
        session.emit(.peerClosed)
        if session.hasClosed { enter(.ended("Closed")) }
    }

    /// Counts a record or a message without effect. Application data sets the count back to 0.
    private mutating func idle(_ what: TLSError.Idling) throws(TLSError) {
        idleCount += 1
        guard idleCount <= TLSEndpoint.idleLimit else { throw .flood(what, limit: TLSEndpoint.idleLimit) }
    }

    private mutating func enter(_ next: EndpointState<Version>) {
        let before = current.name
        current = next
        let after = current.name
        if after != before { session.trace(.entered(after, from: before)) }
    }

    private mutating func fail(_ error: TLSError) {
        // After close_notify this side may send nothing more, not even an alert (RFC 5246 section 7.2.1).
        let alert = session.hasClosed ? nil : error.alert
        session.error = error
        // If the alert cannot be written either, the peer gets no alert.
        if let alert { try? session.send(Alert(session.alertLevel, alert)) }
        session.flush()
        if error.invalidatesSession, let spoilt = session.resumable { session.emit(.forget(spoilt)) }
        session.emit(.failed(error, alert: alert))
        enter(.ended("Failed"))
    }
}
