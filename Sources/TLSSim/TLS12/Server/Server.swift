import Crypto
import PKI
import Trace

/// The server's half of TLS 1.2: a value that takes what happens and says what to do (RFC 5246 section 7.3).
public struct Server: Hashable, Sendable {
    /// What a server is told before it starts.
    public struct Configuration: Hashable, Sendable {
        /// Its chain and the key to it.
        public var identity: Identity
        /// Suites to choose from, preferred first.
        public var cipherSuites: [CipherSuite]
        /// Signatures it can make, and verify in a client's CertificateVerify; preferred first.
        public var signatureSchemes: [SignatureScheme]
        /// Finite-field groups to choose from for DHE, preferred first; the first also serves clients that name none.
        public var groups: [FiniteFieldGroup]
        /// Curves to choose from for ECDHE, preferred first.
        public var curves: [NamedGroup]
        /// Whether to agree to the extended master secret when the client offers it (RFC 7627).
        public var extendedMasterSecret: Bool
        /// Whether to agree that the MAC of CBC suites covers the ciphertext (RFC 7366).
        public var encryptThenMAC: Bool
        /// Whether clients have to say who they are.
        public var clientAuthentication: ClientAuthentication
        /// An OCSPResponse in DER about its certificate, for clients that ask for one (RFC 6066 section 8).
        public var ocspResponse: [UInt8]?
        /// The sessions that can be resumed by name, as they are when the connection is accepted; nil for a server that keeps
        /// none and names none.
        public var sessions: SessionCache?
        /// The key for tickets (RFC 5077); nil for a server that gives out none.
        public var ticketKey: TicketKey?
        /// What can be spoken inside, preferred first (RFC 7301); empty ignores what the client says about it.
        public var applicationProtocols: [String]
        /// Whether to refuse a client that asks for a host the certificate is not for (RFC 6066 section 3).
        public var strictServerName: Bool
        /// The longest plaintext put into a record, in octets, by this side's own choice; 2^14 is the most.
        public var recordLimit: Int
        /// The time in seconds since 1970.
        public var now: Int64
        /// Whose arithmetic does the work on elliptic curves.
        public var arithmetic: CurveArithmetic
        /// Whether to trace.
        public var tracing: Bool

        /// A configuration of these parts.
        public init(
            identity: Identity, cipherSuites: [CipherSuite] = CipherSuite.all,
            signatureSchemes: [SignatureScheme] = SignatureScheme.all, groups: [FiniteFieldGroup] = [.ffdhe2048],
            curves: [NamedGroup] = NamedGroup.curves, extendedMasterSecret: Bool = false,
            encryptThenMAC: Bool = false, clientAuthentication: ClientAuthentication = .none,
            ocspResponse: [UInt8]? = nil, sessions: SessionCache? = nil, ticketKey: TicketKey? = nil,
            applicationProtocols: [String] = [], strictServerName: Bool = false,
            recordLimit: Int = RecordLayer.longestPlaintext, now: Int64 = 0, arithmetic: CurveArithmetic = .lesson,
            tracing: Bool = true
        ) {
            self.identity = identity
            self.cipherSuites = cipherSuites
            self.signatureSchemes = signatureSchemes
            self.groups = groups
            self.curves = curves
            self.extendedMasterSecret = extendedMasterSecret
            self.encryptThenMAC = encryptThenMAC
            self.clientAuthentication = clientAuthentication
            self.ocspResponse = ocspResponse
            self.sessions = sessions
            self.ticketKey = ticketKey
            self.applicationProtocols = applicationProtocols
            self.strictServerName = strictServerName
            self.recordLimit = recordLimit
            self.now = now
            self.arithmetic = arithmetic
            self.tracing = tracing
        }
    }

    private var endpoint: Endpoint<ServerState>

    /// A server that waits for a ClientHello.
    public init(_ configuration: Configuration) {
        endpoint = Endpoint(
            state: .expectClientHello(ExpectClientHello(configuration: configuration)), tracing: configuration.tracing,
            recordLimit: configuration.recordLimit)
    }

    /// The name of the state, which says what is awaited: "ExpectClientHello".
    public var state: String { endpoint.state.name }

    /// Whether it has ended, well or not.
    public var isOver: Bool { endpoint.state.phase == .ended }

    /// Takes one input and returns what is to be done, in order. Never traps, whatever arrives.
    public mutating func handle<R: RandomSource>(_ input: Input, using random: inout R) -> [Output] {
        endpoint.handle(input, using: &random)
    }
}

/// The server's states.
indirect enum ServerState: EndpointState {
    case expectClientHello(ExpectClientHello)
    case expectClientCertificate(ExpectClientCertificate)
    case judging(JudgingClientChain)
    case expectClientKeyExchange(ExpectClientKeyExchange)
    case expectCertificateVerify(ExpectCertificateVerify)
    case expectChangeCipherSpec(ServerExpectChangeCipherSpec)
    case expectFinished(ServerExpectFinished)
    case traffic(Traffic)
    case end(String)

    static func ended(_ name: String) -> ServerState { .end(name) }

    var name: String {
        switch self {
        case .expectClientHello: "ExpectClientHello"
        case .expectClientCertificate: "ExpectCertificate"
        case .judging: "JudgingChain"
        case .expectClientKeyExchange: "ExpectClientKeyExchange"
        case .expectCertificateVerify: "ExpectCertificateVerify"
        case .expectChangeCipherSpec: "ExpectChangeCipherSpec"
        case .expectFinished: "ExpectFinished"
        case .traffic: "Traffic"
        case .end(let name): name
        }
    }

    var phase: EndpointPhase {
        switch self {
        case .judging: .judging
        case .traffic: .traffic
        case .end: .ended
        default: .handshake
        }
    }

    /// The server says nothing first.
    func start<R: RandomSource>(_ session: inout Session, using random: inout R) throws(TLSError) -> ServerState {
        self
    }

    func receive<R: RandomSource>(
        _ message: HandshakeMessage, _ session: inout Session, using random: inout R
    ) throws(TLSError) -> ServerState {
        switch (self, message.type) {
        case (.expectClientHello(let state), .clientHello): return try state.receive(message, &session, using: &random)
        case (.expectClientCertificate(let state), .certificate): return try state.receive(message, &session)
        case (.expectClientKeyExchange(let state), .clientKeyExchange):
            return try state.receive(message, &session, using: &random)
        case (.expectCertificateVerify(let state), .certificateVerify): return try state.receive(message, &session)
        case (.expectFinished(let state), .finished): return try state.receive(message, &session, using: &random)
        case (.traffic, .clientHello):
            // Section 7.2.2: a wish to renegotiate is declined with a warning, and the connection goes on.
            try session.send(Alert(.warning, .noRenegotiation), .noRenegotiation)
            return self
        default: throw .unexpected(message: message.name, awaiting: name)
        }
    }

    func changeCipherSpec(_ session: inout Session) throws(TLSError) -> ServerState {
        guard case .expectChangeCipherSpec(let state) = self else {
            throw .unexpected(message: "ChangeCipherSpec", awaiting: name)
        }
        session.records.startReading(with: state.agreement.schedule.clientProtection)
        return .expectFinished(
            ServerExpectFinished(configuration: state.configuration, agreement: state.agreement))
    }

    func judged(_ verdict: Verdict, _ session: inout Session) throws(TLSError) -> ServerState {
        guard case .judging(let state) = self else { return self }
        return try state.judged(verdict, &session)
    }
}
