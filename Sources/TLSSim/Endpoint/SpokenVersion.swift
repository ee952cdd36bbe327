import Crypto
import PKI
import Trace

/// A version of TLS for a ``Machine``: its session, its states, and the differences in the machine's own behaviour.
protocol SpokenVersion {
    associatedtype Session: EndpointSession
    associatedtype ClientState: RoleState<Session>
    associatedtype ServerState: RoleState<Session>

    /// Whether records after the peer's close_notify are still read, and refused if they are not allowed. If false, they are ignored.
    static var readsBehindClose: Bool { get }

    /// The kind of a message that has no effect and can be repeated without end, which the machine counts; nil for any other message.
    static func idling(at type: HandshakeType, in phase: EndpointPhase) -> TLSError.Idling?
}

/// The state of an endpoint: a ``RoleState`` of the version, or the end.
enum EndpointState<Version: SpokenVersion>: Hashable, Sendable {
    case client(Version.ClientState)
    case server(Version.ServerState)
    /// The end of the connection. The name is "Closed" or "Failed".
    case ended(String)

    var name: String {
        switch self {
        case .client(let state): state.name
        case .server(let state): state.name
        case .ended(let name): name
        }
    }

    var phase: EndpointPhase {
        switch self {
        case .client(let state): state.phase
        case .server(let state): state.phase
        case .ended: .ended
        }
    }

    var mayWrite: Bool {
        switch self {
        case .client(let state): state.mayWrite
        case .server(let state): state.mayWrite
        case .ended: false
        }
    }

    /// The state after the start. A client sends its hello, a server waits.
    func start<R: RandomSource>(
        _ session: inout Version.Session, using random: inout R
    ) throws(TLSError) -> EndpointState {
        guard case .client(let state) = self else { return self }
        return .client(try state.started(&session, using: &random))
    }

    func receive<R: RandomSource>(
        _ message: HandshakeMessage, _ session: inout Version.Session, using random: inout R
    ) throws(TLSError) -> EndpointState {
        switch self {
        case .client(let state): .client(try state.receive(message, &session, using: &random))
        case .server(let state): .server(try state.receive(message, &session, using: &random))
        case .ended: self
        }
    }

    func receive(data: [UInt8], _ session: inout Version.Session) throws(TLSError) -> EndpointState {
        switch self {
        case .client(let state): .client(try state.receive(data: data, &session))
        case .server(let state): .server(try state.receive(data: data, &session))
        case .ended: self
        }
    }

    func changeCipherSpec(_ session: inout Version.Session) throws(TLSError) -> EndpointState? {
        switch self {
        case .client(let state): try state.changeCipherSpec(&session).map { .client($0) }
        case .server(let state): try state.changeCipherSpec(&session).map { .server($0) }
        case .ended: self
        }
    }

    func judged(_ verdict: Verdict, _ session: inout Version.Session) throws(TLSError) -> EndpointState {
        switch self {
        case .client(let state): .client(try state.judged(verdict, &session))
        case .server(let state): .server(try state.judged(verdict, &session))
        case .ended: self
        }
    }
}

/// The phase of a connection.
enum EndpointPhase: Hashable, Sendable {
    /// Nothing has been sent or received.
    case idle
    /// Handshake messages are being exchanged.
    case handshake
    /// A chain is being judged. Records that arrive wait until the verdict.
    case judging
    /// The handshake is complete: application data may be received.
    case traffic
    /// The connection has ended.
    case ended
}

/// A state of a client or a server of one version. The value of a state contains the data that is known in it.
protocol RoleState<Session>: Hashable, Sendable {
    associatedtype Session: EndpointSession

    /// The name, which says what the state waits for.
    var name: String { get }
    /// The phase of the connection.
    var phase: EndpointPhase { get }
    /// Whether application data may be sent.
    var mayWrite: Bool { get }
    /// Whether nothing but the peer's Finished is missing, and the peer's keys are in force.
    var isFinishing: Bool { get }

    /// The state after the start.
    func started<R: RandomSource>(_ session: inout Session, using random: inout R) throws(TLSError) -> Self

    /// The state after `message`.
    ///
    /// - Throws: ``TLSError/unexpected(message:awaiting:)`` for a message that is not allowed in this state; other cases of
    ///   ``TLSError`` for a message that breaks a rule.
    func receive<R: RandomSource>(
        _ message: HandshakeMessage, _ session: inout Session, using random: inout R
    ) throws(TLSError) -> Self

    /// The state after application data, which may be empty.
    ///
    /// - Throws: ``TLSError/unexpected(message:awaiting:)`` if data is not allowed in this state.
    func receive(data: [UInt8], _ session: inout Session) throws(TLSError) -> Self

    /// The state after the peer's ChangeCipherSpec; nil if it has no effect in this version.
    ///
    /// - Throws: ``TLSError/unexpected(message:awaiting:)`` if it is not allowed in this state.
    func changeCipherSpec(_ session: inout Session) throws(TLSError) -> Self?

    /// The state after the judgment of the peer's chain.
    ///
    /// - Throws: ``TLSError/certificateRefused(_:reason:)`` and others if the chain cannot be used.
    func judged(_ verdict: Verdict, _ session: inout Session) throws(TLSError) -> Self
}

extension RoleState {
    var mayWrite: Bool { phase == .traffic }
    var isFinishing: Bool { false }

    func started<R: RandomSource>(_ session: inout Session, using random: inout R) throws(TLSError) -> Self { self }

    func receive(data: [UInt8], _ session: inout Session) throws(TLSError) -> Self { try deliver(data, &session) }

    /// Gives data to the application, if the connection is open.
    func deliver(_ data: [UInt8], _ session: inout Session) throws(TLSError) -> Self {
        let isEarly = isFinishing && session.missingRules.contains(.refusingDataBeforeFinished)
        guard phase == .traffic || isEarly, !session.peerHasClosed else {
            throw .unexpected(message: "application data", awaiting: name)
        }
        if !data.isEmpty { session.deliver(data) }
        return self
    }
}
