import Crypto
import Simulator
import TLSSim
import Trace

/// Lesson 5: forward secrecy.
extension Exercise {
    static let forwardSecrecy: [Exercise] = [
        Exercise(lesson: 5, number: 1, answer: .letters(through: "d")) { seed, key in
            let journal = try Visit.journal(seed)
            let loot = [
                Knowledge.serverPrivateKey, Knowledge.clientExponent, Knowledge.serverExponent,
                Knowledge.serverPublicValue,
            ]
            let enough = journal.letters(of: loot, opening: Knowledge.applicationData)
            key.right = [.letters(enough)]
            key.because = Words(
                english: "Either exponent is enough: each public value, raised to the other side's exponent, is the "
                    + "premaster secret.",
                chinese: "任何一个指数都够了：用它对对方的公开值求幂，就得到预主密钥。")
            key.hint = Words(
                english: "The premaster secret is a power. Ask for each item whether it makes the power computable, "
                    + "together with what went over the wire.",
                chinese: "预主密钥是一个幂。对每一项问一问：用它和经过线路的内容，能不能算出这个幂。")
            key[.letters(["a"]), .letters(enough.union(["a"]))] = Words(
                english: "In this handshake the server's private key has signed. It has encrypted nothing.",
                chinese: "在这次握手里，服务器的私钥用来签名，没有加密任何东西。")
            key[.letters(["b"]), .letters(["c"])] = Words(
                english: "This one is enough. Both sides come to the same power, so there is another way.",
                chinese: "这一个够了。双方得到同一个幂，所以还有另一条路。")
        },
        Exercise(lesson: 5, number: 2, answer: .yesOrNo) { seed, key in
            let journal = try Visit.journal(seed) {
                $0.suite = .rsaAES128GCM
                $0.extendedMasterSecret = true
            }
            let isOpen = Ledger(journal).holds(.thief, Knowledge.applicationData)
            key.right = [.yes(isOpen)]
            key.because = Words(
                english: "The thief decrypts the premaster secret as before. The hash is over messages that went by "
                    + "in clear, so the thief computes the master secret, too.",
                chinese: "窃贼和以前一样解密预主密钥。哈希是对明文传送的消息计算的，所以窃贼也能算出主密钥。")
            key.hint = Words(
                english: "The hash that takes the place of the two randoms is over messages. Ask who has seen these "
                    + "messages.",
                chinese: "取代两个随机数的哈希，是对消息计算的。想一想谁看到过这些消息。")
        },
        Exercise(lesson: 5, number: 3, answer: .number) { seed, key in
            let journal = try Visit.journal(seed) { $0.group = .toy23 }
            let group = FiniteFieldGroup.toy23
            let value = try Integer(bigEndian: journal.value(Knowledge.serverPublicValue, of: .server)).small
            let drawn = try Integer(bigEndian: journal.value(Knowledge.serverExponent, of: .server)).small
            var exponents = [drawn]
            for exponent in 1..<(try group.p.small) where exponent != drawn {
                if try group.g.raised(to: exponent, modulo: group.p) == value { exponents.append(exponent) }
            }
            key.right = exponents.map { .number($0) }
            key.because = Words(
                english: "The exponent is \(drawn). No key was stolen: in a group as small as this one a recording "
                    + "opens by trying, and there is no forward secrecy.",
                chinese: "指数是 \(drawn)。没有窃取任何密钥：在这么小的群里，试一试就能解开录下的流量，没有前向保密。")
            key.hint = Words(
                english: "Raise the generator to 1, 2, 3 and so on, modulo p, until the server's public value dh_Ys "
                    + "comes out.",
                chinese: "计算生成元的 1、2、3 等次幂，模 p，直到得出服务器的公开值 dh_Ys。")
            key[.number(value)] = Words(
                english: "That is the server's public value. The question is about the exponent that leads to it.",
                chinese: "这是服务器的公开值。问的是得到它的指数。")
            key[.number(try Integer(bigEndian: journal.value(Knowledge.clientExponent)).small)] = Words(
                english: "That is the client's exponent. The question is about the server's.",
                chinese: "这是客户端的指数。问的是服务器的指数。")
        },
    ]
}
