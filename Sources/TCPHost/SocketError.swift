/// Why a call on a socket failed, by the names that POSIX gives the reasons.
public enum SocketError: String, Error, Hashable, Sendable {
    /// The call would have to wait.
    case wouldBlock = "EAGAIN"
    /// No socket has that number.
    case badSocket = "EBADF"
    /// The call is not possible on that socket, or with that argument.
    case invalid = "EINVAL"
    /// The port, or the pair of sockets, is in use.
    case addressInUse = "EADDRINUSE"
    /// There is no connection.
    case notConnected = "ENOTCONN"
    /// Our user has closed: nothing more can be sent.
    case closedForSending = "EPIPE"
    /// The other side has refused the connection.
    case connectionRefused = "ECONNREFUSED"
    /// The other side has reset the connection.
    case connectionReset = "ECONNRESET"
    /// The other side no longer answers.
    case timedOut = "ETIMEDOUT"
}

extension SocketError: CustomStringConvertible {
    /// One clause: "connection refused".
    public var description: String {
        switch self {
        case .wouldBlock: "nothing to do yet"
        case .badSocket: "no such socket"
        case .invalid: "not possible on this socket"
        case .addressInUse: "address in use"
        case .notConnected: "not connected"
        case .closedForSending: "closed for sending"
        case .connectionRefused: "connection refused"
        case .connectionReset: "connection reset by the other side"
        case .timedOut: "the other side does not answer"
        }
    }
}
