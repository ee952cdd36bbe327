import Trace

/// What the card of gcm-nonce says.
struct GCMNonceCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "The nonce that came twice"
        case .act: "Changes a record unnoticed after a nonce has come twice"
        case .mistake:
            "The server draws the explicit nonce of AES-GCM at random, here from 4,096 values, and does not count it."
        case .goal:
            "She wants to change a record of the server so that the client accepts it. She does not have the key."
        case .defence: "No nonce comes twice under a key: it is counted (RFC 5288 section 3)."
        case .cost: "Nothing. A counter needs no randomness."
        case .remains:
            "Nothing of this kind with a counter. Every AEAD cipher of TLS 1.2 and 1.3 has the same rule."
        case .misreading:
            "\"A nonce has to be random\": it has to be new. \"If it repeats, one message is lost\": with GCM the key of all tags is lost."
        case .limit:
            "Drawn from 2^64 values, a nonce repeats after some 2^32 records. Implementations were found that drew "
                + "from far fewer, or never changed it (Böck and others 2016)."
        }
    }

    var chinese: String {
        switch part {
        case .title: "出现两次的 nonce"
        case .act: "等一个 nonce 出现两次，然后改动一条记录而不被发现"
        case .mistake: "服务器随机抽取 AES-GCM 的显式 nonce，在这里是 4,096 个值之一，而不是依次计数。"
        case .goal: "她想改动服务器的一条记录，并使客户端接受它。她没有密钥。"
        case .defence: "同一个密钥之下，没有 nonce 出现两次：nonce 依次计数（RFC 5288 3 节）。"
        case .cost: "没有代价。计数不需要随机数。"
        case .remains: "依次计数，这一类攻击就没有了。TLS 1.2 和 1.3 的每个 AEAD 密码都有同样的规则。"
        case .misreading: "“nonce 必须随机”：它必须是新的。“如果它重复，只损失一条消息”：用 GCM 时，损失的是所有认证标签的密钥。"
        case .limit: "如果从 2^64 个值中抽取，大约 2^32 条记录之后 nonce 会重复。人们发现过一些实现，抽取的值少得多，或者从不改变（Böck 等，2016）。"
        }
    }
}

/// What is done and found in gcm-nonce.
enum GCMNonceNote: Remark {
    case waits
    case repeated(after: Int)
    case roots([Int])
    case forges
    case read(String)
    case nothing(Int)
    case reads
    case recordedRoots([Int])
    case couldForge
    case noRepeat(Int)

    var english: String {
        switch self {
        case .waits:
            "The server sends one price after the other, each in a record. Each record begins with its explicit nonce, "
                + "in clear. She waits until one comes twice."
        case .repeated(let count):
            "Record \(count) of the server has the nonce of an earlier one. So both tags are masked alike, and their "
                + "XOR is the XOR of two polynomials in H. Their coefficients are public: additional data, ciphertext "
                + "and lengths. The XOR of both ciphertexts is that of both plaintexts."
        case .roots(let counts):
            counts.first == 1
                ? "The polynomial has a single root in the field of 2^128 elements. It is H, the block cipher of zero."
                : "The polynomial has \(counts.first ?? 0) roots in the field of 2^128 elements. A wrong one would "
                    + "cost her the connection, so she waits for \(counted(counts.count - 1, "further repeat")), until one "
                    + "root is common to all: H, the block cipher of zero."
        case .forges:
            "Of the next record she changes an octet of the ciphertext, which makes of the digit 1 a 9. With H she "
                + "computes by how much the tag changes."
        case .read(let price): "The client's program reads \"\(price)\"."
        case .nothing(let count):
            "Among \(counted(count, "record")) no nonce came twice: each is the number of its record. She gives up."
        case .reads:
            "She has a recording. Each protected record of AES-GCM begins with its explicit nonce, in clear. She looks for one that comes "
                + "twice under the same key."
        case .recordedRoots(let counts):
            "The polynomial has \(counted(counts.first ?? 0, "root")) in the field of 2^128 elements. "
                + (counts.last != 1
                    ? "The recording does not say which of the \(counts.last ?? 0) that are left is H."
                    : counts.count == 1
                        ? "It is H, the block cipher of zero."
                        : "With \(counted(counts.count - 1, "further repeat")) one root is common to all: H, the block cipher of zero.")
        case .couldForge:
            "With H she can compute the tag of each change to a record of this connection. The recording is over, so there is no record left "
                + "to change."
        case .noRepeat(let count):
            "Among \(counted(count, "record")) of the servers no nonce came twice under the same key, as far as records of at "
                + "most 1,024 octets go. She solves no longer ones."
        }
    }

    var chinese: String {
        switch self {
        case .waits: "服务器一个接一个发送价格，每个占一条记录。每条记录以显式 nonce 开头，是明文。她一直等到有一个出现两次。"
        case .repeated(let count):
            "服务器的第 \(count) 条记录，nonce 与以前的一条相同。两个认证标签的掩码也就相同，它们的 XOR 等于两个 H 的多项式的 XOR。系数是公开的：附加数据、"
                + "密文和长度。两份密文的 XOR 等于两份明文的 XOR。"
        case .roots(let counts):
            counts.first == 1
                ? "在有 2^128 个元素的域中，这个多项式只有一个根。它就是 H，即分组密码对零的输出。"
                : "在有 2^128 个元素的域中，这个多项式有 \(counts.first ?? 0) 个根。选错一个就会失去连接，所以她再等 "
                    + "\(counts.count - 1) 次重复，直到只有一个根是共同的：H，即分组密码对零的输出。"
        case .forges: "在下一条记录中，她改动密文的一个字节，使数字 1 变成 9。有了 H，她能算出认证标签随之怎样变化。"
        case .read(let price): "客户端的程序读到 \"\(price)\"。"
        case .nothing(let count): "在 \(count) 条记录中，没有 nonce 出现两次：每个 nonce 都是那条记录的编号。她放弃了。"
        case .reads: "她有录下的流量。AES-GCM 的每条受保护的记录以显式 nonce 开头，是明文。她寻找在同一个密钥之下出现两次的 nonce。"
        case .recordedRoots(let counts):
            "在有 2^128 个元素的域中，这个多项式有 \(counts.first ?? 0) 个根。"
                + (counts.last != 1
                    ? "剩下的 \(counts.last ?? 0) 个之中哪一个是 H，录下的流量没有说明。"
                    : counts.count == 1
                        ? "它就是 H，即分组密码对零的输出。"
                        : "再有 \(counts.count - 1) 次重复，就只有一个根是共同的：H，即分组密码对零的输出。")
        case .couldForge: "有了 H，对这个连接的记录作任何改动，她都能算出认证标签。但录下的流量已经结束，没有可以改动的记录了。"
        case .noRepeat(let count): "在服务器的 \(count) 条记录中，同一个密钥之下没有 nonce 出现两次；只查到最多 1,024 字节的记录，更长的她不求解。"
        }
    }
}
