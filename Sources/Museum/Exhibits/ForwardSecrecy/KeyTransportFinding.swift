import TLSSim
import Trace

/// What RSA key transport gives to the holder of the private key.
package enum KeyTransportFinding: Remark, Hashable {
    case premasterDecrypted
    /// The encrypted premaster secret does not decrypt to 48 octets; the number of octets, or nil if the padding is wrong.
    case premasterInvalid(count: Int?)
    case cipherNotImplemented(RegisteredSuite)

    package var english: String {
        switch self {
        case .premasterDecrypted:
            """
            The client had encrypted the premaster secret to the certificate's key. The private key decrypts it today as it did then. \
            That is what it means to have no forward secrecy.
            """
        case .premasterInvalid(nil):
            """
            The EncryptedPreMasterSecret does not decrypt to a block of PKCS#1. The recording is damaged, or the client sent a wrong \
            block. A server must not show that it noticed a wrong block (RFC 5246 section 7.4.7.1).
            """
        case .premasterInvalid(let count?):
            "The EncryptedPreMasterSecret decrypts to \(counted(count, "octet")). A premaster secret of RSA has 48."
        case .cipherNotImplemented(let suite):
            """
            \(suite) has no forward secrecy, and the premaster secret is known. But its cipher is not implemented here. Wireshark can \
            decrypt the records with the same key.
            """
        }
    }

    package var chinese: String {
        switch self {
        case .premasterDecrypted: "客户端用证书中的公钥加密预主密钥。私钥当时能解密它，今天也能。没有前向保密，就是这个意思。"
        case .premasterInvalid(nil):
            "EncryptedPreMasterSecret 解密后不是 PKCS#1 的块。录下的流量已经损坏，或者客户端发送了错误的块。"
                + "服务器不得让人看出它发现了错误的块（RFC 5246 7.4.7.1 节）。"
        case .premasterInvalid(let count?):
            "EncryptedPreMasterSecret 解密后是 \(count) 字节。RSA 的预主密钥有 48 字节。"
        case .cipherNotImplemented(let suite):
            "\(suite) 没有前向保密，预主密钥已经知道。但这里没有实现它的密码。Wireshark 可以用同一个密钥解密这些记录。"
        }
    }
}
