import Crypto
import PKI

/// Where an endpoint is in its handshake.
enum EndpointState: Hashable, Sendable {
    /// A client's state.
    case client(ClientState)
    /// A server's state.
    case server(ServerState)
    /// The end, well or not, by its name.
    case ended(String)

    /// Its name, which says what it awaits.
    var name: String {
        switch self {
        case .client(let state): state.name
        case .server(let state): state.name
        case .ended(let name): name
        }
    }

    /// How far it is.
    var phase: EndpointPhase {
        switch self {
        case .client(let state): state.phase
        case .server(let state): state.phase
        case .ended: .ended
        }
    }

    /// The state after the start: the client speaks first.
    func start<R: RandomSource>(_ session: inout Session, using random: inout R) throws(TLSError) -> EndpointState {
        guard case .client(.start(let state)) = self else { return self }
        return .client(try state.start(&session, using: &random))
    }

    /// The state after a handshake message.
    func receive<R: RandomSource>(
        _ message: HandshakeMessage, _ session: inout Session, using random: inout R
    ) throws(TLSError) -> EndpointState {
        switch self {
        case .client(let state): .client(try state.receive(message, &session, using: &random))
        case .server(let state): .server(try state.receive(message, &session, using: &random))
        case .ended: self
        }
    }

    /// The state after the peer's ChangeCipherSpec.
    func changeCipherSpec(_ session: inout Session) throws(TLSError) -> EndpointState {
        switch self {
        case .client(let state): .client(try state.changeCipherSpec(&session))
        case .server(let state): .server(try state.changeCipherSpec(&session))
        case .ended: self
        }
    }

    /// The state after the judgment of the peer's chain.
    func judged(_ verdict: Verdict, _ session: inout Session) throws(TLSError) -> EndpointState {
        switch self {
        case .client(let state): .client(try state.judged(verdict, &session))
        case .server(let state): .server(try state.judged(verdict, &session))
        case .ended: self
        }
    }
}

/// How far an endpoint is.
enum EndpointPhase: Hashable {
    /// Nothing has been sent or received.
    case idle
    /// Handshake messages are being exchanged.
    case handshake
    /// A chain is being judged; what arrives meanwhile waits.
    case judging
    /// Application data may flow.
    case traffic(Traffic)
    /// It is over.
    case ended

    /// Whether application data may flow.
    var isTraffic: Bool {
        if case .traffic = self { true } else { false }
    }
}
