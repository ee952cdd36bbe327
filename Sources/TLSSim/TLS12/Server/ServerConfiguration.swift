import Crypto
import PKI
import Trace

/// The server of TLS 1.2. A ``TLSEndpoint`` runs it.
public enum Server {
    /// The configuration of a server.
    public struct Configuration: Hashable, Sendable {
        /// The server's chain and the private key of the leaf.
        public var identity: Identity
        /// Suites to choose from, preferred first.
        public var cipherSuites: [CipherSuite]
        /// Signature schemes for its own signature and for a client's CertificateVerify, preferred first.
        public var signatureSchemes: [SignatureScheme]
        /// Finite-field groups to choose from for DHE, preferred first. The first one is also used for clients that offer none.
        public var groups: [FiniteFieldGroup]
        /// Curves to choose from for ECDHE, preferred first.
        public var curves: [NamedGroup]
        /// Whether to agree to the extended master secret when the client offers it (RFC 7627).
        public var extendedMasterSecret: Bool
        /// Whether to agree that the MAC of CBC suites covers the ciphertext (RFC 7366).
        public var encryptThenMAC: Bool
        /// Whether the server requests a certificate from clients, and whether it demands one.
        public var clientAuthentication: ClientAuthentication
        /// An OCSPResponse in DER about its certificate, for clients that request one (RFC 6066 section 8); nil if there is none.
        public var ocspResponse: [UInt8]?
        /// The sessions that can be resumed by session ID, in their state when the connection is accepted; nil for a server that stores no
        /// sessions and assigns no session IDs.
        public var sessions: SessionCache?
        /// The key for tickets (RFC 5077); nil for a server that gives no tickets.
        public var ticketKey: TicketKey?
        /// The supported application protocols, preferred first (RFC 7301). If the list is empty, the server ignores the client's offer.
        public var applicationProtocols: [String]
        /// Whether to refuse a client that asks for a host which the certificate does not name (RFC 6066 section 3).
        public var strictServerName: Bool
        /// Whether the server also supports TLS 1.3. Then it has to send the downgrade sentinel with TLS 1.2 (RFC 8446 section 4.1.3).
        var speaksTLS13 = false
        /// One private key for all connections, for Diffie–Hellman in a finite field or on a curve; nil to draw a new one for each connection.
        package var reusedExponent: Integer?
        /// Whether the client's public value is checked: that it is in the group (RFC 2785 section 3.1) or on the curve (RFC 8422 section 5.11).
        /// Half: only that its numbers are below the prime. Only attacks that show the purpose of the rule keep less than the whole rule.
        package var checksPublicValue = RuleCoverage.whole
        /// WRONG: the number of different nonces that its ECDSA signatures choose from, for an attack on repeated nonces; nil for the nonces of
        /// RFC 6979.
        package var nonces: Int?
        /// Whether the server agrees to answer heartbeats (RFC 6520 section 2).
        package var agreesToHeartbeats = false
        /// The group for the export suite; nil for a server that refuses this suite, as it should (RFC 9325 section 4.1).
        package var exportGroup: FiniteFieldGroup?
        /// The rules of the handshake that the server does not keep.
        package var missingRules: MissingRules = []
        /// Compression methods to choose from, preferred first. More than null breaks RFC 9325 section 3.3; for the museum.
        package var compressionMethods: [UInt8] = [0]
        /// Which rules about records the server keeps.
        package var recordRules = RecordRules()
        /// What the server reveals about the padding of a wrong premaster secret. The rule is: nothing (RFC 5246 section 7.4.7.1).
        package var paddingOracle = RSAKeyExchange.PaddingOracle.nothing
        /// The longest plaintext that this side puts into a record, in octets, at most 2^14. It is this side's own choice.
        public var recordLimit: Int
        /// The time in seconds since 1970.
        public var now: Int64
        /// Which implementation of elliptic curves is used.
        public var arithmetic: CurveArithmetic
        /// Whether to make outputs for the trace.
        public var tracing: Bool

        /// A configuration of these parts.
        public init(
            identity: Identity, cipherSuites: [CipherSuite] = CipherSuite.all,
            signatureSchemes: [SignatureScheme] = SignatureScheme.usual, groups: [FiniteFieldGroup] = [.ffdhe2048],
            curves: [NamedGroup] = NamedGroup.curves, extendedMasterSecret: Bool = false,
            encryptThenMAC: Bool = false, clientAuthentication: ClientAuthentication = .none,
            ocspResponse: [UInt8]? = nil, sessions: SessionCache? = nil, ticketKey: TicketKey? = nil,
            applicationProtocols: [String] = [], strictServerName: Bool = false,
            recordLimit: Int = RecordLimits.plaintext, now: Int64 = 0, arithmetic: CurveArithmetic = .lesson,
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
}
