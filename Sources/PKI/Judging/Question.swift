import Trace

/// What is asked of a chain: whether it proves, at a moment, that a key belongs to whom it should.
///
/// The time is part of the question and never taken from a clock: the same question has the same answer forever.
public struct Question: Sendable, Hashable {
    /// Whose certificate it is.
    public enum Subject: Sendable, Hashable {
        /// A server's, which has to be for this name or address, the reference identifier of RFC 9525.
        case server(hostName: String)
        /// A server's, whatever its name: what a client asks that never compares names.
        case anyServer
        /// A client's. Who it is, is for the application to make something of; there is no name it has to have.
        case client
    }

    /// Which checks belong to the question: the two policies that iOS has for servers.
    public enum Purpose: String, Sendable, Hashable, CaseIterable {
        /// SecPolicyCreateSSL: also the name and the extended key usage.
        case ssl
        /// SecPolicyCreateBasicX509: the path alone. The name and the extended key usage are not looked at.
        case basicX509
    }

    /// How strict the judge is with what RFC 5280 and the authorities' own rules ask of issuers.
    public enum Profile: Sendable, Hashable, CaseIterable {
        /// As operating systems judge: what endangers the relying party is refused, untidiness is noted.
        case platform
        /// As the Web PKI's rules have it: what an authority must not issue is refused as well.
        case webPKI
    }

    /// Which checks belong to the question.
    public var purpose = Purpose.ssl
    /// How strict the judge is.
    public var profile = Profile.platform
    /// The most intermediates that a path may have, self-issued ones not counted; nil for no limit but the search's own.
    public var longestPath: Int?
    /// What the certificate must be for besides, by names of ``knownUsages``; nil for what the subject implies.
    public var usages: [String]?
    /// What the peer shows to prove that the leaf is not revoked: an OCSP response in DER (RFC 6960); nil for nothing.
    public var stapledResponse: [UInt8]?
    /// Whether the peer has shown all that it shows, so that a leaf that demands a stapled response (RFC 7633) is refused without
    /// one. Otherwise what is missing is noted: it may come later in the handshake, or the certificate comes from a file.
    public var hasSeenStaple = false
    /// What the platform that asks demands of servers' certificates besides; nil for nothing.
    public var serverRules: ServerRules?
    /// The logs of which timestamps are verified; nil where they are counted only.
    public var knownLogs: [KnownLog]?
    /// Whether the leaf's key has to be of a kind that a handshake here can use.
    var isForHandshake = false
    /// Whose certificate it is.
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

    /// Whether an address is asked for; nil where no host is asked for, or what is neither a name nor an address.
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

    /// What the certificate must be for.
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
