import Trace

/// What the card of logjam says.
struct LogjamCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "Sign here, the rest later"
        case .act: "Moves a connection to a small Diffie–Hellman group and computes its keys"
        case .mistake:
            "The client takes a Diffie–Hellman group of any size, and the server still serves an export suite with a small one. The "
                + "server's signature covers the parameters, and not the suite."
        case .goal: "She wants to read the request, though she has no private key."
        case .defence:
            "The client refuses a group of less than 2,048 bits (RFC 9325 section 4.5) with insufficient_security. TLS 1.3 signs the whole "
                + "transcript, and has named groups only."
        case .cost: "Old servers with small groups are no longer reached."
        case .remains:
            "Many servers share one prime of 2,048 bits. It is out of reach today. An attacker who could do the work for it would do it "
                + "once, for all of them."
        case .misreading:
            "\"Diffie–Hellman must be broken anew for each connection\": most of the work belongs to the prime. \"The signature proves the "
                + "handshake\": before TLS 1.3 it proves the parameters."
        case .limit:
            "Export groups had 512 bits. Here p has 56 bits (40 in the other variant), so that the work takes seconds. For 512 bits it took "
                + "some ten years of one core for a prime, once, and about a minute for each connection."
        }
    }

    var chinese: String {
        switch part {
        case .title: "先在这里签名，其余以后再填"
        case .act: "把连接换到一个小的 Diffie–Hellman 群，算出它的密钥"
        case .mistake:
            "客户端接受任何大小的 Diffie–Hellman 群，服务器也还支持使用小群的出口级密码套件。服务器的签名包含参数，却不包含密码套件。"
        case .goal: "她没有私钥，却想读到请求。"
        case .defence:
            "小于 2,048 位的群，客户端用 insufficient_security 拒绝（RFC 9325 4.5 节）。TLS 1.3 对整个握手全文签名，而且只有命名的群。"
        case .cost: "只有小群的旧服务器，再也连不上。"
        case .remains:
            "许多服务器共用一个 2,048 位的素数。今天还没有人算得了它。能为它完成这项工作的攻击者，只需做一次，就对所有这些服务器有效。"
        case .misreading:
            "“每个连接都要重新攻破一次 Diffie–Hellman”：大部分工作是针对素数的。“签名证明了整个握手”：在 TLS 1.3 之前，它证明的只是参数。"
        case .limit:
            "出口级的群有 512 位。这里 p 有 56 位（另一个变体是 40 位），所以只需几秒。对 512 位，"
                + "一个素数要用一个核算大约十年，只需一次；此后每个连接大约一分钟。"
        }
    }
}

/// What is done and found in logjam.
enum LogjamNote: Remark {
    case precomputes(bits: Int, primes: Int, bound: Int, relations: Int, trials: Int)
    case rewrites(String, String)
    case answered(String, says: String)
    case found(trials: Int)
    case reads(octets: Int)
    case refused(String)
    case findsGroup(bits: Int, primes: Int, bound: Int, relations: Int, trials: Int)
    case computes(trials: Int)
    case opens(octets: Int)
    case noGroup(Int)

    var english: String {
        switch self {
        case .precomputes(let bits, let primes, let bound, let relations, let trials):
            "The server's export group is the same in all connections, and its prime p has \(bits) bits. She has done the work for it "
                + "beforehand. " + work(primes: primes, upTo: bound, relations: relations, trials: trials)
        case .rewrites(let suite, let export):
            "The victim offers \(suite). In the hello that she sends on, \(export) stands in its place."
        case .answered(let export, let suite):
            "The server chooses \(export). It sends the small group and its public value, with a true signature. In ServerHello she puts "
                + "\(suite) back. Certificate and ServerKeyExchange pass as they are. Then she leaves the server."
        case .found(let trials):
            "The client takes the group. The signature is right: it covers both randoms and the parameters, and none of them has changed. "
                + "Now she looks for the server's exponent. " + search(trials)
        case .reads(let octets):
            "With x she has the premaster secret. She has sent the server's Finished, and the client took it for right. She has read the request "
                + "of \(counted(octets, "octet")), and has answered it herself."
        case .refused(let alert):
            "The client refuses the group and ends the handshake with the alert \(alert). The logarithms are of no use here."
        case .findsGroup(let bits, let primes, let bound, let relations, let trials):
            "A recorded handshake has a group whose prime p has \(bits) bits. She does the work for this prime. "
                + work(primes: primes, upTo: bound, relations: relations, trials: trials)
        case .computes(let trials): "She looks for the server's exponent. " + search(trials)
        case .opens(let octets):
            "With x she has the premaster secret and the keys. They open the recording: the client has said \(counted(octets, "octet"))."
        case .noGroup(let count):
            "She has read \(counted(count, "handshake")), and found no group in which she can compute. She needs a safe prime of 20 to 62 "
                + "bits, the generator 2, and public values that belong to this group."
        }
    }

    var chinese: String {
        switch self {
        case .precomputes(let bits, let primes, let bound, let relations, let trials):
            "服务器的出口级群在所有连接中都相同，它的素数 p 有 \(bits) 位。针对它的工作，她事先已经做好。"
                + chineseWork(primes: primes, upTo: bound, relations: relations, trials: trials)
        case .rewrites(let suite, let export): "受害者提供 \(suite)。她转发的 hello 消息中，取而代之的是 \(export)。"
        case .answered(let export, let suite):
            "服务器选择 \(export)。它发送小群和自己的公开值，签名是真的。她在 ServerHello 中换回 \(suite)。"
                + "Certificate 和 ServerKeyExchange 原样通过。然后她离开服务器。"
        case .found(let trials):
            "客户端接受了这个群。签名是对的：它包含两个随机数和参数，而这些都没有改动。现在她寻找服务器的指数。"
                + chineseSearch(trials)
        case .reads(let octets):
            "有了 x，她就有了预主密钥。她发送了服务器的 Finished，客户端认为它是对的。她读到了 \(octets) 字节的请求，并自己作了应答。"
        case .refused(let alert): "客户端拒绝这个群，用警报 \(alert) 结束握手。那些对数在这里没有用处。"
        case .findsGroup(let bits, let primes, let bound, let relations, let trials):
            "录下的一次握手所用的群，素数 p 有 \(bits) 位。她针对这个素数完成工作。"
                + chineseWork(primes: primes, upTo: bound, relations: relations, trials: trials)
        case .computes(let trials): "她寻找服务器的指数。" + chineseSearch(trials)
        case .opens(let octets):
            "有了 x，她就有了预主密钥和各个密钥。它们解开了录下的流量：客户端说了 \(octets) 字节。"
        case .noGroup(let count):
            "她读了 \(count) 次握手，没有找到她算得了的群。她需要 20 到 62 位的安全素数、生成元 2，以及属于这个群的公开值。"
        }
    }

    private func work(primes: Int, upTo bound: Int, relations: Int, trials: Int) -> String {
        "Her factor base has the \(primes) primes up to \(bound). She tried \(trials) powers of g and found \(relations) without a greater "
            + "factor. Each gives a linear equation between logarithms. The solution is the logarithm of every prime of the base."
    }

    private func chineseWork(primes: Int, upTo bound: Int, relations: Int, trials: Int) -> String {
        "她的因子基包含 \(primes) 个素数，最大到 \(bound)。她试了 g 的 \(trials) 个幂，找到 \(relations) 个没有更大因子的幂。"
            + "每个幂给出对数之间的一个线性方程。方程组的解就是因子基中每个素数的对数。"
    }

    private func search(_ trials: Int) -> String {
        "She multiplies dh_Ys by powers of g until the product has only factors of her base. It took \(trials) of them. The logarithms of "
            + "the factors give x."
    }

    private func chineseSearch(_ trials: Int) -> String {
        "她用 g 的幂乘 dh_Ys，直到乘积只含因子基中的因子，一共用了 \(trials) 个幂。由这些因子的对数得到 x。"
    }
}
