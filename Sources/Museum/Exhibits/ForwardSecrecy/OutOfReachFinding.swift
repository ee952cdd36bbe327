import TLSSim
import Trace

/// Why a recording cannot be attacked here, for reasons that have nothing to do with the key.
package enum OutOfReachFinding: Remark, Hashable {
    case resumed
    case versionNotRead(ProtocolVersion)
    case suiteUnknown(RegisteredSuite)
    case compressed(method: UInt8)

    package var english: String {
        switch self {
        case .resumed:
            """
            This handshake is abbreviated. It resumes an earlier session with a master secret that both sides have kept. It has no key \
            exchange, so a private key does not help. The recording of the first handshake may help, or the key with which the server \
            seals its tickets.
            """
        case .versionNotRead(let version):
            "The version is \(version); only TLS 1.2 is read here. Its key exchange decides in the same way."
        case .suiteUnknown(let suite): "The suite \(suite) and its key exchange are not known here."
        case .compressed(let method):
            "The records are compressed (method \(method)), and only the null method is implemented here."
        }
    }
}
