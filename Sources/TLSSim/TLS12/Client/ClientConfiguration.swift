import Crypto
import PKI
import Trace

/// The client of TLS 1.2. A ``TLSEndpoint`` runs it.
public enum Client {
    /// The configuration of a client.
    public struct Configuration: Hashable, Sendable {
        /// The host name: the client sends it in server_name, and the certificate has to prove it.
        public var hostName: String
        /// Suites to offer, preferred first.
        public var cipherSuites: [CipherSuite]
        /// Signatures that are accepted, preferred first.
        public var signatureSchemes: [SignatureScheme]
        /// Groups to offer, preferred first: curves (RFC 8422) and finite fields (RFC 7919). If it is empty, the extension is left out.
        public var groups: [NamedGroup]
        /// Which groups that are not those of RFC 7919 are accepted from a server.
        public var groupPolicy: DHEKeyExchange.GroupPolicy
        /// Whether to offer the extended master secret (RFC 7627).
        public var extendedMasterSecret: Bool
        /// Whether to offer that the MAC of CBC suites covers the ciphertext (RFC 7366).
        public var encryptThenMAC: Bool
        /// The client's chain and key, for servers that request a certificate. If it is nil or does not fit the request, the client sends
        /// an empty list.
        public var identity: Identity?
        /// Whether to ask for an OCSP response about the server's certificate (RFC 6066 section 8).
        public var requestsStatus: Bool
        /// A session of an earlier connection to resume, if the server agrees. It is ignored if it is of another host or too old.
        public var session: ResumableSession?
        /// Whether to ask for a ticket (RFC 5077).
        public var offersTickets: Bool
        /// The application protocols to offer, preferred first (RFC 7301). If it is empty, the extension is left out.
        public var applicationProtocols: [String]
        /// The limit for the plaintext of records to ask for (RFC 6066 section 4). If it is nil, the extension is left out.
        public var maximumFragment: MaximumFragment?
        /// The longest plaintext that this side puts into a record, in octets, at most 2^14. It is this side's own choice.
        public var recordLimit: Int
        /// Whether a client that also offers TLS 1.3 refuses TLS 1.2 if the server's random contains a downgrade sentinel (RFC 8446 section
        /// 4.1.3). Half: it only knows the sentinel for versions below TLS 1.2. Only attacks that show the purpose of the rule keep less than
        /// the whole rule.
        package var checksDowngradeSentinel = RuleCoverage.whole
        /// The length of an exponent for Diffie–Hellman, in octets, all of which are random; nil for the length that the group recommends (RFC
        /// 7919 section 5.2).
        package var exponentOctets: Int?
        /// The rules of the handshake that the client does not keep.
        package var missingRules: MissingRules = []
        /// Whether the hello names the host (RFC 6066 section 3). An address is never named.
        public var sendsServerName = true
        /// Compression methods to offer, preferred first. More than null breaks RFC 9325 section 3.3; for the museum.
        package var compressionMethods: [UInt8] = [0]
        /// Which rules about records the client keeps.
        package var recordRules = RecordRules()
        /// The time in seconds since 1970.
        public var now: Int64
        /// Which implementation of elliptic curves is used.
        public var arithmetic: CurveArithmetic
        /// Whether to make outputs for the trace.
        public var tracing: Bool

        /// A configuration of these parts.
        public init(
            hostName: String, cipherSuites: [CipherSuite] = CipherSuite.all,
            signatureSchemes: [SignatureScheme] = SignatureScheme.usual,
            groups: [NamedGroup] = NamedGroup.all, groupPolicy: DHEKeyExchange.GroupPolicy = .init(),
            extendedMasterSecret: Bool = false, encryptThenMAC: Bool = false, identity: Identity? = nil,
            requestsStatus: Bool = false, session: ResumableSession? = nil,
            offersTickets: Bool = false, applicationProtocols: [String] = [], maximumFragment: MaximumFragment? = nil,
            recordLimit: Int = RecordLimits.plaintext, now: Int64 = 0, arithmetic: CurveArithmetic = .lesson,
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

        /// Whether the client acts on a sentinel, as ``ServerHello/downgradeSentinel`` gives it.
        func mustCheckDowngrade(_ sentinel: Bool?) -> Bool {
            switch checksDowngradeSentinel {
            case .whole: true
            case .half: sentinel == false
            case .nothing: false
            }
        }
    }
}
