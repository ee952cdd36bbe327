import Crypto
import PKI
import Trace

extension TLS13 {
    /// What a server is told before it starts.
    public struct ServerConfiguration: Hashable, Sendable {
        /// Its chain and the key to it.
        public var identity: Identity
        /// Suites to choose from, preferred first.
        public var cipherSuites: [CipherSuite]
        /// Signatures that are accepted of clients, preferred first.
        public var signatureSchemes: [SignatureScheme]
        /// Groups to choose from, preferred first. A group of which the client has sent a share goes before a group that costs a round trip.
        public var groups: [NamedGroup]
        /// Whether clients are asked for a certificate, and whether they need one.
        public var clientAuthentication: ClientAuthentication
        /// The application protocols, preferred first (RFC 7301). With an empty list the server ignores the client's offer.
        public var applicationProtocols: [String]
        /// The key for tickets; nil for a server that gives out none.
        public var ticketKey: TicketKey?
        /// How many tickets the server sends after a handshake. After a resumed handshake it sends one at most.
        public var tickets: Int
        /// How many octets of early data a ticket is good for; 0 for none. Early data is accepted only where a ``ReplayRegister`` is handed
        /// in with what arrives.
        public var maxEarlyData: UInt32
        /// A secret agreed outside TLS; nil for none. Clients that do not offer it are shown the certificate.
        public var externalPSK: ExternalPSK?
        /// The key of the cookies that every first hello is answered with, so that nothing has to be kept until the second; nil for no
        /// cookies.
        public var cookieKey: [UInt8]?
        /// What both ends are told.
        public var common: CommonConfiguration
        /// An OCSPResponse in DER about its certificate, for clients that ask for one (section 4.4.2.1).
        public var ocspResponse: [UInt8]?
        /// Whether to take a secret without an exchange from a client that offers no other way (psk_ke, section 4.2.9).
        public var takesPSKAlone = false
        /// Whether to refuse a client that asks for a host the certificate is not for (RFC 6066 section 3).
        public var strictServerName = false
        /// Whether to send the dummy ChangeCipherSpec to clients that look like TLS 1.2 (section D.4).
        public var isCompatible = true

        /// A configuration of these parts.
        public init(
            identity: Identity, cipherSuites: [CipherSuite] = CipherSuite.all,
            signatureSchemes: [SignatureScheme] = SignatureScheme.all,
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

    /// The server's states. Indirect, so that passing one on passes a reference.
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

        /// Whether data may go out: when the handshake is over; and behind the server's Finished where early data was accepted, as an answer to
        /// that (section 2.3). Who the client is has to be known by then, so not where a certificate may be asked for.
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

        /// What is agreed with a client whose early data may be answered before its Finished; nil where an answer has to wait, or is nothing
        /// special any more.
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
            // Section 4.6.2: nothing comes between the messages of a late answer.
            guard case .traffic = self else { throw .unexpected(message: "application data", awaiting: name) }
            if !data.isEmpty { session.deliver(data) }
            return self
        }

        func changeCipherSpec(_ session: inout Session) throws(TLSError) -> ServerState? {
            // A server with a key for cookies may have sent its HelloRetryRequest and forgotten it: for the client it is the second hello
            // then.
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
