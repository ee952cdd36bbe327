import Crypto
import PKI
import Trace

/// One end of a connection of TLS 1.2: a value that takes what happens and says what to do (RFC 5246 section 7.3).
///
/// This is the loop that both roles share: octets in, records out of them, each to the state that awaits it.
struct TLS12Endpoint: Hashable, Sendable {
    /// Which end it is.
    let role: Role

    private var current: EndpointState
    private var session: Session
    private var waitingData: [UInt8] = []
    private var idleCount = 0
    private var peerHasClosed = false

    /// A client that has not started.
    init(_ configuration: Client.Configuration) {
        role = .client
        current = .client(.start(ClientStart(configuration: configuration)))
        session = Session(
            tracing: configuration.tracing, recordLimit: configuration.recordLimit, now: configuration.now)
    }

    /// A client whose hello is out already: it offered TLS 1.3 as well, and the answer is of TLS 1.2.
    ///
    /// - Parameters:
    ///   - hello: what was sent.
    ///   - sent: how many octets it was, record header included.
    init(_ configuration: Client.Configuration, after hello: ClientHello, sent: Int) {
        let offered = configuration.offerableSession
        role = .client
        current = .client(
            .expectServerHello(
                ExpectServerHello(
                    configuration: configuration, hello: hello.forTLS12(configuration), offered: offered)))
        session = Session(
            tracing: configuration.tracing, recordLimit: configuration.recordLimit, now: configuration.now)
        session.goOn(after: hello, sent: sent, offering: offered, keepingMessages: configuration.identity != nil)
    }

    /// A server that waits for a ClientHello.
    init(_ configuration: Server.Configuration) {
        role = .server
        current = .server(.expectClientHello(ExpectClientHello(configuration: configuration)))
        session = Session(
            tracing: configuration.tracing, recordLimit: configuration.recordLimit, now: configuration.now)
    }

    /// The name of the state, which says what is awaited: "ExpectServerHello".
    var state: String { current.name }

    /// Whether it has ended, well or not: whatever happens, it has nothing more to say.
    var isOver: Bool { current.phase == .ended }

    /// Tells the time, in seconds since 1970. An endpoint that is not told stays at the time of its configuration.
    mutating func set(time: Int64) { session.now = time }

    /// Takes one input and returns what is to be done, in order. Never traps, whatever arrives.
    mutating func handle<R: RandomSource>(_ input: Input, using random: inout R) -> [Output] {
        guard current.phase != .ended else { return [] }
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
            guard current.phase == .idle else { return }
            enter(try current.start(&session, using: &random))
        case .bytes(let octets):
            session.records.append(octets)
            try pump(using: &random)
        case .verdict(let verdict):
            guard current.phase == .judging else { return }
            enter(try current.judged(verdict, &session))
            try pump(using: &random)
        case .send(let data):
            guard case .traffic(let traffic) = current.phase else { return waitingData.append(contentsOf: data) }
            try session.send(data: data, in: traffic)
        case .close:
            try session.send(Alert(.warning, .closeNotify), .traffic(.closeNotify(first: !peerHasClosed)))
            if peerHasClosed || !current.phase.isTraffic { enter(.ended("Closed")) }
        case .transportEnded:
            if let missing = session.records.missing { throw .truncatedRecord(missing: missing) }
            guard session.joiner.isEmpty else { throw .truncatedMessage }
            // The peer said so before it left: nothing is missing, and our own close_notify can still be sent.
            guard !peerHasClosed else { return }
            guard current.phase.isTraffic else { throw .closedDuringHandshake }
            throw .truncated
        }
    }

    /// Works through everything that has arrived, until it is used up or a chain has to be judged first.
    private mutating func pump<R: RandomSource>(using random: inout R) throws(TLSError) {
        while current.phase != .judging, current.phase != .ended {
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
        if message.type == .helloRequest || (message.type == .clientHello && current.phase.isTraffic) {
            try idle(.renegotiations)
        }
        enter(try current.receive(message, &session, using: &random))
        guard case .traffic(let traffic) = current.phase, !waitingData.isEmpty else { return }
        let data = waitingData
        waitingData = []
        try session.send(data: data, in: traffic)
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
            enter(try current.changeCipherSpec(&session))
        case .alert:
            try receive(try Alert.read(record.plaintext))
        case .applicationData:
            guard case .traffic(let traffic) = current.phase, !peerHasClosed else {
                throw .unexpected(message: "application data", awaiting: current.name)
            }
            guard !record.plaintext.isEmpty else { return try idle(.emptyRecords) }
            idleCount = 0
            session.explain(.traffic(.applicationData(octets: record.plaintext.count, traffic.suite.cipher)))
            session.traceData(record.plaintext, in: traffic)
            session.emit(.plaintext(record.plaintext))
        }
    }

    private mutating func receive(_ alert: Alert) throws(TLSError) {
        let hasClosed = session.hasClosed
        session.explain(.traffic(alert.note(answering: hasClosed)))
        if alert.name == .closeNotify {
            guard current.phase.isTraffic else { throw .closedDuringHandshake }
            guard !peerHasClosed else { return }
            peerHasClosed = true
            session.emit(.peerClosed)
            if session.hasClosed { enter(.ended("Closed")) }
            return
        }
        guard alert.level == .warning else { throw .peerAlert(alert.name) }
        try idle(.warnings)
    }

    private mutating func idle(_ what: TLSError.Idling) throws(TLSError) {
        idleCount += 1
        guard idleCount <= TLSEndpoint.idleLimit else { throw .flood(what, limit: TLSEndpoint.idleLimit) }
    }

    private mutating func enter(_ next: consuming EndpointState) {
        let before = current.name
        current = next
        let after = current.name
        if after != before { session.trace(.entered(after, from: before)) }
    }

    private mutating func fail(_ error: TLSError) {
        // After close_notify nothing more may be said, not even what went wrong (section 7.2.1).
        let alert = session.hasClosed ? nil : error.alert
        if let alert {
            // If even the alert cannot be written there is nothing left to tell the peer.
            try? session.send(Alert(.fatal, alert), .traffic(.alert(alert, because: error)))
        }
        session.flush()
        if let spoilt = session.resumable, error.spoilsSession { session.emit(.forget(spoilt)) }
        session.emit(.failed(error, alert: alert))
        enter(.ended("Failed"))
    }
}
