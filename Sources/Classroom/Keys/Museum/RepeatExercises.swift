import Crypto
import Museum
import Trace

/// Lesson 16: twice is too often.
extension Exercise {
    static let repeats: [Exercise] = [
        Exercise(lesson: 16, number: 1, answer: .number) { seed, key in
            let tries = try MuseumQuestion("replay").performed(seed, variant: "six-bits").outcome.tries
            key.right = [.number(UInt64(tries))]
            key.because = Words(
                english: "In stream \(tries) the server's random is the recorded one. With the recorded client's "
                    + "random and the recorded premaster secret it makes the recorded keys.",
                chinese: "在第 \(tries) 号流里，服务器的随机数就是录下的那个。它与录下的客户端随机数和录下的预主密钥一起，得出录下的密钥。")
            key.hint = Words(
                english: "Compare the randoms with the one of stream 0, to the last digit.",
                chinese: "把各个随机数与 0 号流的比较，一直比到最后一位。")
            key[.number(0)] = Words(
                english: "Stream 0 is the visit that she has recorded. Look for the stream in which its random comes "
                    + "back.",
                chinese: "0 号流是她录下的那次访问。找出它的随机数再次出现的那个流。")
            key[.number(UInt64(tries) + 1)] = Words(
                english: "You are near. The streams are counted from 0.",
                chinese: "你已经接近了。流从 0 开始数。")
        },
        Exercise(lesson: 16, number: 2, answer: .number) { seed, key in
            let process = try Integer(bigEndian: MuseumQuestion("weak-prng").performed(seed).loot("pid")).small
            key.right = [.number(process)]
            key.because = Words(
                english: "The process number \(process) gives the random that was sent in clear, and the rest of "
                    + "what the generator put out follows from it.",
                chinese: "进程号 \(process) 得出明文发送的随机数，生成器输出的其余内容也由它得到。")
            key.hint = Words(
                english: "There are 32768 process numbers. For each of them hash the label, the number and four "
                    + "zeros, and compare with the random.",
                chinese: "一共有 32768 个进程号。对每一个，计算标签、进程号和四个零的哈希，再与随机数比较。")
            key[.number(process + 1)] = Words(
                english: "This is how many numbers were tried. The first number is 0.",
                chinese: "这是试过的进程号的个数。第一个进程号是 0。")
        },
        Exercise(lesson: 16, number: 3, answer: .numbers) { seed, key in
            let run = try MuseumQuestion("shared-primes").performed(seed, variant: "short")
            let twins = Set(run.outcome.connections.map { UInt64($0) + 1 })
            guard twins.count == 2, run.outcome.reached else { throw ExerciseError.noStep("twins") }
            key.right = [.numbers(twins)]
            key.because = Words(
                english: "The greatest common divisor of their moduli is a prime of both. Each modulus divided by it "
                    + "gives the other prime, and so both keys.",
                chinese: "两个模数的最大公约数是双方共有的素数。每个模数除以它，就得到另一个素数，于是两个密钥都得到了。")
            key.hint = Words(
                english: "Compute the greatest common divisor of each pair of moduli. One pair has a divisor above 1.",
                chinese: "计算每一对模数的最大公约数。有一对的公约数大于 1。")
            key[.numbers(Set(run.outcome.connections.map { UInt64($0) }))] = Words(
                english: "These are the right moduli, counted from 0. The devices are counted from 1.",
                chinese: "模数找对了，但这是从 0 开始数的。设备从 1 开始数。")
        },
        Exercise(lesson: 16, number: 4, answer: .octets) { seed, key in
            let run = try MuseumQuestion("ecdsa-nonce").performed(seed, variant: "short")
            let (curve, n) = (EllipticCurve.p256, EllipticCurve.p256.order)
            func number(_ name: String) throws -> Integer { Integer(bigEndian: try run.quantity(name)) }
            let digests = (try number("z1") - number("z2")).modulo(n)
            let (one, two) = (try number("s1"), try number("s2"))
            // (r, -s) is as valid a signature as (r, s). So s1 - s2 and s1 + s2 both lead to a candidate k, and -k is one
            // as well.
            let candidates = try [one - two, one + two].flatMap { sum in
                let k = (digests * (try sum.modulo(n).inverse(modulo: n).orThrow(.noStep("k")))).modulo(n)
                return [k, n - k]
            }
            let r = try number("r")
            let right = candidates.filter { curve.multiply(curve.generator, by: $0).abscissa?.modulo(n) == r }
            let own = try run.loot("d")
            key.right = right.compactMap { $0.bigEndian(count: curve.scalarSize) }.map { .octets($0) }
            key.because = Words(
                english: "The x-coordinate of this multiple of the generator is r. With it, one signature is enough "
                    + "for the key: d = (s1 · k - z1) / r.",
                chinese: "生成元的这个倍点的 x 坐标就是 r。有了它，一个签名就足以得到密钥：d = (s1 · k - z1) / r。")
            key.hint = Words(
                english: "Subtract one equation from the other: the term with the key is gone. What is left has k "
                    + "alone. Compute modulo the order n.",
                chinese: "把一个等式减去另一个：含有密钥的项消失了，剩下的只有 k。计算时模阶 n。")
            key[.octets(own)] = Words(
                english: "This is the private key. The question is about the nonce, from which the key follows.",
                chinese: "这是私钥。问的是 nonce，密钥由它得到。")
        },
    ]
}

extension EllipticCurve.Point {
    /// Its x-coordinate; nil at infinity.
    fileprivate var abscissa: Integer? { if case .affine(let x, _) = self { x } else { nil } }
}
