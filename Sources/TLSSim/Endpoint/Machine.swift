import Crypto
import PKI
import Trace

/// One end of a connection of one version: the loop that turns octets into records, records into messages, and hands each message to the
/// state that awaits it (RFC 5246 section 7.3, RFC 8446 section 4).
///
/// The states and the session are the version's. What holds for every version stands here.
struct Machine<Version: SpokenVersion>: Hashable, Sendable {
    /// Which end it is.
    let role: Role

    var current: EndpointState<Version>
    var session: Version.Session
    private var waitingData: [UInt8] = []
    private var idleCount = 0

    init(_ role: Role, _ state: EndpointState<Version>, _ session: Version.Session) {
        self.role = role
        current = state
        self.session = session
    }

    /// The name of the state, which says what is awaited: "ExpectServerHello".
    var state: String { current.name }

    /// Whether it has ended, well or not: whatever happens, it has nothing more to say.
    var isOver: Bool { current.phase == .ended }

    /// Takes one input and returns what is to be done, in order. Never traps, whatever arrives.
    mutating func handle<R: RandomSource>(_ input: Input, using random: inout R) -> [Output] {
        guard current.phase != .ended else { return [] }
        return proceed { machine throws(TLSError) in try machine.take(input, using: &random) }
    }

    /// Does `work`, fails if that throws, and returns what is to be done.
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
            // The peer said so before it left: nothing is missing, and our own close_notify can still be sent.
            guard !session.peerHasClosed else { return }
            guard current.phase == .traffic else { throw .closedDuringHandshake }
            throw .truncated
        }
    }

    /// Works through everything that has arrived, until it is used up or a chain has to be judged first.
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

    /// Data that the application has handed over too early goes out as soon as it may.
    private mutating func sendWaiting() throws(TLSError) {
        guard !waitingData.isEmpty, current.mayWrite else { return }
        let data = waitingData
        waitingData = []
        try session.send(data: data)
    }

    private mutating func receive(_ type: ContentType, _ octets: [UInt8]) throws(TLSError) {
        // Nothing comes between the parts of a message (RFC 5246 section 7.1 for ChangeCipherSpec, RFC 8446 section 5.1).
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
        guard current.phase == .traffic else { throw .closedDuringHandshake }
        guard !session.peerHasClosed else { return }
        session.peerHasClosed = true
        session.emit(.peerClosed)
        if session.hasClosed { enter(.ended("Closed")) }
    }

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
        // After close_notify nothing more may be said, not even what went wrong (RFC 5246 section 7.2.1).
        let alert = session.hasClosed ? nil : error.alert
        session.error = error
        // If even the alert cannot be written there is nothing left to tell the peer.
        if let alert { try? session.send(Alert(session.alertLevel, alert)) }
        session.flush()
        if error.spoilsSession, let spoilt = session.resumable { session.emit(.forget(spoilt)) }
        session.emit(.failed(error, alert: alert))
        enter(.ended("Failed"))
    }
}
