/// A party that acts in a run or has knowledge.
public enum Principal: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// Opens the connection; the browser or the app.
    case client
    /// Answers; owns the certificate and its private key.
    case server
    /// Sees every packet and changes no packet.
    case eavesdropper
    /// Recorded what the eavesdropper saw, and later obtained the server's long-term private key.
    case thief
    /// The wire between them.
    case network

    /// The end of a connection that plays `role`.
    public init(_ role: Role) {
        self = role == .client ? .client : .server
    }

    /// The name in prose.
    public var description: String { rawValue }
}
