import Trace

/// The label of a row in the table in which visits are compared.
enum ComparisonRow: Remark, Hashable {
    case titleTime, titleMessages, titleReading, titleKeys, titleThefts
    case version, suite
    case beforeRequest, withTCP, untilAnswer
    /// The number of flights, and numbers of octets.
    case flights, handshakeOctets, octets
    case flight(Int), clear
    case reading(OnlookerItem)
    case serverProof, clientProof, secrets, keys
    case theft(ComparedTheft)
    case replay

    var english: String {
        switch self {
        case .titleTime: "Time and size"
        case .titleMessages: "Messages of the handshake; [encrypted] ones stand in brackets"
        case .titleReading: "What an onlooker reads"
        case .titleKeys: "Proofs and keys"
        case .titleThefts: "What opens the recording later"
        case .version: "version"
        case .suite: "cipher suite"
        case .beforeRequest: "round trips of TLS before the request"
        case .withTCP: "with TCP's own"
        case .untilAnswer: "round trips of TLS until the answer"
        case .flights: "flights of the handshake"
        case .handshakeOctets: "octets of the handshake: client, server"
        case .octets: "octets of TLS in all: client, server"
        case .flight(let number): "flight \(number)"
        case .clear: "handshake messages in clear, encrypted"
        case .reading(.hostName): "name of the host (SNI)"
        case .reading(.protocolsOffered): "protocols offered (ALPN)"
        case .reading(.protocolChosen): "protocol chosen (ALPN)"
        case .reading(.suite): "server's choice of a suite"
        case .reading(.ticket): "ticket"
        case .reading(.serverCertificate): "server's certificates"
        case .reading(.serverSignature): "server's signature"
        case .reading(.clientCertificate): "client's certificates"
        case .reading(.finished): "server's Finished"
        case .serverProof: "the server proves itself by"
        case .clientProof: "the client proves itself by"
        case .secrets: "secrets of the key schedule"
        case .keys: "keys and IVs for records"
        case .theft(.serverKey): "server's private key"
        case .theft(.ticketKey): "key of the tickets"
        case .theft(.ticketSecret): "secret of the ticket"
        case .theft(.clientValue): "what the client drew"
        case .theft(.serverValue): "what the server drew"
        case .theft(.quantum): "a machine that breaks public keys"
        case .replay: "replay of the first data"
        }
    }

    var chinese: String {
        switch self {
        case .titleTime: "时间与大小"
        case .titleMessages: "握手的消息；[加密]的消息写在方括号中"
        case .titleReading: "旁观者能读到什么"
        case .titleKeys: "证明与密钥"
        case .titleThefts: "以后什么能解开录下的流量"
        case .version: "版本"
        case .suite: "密码套件"
        case .beforeRequest: "请求之前 TLS 的往返次数"
        case .withTCP: "加上 TCP 自己的往返"
        case .untilAnswer: "到应答为止 TLS 的往返次数"
        case .flights: "握手批次"
        case .handshakeOctets: "握手的字节数：客户端、服务器"
        case .octets: "TLS 的总字节数：客户端、服务器"
        case .flight(let number): "第 \(number) 批"
        case .clear: "明文的握手消息、加密的握手消息"
        case .reading(.hostName): "主机名（SNI）"
        case .reading(.protocolsOffered): "提出的协议（ALPN）"
        case .reading(.protocolChosen): "选定的协议（ALPN）"
        case .reading(.suite): "服务器选定的密码套件"
        case .reading(.ticket): "票据"
        case .reading(.serverCertificate): "服务器的证书"
        case .reading(.serverSignature): "服务器的签名"
        case .reading(.clientCertificate): "客户端的证书"
        case .reading(.finished): "服务器的 Finished"
        case .serverProof: "服务器怎样证明自己"
        case .clientProof: "客户端怎样证明自己"
        case .secrets: "密钥编排的秘密值"
        case .keys: "记录用的密钥和 IV"
        case .theft(.serverKey): "服务器的私钥"
        case .theft(.ticketKey): "票据密钥"
        case .theft(.ticketSecret): "票据的秘密"
        case .theft(.clientValue): "客户端抽取的值"
        case .theft(.serverValue): "服务器抽取的值"
        case .theft(.quantum): "能攻破公钥的机器"
        case .replay: "最初的数据能否重放"
        }
    }
}

/// The content of a cell of that table.
enum ComparisonCell: Remark {
    /// A number or a name; nil if there is none.
    case value(String?)
    case sides(VisitFigures.Octets)
    case clear(Int, encrypted: Int)
    case reading(OnlookerReading)
    case proof(SideProof)
    case possible(Bool)
    case outcome(ComparedTheft.Outcome)

    var english: String {
        switch self {
        case .value(let text?): text
        case .value(nil): "–"
        case .sides(let octets): "\(octets.client), \(octets.server)"
        case .clear(let clear, let encrypted): "\(clear), \(encrypted)"
        case .reading(.text(let text)): text
        case .reading(.octets(let count, parts: 1)): "in clear, \(counted(count, "octet"))"
        case .reading(.octets(let count, let parts)): "\(parts) in clear, \(counted(count, "octet"))"
        case .reading(.encrypted): "encrypted"
        case .reading(.absent): "not sent"
        case .proof(.decryption): "decrypting the premaster secret"
        case .proof(.signedParameters(let scheme)): "signing randoms and public value, \(scheme)"
        case .proof(.signedTranscript(let scheme)): "signing the handshake so far, \(scheme)"
        case .proof(.ticketSecret): "knowing the ticket's secret"
        case .proof(.nothing): "nothing"
        case .possible(let isPossible): isPossible ? "possible" : "not possible"
        case .outcome(.absent): "there is none"
        case .outcome(.opens(true, true?)): "opens all data, the early data too"
        case .outcome(.opens(true, _)): "opens the data"
        case .outcome(.opens(false, true?)): "opens the early data alone"
        case .outcome(.opens(false, _)): "opens nothing"
        }
    }

    var chinese: String {
        switch self {
        case .value(let text?): text
        case .value(nil): "–"
        case .sides(let octets): "\(octets.client), \(octets.server)"
        case .clear(let clear, let encrypted): "\(clear), \(encrypted)"
        case .reading(.text(let text)): text
        case .reading(.octets(let count, parts: 1)): "明文，\(count) 字节"
        case .reading(.octets(let count, let parts)): "\(parts) 张，明文，\(count) 字节"
        case .reading(.encrypted): "加密"
        case .reading(.absent): "没有发送"
        case .proof(.decryption): "解密预主密钥"
        case .proof(.signedParameters(let scheme)): "给随机数和公开值签名，\(scheme)"
        case .proof(.signedTranscript(let scheme)): "给到此为止的握手签名，\(scheme)"
        case .proof(.ticketSecret): "知道票据的秘密"
        case .proof(.nothing): "没有证明"
        case .possible(let isPossible): isPossible ? "能" : "不能"
        case .outcome(.absent): "没有这个值"
        case .outcome(.opens(true, true?)): "解开全部数据，包括早期数据"
        case .outcome(.opens(true, _)): "解开数据"
        case .outcome(.opens(false, true?)): "只解开早期数据"
        case .outcome(.opens(false, _)): "什么也解不开"
        }
    }
}

/// Headings and lists of the comparison.
enum ComparisonHeading: Remark {
    case title([String], seed: UInt64)
    case change(from: String, to: String)
    /// The messages that ``MessageChanges`` lists.
    case dropped([Words]), added([Words]), moved([Words]), encrypted([Words]), exposed([Words])
    case same
    case further(seed: UInt64, names: [String])

    var english: String {
        switch self {
        case .title(let names, let seed): "\(names.joined(separator: ", ")): the same visit, seed \(seed)"
        case .change(let from, let to): "From \(from) to \(to): what changes, and why"
        case .dropped(let list): "Messages gone: \(list.map(\.english).joined(separator: ", "))."
        case .added(let list): "New: \(list.map(\.english).joined(separator: ", "))."
        case .moved(let list): "At another place: \(list.map(\.english).joined(separator: ", "))."
        case .encrypted(let list): "Encrypted now: \(list.map(\.english).joined(separator: ", "))."
        case .exposed(let list): "In clear now: \(list.map(\.english).joined(separator: ", "))."
        case .same: "Nothing that is counted here changes."
        case .further(let seed, let names):
            "As a page to look at, step beside step: HandshakeSim compare \(names.joined(separator: " ")) --seed \(seed) --html compare.html"
        }
    }

    var chinese: String {
        switch self {
        case .title(let names, let seed): "\(names.joined(separator: "、"))：同样的访问，种子 \(seed)"
        case .change(let from, let to): "从 \(from) 到 \(to)：什么变了，为什么"
        case .dropped(let list): "不再有的消息：\(list.map(\.chinese).joined(separator: "、"))。"
        case .added(let list): "新增：\(list.map(\.chinese).joined(separator: "、"))。"
        case .moved(let list): "换了位置：\(list.map(\.chinese).joined(separator: "、"))。"
        case .encrypted(let list): "现在加密：\(list.map(\.chinese).joined(separator: "、"))。"
        case .exposed(let list): "现在是明文：\(list.map(\.chinese).joined(separator: "、"))。"
        case .same: "这里统计的内容没有变化。"
        case .further(let seed, let names):
            "用网页看，步骤并排对照：HandshakeSim compare \(names.joined(separator: " ")) --seed \(seed) --html compare.html"
        }
    }
}
