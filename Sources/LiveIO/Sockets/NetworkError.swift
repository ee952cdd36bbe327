import Trace

/// Why there is no connection, in words that say what to do about it.
package enum NetworkError: Error, Hashable, Sendable {
    /// The name has no address; `why` is the resolver's reason.
    case unknownHost(String, why: Words)
    /// No address of the host accepts a connection; `code` is the error number (errno) of the last attempt.
    case cannotConnect(String, code: Int32)
    /// The last address of the host did not answer in the given time.
    case connectingTakesTooLong(String)
    /// The program cannot listen on the port; `code` is the error number (errno).
    case cannotListen(String, code: Int32)
    /// The user ended the attempt.
    case interrupted

    /// Whether TCP has given up because the other side does not answer.
    package var isGivenUp: Bool { if case .cannotConnect(_, ETIMEDOUT) = self { true } else { false } }
}

extension NetworkError: CustomStringConvertible {
    /// What is wrong, in one sentence.
    package var description: String {
        switch self {
        case .unknownHost(let host, let why): "there is no host \(host.quotable): \(why.english)"
        case .cannotConnect(let place, let code):
            "cannot connect to \(place.quotable): \(Words(systemError: code).english)"
        case .connectingTakesTooLong(let place): "cannot connect to \(place.quotable): it does not answer in time"
        case .cannotListen(let place, let code):
            switch code {
            case EADDRINUSE: "cannot listen on \(place): another program does"
            case EACCES: "cannot listen on \(place): permission denied; ports under 1024 are the administrator's"
            default: "cannot listen on \(place): \(Words(systemError: code).english)"
            }
        case .interrupted: "interrupted"
        }
    }
}

extension Words {
    /// What the operating system says of an error number (errno). It says it in English; those errors that end attempts to connect have
    /// their Chinese here.
    init(systemError code: Int32) {
        let english = String(cString: strerror(code))
        let chinese =
            switch code {
            case ECONNREFUSED: "连接遭到拒绝"
            case ECONNRESET: "对方复位了连接"
            case ETIMEDOUT: "连接超时"
            case ENETUNREACH: "网络不可达"
            case EHOSTUNREACH: "没有通往主机的路由"
            case EACCES, EPERM: "没有权限"
            default: english
            }
        self.init(english: english, chinese: chinese)
    }

    /// The resolver found the host, and no address of it.
    static let noAddress = Words(english: "it has no address", chinese: "它没有地址")
}
