import Trace

/// Chinese words that several sentences of the museum use.
enum Chinese {
    /// The side: "客户端" or "服务器".
    static func name(_ role: Role) -> String {
        switch role {
        case .client: "客户端"
        case .server: "服务器"
        }
    }
}
