import Trace

/// What the card of weak-prng says.
struct WeakPRNGCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "32,768 keys"
        case .act: "Tries all seeds of a weak generator and computes the keys of a recording"
        case .mistake:
            "A random generator is seeded with the number of its process, and with nothing else: the client's, or in the variant server "
                + "the server's."
        case .goal: "She has a recording. She wants the keys of the connection. She sends nothing."
        case .defence:
            "The seed has 256 bits from the operating system (RFC 5246 appendix D.1, RFC 4086). Such a seed cannot be "
                + "found by trying."
        case .cost:
            "A device that starts for the first time may have to wait until its system has gathered enough entropy."
        case .remains:
            "Every connection that was recorded while the seed was bad can still be opened, and every key of that time."
        case .misreading:
            "\"With two public randoms a bad generator does no harm\": here the public random tells her which seed is "
                + "the right one. \"Diffie–Hellman needs no good generator\": both exponents come from one. \"Every "
                + "generator can be predicted\": a seed of 256 bits cannot be guessed."
        case .limit:
            "The generator is a made-up one: SHA-256 of a label, the process number and a counter. Debian's generator "
                + "of 2008 was another one with the same flaw."
        }
    }

    var chinese: String {
        switch part {
        case .title: "32,768 个密钥"
        case .act: "试遍弱生成器的所有种子，算出录下的连接的密钥"
        case .mistake:
            "随机数生成器的种子是它的进程号，此外什么也没有：客户端的生成器，或在变体 server 中服务器的生成器。"
        case .goal: "她录下了流量，想要这个连接的密钥。她什么也不发送。"
        case .defence: "种子是来自操作系统的 256 位（RFC 5246 附录 D.1，RFC 4086）。这样的种子试不出来。"
        case .cost: "首次启动的设备，可能要等系统收集到足够的熵。"
        case .remains: "种子不好时录下的每个连接，仍然可以解开，那时的每个密钥也一样。"
        case .misreading:
            "“有两个公开的随机数，生成器不好也无妨”：这里公开的随机数告诉她哪个种子是对的。"
                + "“Diffie–Hellman 不需要好的生成器”：两个指数都来自生成器。"
                + "“所有生成器都能预测”：256 位的种子猜不出来。"
        case .limit:
            "生成器是虚构的：标签、进程号和计数器的 SHA-256。Debian 2008 年的生成器是另一个，有同样的缺陷。"
        }
    }
}

/// What is done and found in weak-prng.
enum WeakPRNGNote: Remark {
    case reads(Role)
    case readsCiphertext
    case matches(UInt16, tries: Int)
    case drawsPremaster
    case drawsExponent(Role)
    case secretOfOtherSide
    case opensNothing
    case opens([UInt8])
    case noMatch(Int, Role)

    var english: String {
        switch self {
        case .reads(let side):
            "\(side)_random is the first thing that the \(side)'s generator has put out, and it is sent in clear. She "
                + "runs the generator with one process number after the other and compares the first 32 octets."
        case .readsCiphertext:
            "The randoms in the hellos are constants. So she runs the generator with one process number after the other, and encrypts what "
                + "comes out with the server's public key, padding included. She compares the result with the EncryptedPreMasterSecret."
        case .matches(let process, let tries):
            "The process number \(process) gives what was recorded. It took her \(counted(tries, "number"))."
        case .drawsPremaster:
            "Next the generator puts out the 46 octets that are the random part of the premaster secret. She needs "
                + "no RSA key for it."
        case .drawsExponent(.client):
            "She lets the generator run on. The next 32 octets are the client's exponent: g to this power is the dh_Yc "
                + "in the recording. With it and the server's dh_Ys she computes the premaster secret."
        case .drawsExponent(.server):
            "She lets the generator run on. It draws the server's exponent: g to this power is the dh_Ys in the recording. The signature "
                + "over dh_Ys is right, and it does not help. With the exponent and the client's dh_Yc she computes the premaster secret."
        case .secretOfOtherSide:
            "She lets the generator run on, and gets no secret out of it: the premaster secret was drawn on the other side."
        case .opensNothing:
            "She lets the generator run on and derives keys. They do not open the records: the secret came from another generator, or the "
                + "records are not all there."
        case .opens(let octets):
            "She derives the keys. Both Finished are right under them. The client has said: \(quotedLines(octets))."
        case .noMatch(let count, let side):
            "None of the \(count) process numbers gives what the \(side) has sent. The generator that made it had "
                + "another seed."
        }
    }

    var chinese: String {
        switch self {
        case .reads(let side):
            "\(side)_random 是\(side == .client ? "客户端" : "服务器")的生成器最先输出的内容，以明文发送。"
                + "她用一个又一个进程号运行生成器，比较前 32 字节。"
        case .readsCiphertext:
            "hello 消息中的随机数是常数。所以她用一个又一个进程号运行生成器，把输出连同填充用服务器的公钥加密。"
                + "她把结果与 EncryptedPreMasterSecret 比较。"
        case .matches(let process, let tries):
            "进程号 \(process) 给出录下的内容。她试了 \(tries) 个数。"
        case .drawsPremaster:
            "接着生成器输出 46 字节，即预主密钥的随机部分。为此她不需要 RSA 密钥。"
        case .drawsExponent(.client):
            "她让生成器继续运行。接下来的 32 字节是客户端的指数：g 的这个次幂等于录下的 dh_Yc。"
                + "用它和服务器的 dh_Ys，她算出预主密钥。"
        case .drawsExponent(.server):
            "她让生成器继续运行。它产生服务器的指数：g 的这个次幂等于录下的 dh_Ys。对 dh_Ys 的签名是对的，但没有用。"
                + "用这个指数和客户端的 dh_Yc，她算出预主密钥。"
        case .secretOfOtherSide:
            "她让生成器继续运行，却得不到秘密：预主密钥是在另一边产生的。"
        case .opensNothing:
            "她让生成器继续运行，派生出密钥。它们解不开这些记录：秘密来自别的生成器，或者记录不全。"
        case .opens(let octets):
            "她派生出密钥。用这些密钥，两条 Finished 都是对的。客户端说的是：\(quotedLines(octets))。"
        case .noMatch(let count, let side):
            "\(count) 个进程号，没有一个给出\(side == .client ? "客户端" : "服务器")发送的内容。"
                + "产生它的生成器用的是别的种子。"
        }
    }
}
