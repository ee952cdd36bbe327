import Trace

/// The type of a record's content (RFC 5246 section 6.2.1).
public enum ContentType: UInt8, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// The sender protects all later records with the new keys. It is no handshake message, so no transcript contains it.
    case changeCipherSpec = 20
    /// A warning or the end of the connection.
    case alert = 21
    /// Handshake messages: one, a part of one, or several.
    case handshake = 22
    /// Data of the application.
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
