import Trace

/// A question about a chain: does it prove, at a moment, that the leaf's key belongs to the subject?
///
/// The time is part of the question and never taken from a clock: the same question has the same answer forever.
public struct Question: Sendable, Hashable {
    /// The owner of the leaf's key.
    public enum Subject: Sendable, Hashable {
        /// A server with this name or address, the reference identifier of RFC 9525.
        case server(hostName: String)
        /// A server with any name: the question of a client that never compares names.
        case anyServer
        /// A client. TLS requires no name; the application decides what the name means.
        case client
    }

    /// Which checks belong to the question: the two policies that iOS has for servers.
    public enum Purpose: String, Sendable, Hashable, CaseIterable {
        /// SecPolicyCreateSSL: also the name and the extended key usage.
        case ssl
        /// SecPolicyCreateBasicX509: the path alone. The name and the extended key usage are not looked at.
        case basicX509
    }

    /// How strict the judge is with the rules for issuers, those of RFC 5280 and those of the authorities.
    public enum Profile: Sendable, Hashable, CaseIterable {
        /// The way of operating systems: a fault that endangers the relying party is refused, any other is noted.
        case platform
        /// The rules of the Web PKI: a certificate that an authority must not issue is refused, too.
        case webPKI
    }

    /// Which checks belong to the question.
    public var purpose = Purpose.ssl
    /// How strict the judge is.
    public var profile = Profile.platform
    /// The most intermediates that a path may have, self-issued ones not counted; nil for no limit but the search's own.
    public var longestPath: Int?
    /// The uses that the certificate must be for, by names of ``knownUsages``; nil for the use that the subject implies.
    public var usages: [String]?
    /// The peer's proof that the leaf is not revoked, an OCSP response in DER (RFC 6960); nil for no proof.
    public var stapledResponse: [UInt8]?
    /// Whether the peer has shown all that it shows, so that a leaf that demands a stapled response (RFC 7633) is refused without
    /// one. Otherwise what is missing is noted: it may come later in the handshake, or the certificate comes from a file.
    public var hasSeenStaple = false
    /// Further rules of the platform for servers' certificates; nil for no further rules.
    public var serverRules: ServerRules?
    /// The logs whose timestamps are verified; nil where timestamps are only counted.
    public var knownLogs: [KnownLog]?
    /// The common names of the subjects that may come; nil for all.
    public var admitted: [String]?
    /// The rules that are broken; none but in attacks.
    package var mistakes: Set<Mistake> = []
    /// Whether the leaf's key has to be of a kind that a handshake here can use.
    var isForHandshake = false
    /// The owner of the leaf's key.
    public let subject: Subject
    /// The moment, in seconds since 1970.
    public let time: Int64

    /// Asks about `subject` at `time`.
    public init(_ subject: Subject, time: Int64) {
        self.subject = subject
        self.time = time
    }

    /// Asks for a server called `hostName` at `time`.
    public init(hostName: String, time: Int64) {
        self.init(.server(hostName: hostName), time: time)
    }

    /// The name the certificate has to be for; nil for a client's.
    public var hostName: String? {
        if case .server(let name) = subject { name } else { nil }
    }

    /// Whether the host is an address; nil for a question without a host, and for a text that is neither name nor address.
    public var asksForAddress: Bool? {
        switch hostName.flatMap({ HostName($0) }) {
        case .address?: true
        case .dns?: false
        case nil: nil
        }
    }

    /// The names of the uses that a certificate can be asked to be for (RFC 5280 section 4.2.1.12).
    public static let knownUsages = [
        "serverAuth", "clientAuth", "codeSigning", "emailProtection", "timeStamping", "OCSPSigning",
        "anyExtendedKeyUsage",
    ]

    /// The uses that the certificate must be for.
    var neededUsages: [String] { usages ?? [subject == .client ? "clientAuth" : "serverAuth"] }

    /// Whether a server's certificate is asked for, to be used with TLS.
    var isAboutServers: Bool { purpose == .ssl && neededUsages.contains("serverAuth") }

    /// The question in words: "whether it is for www.example.com at 2026-03-01 12:00:00 UTC".
    public var text: String {
        let moment = CivilTime.text(time)
        return switch subject {
        case .server(let name) where purpose == .ssl: "whether it proves who \(name) is, at \(moment)"
        case .server, .anyServer: "whether it proves whose server's key it is, whatever its name, at \(moment)"
        case .client: "whether it proves whose client's key it is, at \(moment)"
        }
    }
}
