import TLSSim
import Trace

/// A rule of the handshake that this program's own endpoint of TLS 1.2 leaves out on purpose, so that a learned machine shows what is missing.
package enum WrongEndpoint: String, Hashable, Sendable, CaseIterable, Wording {
    case earlyCCS = "early-ccs"
    case skipMessages = "skip-messages"
    case skipFinished = "skip-finished"
    case finishedUnchecked = "finished-unchecked"

    /// The rules that the endpoint does not keep; empty if a side has no such rule.
    package func missingRules(of role: Role) -> MissingRules {
        switch (self, role) {
        case (.earlyCCS, _): .refusingEarlyChangeCipherSpec
        case (.skipMessages, .client): [.awaitingServerKeyExchange, .awaitingServerHelloDone]
        case (.skipMessages, .server): .awaitingClientKeyExchange
        case (.skipFinished, .server): .awaitingFinished
        case (.skipFinished, .client): []
        case (.finishedUnchecked, _): .comparingFinished
        }
    }

    package var english: String {
        switch self {
        case .earlyCCS: "it takes a ChangeCipherSpec before the key exchange, with keys from an empty master secret"
        case .skipMessages:
            "a server takes a ChangeCipherSpec in place of ClientKeyExchange, a client a Finished in place of ServerKeyExchange"
        case .skipFinished: "it takes application data in place of Finished"
        case .finishedUnchecked: "it reads verify_data and does not compare it"
        }
    }

    package var chinese: String {
        switch self {
        case .earlyCCS: "它在密钥交换之前就接受 ChangeCipherSpec，密钥由空的主密钥得到"
        case .skipMessages:
            "服务器接受用 ChangeCipherSpec 代替 ClientKeyExchange，客户端接受用 Finished 代替 ServerKeyExchange"
        case .skipFinished: "它接受用应用数据代替 Finished"
        case .finishedUnchecked: "它读取 verify_data，但不比较"
        }
    }
}
