import TLSSim
import Trace

/// Why a recording cannot be attacked here, for reasons that have nothing to do with the key.
public enum OutOfReachFinding: Remark, Hashable {
    /// An earlier session was resumed.
    case resumed
    /// A version that is not read here.
    case versionNotRead(ProtocolVersion)
    /// A suite that is not known here.
    case suiteUnknown(RegisteredSuite)
    /// A compression method other than null.
    case compressed(method: UInt8)

    public func sentence(in language: Language) -> String {
        switch language {
        case .english: english
        }
    }

    private var english: String {
        switch self {
        case .resumed:
            """
            This handshake is abbreviated: it takes up an earlier session with a master secret both sides had kept, and \
            contains no key exchange that a private key could be applied to. The answer is in the recording of the first \
            handshake, or in the key that the server seals its tickets with.
            """
        case .versionNotRead(let version):
            "The version is \(version); only TLS 1.2 is read here. Its key exchange decides in the same way."
        case .suiteUnknown(let suite): "The suite \(suite) is not known here, nor is its key exchange."
        case .compressed(let method):
            "The records are compressed (method \(method)), and only the null method is implemented here."
        }
    }
}
