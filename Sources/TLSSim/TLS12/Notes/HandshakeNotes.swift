import Trace

/// The notes on the hellos, the certificate message, ChangeCipherSpec and Finished.
public enum HandshakeNote: StepNote, Hashable {
    /// The client sends its hello with so many suites. `hostName` is the host that it asks for; nil if it names none.
    case clientHello(suites: Int, hostName: String?)
    case serverHello(suite: CipherSuite, extendedMasterSecret: Bool)
    case certificate(count: Int)
    case serverHelloDone
    case changeCipherSpec(Role)
    case verifyData(Role)
    case finished(Role)
    case finishedVerified(Role)
    case established(Secrecy)

    /// The protection of a recording of the connection against later attacks.
    public enum Secrecy: Hashable, Sendable {
        /// Forward secrecy: the recording depends on exponents that are deleted.
        case forward
        /// No forward secrecy: the server's private key decrypts the recording.
        case none
        /// No secrecy: anyone can search for the exponents in the toy group of that name (RFC 7919 section 8.8).
        case toyGroup(String)
    }

    public var reference: (step: String, cite: Citation) {
        switch self {
        case .clientHello: ("tls.client_hello", .rfc(5246, "7.4.1.2"))
        case .serverHello: ("tls.server_hello", .rfc(5246, "7.4.1.3"))
        case .certificate: ("tls.certificate", .rfc(5246, "7.4.2"))
        case .serverHelloDone: ("tls.server_hello_done", .rfc(5246, "7.4.5"))
        case .changeCipherSpec: ("tls.change_cipher_spec", .rfc(5246, "7.1"))
        case .verifyData(.client): ("tls.calc.client_verify_data", .rfc(5246, "7.4.9"))
        case .verifyData(.server): ("tls.calc.server_verify_data", .rfc(5246, "7.4.9"))
        case .finished: ("tls.finished", .rfc(5246, "7.4.9"))
        case .finishedVerified(.client): ("tls.check.client_finished", .rfc(5246, "7.4.9"))
        case .finishedVerified(.server): ("tls.check.server_finished", .rfc(5246, "7.4.9"))
        case .established(.forward), .established(.toyGroup): ("tls.established", .rfc(7919, "8.8"))
        case .established(.none): ("tls.established", .rfc(5246, "F.1.1.2"))
        }
    }

    /// The sentence: what the message settles, or what the check proves.
    public var english: String {
        switch self {
        case .clientHello(let suites, let hostName):
            """
            The client opens. It sends the highest version it speaks, 32 fresh random octets, \
            \(suites == 1 ? "one cipher suite" : "\(suites) cipher suites in order of preference"), and \
            \(hostName.map { "the host name it wants (\($0)): one address can serve many names" } ?? "no host name"). \
            The whole message is in clear. The random is public. It makes this \
            handshake different from every other, so a recorded handshake cannot be replayed.
            """
        case .serverHello(let suite, let extended):
            """
            The server chooses one suite, \(suite.name), and adds 32 random octets of its own. Everyone on the path now knows both \
            hello randoms. \
            \(extended ? "The server agrees to the extended master secret." : "The extended master secret (RFC 7627) is not used here.")
            """
        case .certificate(1):
            """
            One certificate: the server's own, the leaf. No certificate of an authority comes with it. Anyone can copy this message. Only the \
            owner of the private key can continue the handshake.
            """
        case .certificate(let count):
            """
            \(counted(count, "certificate")), the server's own (the leaf) first. The next one has to certify the one before it. The root may be left out: a \
            client that trusts the root already has it. Anyone can copy this message. Only the owner of the private key can \
            continue the handshake.
            """
        case .serverHelloDone: "The server's flight ends here. The message is empty."
        case .changeCipherSpec(let side):
            """
            From the next record on, the \(side) protects what it sends. ChangeCipherSpec is not a handshake message: it has a \
            content type of its own, and no transcript hash covers it.
            """
        case .verifyData(let side):
            """
            The PRF of three inputs: the master secret, the \(side)'s own label, and the hash of all handshake messages so far. If \
            anyone on the path changed a single octet of a message, the result is different.
            """
        case .finished(let side):
            """
            The first encrypted record of the \(side). Inside is Finished: a handshake header of 4 octets, and 12 octets of verify_data. Only a party that holds the \
            master secret and saw the same handshake can compute them. \
            \(side == .client ? "In a full handshake the client's Finished comes first." : "Now the client can check that the server has the same master secret.")
            """
        case .finishedVerified(let side):
            """
            The \(side)'s verify_data equals the value that this side computed. Both sides have seen the same messages in the same \
            order, and both hold the same master secret.
            """
        case .established(.forward):
            """
            Secured, with forward secrecy. Once both sides have deleted these keys and the values that they come from, a recording \
            stays closed, even to a thief of the server's private key. Only an attacker who breaks the group can decrypt it.
            """
        case .established(.none):
            "Secured, without forward secrecy: the server's private key decrypts any recording of this connection."
        case .established(.toyGroup(let name)):
            """
            The handshake is complete, but the connection is not secret. In the toy group \(name) anyone can search for the \
            exponent. Anyone can decrypt a recording of this connection without any key of the two sides.
            """
        }
    }

    public var chinese: String {
        switch self {
        case .clientHello(let suites, let hostName):
            """
            客户端先开始。它发送自己支持的最高版本、32 个新的随机字节、\
            \(suites == 1 ? "一个密码套件" : "\(suites) 个按优先顺序排列的密码套件")，\
            \(hostName.map { "以及想访问的主机名（\($0)）：一个地址可以供许多名称使用" } ?? "没有主机名")。\
            整条消息都是明文。这个随机数是公开的。它使这次握手与任何一次都不同，所以录下的握手不能重放。
            """
        case .serverHello(let suite, let extended):
            """
            服务器选定一个密码套件 \(suite.name)，再加上自己的 32 个随机字节。现在，路径上的人都知道了两个 hello 随机数。\
            \(extended ? "服务器同意使用扩展主密钥。" : "这里不使用扩展主密钥（RFC 7627）。")
            """
        case .certificate(1):
            """
            一张证书：服务器自己的，即叶子证书。没有附带 CA 的证书。这条消息谁都能复制，\
            但只有持有私钥的一方才能继续握手。
            """
        case .certificate(let count):
            """
            \(count) 张证书，服务器自己的（叶子证书）在最前。后一张必须证明前一张。根证书可以省略：\
            信任根证书的客户端已经有它。这条消息谁都能复制，但只有持有私钥的一方才能继续握手。
            """
        case .serverHelloDone: "服务器的这批消息到此结束。这条消息是空的。"
        case .changeCipherSpec(let side):
            """
            从下一条记录起，\(side.inChinese)保护自己发送的内容。ChangeCipherSpec 不是握手消息：\
            它有自己的内容类型，握手全文的哈希也不包含它。
            """
        case .verifyData(let side):
            """
            PRF 有三个输入：主密钥、\(side.inChinese)自己的标签、此前所有握手消息的哈希。\
            路径上只要有人改动消息的一个字节，结果就不同。
            """
        case .finished(let side):
            """
            \(side.inChinese)第一条加密的记录。里面是 Finished：4 字节的握手首部和 12 字节的 verify_data。\
            只有持有主密钥并且看到同一次握手的一方，才能算出它们。\
            \(side == .client ? "在完整握手中，客户端的 Finished 在先。" : "现在客户端可以检查服务器是否持有同一个主密钥。")
            """
        case .finishedVerified(let side):
            """
            \(side.inChinese)的 verify_data 等于这一方算出的值。双方以同样的顺序看到了同样的消息，\
            也持有同一个主密钥。
            """
        case .established(.forward):
            """
            连接已受保护，并且具有前向保密。双方删除这些密钥和产生它们的值之后，录下的流量就一直打不开，\
            连偷走服务器私钥的窃贼也打不开。只有攻破这个群的攻击者才能解密它。
            """
        case .established(.none):
            "连接已受保护，但没有前向保密：服务器的私钥可以解密这次连接中录下的任何流量。"
        case .established(.toyGroup(let name)):
            """
            握手已经完成，但连接并不保密。在玩具群 \(name) 中，谁都能找出指数。\
            录下这次连接的人，不用双方的任何密钥就能解密。
            """
        }
    }
}
