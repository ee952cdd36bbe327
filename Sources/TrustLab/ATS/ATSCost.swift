import TLSSim
import Trace

/// What an exception costs.
public enum ATSCost: Hashable, Sendable, Remark {
    /// An old version of TLS.
    case olderVersion(ProtocolVersion)
    /// No forward secrecy.
    case noForwardSecrecy
    /// No encryption.
    case plainHTTP
    /// No App Transport Security.
    case everything

    /// Whether App Review asks for a justification.
    public var needsJustification: Bool { self != .noForwardSecrecy }

    public func sentence(in language: Language) -> String {
        switch language {
        case .english: english
        }
    }

    private var english: String {
        switch self {
        case .olderVersion(let version):
            """
            \(version.name ?? version.description) is deprecated (RFC 8996): its handshake rests on MD5 and SHA-1, and it has no \
            authenticated encryption.
            """
        case .noForwardSecrecy:
            "Without forward secrecy, whoever gets the server's private key, at any time, reads every connection that was "
                + "recorded. ATS also stops checking the length of the key."
        case .plainHTTP:
            "Anyone on the way reads and changes what is sent. For https the app's delegate may then also accept chains "
                + "that the system does not trust."
        case .everything:
            "ATS is off for every host of the app that has no entry of its own: plain HTTP, old versions and suites without "
                + "forward secrecy included."
        }
    }
}
