import Crypto
import PKI
import Trace

extension TLS13 {
    /// The configuration of a server.
    public struct ServerConfiguration: Hashable, Sendable {
        /// The server's chain and private key.
        public var identity: Identity
        /// Suites to choose from, preferred first.
        public var cipherSuites: [CipherSuite]
        /// Signature schemes that are accepted from clients, preferred first.
        public var signatureSchemes: [SignatureScheme]
        /// Groups to choose from, preferred first. A group of which the client has sent a share is chosen before one that costs a round
        /// trip.
        public var groups: [NamedGroup]
        /// Whether clients are asked for a certificate, and whether they need one.
        public var clientAuthentication: ClientAuthentication
        /// The application protocols, preferred first (RFC 7301). With an empty list the server ignores the client's offer.
        public var applicationProtocols: [String]
        /// The key for tickets; nil for a server that sends no tickets.
        public var ticketKey: TicketKey?
        /// How many tickets the server sends after a handshake. After a resumed handshake it sends one at most.
        public var tickets: Int
        /// How many octets of early data the server accepts with a ticket; 0 for none. Early data is accepted only if a ``ReplayRegister``
        /// is passed to the endpoint together with the input.
        public var maxEarlyData: UInt32
        /// A secret agreed outside TLS; nil for none. The server sends its certificate to a client that does not offer the secret.
        public var externalPSK: ExternalPSK?
        /// The key that protects cookies; nil for no cookies. With a key, the server answers every first hello with a cookie, and keeps
        /// nothing until the second hello.
        public var cookieKey: [UInt8]?
        /// The part of the configuration that both roles have.
        public var common: CommonConfiguration
        /// An OCSPResponse in DER about its certificate, for clients that ask for one (section 4.4.2.1).
        public var ocspResponse: [UInt8]?
        /// Whether to accept a secret without an exchange from a client that offers only that mode (psk_ke, section 4.2.9).
        public var takesPSKAlone = false
        /// Whether to refuse a client that asks for a host for which the certificate is not valid (RFC 6066 section 3).
        public var strictServerName = false
        /// Whether to send the dummy ChangeCipherSpec to clients in middlebox compatibility mode (section D.4).
        public var isCompatible = true

        /// A configuration of these parts.
        public init(
            identity: Identity, cipherSuites: [CipherSuite] = CipherSuite.all,
            signatureSchemes: [SignatureScheme] = SignatureScheme.usual,
            groups: [NamedGroup] = [.x25519, .secp256r1], clientAuthentication: ClientAuthentication = .none,
            applicationProtocols: [String] = [], ticketKey: TicketKey? = nil, tickets: Int = 2,
            maxEarlyData: UInt32 = 0, common: CommonConfiguration = CommonConfiguration()
        ) {
            self.identity = identity
            self.cipherSuites = cipherSuites
            self.signatureSchemes = signatureSchemes
            self.groups = groups
            self.clientAuthentication = clientAuthentication
            self.applicationProtocols = applicationProtocols
            self.ticketKey = ticketKey
            self.tickets = tickets
            self.maxEarlyData = maxEarlyData
            self.common = common
        }
    }

    /// The server's states. Indirect: passing a state on passes a reference.
    indirect enum ServerState: RoleState {
        case expectClientHello(ExpectClientHello)
        case expectSecondClientHello(ExpectSecondClientHello)
        case expectCookie(ExpectCookie)
        case expectEndOfEarlyData(ExpectEndOfEarlyData)
        case expectCertificate(ExpectClientCertificate)
        case judging(JudgingClientChain)
        case expectCertificateVerify(ExpectClientCertificateVerify)
        case expectFinished(ServerExpectFinished)
        case traffic(Traffic)
        case lateAuthentication(LateAuthentication)

        var name: String {
            switch self {
            case .expectClientHello: "ExpectClientHello"
            case .expectSecondClientHello: "ExpectSecondClientHello"
            case .expectCookie: "ExpectCookie"
            case .expectEndOfEarlyData: "ExpectEndOfEarlyData"
            case .expectCertificate: "ExpectCertificate"
            case .judging: "JudgingChain"
            case .expectCertificateVerify: "ExpectCertificateVerify"
            case .expectFinished: "ExpectFinished"
            case .traffic: "Traffic"
            case .lateAuthentication(let state): state.name
            }
        }

        var phase: EndpointPhase {
            switch self {
            case .judging: .judging
            case .traffic: .traffic
            case .lateAuthentication(let state): state.phase
            case .expectClientHello, .expectSecondClientHello, .expectCookie, .expectEndOfEarlyData, .expectCertificate,
                .expectCertificateVerify, .expectFinished:
                .handshake
            }
        }

        /// Whether data may be sent: after the handshake; and after the server's Finished as an answer to early data that was accepted
        /// (section 2.3). The second case requires that the server does not ask for the client's certificate: it must know who the client
        /// is.
        var mayWrite: Bool {
            switch self {
            case .traffic, .lateAuthentication: true
            case .expectEndOfEarlyData(let state): state.agreed.configuration.clientAuthentication == .none
            case .expectFinished(let state):
                state.agreed.early == .accepted && state.agreed.configuration.clientAuthentication == .none
            case .expectClientHello, .expectSecondClientHello, .expectCookie, .expectCertificate, .judging,
                .expectCertificateVerify:
                false
            }
        }

        /// The parameters agreed with a client whose early data may be answered before its Finished; nil if an answer has to wait, and
        /// after the handshake.
        var earlyParameters: SecurityParameters? {
            guard mayWrite else { return nil }
            return switch self {
            case .expectEndOfEarlyData(let state): state.agreed.parameters(state.peer)
            case .expectFinished(let state): state.agreed.parameters(state.peer)
            default: nil
            }
        }

        func receive<R: RandomSource>(
            _ message: HandshakeMessage, _ session: inout Session, using random: inout R
        ) throws(TLSError) -> ServerState {
            switch (self, message.type) {
            case (.expectClientHello(let state), .clientHello):
                return try state.receive(message, &session, using: &random)
            case (.expectSecondClientHello(let state), .clientHello):
                return try state.receive(message, &session, using: &random)
            case (.expectCookie(let state), .clientHello):
                return try state.receive(message, &session, using: &random)
            case (.expectEndOfEarlyData(let state), .endOfEarlyData): return try state.receive(message, &session)
            case (.expectCertificate(let state), .certificate): return try state.receive(message, &session)
            case (.expectCertificateVerify(let state), .certificateVerify): return try state.receive(message, &session)
            case (.expectFinished(let state), .finished): return try state.receive(message, &session, using: &random)
            case (.traffic(let state), .certificate): return try state.receive(certificate: message, &session)
            case (.traffic(let state), _): return .traffic(try state.receive(message, &session, using: &random))
            case (.lateAuthentication(let state), _): return try state.receive(message, &session)
            default: throw .unexpected(message: message.nameInTLS13, awaiting: name)
            }
        }

        func receive(data: [UInt8], _ session: inout Session) throws(TLSError) -> ServerState {
            if case .expectEndOfEarlyData(let state) = self {
                return .expectEndOfEarlyData(try state.receive(data: data, &session))
            }
            // Section 4.6.2: the messages that answer a late request follow each other without data between them.
            guard case .traffic = self else { throw .unexpected(message: "application data", awaiting: name) }
            if !data.isEmpty { session.deliver(data) }
            return self
        }

        func changeCipherSpec(_ session: inout Session) throws(TLSError) -> ServerState? {
            // A server with a key for cookies may have sent a HelloRetryRequest and forgotten it. The hello that it awaits is then the
            // client's second one, and a ChangeCipherSpec may come before that.
            if case .expectClientHello(let state) = self, state.configuration.cookieKey == nil {
                throw .tls13(.changeCipherSpecOutOfPlace)
            }
            try phase.dropChangeCipherSpec()
            return nil
        }

        func judged(_ verdict: Verdict, _ session: inout Session) throws(TLSError) -> ServerState {
            switch self {
            case .judging(let state): try state.judged(verdict, &session)
            case .lateAuthentication(let state): try state.judged(verdict, &session)
            default: self
            }
        }
    }
}
