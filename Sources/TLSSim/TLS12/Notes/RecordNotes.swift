import Trace

/// The notes on the protection of records.
public enum RecordNote: StepNote, Hashable {
    case protected(Method, ContentType)

    /// The methods by which TLS 1.2 protects a record.
    public enum Method: Hashable, Sendable {
        /// AEAD: one operation encrypts and authenticates, with a nonce of that form.
        case aead(Nonce)
        /// The MAC is computed over the plaintext and encrypted together with it.
        case macThenEncrypt
        /// The MAC is computed over the ciphertext.
        case encryptThenMAC
    }

    /// How the nonce contains the sequence number.
    public enum Nonce: Hashable, Sendable {
        /// The number is a part of the nonce, and the record carries it.
        case numberSent
        /// The number is XORed with the fixed part, and the record does not carry it.
        case numberXORed
    }

    public var reference: (step: String, cite: Citation) {
        switch self {
        case .protected(.aead, _): ("tls.calc.record", .rfc(5246, "6.2.3.3"))
        case .protected(.macThenEncrypt, _): ("tls.calc.record", .rfc(5246, "6.2.3.2"))
        case .protected(.encryptThenMAC, _): ("tls.calc.record", .rfc(7366, "3"))
        }
    }

    /// True, because every record is protected in the same way.
    public var isRoutine: Bool {
        switch self {
        case .protected: true
        }
    }

    /// The sentence: in which order a record is padded, authenticated and encrypted.
    public var english: String {
        switch self {
        case .protected(.aead, _):
            "One operation encrypts the plaintext and makes the tag that protects it from change."
        case .protected(.macThenEncrypt, _):
            "First the MAC over the plaintext, then the padding, then the encryption of plaintext, MAC and padding."
        case .protected(.encryptThenMAC, _):
            "First the padding, then the encryption of plaintext and padding, then the MAC over IV and ciphertext."
        }
    }

    public var chinese: String {
        switch self {
        case .protected(.aead, _):
            "一次运算既加密明文，又生成防止改动的认证标签。"
        case .protected(.macThenEncrypt, _):
            "先对明文计算 MAC，再填充，最后加密明文、MAC 和填充。"
        case .protected(.encryptThenMAC, _):
            "先填充，再加密明文和填充，最后对 IV 和密文计算 MAC。"
        }
    }

    /// The sentence: where the nonce or the IV comes from, and what the tag or the MAC covers. Only records of application data have it,
    /// because the handshake has many notes already.
    public var englishBackground: String {
        switch self {
        case .protected(.aead(let nonce), .applicationData):
            """
            \(nonce == .numberSent ? "The nonce is the fixed part from the key block and nonce_explicit. The sender chooses "
                + "nonce_explicit, here the record's number, and the record carries it." : "The nonce is the fixed part from the key "
                + "block XOR the record's number; the record carries nothing of it.") \
            The same nonce must never come twice under one key; counting guarantees that. The tag covers the ciphertext and \
            the additional data: the record's number, its type, its version and the length of its plaintext. The receiver counts the records \
            itself, so a record that is changed, repeated or left out gives a wrong tag.
            """
        case .protected(.macThenEncrypt, .applicationData):
            """
            The MAC covers the record's number, its type, its version, its length and the plaintext. The padding fills the last \
            block; each of its octets says how many come before the last one. The IV is new for each record and stands in clear \
            before the ciphertext. The receiver has to decrypt and to look at the padding before it can check the MAC. Attacks \
            such as Lucky Thirteen need this order.
            """
        case .protected(.encryptThenMAC, .applicationData):
            """
            The MAC covers the record's number, its type, its version, its length, the IV and the ciphertext. The receiver checks \
            the MAC before it decrypts anything, so a forged record tells an attacker nothing about the padding.
            """
        case .protected(_, .handshake), .protected(_, .alert), .protected(_, .changeCipherSpec): ""
        }
    }

    public var chineseBackground: String {
        switch self {
        case .protected(.aead(let nonce), .applicationData):
            """
            \(nonce == .numberSent
                ? "nonce 由密钥块中的固定部分和 nonce_explicit 组成。nonce_explicit 由发送方选择，这里是记录的编号，随记录一起发送。"
                : "nonce 是密钥块中的固定部分 XOR 记录的编号；记录不携带它的任何部分。")\
            同一个密钥下，同一个 nonce 绝不能出现两次；计数保证了这一点。认证标签覆盖密文和附加数据：\
            记录的编号、类型、版本和明文长度。接收方自己给记录计数，所以记录被改动、重复或漏掉时，认证标签就不对。
            """
        case .protected(.macThenEncrypt, .applicationData):
            """
            MAC 覆盖记录的编号、类型、版本、长度和明文。填充把最后一块填满，它的每个字节都说明在最后一个字节之前\
            有多少个填充字节。每条记录的 IV 都是新的，以明文放在密文之前。接收方必须先解密并查看填充，\
            然后才能检查 MAC。Lucky Thirteen 之类的攻击正是利用这个顺序。
            """
        case .protected(.encryptThenMAC, .applicationData):
            """
            MAC 覆盖记录的编号、类型、版本、长度、IV 和密文。接收方在解密之前先检查 MAC，\
            所以伪造的记录不会让攻击者知道填充的任何情况。
            """
        case .protected(_, .handshake), .protected(_, .alert), .protected(_, .changeCipherSpec): ""
        }
    }
}
