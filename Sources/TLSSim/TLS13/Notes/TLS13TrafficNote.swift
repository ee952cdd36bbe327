import Trace

/// What there is to say about records, data, new keys and the end.
public enum TLS13TrafficNote: StepNote, Hashable {
    case protected(ContentType)
    /// A record with `octets` octets of application data and `padding` zeros is sent under that cipher.
    case applicationData(octets: Int, BulkCipher, padding: Int)
    /// A record with `octets` octets of early data is sent under that cipher.
    case earlyData(octets: Int, BulkCipher)
    /// A side updates its keys. `requested` if it asks the other side to do the same.
    case keyUpdate(Role, requested: Bool)
    case nextGeneration(Role)
    case endOfEarlyData
    /// A side sends close_notify. `first` if the other side has not sent it before.
    case closeNotify(first: Bool)
    /// An error alert has the level of a warning. The error is that of the side that has found it; nil on the other side.
    case errorAtWarning(AlertDescription, because: TLSError?)

    public var reference: (step: String, cite: Citation) {
        switch self {
        case .protected: ("tls.calc.record", .rfc(8446, "5.2"))
        case .applicationData(_, _, padding: 0): ("tls.application_data", .rfc(8446, "5.2"))
        case .applicationData: ("tls.application_data", .rfc(8446, "5.4"))
        case .earlyData: ("tls.application_data", .rfc(8446, "2.3"))
        case .keyUpdate: ("tls.key_update", .rfc(8446, "4.6.3"))
        case .nextGeneration: ("tls.calc.next_generation", .rfc(8446, "7.2"))
        case .endOfEarlyData: ("tls.end_of_early_data", .rfc(8446, "4.5"))
        case .closeNotify: ("tls.close_notify", .rfc(8446, "6.1"))
        case .errorAtWarning: ("tls.alert", .rfc(8446, "6"))
        }
    }

    /// True for the protection of a record: every record is protected in the same way.
    public var isRoutine: Bool {
        switch self {
        case .protected: true
        case .applicationData, .earlyData, .keyUpdate, .nextGeneration, .endOfEarlyData, .closeNotify, .errorAtWarning:
            false
        }
    }

    public var english: String {
        switch self {
        case .protected(let type):
            """
            The real type, \(type), is encrypted with the content. On the outside the record says application_data, whatever it carries.
            """
        case .applicationData(let octets, let cipher, let padding) where padding > 0:
            """
            \(counted(octets, "octet")) of application data, encrypted and authenticated with \(cipher.algorithm) under this direction's own key. \
            Behind the data and its type stand \(counted(padding, "zero")). They are encrypted too, so an onlooker does not see where the data ends: \
            of the length only the sum can be seen. The reader takes the zeros off. Without padding, encryption hides no length.
            """
        case .applicationData(let octets, let cipher, _):
            """
            \(counted(octets, "octet")) of application data, encrypted and authenticated with \(cipher.algorithm) under this direction's own key. \
            An onlooker learns the length and the time. The record costs 22 octets: five of header, one of type, 16 of tag.
            """
        case .earlyData(let octets, let cipher):
            """
            Early data: \(counted(octets, "octet")), in the same flight as the hello, before the server has said anything. They are encrypted with \
            \(cipher.algorithm) under a key that only the offered secret makes. They do not wait for an answer, as other data does. Two \
            things are weaker: there is no forward secrecy, and an attacker can copy this flight and send it again.
            """
        case .keyUpdate(let side, let requested):
            """
            From the next record on, the \(side) writes under new keys. \(requested ? "It asks the other side to do the same. " : "")\
            No exchange takes place: the new secret is computed from the old one, which is then deleted. This protects what was \
            sent before.
            """
        case .nextGeneration(let side):
            """
            The next secret of the \(side)'s direction. There is no way back from it. A thief who takes it reads what follows, and \
            not what came before.
            """
        case .endOfEarlyData:
            """
            The last message under the keys of early data. It is empty. The client sends it when it has read the server's Finished, and it \
            belongs to the handshake: an attacker cannot cut the early data off unnoticed. Behind it the client's handshake keys begin.
            """
        case .closeNotify(let first):
            first
                ? """
                "I will send no more." The alert is protected and looks like any other record. An attacker cannot forge an early end of \
                the data. Anyone on the path can forge a bare FIN of TCP. Only this direction is closed: the other side may go on.
                """
                : "The other direction ends as well. Its data is complete, too."
        case .errorAtWarning(let name, let error):
            """
            \(error.map { "The reason for the alert: \($0.english). " } ?? "")The alert \(name) says "warning" in its level. In \
            TLS 1.2 the reader could go on. In TLS 1.3 the level means nothing, and only close_notify and user_canceled are no errors. \
            This alert is an error, so the connection ends.
            """
        }
    }

    public var chinese: String {
        switch self {
        case .protected(let type):
            "真正的类型 \(type)\(type == .alert ? "（警报）" : " ")与内容一起加密。无论携带什么，记录在外面都写 application_data。"
        case .applicationData(let octets, let cipher, let padding) where padding > 0:
            """
            \(octets) 字节应用数据，用 \(cipher.algorithm) 以这个方向自己的密钥加密和认证。数据和类型后面有 \(padding) 个零。\
            它们也是加密的，所以旁观者看不出数据在哪里结束：能看到的长度只是总和。读取的一方去掉这些零。没有填充，加密不隐藏任何长度。
            """
        case .applicationData(let octets, let cipher, _):
            """
            \(octets) 字节应用数据，用 \(cipher.algorithm) 以这个方向自己的密钥加密和认证。旁观者知道长度和时间。\
            这条记录多用 22 字节：首部五个，类型一个，认证标签 16 个。
            """
        case .earlyData(let octets, let cipher):
            """
            早期数据：\(octets) 字节，与 hello 消息在同一批消息中，服务器还什么都没有说。它们用 \(cipher.algorithm) 加密，\
            密钥只由所提供的秘密值得到。它们不像其他数据那样等待应答。有两点较弱：没有前向保密，攻击者也可以复制这批消息，再发一次。
            """
        case .keyUpdate(let side, let requested):
            """
            从下一条记录起，\(side.inChinese)用新的密钥写。\(requested ? "它请对方也这样做。" : "")\
            这里没有交换：新的秘密值由旧的算出，旧的随后删除。这样，以前发送的内容得到保护。
            """
        case .nextGeneration(let side):
            "\(side.inChinese)这个方向的下一个秘密值。从它退不回去。偷到它的窃贼能读到后面的内容，读不到以前的内容。"
        case .endOfEarlyData:
            """
            用早期数据的密钥加密的最后一条消息。它是空的。客户端读到服务器的 Finished 之后才发送它，它属于握手：\
            攻击者截掉早期数据，一定会暴露。在它之后，客户端的握手密钥开始使用。
            """
        case .closeNotify(let first):
            first
                ? """
                “我不再发送了。”这个警报受到保护，看起来与任何其他记录一样。攻击者不能伪造数据的提前结束。\
                TCP 的 FIN 没有保护，路径上的人都能伪造。关闭的只是这个方向：对方可以继续发送。
                """
                : "另一个方向也结束了。它的数据同样完整。"
        case .errorAtWarning(let name, let error):
            """
            \(error.map { "发出警报的原因：\($0.chinese)。" } ?? "")警报 \(name) 的级别写的是 "warning"。\
            在 TLS 1.2 中，读取的一方可以继续。在 TLS 1.3 中级别没有意义，只有 close_notify 和 user_canceled 不是错误。\
            这个警报是错误，所以连接结束。
            """
        }
    }

    public var englishBackground: String {
        switch self {
        case .protected(.applicationData):
            """
            TLS 1.3 protects all records in one way. TLS 1.2 had three: stream ciphers, block ciphers and AEAD. The nonce is the IV XOR the record's number; nothing of it is on the \
            wire. The tag covers the ciphertext and the record's own header. Both sides count the records, so a record that is \
            changed, repeated or left out gives a wrong tag. Zeros behind the type could hide the length.
            """
        case .protected, .applicationData, .earlyData, .keyUpdate, .nextGeneration, .endOfEarlyData, .closeNotify,
            .errorAtWarning:
            ""
        }
    }

    public var chineseBackground: String {
        switch self {
        case .protected(.applicationData):
            """
            TLS 1.3 保护所有记录的方式只有一种。TLS 1.2 有三种：流密码、分组密码和 AEAD。nonce 是 IV XOR 记录的编号，\
            它的任何部分都不在线路上。认证标签覆盖密文和记录自己的首部。双方都给记录计数，所以改动、重复或漏掉一条记录，\
            认证标签就会出错。类型后面的零可以隐藏长度。
            """
        case .protected, .applicationData, .earlyData, .keyUpdate, .nextGeneration, .endOfEarlyData, .closeNotify,
            .errorAtWarning:
            ""
        }
    }
}
