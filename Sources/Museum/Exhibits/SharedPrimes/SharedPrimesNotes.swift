import Trace

/// What the card of shared-primes says.
struct SharedPrimesCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "Two devices, one prime"
        case .act: "Computes the private keys of devices that share a prime"
        case .mistake:
            "Devices make their RSA keys at their first start, when their random generator can be in few states: 256 "
                + "in this run, or 16 in the short variant. They draw the second prime a little later, when the states "
                + "have become many."
        case .goal:
            "She has recordings of many devices. She wants a private key, and what was said to its device."
        case .defence: "A key is made when there is enough entropy for it, 256 bits from the system (RFC 4086)."
        case .cost: "A device has to wait at its first start, or the key is made at the factory."
        case .remains:
            "Keys that were made at that time have to be replaced. A better generator does not repair them."
        case .misreading:
            "\"A modulus of 2,048 bits cannot be factored\": not alone, but two with a common prime can, in a moment. "
                + "\"RSA can only be tried out\": nothing is searched here. Euclid's algorithm computes the common "
                + "prime."
        case .limit:
            "The states are so few here that some devices are enough. In 2012 the common primes were found among "
                + "millions of keys of the internet, with a tree of products instead of all pairs."
        }
    }

    var chinese: String {
        switch part {
        case .title: "两台设备，一个素数"
        case .act: "计算共用素数的设备的私钥"
        case .mistake:
            "设备在首次启动时生成 RSA 密钥，这时随机数生成器可能的状态很少：这次运行中有 256 个，短变体中有 16 个。"
                + "第二个素数选取得稍晚，那时可能的状态已经很多。"
        case .goal: "她录下了许多设备的流量。她想要一个私钥，以及别人对那台设备说的内容。"
        case .defence: "等到熵足够了再生成密钥，即来自系统的 256 位（RFC 4086）。"
        case .cost: "设备首次启动时必须等待，或者密钥在工厂生成。"
        case .remains: "那时生成的密钥必须更换。更好的生成器修复不了它们。"
        case .misreading:
            "“2,048 位的模数不能分解”：单独一个不能，但有公共素数的两个可以，一瞬间就行。"
                + "“RSA 只能一个个去试”：这里什么也不搜索。欧几里得算法算出公共的素数。"
        case .limit:
            "这里的状态很少，所以几台设备就够了。2012 年，公共素数是在互联网上几百万个密钥中找到的，"
                + "用的是乘积树，而不是所有的配对。"
        }
    }
}

/// What is done and found in shared-primes.
enum SharedPrimesNote: Remark {
    case collects
    case divides(Int, pairs: Int)
    case opens([UInt8])
    case noFactor(Int)

    var english: String {
        switch self {
        case .collects:
            "She takes the modulus n = p · q out of each certificate that passes, and computes its greatest common "
                + "divisor with each modulus that she has already."
        case .divides(let count, let pairs):
            "With the certificate number \(count) a divisor is greater than 1, after at most "
                + "\(counted(pairs, "pair")). It is a prime of both moduli."
        case .opens(let octets):
            "q = n / p, and p and q make the private key. It opens the premaster secret of the recorded session. The "
                + "client has said: \(quotedLines(octets))."
        case .noFactor(let count): "The moduli of \(counted(count, "certificate")) have no common factor."
        }
    }

    var chinese: String {
        switch self {
        case .collects:
            "每有一张证书经过，她就取出其中的模数 n = p · q，计算它与已有的每个模数的最大公约数。"
        case .divides(let count, let pairs):
            "到第 \(count) 张证书，有一个公约数大于 1，此前最多算了 \(pairs) 对。它是两个模数共有的素数。"
        case .opens(let octets):
            "q = n / p，由 p 和 q 得到私钥。它解开了录下的会话的预主密钥。客户端说的是：\(quotedLines(octets))。"
        case .noFactor(let count): "\(count) 张证书的模数没有公因子。"
        }
    }
}
