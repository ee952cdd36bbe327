import Trace

/// What changes in what an onlooker can read.
enum ReadingNote: ComparisonNote {
    case certificateEncrypted
    case certificateClear
    case clientCertificateEncrypted
    case hostNameStaysClear(String)
    case protocolEncrypted
    case encrypted(Int, of: Int, before: Int, ofBefore: Int)
    case kindHidden
    case ticketClear

    var step: String {
        switch self {
        case .certificateEncrypted, .certificateClear: "compare.certificate_read"
        case .clientCertificateEncrypted: "compare.client_certificate_read"
        case .hostNameStaysClear: "compare.host_name_read"
        case .protocolEncrypted: "compare.protocol_read"
        case .encrypted: "compare.encrypted"
        case .kindHidden: "compare.kind_read"
        case .ticketClear: "compare.ticket_read"
        }
    }

    var cite: Citation {
        switch self {
        case .certificateEncrypted, .clientCertificateEncrypted: .rfc(8446, "4.4.2")
        case .certificateClear: .rfc(5246, "7.4.2")
        case .hostNameStaysClear: .rfc(6066, "3")
        case .protocolEncrypted: .rfc(8446, "4.3.1")
        case .encrypted: .rfc(8446, "1.2")
        case .kindHidden: .rfc(8446, "5.2")
        case .ticketClear: .rfc(8446, "C.4")
        }
    }

    var english: String {
        switch self {
        case .certificateEncrypted:
            """
            The server's certificate is encrypted. Both sides have keys after the two hellos, before either side has proved its name. An \
            onlooker reads no certificate. An attacker who takes part in the connection still reads the server's.
            """
        case .certificateClear: "The server's certificate is in clear: there are no keys yet when it is sent."
        case .clientCertificateEncrypted: "The client's certificate is encrypted, too."
        case .hostNameStaysClear(let name):
            """
            The name of the host (\(name)) is still in clear. The server needs the name to choose its certificate, and there are no keys \
            in the first message.
            """
        case .protocolEncrypted:
            "The protocol that the server chooses is encrypted. The client's offer is still in clear."
        case .encrypted(let count, let all, let before, let allBefore):
            """
            \(count) of \(all) handshake messages are encrypted, before \(before) of \(allBefore). Encryption begins behind ServerHello, \
            because both sides can compute keys there.
            """
        case .kindHidden:
            """
            Every encrypted record says that it is application data. The real type is encrypted with the content, so an onlooker does not \
            see which record holds which message.
            """
        case .ticketClear:
            """
            The ticket is in clear in ClientHello. Its content is encrypted. But if a client shows the same ticket twice, an onlooker sees \
            that both visits are of the same client.
            """
        }
    }

    var chinese: String {
        switch self {
        case .certificateEncrypted:
            """
            服务器的证书是加密的。两条 Hello 消息之后双方就有了密钥，这时哪一方都还没有证明自己的名称。旁观者读不到任何证书。\
            参与连接的攻击者仍能读到服务器的证书。
            """
        case .certificateClear: "服务器的证书是明文：发送它时还没有密钥。"
        case .clientCertificateEncrypted: "客户端的证书也是加密的。"
        case .hostNameStaysClear(let name):
            """
            主机名（\(name)）仍然是明文。服务器要靠这个名称选择证书，而第一条消息中还没有密钥。
            """
        case .protocolEncrypted:
            "服务器选定的协议是加密的。客户端提出的协议仍然是明文。"
        case .encrypted(let count, let all, let before, let allBefore):
            """
            \(all) 条握手消息中有 \(count) 条加密，以前是 \(allBefore) 条中有 \(before) 条。加密从 ServerHello 之后开始，\
            因为双方到那里就能算出密钥。
            """
        case .kindHidden:
            """
            每条加密的记录都自称是应用数据。真正的类型和内容一起加密，所以旁观者看不出哪条记录装着哪条消息。
            """
        case .ticketClear:
            """
            票据在 ClientHello 中是明文，它的内容是加密的。但客户端如果两次出示同一张票据，旁观者就看得出\
            两次访问来自同一个客户端。
            """
        }
    }
}
