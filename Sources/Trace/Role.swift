/// One of the two ends of a connection, by how the connection began.
///
/// "Client" and "server" mean the same in TCP, TLS and the rules for certificates, so that there is one type for it.
public enum Role: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// The end that opened the connection.
    case client
    /// The end that answered.
    case server

    /// The other end.
    public var peer: Role { self == .client ? .server : .client }

    /// "client" or "server".
    public var description: String { rawValue }
}
