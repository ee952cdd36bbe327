import Trace

extension TLSSpace {
    /// A weakness of TLS as it is specified. It breaks a rule within the bounds, which is no fault of the ends that are explored.
    package enum Weakness: String, Hashable, Sendable, CaseIterable, Remark {
        case offeredBinding = "offered binding"
        case anonymousClient = "anonymous client"

        /// The section about it.
        package var citation: Citation {
            switch self {
            case .offeredBinding: .rfc(7627, "5.4")
            case .anonymousClient: .rfc(5246, "F.1.1")
            }
        }

        /// The name for a reader.
        package var name: Words {
            switch self {
            case .offeredBinding: Words(english: rawValue, chinese: "只是提供的绑定")
            case .anonymousClient: Words(english: rawValue, chinese: "匿名客户端")
            }
        }

        package var english: String {
            switch self {
            case .offeredBinding:
                "the extended master secret is offered and not demanded: where the attacker takes it out of a hello, two connections can "
                    + "have one master secret"
            case .anonymousClient:
                "a server that asks for no certificate is open with anyone, the attacker as well"
            }
        }

        package var chinese: String {
            switch self {
            case .offeredBinding: "扩展主密钥只是提供，并不强求：如果攻击者把它从 hello 中删去，两个连接可以有同一个主密钥"
            case .anonymousClient: "不要求证书的服务器，对任何人都打开连接，对攻击者也是"
            }
        }
    }
}
