import TCPSim

/// The two sockets that name a connection (RFC 9293 3.3.1).
public struct Route: Hashable, Sendable, CustomStringConvertible {
    /// The socket of this host.
    public let local: Socket
    /// The other side's socket.
    public let remote: Socket

    /// A connection from `local` to `remote`.
    public init(local: Socket, remote: Socket) {
        self.local = local
        self.remote = remote
    }

    /// "192.168.0.1:8080>192.0.2.1:40001".
    public var description: String { "\(local)>\(remote)" }
}
