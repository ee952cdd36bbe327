import Crypto
import Simulator
import Trace

/// The sentences of the story of forward secrecy between its attacks.
enum ForwardSecrecyStoryNote: Wording {
    case recording
    /// Which visits are recorded; the seed, and the octets of both captures.
    case visits(seed: UInt64, sizes: [Int])
    case theft
    case moreLines(Int)
    case keyTransport
    case enough
    case ephemeral
    case difference
    case limit
    case smallGroups
    case squareRoot(FiniteFieldGroup)
    case factors(FiniteFieldGroup)
    case length(FiniteFieldGroup)
    /// The result of the search in the long group: the bits of the modulus, the largest prime factor of the order, and the octets of the
    /// server's answer, nil if the recording was not decrypted.
    case searched(DiscreteLogarithm.PohligHellman, bits: Int, largest: Integer, read: Int?)
    case safePrimes

    var english: String {
        switch self {
        case .recording: "Two visits are recorded, then a key is stolen"
        case .visits(let seed, let sizes):
            """
            Two visits to https://\(Visit.hostName), run with seed \(seed) and one certificate. They differ in the cipher \
            suite: the first agrees on keys by RSA key transport, the second by ephemeral Diffie–Hellman in ffdhe2048. \
            An eavesdropper keeps the packets: captures of \(sizes[0]) and \(counted(sizes[1], "octet")), without secrets.
            """
        case .theft:
            "Later the file with the server's private key is stolen. From here on the thief has only these three files."
        case .moreLines(let count): "… \(counted(count, "more line"))"
        case .keyTransport: "The recording of the RSA visit"
        case .enough:
            """
            The recording and the key were enough. The years between do not matter: everyone who kept the packets can read them when \
            the key leaks.
            """
        case .ephemeral: "The recording of the Diffie–Hellman visit, with the same key"
        case .difference:
            """
            The attack, the key and the certificate are the same. Only one thing differs: what the server remembers between its two \
            messages. For RSA it is the long-term key. For Diffie–Hellman it is an exponent that no longer exists.
            """
        case .limit: "The limit of Diffie–Hellman: broken without any key"
        case .smallGroups:
            """
            Forward secrecy needs a group in which x cannot be found from g^x mod p. In a group that is too small anyone can find \
            x. The following attacks use no key at all: p, g, dh_Ys and dh_Yc come from the capture.
            """
        case .squareRoot(let group): "\(group.name): baby steps and giant steps"
        case .factors(let group): "\(group.name): one prime factor at a time"
        case .length(let group): "\(group.name): length alone is no protection"
        case .searched(let search, let bits, let largest, let read):
            """
            The modulus has \(bits) bits, and p - 1 has no prime factor above \(largest). \
            \(counted(search.subproblems.count, "subproblem")) with \(search.babySteps) baby steps \
            and \(search.giantSteps) giant steps in all give the exponent of \(search.exponent.bitWidth) bits. The recording \
            is \(read.map { "decrypted: \(counted($0, "octet")) of the server's answer" } ?? "not decrypted").
            """
        case .safePrimes:
            "For this reason the primes of RFC 7919 are safe primes: (p - 1)/2 is prime, so the problem cannot be divided."
        }
    }

    var chinese: String {
        switch self {
        case .recording: "录下两次访问，然后窃取一个密钥"
        case .visits(let seed, let sizes):
            "两次访问 https://\(Visit.hostName)，种子是 \(seed)，证书相同。它们的区别在密码套件：第一次用 RSA 密钥传输商定密钥，"
                + "第二次用 ffdhe2048 群中的临时 Diffie–Hellman。窃听者保存数据包：抓包文件分别为 \(sizes[0]) 和 \(sizes[1]) 字节，不含秘密。"
        case .theft: "后来，存有服务器私钥的文件失窃。从这里开始，窃贼只有这三个文件。"
        case .moreLines(let count): "… 还有 \(count) 行"
        case .keyTransport: "录下的 RSA 访问"
        case .enough: "录下的流量加上密钥就够了。中间隔了多少年都无所谓：只要保存了数据包，密钥一旦泄露，谁都能读。"
        case .ephemeral: "录下的 Diffie–Hellman 访问，用同一个密钥"
        case .difference:
            "攻击、密钥和证书都相同。只有一点不同：服务器在它的两条消息之间记住了什么。对 RSA 来说，那是长期密钥；对 Diffie–Hellman 来说，那是一个已经不存在的指数。"
        case .limit: "Diffie–Hellman 的极限：不用任何密钥就攻破"
        case .smallGroups:
            "前向保密需要一个不能由 g^x mod p 求出 x 的群。群太小，谁都能求出 x。下面的攻击完全不用密钥：p、g、dh_Ys 和 dh_Yc 都来自抓包文件。"
        case .squareRoot(let group): "\(group.name)：小步和大步"
        case .factors(let group): "\(group.name)：一次一个素因子"
        case .length(let group): "\(group.name)：只靠长度不能保护"
        case .searched(let search, let bits, let largest, let read):
            "模数有 \(bits) 位，p - 1 没有大于 \(largest) 的素因子。\(search.subproblems.count) 个子问题，"
                + "共 \(search.babySteps) 个小步和 \(search.giantSteps) 个大步，得到 \(search.exponent.bitWidth) 位的指数。"
                + "录下的流量\(read.map { "已解密：服务器的应答有 \($0) 字节" } ?? "没有解密")。"
        case .safePrimes: "因此 RFC 7919 的素数都是安全素数：(p - 1)/2 也是素数，问题就不能分解。"
        }
    }
}
