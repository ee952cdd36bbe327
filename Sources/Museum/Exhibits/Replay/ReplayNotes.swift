import Trace

/// What the card of replay says.
struct ReplayCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "Why there are randoms"
        case .act: "Sends a recorded visit once more, and the victim takes it for a new one"
        case .mistake:
            "The victim's random is not fresh. In the variants fixed and six-bits the server's is always the same, or only a few bits "
                + "of it change. In snapshot and server the whole generator begins again, at the server or at the client."
        case .goal:
            "She has recorded a visit. She wants the server to carry out the payment once more, or the client to take the old answer for "
                + "a new one. She does not want to read it."
        case .defence:
            "Each side draws 32 octets for each connection (RFC 5246 section 7.4.1.3). Then other keys follow, even from "
                + "the same premaster secret."
        case .cost: "32 octets in each direction."
        case .remains:
            "The early data of TLS 1.3 can be sent again by design: the server has said nothing yet (RFC 8446 section "
                + "8)."
        case .misreading:
            "\"The randoms make the key harder to guess\": they are sent in clear. They make the keys of each "
                + "connection different. \"What is encrypted cannot be sent again\"."
        case .limit:
            "The keys are agreed on by RSA key transport, and in the variant snapshot by ephemeral Diffie–Hellman. There the server draws "
                + "an exponent besides, and a fresh exponent alone would stop her. attack algorithms tries each way."
        }
    }

    var chinese: String {
        switch part {
        case .title: "为什么要有随机数"
        case .act: "把录下的访问再发一次，受害者把它当作新的"
        case .mistake:
            "受害者的随机数不是新的。在变体 fixed 和 six-bits 中，服务器的随机数总是相同，或只有几位变化。"
                + "在 snapshot 和 server 中，整个生成器从头再来：前者在服务器，后者在客户端。"
        case .goal:
            "她录下了一次访问的记录。她想让服务器把付款再执行一次，或让客户端把旧的应答当作新的。她并不想读懂它。"
        case .defence:
            "双方为每个连接各取 32 字节（RFC 5246 7.4.1.3 节）。这样即使预主密钥相同，得到的密钥也不同。"
        case .cost: "每个方向 32 字节。"
        case .remains: "TLS 1.3 的早期数据按设计就可以再次发送：那时服务器还没有作出任何回应（RFC 8446 8 节）。"
        case .misreading:
            "“随机数使密钥更难猜”：它们是明文发送的。它们使每个连接的密钥不同。“加密的东西不能再次发送”。"
        case .limit:
            "密钥由 RSA 密钥传输商定，在变体 snapshot 中由临时 Diffie–Hellman 商定。后一种情况下，服务器还要选取一个指数，"
                + "只要指数是新的，就能挡住她。attack algorithms 会试遍每种方式。"
        }
    }
}

/// What is done and found in replay.
enum ReplayNote: Remark {
    case records(Int, isRSA: Bool)
    case repeats(Int)
    case differs(Int)
    case paysAgain([UInt8], isRSA: Bool)
    case refused(Words)
    case recordsServer(Int)
    case answersClient(isSame: Bool)
    case believes([UInt8])
    case refusedByClient(Words)

    var english: String {
        switch self {
        case .records(let count, let isRSA):
            "She records a visit. The client's side of it has \(counted(count, "octet")): ClientHello, "
                + "\(isRSA ? "the encrypted premaster secret" : "the public value dh_Yc"), Finished, a payment. She cannot read the payment."
        case .repeats(let count):
            "She opens connections of her own and sends the recorded ClientHello. In connection \(count) the server's "
                + "random is the one of the recording. She sends the rest of the recorded octets."
        case .differs(let count):
            "She opens connections of her own and sends the recorded ClientHello. After "
                + "\(counted(count, "connection")) the server's random has not come again, and it is no use to wait. "
                + "She sends the rest of the recorded octets all the same."
        case .paysAgain(let answer, let isRSA):
            (isRSA
                ? "The server decrypts the same premaster secret. The server has no part in it. "
                : "The server's exponent is the one of the recording too, so the premaster secret is the same. ")
                + "The server computes the same keys and finds the same Finished right. It carries out the payment again and answers: "
                + "\"\(Self.body(answer))\"."
        case .refused(let error):
            "From another random follow other keys. The recorded Finished does not open under them. The server ends "
                + "the handshake: \(error.english)."
        case .recordsServer(let count):
            "She records a visit. The server's side of it has \(counted(count, "octet")): its hello, its certificate, Finished, an answer. "
                + "She cannot read the answer."
        case .answersClient(isSame: true):
            "The client comes again, to her: she has told it that the server is at her address. The client's random is the one of the "
                + "recording. She sends the recorded octets."
        case .answersClient(isSame: false):
            "The client comes again, to her: she has told it that the server is at her address. The client's random is another one than "
                + "in the recording. She sends the recorded octets all the same."
        case .believes(let answer):
            "The client has drawn the same secret as before, so its keys are the same, and the recorded Finished is right. Its program "
                + "takes the old answer for a new one: \"\(Self.body(answer))\"."
        case .refusedByClient(let error):
            "The client does not take the recorded octets for an answer to its own. It ends the handshake: \(error.english)."
        }
    }

    var chinese: String {
        switch self {
        case .records(let count, let isRSA):
            "她录下一次访问的记录。其中客户端一侧有 \(count) 字节：ClientHello、\(isRSA ? "加密的预主密钥" : "公开值 dh_Yc")、"
                + "Finished、一次付款。她读不懂付款的内容。"
        case .repeats(let count):
            "她自己打开连接，发送录下的 ClientHello。在第 \(count) 个连接中，服务器的随机数与录下的相同。她发送录下的其余字节。"
        case .differs(let count):
            "她自己打开连接，发送录下的 ClientHello。\(count) 个连接之后，服务器的随机数没有再次出现，再等也没有用。"
                + "她还是发送录下的其余字节。"
        case .paysAgain(let answer, let isRSA):
            (isRSA
                ? "服务器解密出同一个预主密钥，其中没有服务器自己的成分。"
                : "服务器的指数也与录下的相同，所以预主密钥相同。")
                + "服务器算出同样的密钥，认为同样的 Finished 是对的。它再次执行付款，并应答：\"\(Self.body(answer))\"。"
        case .refused(let error):
            "随机数不同，得到的密钥也不同。用这些密钥解不开录下的 Finished。服务器结束握手：\(error.chinese)。"
        case .recordsServer(let count):
            "她录下一次访问的记录。其中服务器一侧有 \(count) 字节：它的 hello 消息、它的证书、Finished、一个应答。她读不懂应答。"
        case .answersClient(isSame: true):
            "客户端又来了，来的是她这里：她让客户端以为服务器在她的地址上。客户端的随机数与录下的相同。她发送录下的字节。"
        case .answersClient(isSame: false):
            "客户端又来了，来的是她这里：她让客户端以为服务器在她的地址上。客户端的随机数与录下的不同。她还是发送录下的字节。"
        case .believes(let answer):
            "客户端选取的秘密与以前相同，所以密钥相同，录下的 Finished 也就是对的。它的程序把旧的应答当作新的："
                + "\"\(Self.body(answer))\"。"
        case .refusedByClient(let error):
            "客户端不认为录下的字节是对自己的应答。它结束握手：\(error.chinese)。"
        }
    }

    /// The last line of an answer.
    private static func body(_ answer: [UInt8]) -> Substring {
        String(decoding: answer, as: UTF8.self).split(separator: "\r\n").last ?? ""
    }
}
