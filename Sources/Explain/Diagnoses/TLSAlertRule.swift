import TLSSim

extension AlertDescription {
    /// The meaning of the alert (RFC 5246 section 7.2.2, RFC 8446 section 6.2), as the end of a sentence.
    var englishRule: String {
        switch rawValue {
        case 0: "its sender will send no more"
        case 10: "a message came that has no place there"
        case 20, 21: "a record could not be opened: its octets or its keys are not those of the sender"
        case 22: "a record was longer than any may be, or it was no record"
        case 30: "a record could not be decompressed"
        case 40: "no parameters are acceptable to both sides"
        case 41: "the client has no certificate"
        case 42: "a certificate is damaged, or does not hold for this use"
        case 43: "a certificate is of a kind that its receiver does not take"
        case 44: "a certificate was revoked"
        case 45: "a certificate is past its last day, or before its first"
        case 46: "a certificate was not accepted, for a reason that the alert does not say"
        case 47: "a field has a value that is not allowed there"
        case 48: "no authority that the receiver trusts has issued the certificate"
        case 49: "the certificate is valid, and its owner may not enter"
        case 50: "a message could not be read: a length or a field is wrong"
        case 51: "a signature or a Finished does not verify"
        case 60: "the key is longer than export rules allowed"
        case 70: "the version is not supported"
        case 71: "what is offered is not strong enough"
        case 80: "the sender has a trouble of its own, which is not the other side's"
        case 86: "the client came with a lower version than it needs"
        case 90: "the user has ended the handshake"
        case 100: "no second handshake is wanted"
        case 109: "an extension is missing that has to be there"
        case 110: "an extension came that was not asked for"
        case 112: "the server serves no host of that name"
        case 113: "the proof that a certificate was not revoked is not acceptable"
        case 115: "no secret is known under the name that the client gave"
        case 116: "the client has to show a certificate, and showed none"
        case 120: "no application protocol is common to both"
        default: "the registry has no rule for it"
        }
    }

    /// The same in Chinese.
    var chineseRule: String {
        switch rawValue {
        case 0: "它的发送方不再发送"
        case 10: "来了一条不该在此出现的消息"
        case 20, 21: "一条记录打不开：它的字节或密钥不是发送方的"
        case 22: "一条记录超过了允许的长度，或者不是记录"
        case 30: "一条记录无法解压缩"
        case 40: "没有双方都能接受的参数"
        case 41: "客户端没有证书"
        case 42: "一张证书损坏，或不适用于这种用途"
        case 43: "一张证书的种类不被接收方接受"
        case 44: "一张证书已吊销"
        case 45: "一张证书已过有效期，或者还没有生效"
        case 46: "一张证书没有被接受，警报没有说明原因"
        case 47: "一个字段的值在那里不允许"
        case 48: "证书不是由接收方信任的 CA 签发的"
        case 49: "证书有效，而它的持有者不得进入"
        case 50: "一条消息无法读取：长度或字段有误"
        case 51: "一个签名或一个 Finished 没有通过验证"
        case 60: "密钥超过了出口规定允许的长度"
        case 70: "不支持这个版本"
        case 71: "提出的参数强度不够"
        case 80: "发送方自己有问题，与对方无关"
        case 86: "客户端这次使用的版本低于必要的版本"
        case 90: "用户结束了握手"
        case 100: "不希望第二次握手"
        case 109: "缺少一个必须有的扩展"
        case 110: "来了一个没有要求过的扩展"
        case 112: "服务器不服务这个名称的主机"
        case 113: "证书未吊销的证明不能接受"
        case 115: "客户端给出的名称没有对应的秘密"
        case 116: "客户端必须出示证书，却没有出示"
        case 120: "双方没有共同的应用协议"
        default: "登记表中没有关于它的规则"
        }
    }

    /// Whether the alert refuses a certificate of the other side (RFC 8446 section 6.2).
    var isAboutCertificates: Bool {
        [
            .badCertificate, .unsupportedCertificate, .certificateRevoked, .certificateExpired, .certificateUnknown,
            .unknownCA, .accessDenied,
        ].contains(self)
    }
}
