import Crypto
import PKI
import Trace

extension TLS13 {
    /// The configuration of a client.
    public struct ClientConfiguration: Hashable, Sendable {
        /// The name of the host that the client asks for. The certificate must be for this name.
        public var hostName: String
        /// Suites to offer, preferred first.
        public var cipherSuites: [CipherSuite]
        /// Signatures that are accepted, preferred first.
        public var signatureSchemes: [SignatureScheme]
        /// Groups to offer, preferred first.
        public var groups: [NamedGroup]
        /// The groups of which shares are sent at once; empty asks for a HelloRetryRequest.
        public var shares: [NamedGroup]
        /// The client's chain and key, for servers that ask.
        public var identity: Identity?
        /// The application protocols to offer, preferred first (RFC 7301).
        public var applicationProtocols: [String]
        /// A ticket of an earlier connection to offer. It is not offered if it is for another host or too old.
        public var ticket: Ticket?
        /// A secret agreed outside TLS, to offer; nil for none.
        public var externalPSK: ExternalPSK?
        /// Data to send with the first hello, if the secret that is offered first allows it; ``earlyDataObstacle`` says whether. An
        /// attacker can copy it, so that it arrives twice (section 8). If the server rejects it, it is not sent again.
        public var earlyData: [UInt8]
        /// The ways in which a secret may be used (section 4.2.9). psk_ke has no exchange: a later thief of the secret can read all data.
        public var pskModes = [PSKKeyExchangeMode.pskWithDHE]
        /// Whether to ask for a stapled OCSP response (RFC 6066 section 8, RFC 8446 section 4.4.2.1).
        public var requestsStatus: Bool
        /// Whether to ask for timestamps of logs (RFC 6962 section 3.3.1).
        public var requestsTimestamps = false
        /// Whether the hello names the host (RFC 6066 section 3). An address is never named.
        public var sendsServerName = true
        /// Whether the server may ask for the certificate after the handshake, too (section 4.2.6).
        public var offersPostHandshakeAuth = false
        /// Whether to add reserved values to the offers, which a server must ignore (GREASE, RFC 8701).
        public var sendsGREASE = false
        /// Whether to use middlebox compatibility mode: a session id, and a dummy ChangeCipherSpec (section D.4).
        public var isCompatible: Bool
        /// The part of the configuration that both roles have.
        public var common: CommonConfiguration
        /// The offer of TLS 1.2 in the same hello, for servers that speak only TLS 1.2; nil to offer only TLS 1.3.
        var fallback: Client.Configuration?

        /// A configuration of these parts.
        public init(
            hostName: String, cipherSuites: [CipherSuite] = CipherSuite.all,
            signatureSchemes: [SignatureScheme] = SignatureScheme.usual,
            groups: [NamedGroup] = [.x25519, .secp256r1], shares: [NamedGroup] = [.x25519],
            identity: Identity? = nil, applicationProtocols: [String] = [], ticket: Ticket? = nil,
            earlyData: [UInt8] = [], requestsStatus: Bool = false, isCompatible: Bool = true,
            common: CommonConfiguration = CommonConfiguration()
        ) {
            self.hostName = hostName
            self.cipherSuites = cipherSuites
            self.signatureSchemes = signatureSchemes
            self.groups = groups
            self.shares = shares
            self.identity = identity
            self.applicationProtocols = applicationProtocols
            self.ticket = ticket
            self.earlyData = earlyData
            self.requestsStatus = requestsStatus
            self.isCompatible = isCompatible
            self.common = common
        }
    }

    /// The client's states. Indirect: passing a state on passes a reference and does not copy the configuration.
    indirect enum ClientState: RoleState {
        case start(ClientStart)
        case expectServerHello(ExpectServerHello)
        case expectEncryptedExtensions(ExpectEncryptedExtensions)
        case expectCertificate(ExpectCertificate)
        case judging(JudgingChain)
        case expectCertificateVerify(ExpectCertificateVerify)
        case expectFinished(ClientExpectFinished)
        case traffic(Traffic)

        var name: String {
            switch self {
            case .start: "Start"
            case .expectServerHello: "ExpectServerHello"
            case .expectEncryptedExtensions: "ExpectEncryptedExtensions"
            case .expectCertificate: "ExpectCertificate"
            case .judging: "JudgingChain"
            case .expectCertificateVerify: "ExpectCertificateVerify"
            case .expectFinished: "ExpectFinished"
            case .traffic: "Traffic"
            }
        }

        var phase: EndpointPhase {
            switch self {
            case .start: .idle
            case .judging: .judging
            case .traffic: .traffic
            case .expectServerHello, .expectEncryptedExtensions, .expectCertificate, .expectCertificateVerify,
                .expectFinished:
                .handshake
            }
        }

        func started<R: RandomSource>(
            _ session: inout Session, using random: inout R
        ) throws(TLSError) -> ClientState {
            guard case .start(let state) = self else { return self }
            return try state.start(&session, using: &random)
        }

        func receive<R: RandomSource>(
            _ message: HandshakeMessage, _ session: inout Session, using random: inout R
        ) throws(TLSError) -> ClientState {
            switch (self, message.type) {
            case (.expectServerHello(let state), .serverHello):
                return try state.receive(message, &session, using: &random)
            case (.expectEncryptedExtensions(let state), .encryptedExtensions):
                return try state.receive(message, &session)
            case (.expectCertificate(let state), .certificateRequest):
                return try state.receive(request: message, &session)
            case (.expectCertificate(let state), .certificate): return try state.receive(message, &session)
            case (.expectCertificate(let state), .finished):
                return try state.skipped(session.missingRules).receive(message, &session, using: &random)
            case (.expectCertificateVerify(let state), .certificateVerify): return try state.receive(message, &session)
            case (.expectFinished(let state), .finished): return try state.receive(message, &session, using: &random)
            case (.traffic(let state), _): return .traffic(try state.receive(message, &session, using: &random))
            default: throw .unexpected(message: message.nameInTLS13, awaiting: name)
            }
        }

        func changeCipherSpec(_ session: inout Session) throws(TLSError) -> ClientState? {
            try phase.dropChangeCipherSpec()
            return nil
        }

        func judged(_ verdict: Verdict, _ session: inout Session) throws(TLSError) -> ClientState {
            guard case .judging(let state) = self else { return self }
            return try state.judged(verdict, &session)
        }
    }
}
