import Trace

/// What changes in how keys are made.
enum KeyNote: ComparisonNote {
    case secrets(from: Int, to: Int, Schedule)
    case earlySecrets([String])
    case randomsInTranscript
    case suiteName(String)
    case versionField(field: String, version: String)
    /// The client's public value has another length in octets. `isInHello`: whether it is in ClientHello in the second visit.
    case publicValue(from: Int, to: Int, isInHello: Bool)
    case exchangeStays

    /// The key schedule of the second visit.
    enum Schedule {
        /// One master secret makes all keys.
        case oneSecret
        /// A chain of secrets.
        case chain
        /// A chain of secrets that begins with the secret of a ticket.
        case chainFromTicket
        /// The chain of the first visit, with other branches.
        case sameChain
    }

    var step: String {
        switch self {
        case .secrets: "compare.secrets"
        case .earlySecrets: "compare.early_secrets"
        case .randomsInTranscript: "compare.randoms"
        case .suiteName: "compare.suite_name"
        case .versionField: "compare.version_field"
        case .publicValue: "compare.public_value"
        case .exchangeStays: "compare.exchange_stays"
        }
    }

    var cite: Citation {
        switch self {
        case .secrets(_, _, .oneSecret): .rfc(5246, "8.1")
        case .secrets, .earlySecrets, .randomsInTranscript: .rfc(8446, "7.1")
        case .suiteName: .rfc(8446, "B.4")
        case .versionField: .rfc(8446, "4.2.1")
        case .publicValue(_, _, let isInHello): isInHello ? .rfc(8446, "4.2.8") : .rfc(5246, "7.4.7")
        case .exchangeStays: .rfc(8446, "2.2")
        }
    }

    var english: String {
        switch self {
        case .secrets(let from, let to, .sameChain): "The key schedule has \(to) secrets in place of \(from)."
        case .secrets(let from, let to, .chainFromTicket):
            "The key schedule has \(to) secrets in place of \(from). The ticket's secret enters at the top of the chain."
        case .secrets(let from, let to, .chain):
            """
            The key schedule has \(to) secrets in place of \(from). It is a chain: each link branches off secrets for one purpose and one \
            direction. A stolen branch reveals no other branch.
            """
        case .secrets(let from, let to, .oneSecret):
            "The key schedule has \(to) secrets in place of \(from). One master secret makes all keys."
        case .earlySecrets(let names):
            """
            New: \(names.joined(separator: ", ")). Only the ticket's secret and ClientHello go into \(names.count == 1 ? "it" : "them"). \
            There is no fresh exchange yet, so the keys of early data have no forward secrecy.
            """
        case .randomsInTranscript:
            """
            The two randoms are no longer inputs of a formula. They stand in the hellos. The hash of the messages so far is an input of \
            every traffic secret, so every octet of the hellos counts. The early, handshake and main secrets, from which the traffic \
            secrets are derived, take no hash of messages.
            """
        case .suiteName(let name):
            """
            The suite \(name) names a cipher and a hash only. The exchange and the signature are chosen by extensions, each for itself.
            """
        case .versionField(let field, let version):
            """
            The version field of ServerHello says \(field), though \(version) is spoken. The extension supported_versions decides. Devices \
            on the path refused a new number in the old field.
            """
        case .publicValue(let from, let to, _):
            "The client's public value has \(counted(to, "octet")) in place of \(from): the groups differ."
        case .exchangeStays:
            """
            A fresh exchange is made although both sides share the ticket's secret. So forward secrecy begins again, and no key of the \
            first connection is used again.
            """
        }
    }

    var chinese: String {
        switch self {
        case .secrets(let from, let to, .sameChain): "密钥编排有 \(to) 个秘密值，以前是 \(from) 个。"
        case .secrets(let from, let to, .chainFromTicket):
            "密钥编排有 \(to) 个秘密值，以前是 \(from) 个。票据的秘密从链的顶端进入。"
        case .secrets(let from, let to, .chain):
            """
            密钥编排有 \(to) 个秘密值，以前是 \(from) 个。它是一条链：每一环分出的秘密值只有一个用途，只用于一个方向。\
            一个分支被窃取，不会泄露其他分支。
            """
        case .secrets(let from, let to, .oneSecret):
            "密钥编排有 \(to) 个秘密值，以前是 \(from) 个。一个主密钥产生所有密钥。"
        case .earlySecrets(let names):
            """
            新增：\(names.joined(separator: "、"))。其中只用到票据的秘密和 ClientHello。这时还没有新的密钥交换，\
            所以早期数据的密钥没有前向保密。
            """
        case .randomsInTranscript:
            """
            两个随机数不再是某个公式的输入，它们在 Hello 消息中。到此为止的消息的哈希是每个流量秘密的输入，\
            所以 Hello 消息的每个字节都起作用。流量秘密由早期秘密、握手秘密和主密钥派生，而这三者不用消息的哈希。
            """
        case .suiteName(let name):
            """
            密码套件 \(name) 只指明密码算法和哈希。密钥交换和签名各由扩展选定，互不相关。
            """
        case .versionField(let field, let version):
            """
            ServerHello 的版本字段写的是 \(field)，实际使用的是 \(version)，由扩展 supported_versions 决定。\
            路径上的设备曾拒绝旧字段中的新版本号。
            """
        case .publicValue(let from, let to, _):
            "客户端的公开值有 \(to) 字节，以前是 \(from)：两次的群不同。"
        case .exchangeStays:
            """
            双方虽然都有票据的秘密，仍然进行新的密钥交换。所以前向保密重新开始，第一次连接的密钥一个也不再使用。
            """
        }
    }
}
