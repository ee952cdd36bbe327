import Trace

extension Role {
    /// The side in Chinese sentences: "客户端" or "服务器".
    var inChinese: String {
        switch self {
        case .client: "客户端"
        case .server: "服务器"
        }
    }
}
