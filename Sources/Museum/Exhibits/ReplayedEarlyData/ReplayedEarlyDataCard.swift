import Trace

/// What the card of early-data-replay says.
struct ReplayedEarlyDataCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "The order that was sent twice"
        case .act: "Copies a client's early data, and the server pays once more"
        case .mistake:
            "The server takes early data and does not remember what it has taken. In the variant other-server each of two servers remembers "
                + "it alone, and both have one ticket key."
        case .goal:
            "She wants the server to carry out a client's payment once more. She cannot read the payment, and has no key."
        case .defence:
            "A ticket brings early data once (single-use, RFC 8446 section 8.1), or a hello is remembered for as long as its age fits "
                + "(window, section 8.2). Servers with one ticket key share this memory."
        case .cost:
            "Memory, which all servers of a ticket key have to ask before they take early data. An honest client that is slow or whose "
                + "clock is wrong loses its early data, and needs one round trip more."
        case .remains:
            "She can drop the server's answer. Then the client's application asks again in a new connection, and TLS cannot tell. Requests that "
                + "must not happen twice need a number of their own, or no early data (RFC 8470)."
        case .misreading:
            "\"TLS encrypts and authenticates, so nothing can be sent again\": that holds within a connection. Nothing of the server is in the "
                + "keys of early data, so the copy fits another connection. \"She has broken TLS 1.3\": she reads nothing, and RFC 8446 section 8 "
                + "warns of it."
        case .limit:
            "The copy comes one second after the original. HandshakeSim attack early-data-replay --scene all tells of a late copy, of a server "
                + "that was restarted, and of an original that is held up. A search needs fewer moves of hers: HandshakeSim explore --tls 1.3 --variant "
                + "early-data-twice finds an attack with 1."
        }
    }

    var chinese: String {
        switch part {
        case .title: "发送了两次的指令"
        case .act: "复制客户端的早期数据，服务器再付一次款"
        case .mistake:
            "服务器接受早期数据，却不记住接受过什么。在变体 other-server 中，两台服务器各自记住，而两者共用一个票据密钥。"
        case .goal: "她想让服务器把客户端的付款再执行一次。她读不懂付款的内容，也没有密钥。"
        case .defence:
            "一张票据只能带来一次早期数据（single-use，RFC 8446 8.1 节），或者只要 hello 消息的年龄还合适就一直记住它"
                + "（window，即时间窗口，8.2 节）。共用票据密钥的服务器也共用这份记忆。"
        case .cost:
            "需要内存，而且共用一个票据密钥的所有服务器，在接受早期数据之前都要查询它。诚实但慢的客户端，或时钟不准的客户端，"
                + "会失去早期数据，多用一个往返。"
        case .remains:
            "她可以丢掉服务器的应答。这时客户端的应用程序会在新的连接中再次请求，TLS 分辨不出来。不能发生两次的请求"
                + "需要自己的编号，或者不使用早期数据（RFC 8470）。"
        case .misreading:
            "“TLS 加密又认证，所以什么都不能再次发送”：这在一个连接之内成立。早期数据的密钥里没有任何来自服务器的东西，"
                + "所以拷贝也适合另一个连接。“她攻破了 TLS 1.3”：她什么也没有读到，而 RFC 8446 8 节早就提醒过这一点。"
        case .limit:
            "拷贝在原件之后一秒到来。HandshakeSim attack early-data-replay --scene all 还讲到晚到的拷贝、重启过的服务器和受阻的原件。"
                + "搜索只需她更少的动作：HandshakeSim explore --tls 1.3 --variant early-data-twice 用 1 个动作就找到一次攻击。"
        }
    }
}
