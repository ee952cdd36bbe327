import Crypto
import TLSSim
import Trace

/// What a search for the server's exponent gives, without any key.
package enum ExponentSearchFinding: Remark, Hashable {
    case found(bits: Int)
    /// The search is not possible; the reason.
    case infeasible(DiscreteLogarithmError)
    case notDiffieHellman(RegisteredSuite)
    /// The parameters are not those of a usable group; the reason.
    case groupUnusable(Words)

    package var english: String {
        switch self {
        case .found(let bits):
            """
            A search found the server's exponent, \(bits) bits long: g^x mod p is dh_Ys. From this exponent and the client's public value \
            the attacker computes the premaster secret, exactly like the server. No key file was needed.
            """
        case .infeasible(let error): "The exponent cannot be searched for: \(error). The recording cannot be decrypted."
        case .notDiffieHellman(let suite):
            "\(suite) uses no finite-field Diffie–Hellman: there is no such exponent to find."
        case .groupUnusable(let why): "The parameters make no usable group: \(why.english)."
        }
    }

    package var chinese: String {
        switch self {
        case .found(let bits):
            "通过搜索找到了服务器的指数，长 \(bits) 位：g^x mod p 等于 dh_Ys。攻击者由这个指数和客户端的公开值算出预主密钥，做法与服务器完全相同。没有用到密钥文件。"
        case .infeasible(let error): "这个指数无法搜索：\(error.inChinese)。录下的流量无法解密。"
        case .notDiffieHellman(let suite): "\(suite) 没有使用有限域上的 Diffie–Hellman：没有这样的指数可找。"
        case .groupUnusable(let why): "这些参数构不成可用的群：\(why.chinese)。"
        }
    }
}
