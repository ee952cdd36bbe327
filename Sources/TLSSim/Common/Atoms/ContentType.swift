import Trace

/// What a record carries (RFC 5246 section 6.2.1).
public enum ContentType: UInt8, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// Announces that everything after it is protected with the new keys. Not a handshake message: it is in no transcript.
    case changeCipherSpec = 20
    /// A warning or the end of the connection.
    case alert = 21
    /// Handshake messages, whole, in parts or several at once.
    case handshake = 22
    /// What the layer above wants carried.
    case applicationData = 23

    /// The name in the RFC's presentation language.
    public var description: String {
        switch self {
        case .changeCipherSpec: "change_cipher_spec"
        case .alert: "alert"
        case .handshake: "handshake"
        case .applicationData: "application_data"
        }
    }
}
