import TLSSim
import Trace

/// Whether the stolen key is that of the certificate in the recording.
package enum StolenKeyFinding: Remark, Hashable {
    case fits(bits: Int)
    /// The stolen key is not the one in the certificate; the bits of both moduli.
    case doesNotFit(certificateBits: Int, keyBits: Int)
    /// No RSA key can be read from the certificate; the reason.
    case certificateUnreadable(Words)
    case noCertificate

    package var english: String {
        switch self {
        case .fits(let bits):
            "The key fits: its modulus of \(bits) bits is the modulus in the server's certificate."
        case .doesNotFit(let certificateBits, let keyBits):
            """
            The key does not fit: the certificate in the capture has another modulus. The certificate's has \
            \(certificateBits) bits, the key's \(keyBits).
            """
        case .certificateUnreadable(let why):
            "No RSA key can be taken from the server's certificate in the capture: \(why.english)."
        case .noCertificate:
            "The capture has no certificate of the server, so there is nothing to compare the key with."
        }
    }

    package var chinese: String {
        switch self {
        case .fits(let bits): "密钥相符：它的 \(bits) 位模数就是服务器证书中的模数。"
        case .doesNotFit(let certificateBits, let keyBits):
            "密钥不符：抓包文件里的证书用的是另一个模数。证书的模数有 \(certificateBits) 位，密钥的有 \(keyBits) 位。"
        case .certificateUnreadable(let why): "从抓包文件里服务器的证书中取不到 RSA 密钥：\(why.chinese)。"
        case .noCertificate: "抓包文件里没有服务器的证书，所以没有什么可以与密钥比较。"
        }
    }
}
