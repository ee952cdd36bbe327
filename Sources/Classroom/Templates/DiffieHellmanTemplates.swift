import Crypto
import TLSSim
import Trace

/// Questions about Diffie-Hellman with small numbers, and about the data that a stolen key reveals.
extension Template {
    static let diffieHellman: [Template] = [
        Template(
            "dh.toy-public", .number, run: "--dh --group toy-23", step: "tls.calc.dh_Yc", cites: [.rfc(5246, "8.1.2")],
            english: .init(
                goal: "You can compute a public value of Diffie-Hellman.",
                ask:
                    "A client has drawn the exponent x in the group that is shown. Which public value Yc does it send?",
                hint: "Raise the base to the exponent, and take the remainder. Square step by step: g^2, g^4, g^8.",
                because: "The public value is g to the power x, modulo p."),
            chinese: .init(
                goal: "你能计算 Diffie-Hellman 的公开值。",
                ask: "客户端在所示的群里抽取了指数 x。它发送的公开值 Yc 是多少？",
                hint: "用底数求指数次幂，再取余数。一步一步平方：g^2、g^4、g^8。",
                because: "公开值是 g 的 x 次幂，模 p。")
        ) { run, key in
            let toy = try ToyExchange(run)
            key.right = [.number(toy.clientValue)]
            key["times-not-power", .number(toy.g * toy.x % toy.p)] = Words(
                english: "You have multiplied g by x. Then a division would give x away. Look at the operation in "
                    + "the formula.",
                chinese: "你用 g 乘了 x。那样的话，用除法就能求出 x。看公式里的运算。")
            key["the-exponent", .number(toy.x)] = Words(
                english: "This is the exponent. It is the secret, and it is never sent. Look at what stands in "
                    + "ClientKeyExchange.",
                chinese: "这是指数。它是秘密，从不发送。看 ClientKeyExchange 里是什么。")
            key["no-modulus", .number((0..<toy.x).reduce(UInt64(1)) { power, _ in power &* toy.g })] = Words(
                english: "This is the whole power. The group counts modulo p. Look at the remainder of the division "
                    + "by p.",
                chinese: "这是整个幂。群里的数都模 p。看除以 p 的余数。")
            key.shown = [toy.numbers([("x", toy.x)])]
        },
        Template(
            "dh.toy-secret", .number, credit: 2, run: "--dh --group toy-23", step: "tls.calc.premaster_secret",
            cites: [.rfc(5246, "8.1.2")],
            english: .init(
                goal: "You can compute the secret that both sides come to.",
                ask:
                    "Here are the group and two numbers of an exchange. x is the client's exponent and y the server's, Yc is the client's public value and Ys the server's. Which secret do the two sides come to?",
                hint: "Each side raises what the other has sent to its own exponent.",
                because: "The secret is the other side's public value to the power of one's own exponent, modulo p."),
            chinese: .init(
                goal: "你能计算双方得到的秘密。",
                ask: "下面是一次交换的群和其中的两个数。x 是客户端的指数，y 是服务器的指数，Yc 是客户端的公开值，Ys 是服务器的公开值。双方得到的秘密是多少？",
                hint: "每一方以对方发来的数为底，以自己的指数求幂。",
                because: "这个秘密是对方的公开值的幂，指数是自己的，模 p。")
        ) { run, key in
            let toy = try ToyExchange(run)
            let secret = try Integer(toy.serverValue).raised(to: toy.x, modulo: Integer(toy.p))
            let seats = [[("x", toy.x), ("Ys", toy.serverValue)], [("y", toy.y), ("Yc", toy.clientValue)]]
            // In a small group the secret may be one of the public values. Then the exponents are shown in its place.
            let shown = seats.first { $0[1].1 != secret } ?? [("x", toy.x), ("y", toy.y)]
            key.right = [.number(secret)]
            key["product-of-publics", .number(toy.serverValue * toy.clientValue % toy.p)] = Words(
                english: "You have multiplied the public values. Then each listener could do it. Look at what only "
                    + "the client has.",
                chinese: "你把两个公开值相乘了。那样的话，每个窃听者都能算。看什么只有客户端才有。")
            key["own-public", .number(toy.clientValue)] = Words(
                english: "This is the client's own public value, which has been sent. Look at what the client does "
                    + "with the server's value.",
                chinese: "这是客户端自己的公开值，它已经发送出去。看客户端用服务器的公开值做什么。")
            key["times-not-power", .number(toy.serverValue * toy.x % toy.p)] = Words(
                english: "You have multiplied where the formula has a power. Look at the operation.",
                chinese: "公式里是求幂，你做了乘法。看这个运算。")
            key.shown = [toy.numbers(shown)]
        },
        Template(
            "dh.toy-break", .number, credit: 2, run: "--dh --group toy-23", step: "tls.calc.dh_Ys",
            cites: [.rfc(5246, "8.1.2")],
            english: .init(
                goal: "You know what a small group gives away.",
                ask:
                    "An attacker has overheard the server's public value Ys in the group that is shown. Which exponent has the server drawn? Try all of them.",
                hint: "Compute g^1, g^2, g^3 and so on modulo p, until you meet the public value.",
                because:
                    "In a small group all powers are tried in a moment. In a group of 2,048 bits the same search never ends."
            ),
            chinese: .init(
                goal: "你知道小的群会泄露什么。",
                ask: "攻击者在所示的群里听到了服务器的公开值 Ys。服务器抽取的指数是多少？把所有的都试一遍。",
                hint: "依次计算 g^1、g^2、g^3 模 p，直到遇见这个公开值。",
                because: "在小的群里，一会儿就能试完所有的幂。在 2,048 位的群里，同样的搜索永远做不完。")
        ) { run, key in
            let toy = try ToyExchange(run)
            let p = Integer(toy.p)
            let exponents = try (1..<max(2, toy.p)).filter {
                try Integer(toy.g).raised(to: $0, modulo: p) == toy.serverValue
            }
            key.right = exponents.map { .number($0) }
            key["clients-exponent", .number(toy.x)] = Words(
                english: "This is the exponent of the client. Look at whose public value is shown.",
                chinese: "这是客户端的指数。看所示的是谁的公开值。")
            key["the-public-value", .number(toy.serverValue)] = Words(
                english: "This is the public value itself. Look for the exponent that leads to it.",
                chinese: "这是公开值本身。找出得到它的那个指数。")
            key.shown = [toy.numbers([("Ys", toy.serverValue)])]
        },
        Template(
            "fs.rsa-thief", .several, credit: 2, run: "--rsa", step: "end.reach", cites: [.rfc(5246, "F.1.1.2")],
            english: .init(
                goal: "You know what RSA key transport loses with the server's key.",
                ask:
                    "A thief has recorded a connection with RSA key transport. Later the thief steals the server's private key. Which of these can the thief find?",
                hint:
                    "Begin with what the key decrypts, and ask what can be computed from there with what was sent in clear.",
                because:
                    "The key decrypts the premaster secret. With the randoms, which are in clear, all the rest follows."
            ),
            chinese: .init(
                goal: "你知道服务器的密钥被窃取后，RSA 密钥传输会失去什么。",
                ask: "窃贼录下了一个使用 RSA 密钥传输的连接，后来窃取了服务器的私钥。窃贼能得到下面哪些？",
                hint: "从这个密钥能解密什么开始，再想一想用它和明文发送的内容能算出什么。",
                because: "这个密钥解密预主密钥。加上明文发送的随机数，其余的都能得到。")
        ) { run, key in
            key.right = [.letters(try run.loot(of: sought))]
            try run.offer(sought, in: &key)
            key["randoms-protect", .letters([])] = Words(
                english: "You expect that the randoms protect the keys. They were sent in clear, so the recording "
                    + "has them. Look at what the key decrypts.",
                chinese: "你以为随机数能保护密钥。随机数是明文发送的，录下的流量里都有。看这个密钥能解密什么。")
            key["only-the-premaster", .letters([Knowledge.premasterSecret.name])] = Words(
                english: "From the premaster secret and the randoms the PRF makes all the rest. Look at which inputs "
                    + "of the PRF the thief lacks.",
                chinese: "PRF 用预主密钥和随机数得到其余的一切。看窃贼缺少 PRF 的哪些输入。")
        },
        Template(
            "fs.dh-thief", .several, credit: 2, run: "--dh", step: "end.reach", cites: [.rfc(5246, "F.1.1.3")],
            english: .init(
                goal: "You know what forward secrecy means.",
                ask:
                    "A thief has recorded a connection with ephemeral Diffie-Hellman. Later the thief steals the server's private key. Which of these can the thief find?",
                hint: "Ask what the server's key does in this key exchange.",
                because:
                    "The server's key signs, and decrypts nothing. The exponents are gone when the connection is over."),
            chinese: .init(
                goal: "你知道前向保密是什么意思。",
                ask: "窃贼录下了一个使用临时 Diffie-Hellman 的连接，后来窃取了服务器的私钥。窃贼能得到下面哪些？",
                hint: "想一想服务器的密钥在这种密钥交换里做什么。",
                because: "服务器的密钥只签名，不解密。连接结束时，指数已经不在了。")
        ) { run, key in
            key.right = [.letters(try run.loot(of: sought))]
            try run.offer(sought, in: &key)
            key["key-opens-everything", .letters(Set(sought.map(\.name)))] = Words(
                english: "You expect that the private key opens what was recorded. In this exchange it signs. Look "
                    + "at what ServerKeyExchange does with it.",
                chinese: "你以为私钥能解开录下的流量。在这种密钥交换里它用来签名。看 ServerKeyExchange 用它做什么。")
            key["only-the-data", .letters([Knowledge.applicationData.name])] = Words(
                english: "The data are encrypted under keys that follow from the exponents. Look at which exponent "
                    + "the thief has.",
                chinese: "这些数据用指数得到的密钥加密。看窃贼有哪个指数。")
        },
    ]

    /// The quantities of which the questions ask whether a thief can find them.
    private static let sought = [
        Knowledge.premasterSecret, Knowledge.masterSecret, Knowledge.keyBlock, Knowledge.applicationData,
    ]
}

/// The numbers of an exchange in a toy group.
private struct ToyExchange {
    let g: UInt64
    let p: UInt64
    /// The client's exponent.
    let x: UInt64
    /// The server's exponent.
    let y: UInt64
    let clientValue: UInt64
    let serverValue: UInt64

    init(_ run: QuestionRun) throws {
        g = try run.toyNumber("g", of: "tls.calc.dh_Yc")
        p = try run.toyNumber("p", of: "tls.calc.dh_Yc")
        x = try run.toyNumber("x", of: "tls.calc.dh_Yc")
        y = try run.toyNumber("x", of: "tls.calc.dh_Ys")
        clientValue = try Integer(g).raised(to: x, modulo: Integer(p))
        serverValue = try run.toyNumber("dh_Ys", of: "tls.calc.dh_Ys")
        guard p > 2 else { throw ExerciseError.noStep("a prime") }
    }

    /// The numbers p and g of the group, and more numbers with their names: a line for each.
    func numbers(_ more: [(String, UInt64)]) -> Solution.Shown {
        let lines = ([("p", p), ("g", g)] + more).map { "\($0.0) = \($0.1)" }
        return .text("Diffie-Hellman", Words(same: lines.joined(separator: "\n")))
    }
}
