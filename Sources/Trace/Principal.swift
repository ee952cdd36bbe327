/// A party that acts in a run or has knowledge. A protocol's own rules speak of a ``Role`` instead.
public enum Principal: Hashable, Sendable, Wording, CustomStringConvertible {
    /// The host that opens the connection; the browser or the app.
    case client
    /// The host that answers; owns the certificate and its private key.
    case server
    /// Sees every packet and changes no packet.
    case eavesdropper
    /// Recorded what the eavesdropper saw, and later obtained the server's long-term private key.
    case thief
    /// The wire between the hosts.
    case network
    /// Another host with an address of its own, by its name in prose: "attacker". The name identifies the host.
    case host(String)

    /// The end of a connection that plays `role`.
    public init(_ role: Role) {
        self = role == .client ? .client : .server
    }

    /// The role of the client or of the server; nil for any other principal.
    public var role: Role? {
        switch self {
        case .client: .client
        case .server: .server
        case .eavesdropper, .thief, .network, .host: nil
        }
    }

    /// Whether it has an address, so that a picture has a line for it.
    public var hasLifeline: Bool {
        switch self {
        case .client, .server, .host: true
        case .eavesdropper, .thief, .network: false
        }
    }

    /// The name in prose.
    public var description: String {
        switch self {
        case .client: "client"
        case .server: "server"
        case .eavesdropper: "eavesdropper"
        case .thief: "thief"
        case .network: "network"
        case .host(let name): name
        }
    }

    public var english: String { description }

    public var chinese: String {
        switch self {
        case .client: "客户端"
        case .server: "服务器"
        case .eavesdropper: "窃听者"
        case .thief: "窃贼"
        case .network: "网络"
        case .host("attacker"): "攻击者"
        case .host("other server"): "另一台服务器"
        case .host("others"): "其他主机"
        case .host(let name): name.replacing("device ", with: "设备 ")
        }
    }
}
