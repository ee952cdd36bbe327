import TLSSim
import Trace

/// The cost of an exception.
package enum ATSCost: Hashable, Sendable, Remark {
    case olderVersion(ProtocolVersion)
    case noForwardSecrecy
    case plainHTTP
    case everything

    /// Whether App Review asks for a justification.
    package var needsJustification: Bool { self != .noForwardSecrecy }

    package var english: String {
        switch self {
        case .olderVersion(let version):
            """
            \(version.name ?? version.description) is deprecated (RFC 8996). Its handshake depends on MD5 and SHA-1, and it has no \
            authenticated encryption.
            """
        case .noForwardSecrecy:
            "Without forward secrecy, a thief of the server's private key can decrypt every recorded connection, also old ones."
        case .plainHTTP:
            "Anyone on the path can read and change the data. For https the app's delegate may then also accept chains that the system "
                + "does not trust."
        case .everything:
            "ATS is off for every host of the app without an entry of its own. Then plain HTTP, old versions and suites without forward "
                + "secrecy are allowed."
        }
    }
}
