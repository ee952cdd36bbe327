import Crypto
import PKI
import Trace

/// A version of TLS as a ``Machine`` needs it: its states, and how it differs in what the machine does itself.
protocol SpokenVersion {
    associatedtype Session: EndpointSession
    associatedtype ClientState: RoleState<Session>
    associatedtype ServerState: RoleState<Session>

    /// Whether what comes behind the peer's close_notify is read, and refused where it has no place; else it is not looked at.
    static var readsBehindClose: Bool { get }

    /// What a message is counted as that leads nowhere and may come again and again; nil for any other message.
    static func idling(at type: HandshakeType, in phase: EndpointPhase) -> TLSError.Idling?
}

/// Where an endpoint is: in a ``RoleState`` of the version, or at its end.
enum EndpointState<Version: SpokenVersion>: Hashable, Sendable {
    case client(Version.ClientState)
    case server(Version.ServerState)
    /// The end, well or not, by its name.
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

    /// The state after the start: the client speaks first.
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

/// How far an endpoint is.
enum EndpointPhase: Hashable, Sendable {
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

/// Where a client or a server of one version is: a value for each state, that owns what is known by then.
protocol RoleState<Session>: Hashable, Sendable {
    associatedtype Session: EndpointSession

    /// Its name, which says what it awaits.
    var name: String { get }
    /// How far it is.
    var phase: EndpointPhase { get }
    /// Whether application data may go out.
    var mayWrite: Bool { get }

    /// The state after the start.
    func started<R: RandomSource>(_ session: inout Session, using random: inout R) throws(TLSError) -> Self

    /// The state after `message`.
    ///
    /// - Throws: ``TLSError/unexpected(message:awaiting:)`` for a message that has no place here; what else is wrong with it.
    func receive<R: RandomSource>(
        _ message: HandshakeMessage, _ session: inout Session, using random: inout R
    ) throws(TLSError) -> Self

    /// The state after application data, which may be empty.
    ///
    /// - Throws: ``TLSError/unexpected(message:awaiting:)`` where data has no place.
    func receive(data: [UInt8], _ session: inout Session) throws(TLSError) -> Self

    /// The state after the peer's ChangeCipherSpec; nil where that means nothing.
    func changeCipherSpec(_ session: inout Session) throws(TLSError) -> Self?

    /// The state after the judgment of the peer's chain.
    func judged(_ verdict: Verdict, _ session: inout Session) throws(TLSError) -> Self
}

extension RoleState {
    var mayWrite: Bool { phase == .traffic }

    func started<R: RandomSource>(_ session: inout Session, using random: inout R) throws(TLSError) -> Self { self }

    func receive(data: [UInt8], _ session: inout Session) throws(TLSError) -> Self {
        guard phase == .traffic, !session.peerHasClosed else {
            throw .unexpected(message: "application data", awaiting: name)
        }
        if !data.isEmpty { session.deliver(data) }
        return self
    }
}
