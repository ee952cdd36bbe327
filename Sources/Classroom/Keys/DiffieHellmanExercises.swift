import Crypto
import Simulator
import TLSSim
import Trace

/// Lesson 4: Diffie–Hellman.
extension Exercise {
    static let diffieHellman: [Exercise] = [
        Exercise(lesson: 4, number: 1, answer: .number) { seed, key in
            let secret = try Visit.journal(seed) { $0.group = .toy23 }.value(Knowledge.premasterSecret)
            let number = try Integer(bigEndian: secret).small
            // "12" for 0x12: the page has hexadecimal digits and no 0x.
            let misread = UInt64(Hex.string(secret))
            key.right = [.number(number)]
            key.because = Words(
                english: "The shared secret is \(number). One side's exponent is enough, and this group has 22 of "
                    + "them.",
                chinese: "共享秘密是 \(number)。有一方的指数就够了，而这个群里只有 22 个。")
            key.hint = Words(
                english: "Raise 5 to 1, 2, 3 and so on, modulo 23, until the client's public value comes out. Then "
                    + "raise the server's public value to the exponent that you have found.",
                chinese: "计算 5 的 1、2、3 等次幂，模 23，直到得出客户端的公开值。再以找到的指数，对服务器的公开值求幂。")
            for number in [misread, UInt64(Hex.number(number))].compactMap(\.self) {
                key[.number(number)] = Words(
                    english: "The page prints octets in hexadecimal. Write the number in decimal, or with 0x in front.",
                    chinese: "页面用十六进制显示字节。把这个数写成十进制，或在前面加 0x。")
            }
        },
        Exercise(lesson: 4, number: 2, answer: .numbers) { _, key in
            let secrets = try toySecrets(.toy5)
            let all = try Set((1...4).map { try Integer(7).raised(to: $0, modulo: FiniteFieldGroup.toy5.p) })
            key.right = [.numbers(secrets)]
            key.because = Words(
                english: "Only \(secrets.sorted().map(String.init).joined(separator: " and ")) can come out. An "
                    + "attacker does not compute: a guess is right every other time.",
                chinese: "只能得出 \(listedInChinese(secrets.sorted().map(String.init)))。攻击者不用计算：每猜两次就对一次。")
            key.hint = Words(
                english: "An honest side sends neither 1 nor p - 1. List the exponents that are left, and raise the "
                    + "generator to the product of any two.",
                chinese: "诚实的一方既不发送 1，也不发送 p - 1。列出剩下的指数，再以其中任意两个的乘积为指数，对生成元求幂。")
            key[.numbers(all), .numbers([1])] = Words(
                english: "An honest side sends neither 1 nor p - 1, so fewer secrets are possible.",
                chinese: "诚实的一方既不发送 1，也不发送 p - 1，所以可能的秘密更少。")
        },
        Exercise(lesson: 4, number: 3, answer: .number) { seed, key in
            let smaller = try clientKeyExchange(seed) { _ in }
            let larger = try clientKeyExchange(seed) { $0.group = .ffdhe3072 }
            let growth = larger - smaller
            key.right = [.number(growth)]
            key.because = Words(
                english: "The modulus has 1024 bits more, so the public value has \(growth) octets more.",
                chinese: "模数多了 1024 位，所以公开值多了 \(growth) 字节。")
            key.hint = Words(
                english: "The public value is written in as many octets as the modulus has. Everything else in the "
                    + "message stays as it is.",
                chinese: "公开值写成的字节数与模数相同。消息里的其他内容不变。")
            key[.number(growth * 8)] = Words(
                english: "That is the difference in bits. The question is about octets.",
                chinese: "这是以位计的差。问的是字节。")
            key[.number(larger)] = wholeMessage
        },
        Exercise(lesson: 4, number: 4, answer: .number) { seed, key in
            let powers = try clientKeyExchange(seed) { _ in }
            let points = try clientKeyExchange(seed) { $0.suite = .ecdheRSAAES128GCM }
            let difference = powers - points
            key.right = [.number(difference)]
            key.because = Words(
                english: "A point on the curve and its length take \(difference) octets less than a power of 2048 "
                    + "bits and its length.",
                chinese: "曲线上的一个点和它的长度，比 2048 位的幂和它的长度少 \(difference) 字节。")
            key.hint = Words(
                english: "Compare what each message holds: the length of the public value, and the value. Both "
                    + "differ between a power and a point.",
                chinese: "比较每条消息里有什么：公开值的长度，和公开值。幂和点在这两处都不同。")
            key[.number(difference - 1)] = Words(
                english: "The public value is right. Look at the field with its length, which differs as well.",
                chinese: "公开值算对了。再看它的长度字段，那也不同。")
            key[.number(points)] = wholeMessage
        },
    ]

    private static let wholeMessage = Words(
        english: "That is the length of a whole message. The question is about the difference between two.",
        chinese: "这是整条消息的长度。问的是两者之差。")

    /// The length in octets of the record that carries the client's public value.
    private static func clientKeyExchange(
        _ seed: UInt64, _ change: (inout Visit.Options) throws -> Void
    ) throws -> UInt64 {
        let message = try Visit.journal(seed, change).message("tls.client_key_exchange", of: .client)
        return UInt64(message.stream.count)
    }

    /// Every shared secret that two honest sides can compute. Neither side sends 1 or p - 1 (RFC 7919 section 5.1).
    private static func toySecrets(_ group: FiniteFieldGroup) throws(ExerciseError) -> Set<UInt64> {
        let last = try group.p.small - 1
        var exponents: [UInt64] = []
        for exponent in 1..<last {
            let value = try group.g.raised(to: exponent, modulo: group.p)
            if value != 1, value != last { exponents.append(exponent) }
        }
        var secrets: Set<UInt64> = []
        for x in exponents {
            for y in exponents { secrets.insert(try group.g.raised(to: x * y, modulo: group.p)) }
        }
        return secrets
    }
}

extension Integer {
    /// The value as a machine word.
    ///
    /// - Throws: ``ExerciseError`` for a number of more than 16 bits: no toy group has one.
    var small: UInt64 {
        get throws(ExerciseError) {
            guard bitWidth <= 16, let value = uint64 else { throw .noStep("a number of a toy group") }
            return value
        }
    }

    /// This number to the power of `exponent`, in a toy group with the modulus `p`.
    func raised(to exponent: UInt64, modulo p: Integer) throws(ExerciseError) -> UInt64 {
        guard let power = power(Integer(exponent), modulo: p) else { throw .noStep("a power in a group") }
        return try power.small
    }
}
