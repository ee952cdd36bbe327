import PKI
import TLSSim
import Trace

/// The chapters of a visit, with an introduction to each for the reader.
package indirect enum Chapter: Remark {
    case open
    /// The full handshake of TLS 1.2, by its key exchange and the client's certificate; nil if the server asks for none.
    case handshake(KeyExchangeKind, client: ClientCertificate?)
    case judging(PresentedChain, ChecksMade, Chapter)
    case inToyGroup(String, Chapter)
    case conversation
    case goodbye
    case goodbyeOfServer
    case cutOff
    case theft(KeyExchangeKind)
    case resumption(Resumption)
    case resumptionTheft(Resumption, KeyExchangeKind)
    case tls13(TLS13Chapter)

    /// Records the beginning of the chapter.
    package func record(in journal: inout Journal, at now: Instant, cause: Int? = nil) {
        journal.record(at: now, who: who, cause: cause, step: step, .chapter(ChapterTitle(chapter: self)), remark: self)
    }

    private var who: Principal {
        switch self {
        case .theft, .resumptionTheft, .tls13(.theft): .thief
        case .inToyGroup(_, let chapter): chapter.who
        case .goodbyeOfServer, .cutOff: .server
        case .open, .handshake, .judging, .conversation, .goodbye, .resumption,
            .tls13(.handshake), .tls13(.answer), .tls13(.copy):
            .client
        }
    }

    /// The step id of every chapter in which TLS begins.
    static let handshakeStep = "chapter.tls_handshake"

    /// The stable step id.
    package var step: String {
        switch self {
        case .open: "chapter.tcp_open"
        case .handshake, .resumption, .judging, .tls13(.handshake), .tls13(.copy):
            Chapter.handshakeStep
        case .conversation, .tls13(.answer): "chapter.application_data"
        case .goodbye, .goodbyeOfServer, .cutOff: "chapter.goodbye"
        case .theft, .resumptionTheft, .tls13(.theft): "chapter.theft"
        case .inToyGroup(_, let chapter): chapter.step
        }
    }

    fileprivate var englishTitle: String {
        switch self {
        case .open: "TCP opens: the three-way handshake"
        case .judging(_, _, let chapter), .inToyGroup(_, let chapter): chapter.englishTitle
        case .handshake(.rsa, _): "TLS agrees on keys: three randoms and RSA"
        case .handshake(.dheRSA, _), .handshake(.dhAnon, _): "TLS agrees on keys: two randoms and Diffie–Hellman"
        case .handshake(.ecdheRSA, _), .handshake(.ecdheECDSA, _):
            "TLS agrees on keys: two randoms and Diffie–Hellman on an elliptic curve"
        case .conversation: "HTTP, under the keys just agreed"
        case .goodbye: "Goodbye twice: close_notify, then the four-way close"
        case .goodbyeOfServer: "Goodbye twice, and the server begins: close_notify, then the four-way close"
        case .cutOff: "A goodbye that is cut off on the path"
        case .theft: "Later: a thief takes the server's private key"
        case .resumption(let resumption): resumption.englishTitle
        case .tls13(let chapter): chapter.englishTitle
        case .resumptionTheft(let resumption, _): resumption.englishTheftTitle
        }
    }

    fileprivate var chineseTitle: String {
        switch self {
        case .open: "TCP 打开连接：三次握手"
        case .judging(_, _, let chapter), .inToyGroup(_, let chapter): chapter.chineseTitle
        case .handshake(.rsa, _): "TLS 商定密钥：三个随机数和 RSA"
        case .handshake(.dheRSA, _), .handshake(.dhAnon, _): "TLS 商定密钥：两个随机数和 Diffie–Hellman"
        case .handshake(.ecdheRSA, _), .handshake(.ecdheECDSA, _):
            "TLS 商定密钥：两个随机数和椭圆曲线上的 Diffie–Hellman"
        case .conversation: "HTTP，用刚商定的密钥保护"
        case .goodbye: "两次告别：先 close_notify，再四次挥手"
        case .goodbyeOfServer: "两次告别，由服务器开始：先 close_notify，再四次挥手"
        case .cutOff: "在路径上被截断的告别"
        case .theft: "后来：窃贼拿走服务器的私钥"
        case .resumption(let resumption): resumption.chineseTitle
        case .tls13(let chapter): chapter.chineseTitle
        case .resumptionTheft(let resumption, _): resumption.chineseTheftTitle
        }
    }

    package var english: String {
        switch self {
        case .open:
            """
            TCP makes a reliable stream of octets out of datagrams (packets of IP) that may be lost. It numbers every octet, and each direction \
            begins with a number of its own. First each side tells the other its number, and the other confirms it. That takes three \
            segments (TCP's part of a packet).
            """
        case .handshake(let kind, let client?):
            Chapter.handshake(kind, client: nil).english + " " + client.english
        case .judging(let chain, let checksMade, let chapter):
            "\(chapter.english) \(chain.english) \(checksMade.english)"
        case .inToyGroup(let name, let chapter):
            """
            \(chapter.english) This run uses the toy group \(name): anyone can search for an exponent, so an eavesdropper computes \
            every key without the private key.
            """
        case .handshake(.rsa, nil):
            """
            Over the open stream the two sides agree on keys. An eavesdropper must not be able to compute them. The client draws a \
            secret and encrypts it to the key in the server's certificate. Two public randoms make this connection different from all \
            others.
            """
        case .handshake(.dheRSA, nil):
            """
            Over the open stream the two sides agree on keys. An eavesdropper must not be able to compute them. Each side draws a \
            secret exponent for this connection only and sends a number made from it. The server signs its number. Two public randoms \
            make this connection different from all others.
            """
        case .handshake(.dhAnon, nil):
            "Over the open stream the two sides agree on keys. Each sends a number made from a secret exponent. Neither number is signed."
        case .handshake(.ecdheRSA, nil), .handshake(.ecdheECDSA, nil):
            """
            Over the open stream the two sides agree on keys. An eavesdropper must not be able to compute them. Each side draws a \
            secret number for this connection only and sends a point of a curve made from it. The server signs its point. Two public \
            randoms make this connection different from all others.
            """
        case .conversation:
            """
            Both sides have the keys, and the side that speaks has checked the other's Finished. From here on an onlooker sees when the \
            sides speak and how much, but not the content.
            """
        case .goodbye:
            """
            Two protocols close, each for itself. TLS's close_notify is authenticated: it proves that nothing was cut off. TCP's FIN \
            closes one direction, and each FIN is acknowledged. The server's TCP acknowledges at once. The server's application \
            closes a little later: first it sends its close_notify. So its FIN is a segment of its own, and the close takes four.
            """
        case .goodbyeOfServer:
            """
            Two protocols say goodbye, each for itself. This time the server's application closes first, as soon as it has \
            written its answer: either end may. TLS's close_notify proves that nothing was cut off. TCP's FIN closes one direction \
            at a time. The client's TCP acknowledges at once, and its application closes later: four segments. TIME-WAIT is \
            at the side that closed first, and that is the server: it keeps every such connection for 2 MSL.
            """
        case .cutOff:
            """
            The answer has no Content-Length, so its end is the end of the connection. The server's application writes the answer in two \
            parts, then close_notify, then it closes. An attacker on the path lets the first part pass and nothing behind it, and \
            ends the connection with a FIN of its own. The attacker has no key. Watch what tells the client that this is not the \
            end of the answer.
            """
        case .resumption(let resumption): resumption.english
        case .tls13(let chapter): chapter.english
        case .resumptionTheft(let resumption, let kind): resumption.englishTheft(kind)
        case .theft(.rsa):
            """
            An eavesdropper has recorded everything above. Then the private key leaks, minutes or years later. Can the recording be decrypted? \
            The table says who can compute what, and how.
            """
        case .theft(.dheRSA), .theft(.dhAnon):
            """
            An eavesdropper has recorded everything above. Then the private key leaks, minutes or years later. Can the recording be decrypted? \
            The key only signed. Both sides have deleted the exponents that made the premaster secret. The table says who can compute \
            what.
            """
        case .theft(.ecdheRSA), .theft(.ecdheECDSA):
            """
            An eavesdropper has recorded everything above. Then the private key leaks, minutes or years later. Can the recording be decrypted? \
            The key only signed. Both sides have deleted the numbers behind the two points. The table says who can compute what.
            """
        }
    }

    package var chinese: String {
        switch self {
        case .open:
            """
            数据报（IP 的数据包）可能丢失，TCP 却用它们做成可靠的字节流。TCP 给每个字节编号，\
            两个方向各从自己的序号开始。首先，双方各自把自己的序号告诉对方，由对方确认。这需要\
            三个报文段（报文段是数据包里属于 TCP 的部分）。
            """
        case .handshake(let kind, let client?):
            Chapter.handshake(kind, client: nil).chinese + client.chinese
        case .judging(let chain, let checksMade, let chapter):
            "\(chapter.chinese)\(chain.chinese)\(checksMade.chinese)"
        case .inToyGroup(let name, let chapter):
            """
            \(chapter.chinese)这次运行使用玩具群 \(name)：它的指数谁都可以搜索出来，所以窃听者不用私钥\
            就能算出每一个密钥。
            """
        case .handshake(.rsa, nil):
            """
            双方在公开的字节流上商定密钥，窃听者必须算不出这些密钥。客户端抽取一个秘密值，用服务器证书中的\
            公钥加密。两个公开的随机数使这次连接与其他所有连接都不同。
            """
        case .handshake(.dheRSA, nil):
            """
            双方在公开的字节流上商定密钥，窃听者必须算不出这些密钥。双方各抽取一个只用于这次连接的秘密指数，\
            并发送由它得到的一个数。服务器给自己的数签名。两个公开的随机数使这次连接与其他所有连接都不同。
            """
        case .handshake(.dhAnon, nil):
            "双方在公开的字节流上商定密钥，各自发送由秘密指数得到的一个数。两个数都没有签名。"
        case .handshake(.ecdheRSA, nil), .handshake(.ecdheECDSA, nil):
            """
            双方在公开的字节流上商定密钥，窃听者必须算不出这些密钥。双方各抽取一个只用于这次连接的秘密数，\
            并发送由它得到的曲线上的一个点。服务器给自己的点签名。两个公开的随机数使这次连接与其他所有连接都不同。
            """
        case .conversation:
            """
            双方都有了密钥，说话的一方也检查过对方的 Finished。从这里起，旁观者只看得到双方何时说话、\
            说了多少，看不到内容。
            """
        case .goodbye:
            """
            两个协议各自关闭。TLS 的 close_notify 经过认证：它证明数据没有被截断。TCP 的 FIN 关闭一个方向，\
            每个 FIN 都要确认。服务器的 TCP 立即确认，服务器的应用程序稍后才关闭：它先发送自己的 close_notify。\
            所以它的 FIN 是单独的一个报文段，关闭共需四个报文段。
            """
        case .goodbyeOfServer:
            """
            两个协议各自告别。这次是服务器的应用程序先关闭，写完应答就关：哪一方先关都可以。TLS 的 close_notify \
            证明数据没有被截断。TCP 的 FIN 一次关闭一个方向。客户端的 TCP 立即确认，它的应用程序稍后才关闭：\
            共四个报文段。先关闭的一方处于 TIME-WAIT，这次是服务器：每个这样的连接它都要保留 2 MSL。
            """
        case .cutOff:
            """
            应答没有 Content-Length，所以连接结束就是应答结束。服务器的应用程序分两部分写出应答，然后发送 \
            close_notify，然后关闭。路径上的攻击者放过第一部分，后面的全部扣下，并用自己的 FIN 结束连接。\
            攻击者没有任何密钥。请看，客户端从哪里知道这不是应答的结尾。
            """
        case .resumption(let resumption): resumption.chinese
        case .tls13(let chapter): chapter.chinese
        case .resumptionTheft(let resumption, let kind): resumption.chineseTheft(kind)
        case .theft(.rsa):
            """
            上面的一切，窃听者都已录下。几分钟或几年之后，私钥泄露了。录下的流量能解密吗？下表说明谁能算出什么，怎样算出。
            """
        case .theft(.dheRSA), .theft(.dhAnon):
            """
            上面的一切，窃听者都已录下。几分钟或几年之后，私钥泄露了。录下的流量能解密吗？\
            这个私钥只用来签名。产生预主密钥的两个指数，双方已经删除。下表说明谁能算出什么。
            """
        case .theft(.ecdheRSA), .theft(.ecdheECDSA):
            """
            上面的一切，窃听者都已录下。几分钟或几年之后，私钥泄露了。录下的流量能解密吗？\
            这个私钥只用来签名。两个点背后的数，双方已经删除。下表说明谁能算出什么。
            """
        }
    }
}

extension ClientCertificate {
    /// The introduction to a handshake of TLS 1.2 in which the server asks for a client certificate.
    fileprivate var english: String {
        let rule =
            "This time both sides have to say who they are: the server asks the client for a certificate as well, and does not "
            + "serve a client without one. "
        return switch self {
        case .good:
            rule
                + "The client has a certificate of the authority that the server trusts, and the private key. Find the step in which "
                + "the key counts."
        case .missing: rule + "The client has no certificate."
        case .wrongAuthority:
            rule
                + "The client has made an authority of its own. This authority has the same name as the one that the server "
                + "trusts, but another key, and it has certified the client. Find the check that notices it."
        case .copied:
            rule
                + "The client is an attacker. It has copied the certificate of another client from the wire, where it goes in "
                + "clear. It does not have the private key. Find the step in which the copied certificate fails."
        case .notListed:
            rule
                + "The client is bob. It has a certificate of the authority that the server trusts, and the private key. The server lets "
                + "in alice alone. Find the check that notices it."
        }
    }

    fileprivate var chinese: String {
        let rule = "这一次，双方都要说明自己是谁：服务器也要求客户端出示证书，没有证书的客户端它不服务。"
        return switch self {
        case .good: rule + "客户端有一张证书，由服务器信任的 CA 签发，也有私钥。请找出私钥在哪一步起作用。"
        case .missing: rule + "客户端没有证书。"
        case .wrongAuthority:
            rule
                + "客户端自己造了一个 CA。这个 CA 与服务器信任的 CA 同名，但密钥不同，客户端的证书由它签发。"
                + "请找出发现这一点的检查。"
        case .copied:
            rule
                + "客户端是攻击者。它从线路上复制了另一个客户端的证书，证书在那里以明文传送。它没有私钥。"
                + "请找出复制来的证书在哪一步失败。"
        case .notListed:
            rule
                + "客户端是 bob。他有一张证书，由服务器信任的 CA 签发，也有私钥。服务器只让 alice 进来。"
                + "请找出发现这一点的检查。"
        }
    }
}

extension ClientCertificate {
    /// The introduction for TLS 1.3, which encrypts the client's certificate.
    var englishRule: String {
        let demand = "The server asks the client for a certificate as well, and does not serve a client without one. "
        return switch self {
        case .good: demand + "The client has one and its key. In TLS 1.3 the client's certificate is encrypted."
        case .missing: demand + "The client has no certificate."
        case .wrongAuthority:
            demand
                + "The client's certificate is from an authority of its own, which has only the name of the trusted one."
        case .copied:
            demand
                + "The client is an attacker with another client's certificate, and without its key. Find the step that fails."
        case .notListed:
            demand + "The client is bob, with a good certificate and its key. The server lets in alice alone."
        }
    }

    /// The same introduction in Chinese.
    var chineseRule: String {
        let demand = "服务器也要求客户端出示证书，没有证书的客户端它不服务。"
        return switch self {
        case .good: demand + "客户端有证书，也有它的密钥。在 TLS 1.3 中，客户端的证书是加密的。"
        case .missing: demand + "客户端没有证书。"
        case .wrongAuthority: demand + "客户端的证书出自它自己的 CA，这个 CA 只是与受信任的 CA 同名。"
        case .copied: demand + "客户端是攻击者，拿着另一个客户端的证书，没有它的密钥。请找出失败的一步。"
        case .notListed: demand + "客户端是 bob，有合格的证书和它的密钥。服务器只让 alice 进来。"
        }
    }
}

extension PresentedChain {
    fileprivate var english: String {
        switch self {
        case .genuine: "The server's chain is as it should be."
        case .expired: "The server's certificate expired yesterday."
        case .notYetValid: "The server's certificate is not valid before tomorrow."
        case .wrongHost: "The server shows a valid certificate for another host, \(PresentedChain.otherHost)."
        case .selfSigned: "The server has signed its certificate itself."
        case .unknownAuthority:
            "The server's certificate is for the right host, but from an authority that the client does not know."
        case .missingIntermediate: "The server forgets to send the intermediate between its certificate and the root."
        case .wrongUsage: "The server shows a certificate that is only for TLS clients."
        case .copiedChain:
            "The server is an impostor: it has copied the genuine server's chain from the wire, where the chain goes in clear. "
                + "The impostor does not have the private key. Watch where the key is needed."
        case .notAnAuthority:
            "The server's certificate was signed with the key of \(PresentedChain.otherHost), which is not an authority."
        }
    }

    fileprivate var chinese: String {
        switch self {
        case .genuine: "服务器的证书链一切正常。"
        case .expired: "服务器的证书昨天过期了。"
        case .notYetValid: "服务器的证书明天才生效。"
        case .wrongHost: "服务器出示的证书有效，但属于另一台主机 \(PresentedChain.otherHost)。"
        case .selfSigned: "服务器的证书是它自己签名的。"
        case .unknownAuthority: "服务器的证书属于正确的主机，但签发它的 CA，客户端并不认识。"
        case .missingIntermediate: "在服务器的证书与根证书之间有一张中间证书，服务器忘了发送。"
        case .wrongUsage: "服务器出示的证书只能用于 TLS 客户端。"
        case .copiedChain:
            "服务器是冒充者：它从线路上复制了真服务器的证书链，证书链在那里以明文传送。"
                + "冒充者没有私钥。请看哪里需要这个私钥。"
        case .notAnAuthority:
            "服务器的证书是用 \(PresentedChain.otherHost) 的密钥签名的，而它不是 CA。"
        }
    }
}

extension ChecksMade {
    fileprivate var english: String {
        switch self {
        case .full: "The client checks everything."
        case .pinned: "The client checks everything. It also demands one of the keys that it was given beforehand."
        case .anyName: "The client checks everything except the name."
        case .none: "The client judges no certificate: any certificate will do."
        }
    }

    fileprivate var chinese: String {
        switch self {
        case .full: "客户端检查一切。"
        case .pinned: "客户端检查一切，并且要求出现它事先得到的密钥之一。"
        case .anyName: "客户端检查一切，只是不检查名称。"
        case .none: "客户端不判断证书：什么证书都行。"
        }
    }
}

/// The title of a chapter.
private struct ChapterTitle: Remark {
    let chapter: Chapter

    var english: String { chapter.englishTitle }
    var chinese: String { chapter.chineseTitle }
}
