import Crypto
import PKI
import Trace

/// The client's half of TLS 1.2: a value that takes what happens and says what to do (RFC 5246 section 7.3).
public struct Client: Hashable, Sendable {
    /// What a client is told before it starts.
    public struct Configuration: Hashable, Sendable {
        /// The name to ask for, and to be proved by the certificate.
        public var hostName: String
        /// Suites to offer, preferred first.
        public var cipherSuites: [CipherSuite]
        /// Signatures that are accepted, preferred first.
        public var signatureSchemes: [SignatureScheme]
        /// Groups to offer, preferred first: curves (RFC 8422) and finite fields (RFC 7919). Empty leaves the extension out.
        public var groups: [NamedGroup]
        /// Which groups of the server's own are accepted.
        public var groupPolicy: DHEKeyExchange.GroupPolicy
        /// Whether to offer the extended master secret (RFC 7627).
        public var extendedMasterSecret: Bool
        /// Whether to offer that the MAC of CBC suites covers the ciphertext (RFC 7366).
        public var encryptThenMAC: Bool
        /// Who the client is, for servers that ask: they get an empty list if it is nil or does not fit the request.
        public var identity: Identity?
        /// Whether to ask for an OCSP response about the server's certificate (RFC 6066 section 8).
        public var requestsStatus: Bool
        /// A session of an earlier connection to resume, if the server agrees; ignored if it is another host's or too old.
        public var session: ResumableSession?
        /// Whether to ask for a ticket (RFC 5077).
        public var offersTickets: Bool
        /// What to speak inside, preferred first (RFC 7301). Empty leaves the extension out.
        public var applicationProtocols: [String]
        /// A limit for records to agree on (RFC 6066 section 4); nil leaves the extension out.
        public var maximumFragment: MaximumFragment?
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
            hostName: String, cipherSuites: [CipherSuite] = CipherSuite.all,
            signatureSchemes: [SignatureScheme] = SignatureScheme.all,
            groups: [NamedGroup] = NamedGroup.all, groupPolicy: DHEKeyExchange.GroupPolicy = .init(),
            extendedMasterSecret: Bool = false, encryptThenMAC: Bool = false, identity: Identity? = nil,
            requestsStatus: Bool = false, session: ResumableSession? = nil,
            offersTickets: Bool = false, applicationProtocols: [String] = [], maximumFragment: MaximumFragment? = nil,
            recordLimit: Int = RecordLayer.longestPlaintext, now: Int64 = 0, arithmetic: CurveArithmetic = .lesson,
            tracing: Bool = true
        ) {
            self.hostName = hostName
            self.cipherSuites = cipherSuites
            self.signatureSchemes = signatureSchemes
            self.groups = groups
            self.groupPolicy = groupPolicy
            self.extendedMasterSecret = extendedMasterSecret
            self.encryptThenMAC = encryptThenMAC
            self.identity = identity
            self.requestsStatus = requestsStatus
            self.session = session
            self.offersTickets = offersTickets
            self.applicationProtocols = applicationProtocols
            self.maximumFragment = maximumFragment
            self.recordLimit = recordLimit
            self.now = now
            self.arithmetic = arithmetic
            self.tracing = tracing
        }
    }

    private var endpoint: Endpoint<ClientState>

    /// A client that has not started.
    public init(_ configuration: Configuration) {
        endpoint = Endpoint(
            state: .start(ClientStart(configuration: configuration)), tracing: configuration.tracing,
            recordLimit: configuration.recordLimit)
    }

    /// The name of the state, which says what is awaited: "ExpectServerHello".
    public var state: String { endpoint.state.name }

    /// Whether it has ended, well or not.
    public var isOver: Bool { endpoint.state.phase == .ended }

    /// Takes one input and returns what is to be done, in order. Never traps, whatever arrives.
    public mutating func handle<R: RandomSource>(_ input: Input, using random: inout R) -> [Output] {
        endpoint.handle(input, using: &random)
    }
}

/// The client's states. Indirect, so that passing one on passes a reference and does not copy what the client was told.
indirect enum ClientState: EndpointState {
    case start(ClientStart)
    case expectServerHello(ExpectServerHello)
    case expectCertificate(ExpectCertificate)
    case judging(JudgingChain)
    case expectCertificateStatus(ExpectCertificateStatus)
    case expectServerKeyExchange(ExpectServerKeyExchange)
    case expectServerHelloDone(ExpectServerHelloDone)
    case expectNewSessionTicket(ExpectNewSessionTicket)
    case expectChangeCipherSpec(ClientExpectChangeCipherSpec)
    case expectFinished(ClientExpectFinished)
    case traffic(Traffic)
    case end(String)

    static func ended(_ name: String) -> ClientState { .end(name) }

    var name: String {
        switch self {
        case .start: "Start"
        case .expectServerHello: "ExpectServerHello"
        case .expectCertificate: "ExpectCertificate"
        case .judging: "JudgingChain"
        case .expectCertificateStatus: "ExpectCertificateStatus"
        case .expectServerKeyExchange: "ExpectServerKeyExchange"
        case .expectServerHelloDone: "ExpectServerHelloDone"
        case .expectNewSessionTicket: "ExpectNewSessionTicket"
        case .expectChangeCipherSpec: "ExpectChangeCipherSpec"
        case .expectFinished: "ExpectFinished"
        case .traffic: "Traffic"
        case .end(let name): name
        }
    }

    var phase: EndpointPhase {
        switch self {
        case .start: .idle
        case .judging: .judging
        case .traffic: .traffic
        case .end: .ended
        default: .handshake
        }
    }

    func start<R: RandomSource>(_ session: inout Session, using random: inout R) throws(TLSError) -> ClientState {
        guard case .start(let state) = self else { return self }
        return try state.start(&session, using: &random)
    }

    func receive<R: RandomSource>(
        _ message: HandshakeMessage, _ session: inout Session, using random: inout R
    ) throws(TLSError) -> ClientState {
        // Section 7.4.1.1: ignored while a handshake goes on, and in no transcript. After it, a polite refusal.
        if message.type == .helloRequest {
            _ = try message.parsed(HelloRequest.read)
            if phase == .traffic { try session.send(Alert(.warning, .noRenegotiation), .noRenegotiation) }
            return self
        }
        switch (self, message.type) {
        case (.expectServerHello(let state), .serverHello): return try state.receive(message, &session)
        case (.expectCertificate(let state), .certificate): return try state.receive(message, &session)
        case (.expectCertificateStatus(let state), .certificateStatus): return try state.receive(message, &session)
        case (.expectCertificateStatus(let state), _):
            return try state.next.receive(message, &session, using: &random)
        case (.expectServerKeyExchange(let state), .serverKeyExchange): return try state.receive(message, &session)
        case (.expectServerHelloDone(let state), .certificateRequest):
            return try state.receive(request: message, &session)
        case (.expectServerHelloDone(let state), .serverHelloDone):
            return try state.receive(message, &session, using: &random)
        case (.expectNewSessionTicket(let state), .newSessionTicket): return try state.receive(message, &session)
        case (.expectFinished(let state), .finished): return try state.receive(message, &session)
        default: throw .unexpected(message: message.name, awaiting: name)
        }
    }

    func changeCipherSpec(_ session: inout Session) throws(TLSError) -> ClientState {
        guard case .expectChangeCipherSpec(let state) = self else {
            throw .unexpected(message: "ChangeCipherSpec", awaiting: name)
        }
        session.records.startReading(with: state.agreement.schedule.serverProtection)
        return .expectFinished(
            ClientExpectFinished(configuration: state.configuration, agreement: state.agreement))
    }

    func judged(_ verdict: Verdict, _ session: inout Session) throws(TLSError) -> ClientState {
        guard case .judging(let state) = self else { return self }
        return try state.judged(verdict, &session)
    }
}
