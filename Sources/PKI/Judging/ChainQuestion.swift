import Trace

/// A question about a chain: does it prove, at a moment, that the leaf's key belongs to the subject?
///
/// The time is part of the question and never taken from a clock, so the same question always has the same answer.
public struct ChainQuestion: Sendable, Hashable {
    /// The owner of the leaf's key.
    public enum Subject: Sendable, Hashable {
        /// A server with this name or address, the reference identifier of RFC 9525.
        case server(hostName: String)
        /// A server with any name: the question of a client that never compares names.
        case anyServer
        /// A client. TLS requires no name; the application decides what the name means.
        case client
    }

    /// The two policies that iOS has for certificates of servers. They decide which checks are made.
    public enum Purpose: String, Sendable, Hashable, CaseIterable {
        /// SecPolicyCreateSSL: also the name and the extended key usage.
        case ssl
        /// SecPolicyCreateBasicX509: the path alone. The name and the extended key usage are not looked at.
        case basicX509
    }

    /// How strict the judge is with the rules for issuers, which are in RFC 5280 and in the rules of the Web PKI.
    public enum Profile: Sendable, Hashable, CaseIterable {
        /// As operating systems judge: a fault that endangers the relying party is a reason to refuse; any other fault is noted.
        case platform
        /// As Apple's SecTrust judges, which makes some checks that RFC 5280 leaves to the issuer and leaves out others. Such a finding
        /// cites Apple (``Citation/secTrust(_:)``).
        case secTrust
        /// As the Web PKI demands: every certificate that an authority must not issue is refused.
        case webPKI
    }

    /// The policy that decides which checks are made.
    public var purpose = Purpose.ssl
    /// How strict the judge is with the rules for issuers.
    public var profile = Profile.platform
    /// The largest number of intermediates that a path may have, self-issued ones not counted; nil for no limit but that of the search.
    public var longestPath: Int?
    /// The extended key usages that the certificate must allow, by their names in ``knownUsages``; nil for the one that the
    /// subject implies.
    public var usages: [String]?
    /// The OCSP response in DER that the peer has stapled (RFC 6960); nil for none.
    public var stapledResponse: [UInt8]?
    /// Whether no stapled response can come any more. Then a leaf that demands one (RFC 7633) and has none is refused. Otherwise
    /// the missing response is only noted: it may come later in the handshake, or the certificate is from a file.
    public var hasSeenStaple = false
    /// Further rules of a platform for certificates of servers; nil for no further rules.
    public var serverRules: ServerRules?
    /// The logs whose timestamps are verified; nil if timestamps are only counted.
    public var knownLogs: [KnownLog]?
    /// The timestamps of logs that the server has sent beside its certificate.
    public var sentTimestamps = SentTimestamps.notSeen
    /// The common names of the subjects that are admitted; nil for all.
    public var admitted: [String]?
    /// The mistakes of the judge; empty except in attacks.
    package var mistakes: Set<Mistake> = []
    /// Whether the leaf's key must be of a kind that a handshake here can use.
    var isForHandshake = false
    /// The owner of the leaf's key.
    public let subject: Subject
    /// The time of the check, in seconds since 1970.
    public let time: Int64

    /// Asks about `subject` at `time`, in seconds since 1970.
    public init(_ subject: Subject, time: Int64) {
        self.subject = subject
        self.time = time
    }

    /// Asks about a server called `hostName` at `time`, in seconds since 1970.
    public init(hostName: String, time: Int64) {
        self.init(.server(hostName: hostName), time: time)
    }

    /// The name or address that the certificate must be for; nil for a client, and for a server with any name.
    public var hostName: String? {
        if case .server(let name) = subject { name } else { nil }
    }

    /// Whether the host is an address; nil for a question without a host, and for a text that is neither a name nor an address.
    public var asksForAddress: Bool? {
        switch hostName.flatMap({ HostName($0) }) {
        case .address?: true
        case .dns?: false
        case nil: nil
        }
    }

    /// The names of the extended key usages that a question can demand (RFC 5280 section 4.2.1.12).
    public static let knownUsages = [
        "serverAuth", "clientAuth", "codeSigning", "emailProtection", "timeStamping", "OCSPSigning",
        "anyExtendedKeyUsage",
    ]

    /// The extended key usages that the certificate must allow.
    var neededUsages: [String] { usages ?? [subject == .client ? "clientAuth" : "serverAuth"] }

    /// Whether SecTrust judges by its policy for TLS servers (SecPolicyCreateSSL).
    var isSecTrustForServers: Bool { profile == .secTrust && isAboutServers }

    /// Whether the certificate must be one of a TLS server.
    var isAboutServers: Bool { purpose == .ssl && neededUsages.contains("serverAuth") }

    /// The question as a clause: "whether it proves who www.example.com is, at 2026-03-01 12:00:00 UTC".
    public var text: String {
        let moment = CivilTime.text(time)
        return switch subject {
        case .server(let name) where purpose == .ssl: "whether it proves who \(name) is, at \(moment)"
        case .server, .anyServer: "whether it proves whose server's key it is, whatever its name, at \(moment)"
        case .client: "whether it proves whose client's key it is, at \(moment)"
        }
    }

    /// The question as a clause in each language.
    package var words: Words { Words(english: text, chinese: chinese) }

    private var chinese: String {
        let moment = CivilTime.text(time)
        return switch subject {
        case .server(let name) where purpose == .ssl: "它在 \(moment) 能否证明对方是 \(name)"
        case .server, .anyServer: "它在 \(moment) 能否证明这是哪台服务器的密钥，不论名称"
        case .client: "它在 \(moment) 能否证明这是哪个客户端的密钥"
        }
    }
}
