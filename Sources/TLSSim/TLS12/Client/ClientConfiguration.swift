import Crypto
import PKI
import Trace

/// The client of TLS 1.2: ``TLSEndpoint`` runs one.
public enum Client {
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
        /// The client's chain and key, for servers that ask: they get an empty list if it is nil or does not fit the request.
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
        /// Whether a client that also offers TLS 1.3 refuses TLS 1.2 from a server whose random says that it speaks TLS 1.3 (RFC 8446
        /// section 4.1.3). Half: it knows the sign for versions below TLS 1.2 alone. Less than the whole is for attacks that show what the rule
        /// is for.
        package var checksDowngradeSentinel = Extent.whole
        /// How many octets an exponent for Diffie–Hellman has, which are taken as they are drawn; nil for the length that the group wants
        /// (RFC 7919 section 5.2).
        package var exponentOctets: Int?
        /// Whether the signature of ServerKeyExchange is verified (RFC 5246 section 7.4.3). False is a client that breaks this rule.
        package var verifiesServerKeyExchange = true
        /// Whether verify_data is compared with what was computed (RFC 5246 section 7.4.9). False is a client that breaks this rule.
        package var comparesFinished = true
        /// Whether a ChangeCipherSpec before the key exchange is refused (RFC 5246 section 7.1). False is a client that breaks this rule.
        package var refusesEarlyChangeCipherSpec = true
        /// Whether Finished is refused before the key exchange (RFC 5246 section 7.3). Half: only where ServerHelloDone comes next.
        package var insistsOnKeyExchange = Extent.whole
        /// Compression methods to offer, preferred first. More than null breaks RFC 9325 section 3.3; for the museum.
        package var compressionMethods: [UInt8] = [0]
        /// The rules about records that it keeps.
        package var recordRules = RecordRules()
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

        /// Whether the client goes by a sign of ``ServerHello/downgradeSentinel``.
        func goesBy(_ sentinel: Bool?) -> Bool {
            switch checksDowngradeSentinel {
            case .whole: true
            case .half: sentinel == false
            case .nothing: false
            }
        }
    }
}
