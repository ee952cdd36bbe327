import TLSSim
import Trace

/// What the card of bleichenbacher says.
struct BleichenbacherCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "A good error message"
        case .act: "Finds a premaster secret by asking a server which blocks are well formed"
        case .mistake:
            "The server has an alert of its own for a premaster secret whose decrypted block is not well formed."
        case .goal:
            "She has recorded a connection and wants its premaster secret. She does not have the server's private key."
        case .defence:
            "The server goes on with a random premaster secret where the block is not well formed, and the handshake "
                + "fails at Finished, as with every wrong key (RFC 5246 section 7.4.7.1)."
        case .cost: "Nothing, but that an honest mistake of a client is told without its reason."
        case .remains:
            "The time must not tell either: the work has to be the same in both cases. It is best to have no RSA key "
                + "transport; TLS 1.3 has none."
        case .misreading:
            "\"It breaks RSA\": the private key stays unknown. \"It needs a million messages\": with 505 bits it needs about 1,300."
        case .limit:
            "The key has 505 bits, and the client does not check its size. With 2,048 bits n/B lies between 32,768 and "
                + "65,536: tens of thousands of connections. A server that also wants the padding right (variant weak) "
                + "says yes less often: it takes about six times as many."
        }
    }

    var chinese: String {
        switch part {
        case .title: "好心的错误消息"
        case .act: "向服务器询问哪些块格式正确，由此得到预主密钥"
        case .mistake: "如果预主密钥解密后的块格式不对，服务器会用一种专门的警报回答。"
        case .goal: "她录下了一个连接，想得到它的预主密钥。她没有服务器的私钥。"
        case .defence: "块的格式不对时，服务器用一个随机的预主密钥继续，握手在 Finished 处失败，与任何错误的密钥一样（RFC 5246 7.4.7.1 节）。"
        case .cost: "没有代价，只是客户端犯了无心的错误时，得不到原因。"
        case .remains: "时间也不能泄露：两种情况下的工作必须一样多。最好不用 RSA 密钥传输；TLS 1.3 已经没有它。"
        case .misreading: "“它攻破了 RSA”：私钥仍然不知道。“它需要一百万条消息”：505 位时大约需要 1,300 条。"
        case .limit:
            "密钥有 505 位，客户端不检查它的长度。2,048 位时，n/B 在 32,768 和 65,536 之间：需要几万个连接。如果服务器还要求填充正确（变体 weak），肯定的回答就少一些："
                + "需要的次数大约是六倍。"
        }
    }
}

/// What is done and found in bleichenbacher.
enum BleichenbacherNote: Remark {
    case recorded(bits: Int)
    case asks
    case first(AlertDescription, after: Int, count: Int)
    case narrowing([(queries: Int, openBits: Int)])
    case blinded(times: Int)
    case answers([(alert: AlertDescription, count: Int)])
    case found
    case cost
    case nothing(after: Int)

    var english: String {
        switch self {
        case .recorded(let bits):
            "She has recorded a ClientKeyExchange. The server's certificate, which is public, has an RSA key of "
                + "\(bits) bits."
        case .asks:
            "With RSA she can multiply what is encrypted: c·s^e is the encryption of m·s. In a new connection she sends "
                + "such a product as EncryptedPreMasterSecret, then a Finished that cannot be right, and reads the "
                + "alert. She has the server's certificate already, so she sends all her messages without waiting for "
                + "the server's. The server has not changed ciphers, so the alert is in clear. If m·s modulo n begins "
                + "with 00 02, it lies from 2B to 3B - 1, with B = 2^(8(k - 2)) and k octets in n."
        case .first(let alert, let connection, let count):
            "The answer of connection \(connection) is the first that differs: \(alert). In all it came "
                + "\(counted(count, "time"))."
        case .narrowing(let progress):
            "Each factor s with this answer leaves fewer plaintexts. " + englishProgress(progress)
        case .blinded(let times):
            "A search took many more connections than a search usually does. Then she began anew, "
                + "\(counted(times, "time")), with another multiple of m that conforms."
        case .answers(let answers):
            "The answers: " + answers.map { "\($0.count) × \($0.alert)" }.joined(separator: ", ") + "."
        case .found:
            "One plaintext is left. Its last 48 octets are the premaster secret, and with it the recording opens."
        case .cost: "The private key is as unknown as before. She can do the same with each recording of this server."
        case .nothing(let connections):
            "All answers are alike. She learns nothing, and gives up after \(counted(connections, "connection"))."
        }
    }

    var chinese: String {
        switch self {
        case .recorded(let bits): "她录下了一条 ClientKeyExchange。服务器的证书是公开的，其中的 RSA 密钥有 \(bits) 位。"
        case .asks:
            "用 RSA 时，她可以让加密的内容乘上一个数：c·s^e 就是 m·s 的加密。她在新的连接里把这样的乘积当作 EncryptedPreMasterSecret 发出，"
                + "再发一条不可能正确的 Finished，然后读警报。她已经有服务器的证书，所以不等服务器的消息，就把自己的消息全部发出。服务器还没有切换密码，所以警报是明文。"
                + "如果 m·s 模 n 以 00 02 开头，它就在 2B 和 3B - 1 之间，其中 B = 2^(8(k - 2))，n 有 k 字节。"
        case .first(let alert, let connection, let count):
            "连接 \(connection) 的回答第一次与众不同：\(alert)。它一共出现了 \(count) 次。"
        case .narrowing(let progress): "每个得到这种回答的因子 s，都使可能的明文变少。" + chineseProgress(progress)
        case .blinded(let times): "有一次搜索用的连接比通常多得多。她就换了 m 的另一个格式正确的倍数，从头再来，这样做了 \(times) 次。"
        case .answers(let answers): "回答：" + answers.map { "\($0.count) × \($0.alert)" }.joined(separator: "、") + "。"
        case .found: "只剩下一个明文。它的最后 48 字节就是预主密钥，有了它，录下的流量就打开了。"
        case .cost: "私钥和以前一样不知道。对这台服务器的每一份录下的流量，她都可以这样做。"
        case .nothing(let connections): "所有回答都一样。她什么也没有学到，在 \(connections) 个连接之后放弃。"
        }
    }

    private func englishProgress(_ progress: [(queries: Int, openBits: Int)]) -> String {
        shown(progress).map {
            "After \(counted($0.queries, "connection")) \(counted($0.openBits, "bit")) \($0.openBits == 1 ? "is" : "are") open."
        }
        .joined(separator: " ")
    }

    private func chineseProgress(_ progress: [(queries: Int, openBits: Int)]) -> String {
        shown(progress).map { "\($0.queries) 个连接之后，还有 \($0.openBits) 位未定。" }.joined()
    }

    /// About six of the places, and the last one.
    private func shown(_ progress: [(queries: Int, openBits: Int)]) -> [(queries: Int, openBits: Int)] {
        let step = max(1, progress.count / 6)
        return progress.indices.filter { $0.isMultiple(of: step) || $0 == progress.count - 1 }.map { progress[$0] }
    }
}
