import Recordings
import TLSSim
import Trace

/// What a signature key is good for, and what would open the recording instead.
package enum ForwardSecrecyFinding: Remark, Hashable {
    case publicValues(RecordedGroup)
    case signatureVerified(SignatureScheme)
    case signatureWrong(SignatureScheme)
    case signatureNotChecked(SignatureScheme)
    case nothingToDecrypt
    case exponentNeeded(RecordedGroup)
    case ellipticCurve(RegisteredSuite)
    case tls13(RegisteredSuite)

    package var english: String {
        switch self {
        case .publicValues(let group):
            """
            The key exchange was ephemeral Diffie–Hellman modulo a prime of \(group.bits) bits, \(Self.englishName(group)). The capture \
            contains all of it: the group, and each side's public value.
            """
        case .signatureVerified(let scheme):
            """
            In this handshake the key signed both randoms and the server's parameters. The signature (\(scheme)) verifies with the \
            certificate. From now on the thief can sign such parameters of his own and pose as the server. That is a theft of identity, \
            for the future. It decrypts nothing of the past.
            """
        case .signatureWrong(let scheme):
            "The signature over the parameters (\(scheme)) does not verify with the certificate: the recording was altered."
        case .signatureNotChecked(let scheme):
            """
            In this handshake the key signed both randoms and the server's parameters. The signature uses the scheme \(scheme), which is \
            not verified here. That changes nothing in what follows.
            """
        case .nothingToDecrypt:
            """
            Nothing in this capture was encrypted with the stolen key or to it. To raise recorded numbers to its exponents gives other \
            numbers, which were never used.
            """
        case .exponentNeeded(let group):
            """
            The premaster secret is g^(x·y) mod p. To compute it, the thief needs x, which one side drew, or y, which the other side \
            drew. They were never sent and are in no key file, and both sides should have deleted them (RFC 7919 section 8.8). \
            \(Self.englishCostOfExponent(group)) \
            \(group.isWithinReach ? "The stolen key does not decrypt the recording, but the weak group does."
                : "The recording cannot be decrypted.")
            """
        case .ellipticCurve(let suite):
            """
            \(suite) agrees on keys by ephemeral Diffie–Hellman on an elliptic curve. The certificate's key only signed the server's \
            point. The private scalars were drawn for this connection and deleted. So the stolen key decrypts nothing. This is forward \
            secrecy. The recording cannot be decrypted.
            """
        case .tls13(let suite):
            """
            This is TLS 1.3 (\(suite)), which has no RSA key transport. The keys come from ephemeral key shares, from a key agreed \
            earlier, or from both. The certificate's key only signs, and even the certificate is encrypted. So a stolen certificate key \
            decrypts nothing. The recording cannot be decrypted.
            """
        }
    }

    package var chinese: String {
        switch self {
        case .publicValues(let group):
            "密钥交换是临时 Diffie–Hellman，模数是 \(group.bits) 位的素数，\(Self.chineseName(group))。抓包文件里全都有：群，"
                + "以及双方各自的公开值。"
        case .signatureVerified(let scheme):
            "在这次握手中，这个密钥给两个随机数和服务器的参数签了名。用证书验证，签名（\(scheme)）是对的。从现在起，窃贼可以给自己的参数签名，冒充服务器。他偷到的是身份，"
                + "威胁的是以后；过去的内容一点也解不开。"
        case .signatureWrong(let scheme): "参数上的签名（\(scheme)）用证书验证不通过：录下的流量被改动过。"
        case .signatureNotChecked(let scheme):
            "在这次握手中，这个密钥给两个随机数和服务器的参数签了名。签名用的方案是 \(scheme)，这里不验证它。这对下面的内容没有影响。"
        case .nothingToDecrypt: "这个抓包文件里没有任何内容是用窃取的密钥加密的，也没有内容要用它解密。拿它的指数去计算录下的数的幂，得到的是另外的数，它们从未使用过。"
        case .exponentNeeded(let group):
            "预主密钥是 g^(x·y) mod p。要计算它，窃贼需要一方抽取的 x，或者另一方抽取的 y。它们从未发送，不在任何密钥文件里，"
                + "双方也应当已经把它们删除（RFC 7919 8.8 节）。"
                + Self.chineseCostOfExponent(group)
                + (group.isWithinReach ? "窃取的密钥不能解密录下的流量，但这个弱的群能。" : "录下的流量无法解密。")
        case .ellipticCurve(let suite):
            "\(suite) 用椭圆曲线上的临时 Diffie–Hellman 商定密钥。证书的密钥只给服务器的点签名。私有标量是为这个连接抽取的，已经删除。所以窃取的密钥什么也解密不了。"
                + "这就是前向保密。录下的流量无法解密。"
        case .tls13(let suite):
            "这是 TLS 1.3（\(suite)），它没有 RSA 密钥传输。密钥来自临时的密钥份额，或者以前商定的密钥，或者两者。证书的密钥只用来签名，连证书也是加密的。"
                + "所以窃取的证书密钥什么也解密不了。录下的流量无法解密。"
        }
    }

    private static func chineseName(_ group: RecordedGroup) -> String {
        group.name.map { "名为 \(Glossary.attacks.name($0).chinese)" } ?? "群由服务器自己选择"
    }

    private static func englishName(_ group: RecordedGroup) -> String {
        group.name.map { "known as \($0)" } ?? "in a group of the server's own choice"
    }

    /// How hard it is to find x or y in the group.
    private static func englishCostOfExponent(_ group: RecordedGroup) -> String {
        let task = "To find x or y from the public values is a discrete logarithm modulo a prime of \(group.bits) bits"
        if let (appendix, bits) = rating(of: group) {
            return "\(task). RFC 7919 (appendix \(appendix)) rates this group as hard as a symmetric key of "
                + "\(bits) bits."
        }
        if group.isWithinReach { return "\(task). In this group anyone can compute it, without any key." }
        return switch group.bits {
        case ...795: "\(task). Logarithms of this size have been computed in public, 795 bits in 2019."
        case ...1024: "\(task). States can probably compute it (Adrian and others, 2015)."
        default: "\(task)."
        }
    }

    private static func chineseCostOfExponent(_ group: RecordedGroup) -> String {
        let task = "由公开值求 x 或 y，就是求模 \(group.bits) 位素数的离散对数"
        if let (appendix, bits) = rating(of: group) {
            return "\(task)。RFC 7919（附录 \(appendix)）估计这个群的强度相当于 \(bits) 位的对称密钥。"
        }
        if group.isWithinReach { return "\(task)。在这个群里谁都能算出它，不需要任何密钥。" }
        return switch group.bits {
        case ...795: "\(task)。这样大小的对数已有公开的计算，2019 年达到 795 位。"
        case ...1024: "\(task)。国家级的机构很可能算得出（Adrian 等，2015）。"
        default: "\(task)。"
        }
    }

    /// The appendix of RFC 7919 that rates the group, and the bits of a symmetric key that is as hard; nil if none does.
    private static func rating(of group: RecordedGroup) -> (appendix: String, bits: Int)? {
        let ratings: [UInt16: (appendix: String, bits: Int)] = [
            0x0100: ("A.1", 103), 0x0101: ("A.2", 125), 0x0102: ("A.3", 150), 0x0103: ("A.4", 175),
            0x0104: ("A.5", 192),
        ]
        return group.known?.codePoint.flatMap { ratings[$0] }
    }
}
