import Crypto
import Trace

/// A TLS endpoint of either role, for drivers to which the role makes no difference.
public enum TLSEndpoint: Sendable {
    /// Speaks first.
    case client(Client)
    /// Answers.
    case server(Server)

    /// The name of its state.
    public var state: String {
        switch self {
        case .client(let client): client.state
        case .server(let server): server.state
        }
    }

    /// Which of the two it is.
    public var principal: Principal {
        switch self {
        case .client: .client
        case .server: .server
        }
    }

    /// Whether it has ended, well or not: whatever happens, it has nothing more to say.
    public var isOver: Bool {
        switch self {
        case .client(let client): client.isOver
        case .server(let server): server.isOver
        }
    }

    /// Takes one input and returns what is to be done, in order. Never traps, whatever arrives.
    public mutating func handle<R: RandomSource>(_ input: Input, using random: inout R) -> [Output] {
        switch self {
        case .client(var client):
            let outputs = client.handle(input, using: &random)
            self = .client(client)
            return outputs
        case .server(var server):
            let outputs = server.handle(input, using: &random)
            self = .server(server)
            return outputs
        }
    }
}
