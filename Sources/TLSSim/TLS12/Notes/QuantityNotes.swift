import Crypto
import Trace

/// The notes on single values of calculations.
enum QuantityNote: Remark, Hashable {
    case offeredVersion
    case point(of: Role)
    /// The IV or nonce part that the key block yields for that cipher; without text for CBC, which has none.
    case writeIV(BulkCipher)
    /// The octets that the client signs.
    case signedMessages(octets: Int)
    case digestInfo(HashAlgorithm)
    case encryptionBlock
    case hashOfSalt
    case clamped
    case sequenceNumber
    /// The octets that fill the last block in CBC mode.
    case padding
    case recordIV
    case ticketKeyName
    case ticketContent
    case salt
    /// Zeros in place of a secret, as many octets as the hash has.
    case zeros
    case transcript(to: String)
    case hkdfLabel
    case truncatedHello
    case seed
    case recordNumber
    /// The octets that a record of TLS 1.3 encrypts.
    case innerPlaintext(padding: Int)
    case additionalData
    case ticketState
    /// The octets that a CertificateVerify of TLS 1.3 signs.
    case signedTranscript

    var english: String {
        switch self {
        case .offeredVersion: "the version offered"
        case .point(let side): "the \(side)'s point"
        case .writeIV(.aesGCM): "the implicit part of the GCM nonce"
        case .writeIV(.chaCha20Poly1305): "XORed with the sequence number to make the nonce"
        case .writeIV(.aesCBC): ""
        case .signedMessages(let octets): "\(counted(octets, "octet")), ClientHello to ClientKeyExchange"
        case .digestInfo(let hash): "the name \(hash.name) and the digest, in DER"
        case .encryptionBlock: "00 02, random octets that are not zero, 00, pre_master_secret"
        case .hashOfSalt: "Hash(00 00 00 00 00 00 00 00 + digest + salt); the block holds the same"
        case .clamped: "k read backwards; its three lowest bits and its highest are 0, the next highest is 1"
        case .sequenceNumber: "both sides count; the receiver does not read it from the record"
        case .padding: "fills the last block"
        case .recordIV: "new for each record, sent in clear; here the encrypted seq_num"
        case .ticketKeyName: "authenticated, not encrypted"
        case .salt: "the salt: Derive-Secret from the secret above, over no messages"
        case .zeros: "as many zeros as the hash has octets; no secret goes in here"
        case .transcript(let end): "of ClientHello to \(end)"
        case .hkdfLabel: "length, \"tls13 \" + label, context: what HKDF-Expand gets as info"
        case .truncatedHello: "of the hello up to its binders"
        case .seed: "the key of ML-KEM follows from it"
        case .recordNumber: "both sides count from 0 under each key; TLS 1.3 does not send it"
        case .innerPlaintext(let padding):
            padding == 0 ? "content + type; no zeros here" : "content + type + \(counted(padding, "zero"))"
        case .additionalData: "the record's own five octets"
        case .ticketState: "the ticket also holds suite, time, host name and certificates"
        case .signedTranscript: "64 spaces, a text that names the side, 00, the transcript hash"
        case .ticketContent: "the ticket also holds suite, times, names and certificates"
        }
    }

    var chinese: String {
        switch self {
        case .offeredVersion: "客户端提供的版本"
        case .point(let side): "\(side.inChinese)的点"
        case .writeIV(.aesGCM): "GCM nonce 的隐式部分"
        case .writeIV(.chaCha20Poly1305): "与序号作 XOR 运算，得到 nonce"
        case .writeIV(.aesCBC): ""
        case .signedMessages(let octets): "\(octets) 字节，从 ClientHello 到 ClientKeyExchange"
        case .digestInfo(let hash): "名称 \(hash.name) 和摘要，DER 编码"
        case .encryptionBlock: "00 02、不为零的随机字节、00、pre_master_secret"
        case .hashOfSalt: "Hash(00 00 00 00 00 00 00 00 + 摘要 + 盐)；块里的也是它"
        case .clamped: "k 倒过来读；最低的三位和最高位是 0，次高位是 1"
        case .sequenceNumber: "双方各自计数；接收方不从记录中读它"
        case .padding: "把最后一块填满"
        case .recordIV: "每条记录都是新的，以明文发送；这里是加密后的 seq_num"
        case .ticketKeyName: "经过认证，未加密"
        case .salt: "盐：对上面的秘密用 Derive-Secret，不含任何消息"
        case .zeros: "零，个数等于哈希的字节数；这里不输入任何秘密"
        case .transcript(let end): "从 ClientHello 到 \(end)"
        case .hkdfLabel: "长度、\"tls13 \" + 标签、上下文：作为 info 交给 HKDF-Expand 的内容"
        case .truncatedHello: "hello 消息中到 binder 为止的部分"
        case .seed: "ML-KEM 的密钥由它得出"
        case .recordNumber: "双方在每个密钥下都从 0 开始计数；TLS 1.3 不发送它"
        case .innerPlaintext(let padding):
            padding == 0 ? "内容 + 类型；这里没有零" : "内容 + 类型 + \(padding) 个零"
        case .additionalData: "记录自己的五个字节"
        case .ticketState: "票据里还有密码套件、时间、主机名和证书"
        case .signedTranscript: "64 个空格、写明是哪一方的文字、00、握手全文的哈希"
        case .ticketContent: "票据里还有密码套件、时间、名称和证书"
        }
    }
}

extension Calculation.Quantity {
    /// The quantity `name` with the value `octets` and a note.
    init(_ name: String, _ octets: [UInt8], note: QuantityNote) {
        self.init(name, octets, note: note as any Remark)
    }
}
