import Trace

/// What there is to say about the hellos of TLS 1.3 and what they settle.
public enum TLS13HelloNote: StepNote, Hashable {
    case clientHello(suites: Int, hostName: String?, shares: [String])
    /// The server sends its choice; `resumes` if it takes an offered secret.
    case serverHello(suite: String, group: String?, resumes: Bool)
    /// The server sends `count` other answers.
    case encryptedExtensions(count: Int)
    case dummy(Role)

    public var reference: (step: String, cite: Citation) {
        switch self {
        case .clientHello: ("tls.client_hello", .rfc(8446, "4.1.2"))
        case .serverHello: ("tls.server_hello", .rfc(8446, "4.1.3"))
        case .encryptedExtensions: ("tls.encrypted_extensions", .rfc(8446, "4.3.1"))
        case .dummy: ("tls.change_cipher_spec", .rfc(8446, "D.4"))
        }
    }

    public var english: String {
        switch self {
        case .clientHello(let suites, let hostName, let shares):
            """
            The client opens. It offers \(suites == 1 ? "one cipher suite" : "\(suites) cipher suites") and \
            \(hostName.map { "names the host that it wants (\($0))" } ?? "names no host"). \
            \(Self.bet(shares)) \
            The version field says TLS 1.2 for ever, because many old servers refuse a higher \
            version that they do not know. The extension \
            supported_versions says TLS 1.3. The hello is in clear\(hostName == nil ? "." : ": everyone on the path reads the host name.")
            """
        case .serverHello(let suite, let group, let resumes):
            """
            The server chooses \(suite)\(group.map { " and answers with its own share of \($0)" } ?? " and sends no share"). The suite names only a \
            cipher and a hash. \(resumes ? "The server also takes the secret that the client has offered, so no certificate will come. " : "")\
            This is the last handshake message in clear. In TLS 1.2 the certificate and the key exchange followed in clear, too. Now \
            both sides can compute keys, and the server encrypts its next handshake message.
            """
        case .encryptedExtensions(let count):
            """
            \(count == 0 ? "No answers, but the message is always there." : count == 1
                ? "One answer to the client's extensions." : "\(count) answers to the client's extensions.") \
            ServerHello has only the answers that fix the version and the keys. Answers about a certificate stand beside it. \
            All others stand here, where an onlooker cannot read them.
            """
        case .dummy(let side):
            """
            This record has no meaning. The \(side) sends it because some devices on the way expect a handshake that looks like TLS \
            1.2. The other side drops it if it is the one octet 01; any other value ends the handshake. The keys do not \
            change here. In TLS 1.3 certain handshake messages change them, such as the hellos and each Finished.
            """
        }
    }

    public var chinese: String {
        switch self {
        case .clientHello(let suites, let hostName, let shares):
            """
            客户端发起握手。它提供\(suites == 1 ? "一个密码套件" : " \(suites) 个密码套件")，\
            \(hostName.map { "写明要访问的主机（\($0)）" } ?? "没有写明主机")。\
            \(Self.chineseBet(shares))\
            版本字段永远写 TLS 1.2，因为许多旧服务器会拒绝自己不认识的更高版本。扩展 supported_versions 写的是 TLS 1.3。\
            hello 消息是明文\(hostName == nil ? "。" : "：路径上谁都能读到主机名。")
            """
        case .serverHello(let suite, let group, let resumes):
            """
            服务器选择 \(suite)，\(group.map { "并用自己的 \($0) 密钥份额应答" } ?? "不发送密钥份额")。密码套件只指定加密算法和哈希。\
            \(resumes ? "服务器还接受了客户端提供的秘密值，所以不会有证书。" : "")\
            这是最后一条明文的握手消息。在 TLS 1.2 中，后面的证书和密钥交换也是明文。现在双方都能计算密钥，\
            服务器会加密它的下一条握手消息。
            """
        case .encryptedExtensions(let count):
            """
            \(count == 0 ? "没有应答，但这条消息总是有。" : count == 1
                ? "对客户端的扩展的一个应答。" : "对客户端的扩展的 \(count) 个应答。")\
            ServerHello 中只有决定版本和密钥的应答。关于证书的应答写在证书旁边。其他应答都在这里，旁观者读不到。
            """
        case .dummy(let side):
            """
            这条记录没有意义。\(side.inChinese)发送它，是因为途中有些设备只认看起来像 TLS 1.2 的握手。\
            如果它就是一个字节 01，对方把它丢掉；如果是别的值，握手就结束。密钥不在这里更换。\
            在 TLS 1.3 中，更换密钥的是某些握手消息，例如 hello 消息和每个 Finished。
            """
        }
    }

    private static func bet(_ shares: [String]) -> String {
        guard !shares.isEmpty else {
            return "It sends no public value: the server shall first say which group it likes."
        }
        return """
            It does not wait to hear which group the server likes. It bets on \(shares.joined(separator: " and ")) and sends a \
            public value at once. If the bet is right, the client waits for one answer before its data; a full handshake of TLS 1.2 waits for two.
            """
    }

    private static func chineseBet(_ shares: [String]) -> String {
        guard !shares.isEmpty else { return "它不发送公开值：要先由服务器说出喜欢哪个群。" }
        return """
            它不等服务器说出喜欢哪个群，就押 \(listedInChinese(shares))，立刻发送公开值。\
            如果押对了，客户端在发送数据之前只等一次应答；TLS 1.2 的完整握手要等两次。
            """
    }
}
