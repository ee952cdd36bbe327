import Trace

/// What there is to say about HelloRetryRequest.
public enum RetryNote: StepNote, Hashable {
    /// The server asks for a second hello, with a share of `group` if that is not nil.
    case request(group: String?, cookie: Bool)
    case secondHello(shares: [String])
    case messageHash

    public var reference: (step: String, cite: Citation) {
        switch self {
        case .request: ("tls.hello_retry_request", .rfc(8446, "4.1.4"))
        case .secondHello: ("tls.client_hello", .rfc(8446, "4.1.2"))
        case .messageHash: ("tls.message_hash", .rfc(8446, "4.4.1"))
        }
    }

    public var english: String {
        switch self {
        case .request(let group, let cookie):
            """
            The server asks the client to come again\(group.map { " with a share of \($0)" } ?? "")\
            \(cookie ? " and with this cookie" : ""). This is no error: \
            \(group == nil ? "" : "the client's bet was wrong, and the client has said that it knows this group. ")\
            The message is a ServerHello whose random has a fixed value. The client has to wait for one more answer. It may happen once only.
            """
        case .secondHello(let shares):
            """
            The same hello again: same random, same suites, same order\
            \(shares.isEmpty ? "" : ", with a share of \(shares.joined(separator: " and "))"). The RFC lets the client change few fields: the \
            share, if the server has named a group, the cookie, the padding, early_data, a ticket's age and binder. Both hellos are in the transcript, so a hello that an attacker \
            has changed is found when Finished is checked. This program's server also compares the second hello with the first.
            """
        case .messageHash:
            """
            In the transcript the hash of the first hello stands in the place of the hello. So a server can forget the first \
            hello: a cookie can carry the hash. The first hello is protected all the same.
            """
        }
    }

    public var chinese: String {
        switch self {
        case .request(let group, let cookie):
            """
            服务器请客户端再来一次\(group.map { "，带上 \($0) 的密钥份额" } ?? "")\
            \(cookie ? "，并带上这个 cookie" : "")。这不是错误：\
            \(group == nil ? "" : "客户端押错了，而它说过自己认识这个群。")\
            这条消息是一个 ServerHello，它的随机数是固定值。客户端必须多等一次应答。这只能发生一次。
            """
        case .secondHello(let shares):
            """
            还是同一条 hello 消息：随机数、密码套件、顺序都相同\
            \(shares.isEmpty ? "" : "，带有 \(listedInChinese(shares)) 的密钥份额")。RFC 只允许客户端改动少数字段：\
            密钥份额（如果服务器指定了群）、cookie、填充、early_data、票据的年龄和 binder。两条 hello 消息都在握手全文中，\
            所以攻击者改动过的 hello 消息会在检查 Finished 时暴露。这个程序的服务器还会把第二条 hello 消息与第一条比较。
            """
        case .messageHash:
            "在握手全文中，第一条 hello 消息的哈希代替了这条 hello 消息。所以服务器可以忘记第一条 hello 消息：cookie 可以带上这个哈希。第一条 hello 消息仍然受到保护。"
        }
    }
}
