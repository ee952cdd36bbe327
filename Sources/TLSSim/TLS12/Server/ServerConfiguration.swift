import Crypto
import PKI
import Trace

/// The server of TLS 1.2: ``TLSEndpoint`` runs one.
public enum Server {
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
        /// Whether clients are asked for a certificate, and whether they need one.
        public var clientAuthentication: ClientAuthentication
        /// An OCSPResponse in DER about its certificate, for clients that ask for one (RFC 6066 section 8).
        public var ocspResponse: [UInt8]?
        /// The sessions that can be resumed by session ID, as they are when the connection is accepted; nil for a server that keeps no
        /// session and gives out no session ID.
        public var sessions: SessionCache?
        /// The key for tickets (RFC 5077); nil for a server that gives out none.
        public var ticketKey: TicketKey?
        /// The application protocols, preferred first (RFC 7301). With an empty list the server ignores the client's offer.
        public var applicationProtocols: [String]
        /// Whether to refuse a client that asks for a host the certificate is not for (RFC 6066 section 3).
        public var strictServerName: Bool
        /// Whether the server speaks TLS 1.3 as well, and so has to say so where TLS 1.2 is agreed on (RFC 8446 section 4.1.3).
        var speaksTLS13 = false
        /// One private exponent for all connections, for Diffie–Hellman in a field or on a curve; nil to draw a new one for each connection.
        package var reusedExponent: Integer?
        /// Whether the client's public value is looked at: whether it is in the group (RFC 2785 section 3.1) or on the curve (RFC 8422 section
        /// 5.11). Half: whether its numbers are below the prime. Less than the whole is for attacks that show what the rule is for.
        package var checksPublicValue = Extent.whole
        /// How many different nonces the signatures of ECDSA can have, for an attack that shows what a nonce is for; nil for nonces as in RFC
        /// 6979.
        package var nonces: Int?
        /// Whether the server agrees to answer heartbeats (RFC 6520 section 2).
        package var agreesToHeartbeats = false
        /// The group for a client that offers nothing but the export suite; nil for a server that does not serve such clients, as it should
        /// (RFC 9325 section 4.1).
        package var exportGroup: FiniteFieldGroup?
        /// Whether verify_data is compared with what was computed (RFC 5246 section 7.4.9). False is a server that breaks this rule.
        package var comparesFinished = true
        /// Whether a ChangeCipherSpec before the key exchange is refused (RFC 5246 section 7.1). False is a server that breaks this rule.
        package var refusesEarlyChangeCipherSpec = true
        /// Compression methods to choose from, preferred first. More than null breaks RFC 9325 section 3.3; for the museum.
        package var compressionMethods: [UInt8] = [0]
        /// The rules about records that it keeps.
        package var recordRules = RecordRules()
        /// What it lets slip of a premaster secret that is not well formed. The rule is: nothing (RFC 5246 section 7.4.7.1).
        package var premasterTell = RSAKeyExchange.Tell.nothing
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
