import Crypto
import Simulator
import TLSSim
import Trace

/// Lesson 3: three randoms and RSA.
extension Exercise {
    static let keyTransport: [Exercise] = [
        Exercise(lesson: 3, number: 1, answer: .octets) { seed, key in
            let premaster = try Visit.journal(seed) { $0.suite = .rsaAES128GCM }.value(Knowledge.premasterSecret)
            key.right = [.octets(Array(premaster.prefix(2)))]
            key.because = Words(
                english: "The client writes the version that it has offered, whatever came back. The server finds "
                    + "another version there than in the ClientHello it received, and knows of the change (RFC 5246 "
                    + "7.4.7.1).",
                chinese: "客户端写入自己提出的版本，不管回来的是什么。服务器在那里看到的版本与收到的 ClientHello 不同，就知道有人改动过（RFC 5246 7.4.7.1）。")
            key.hint = Words(
                english: "The client writes these two octets. Ask which version the client itself has put into its "
                    + "ClientHello.",
                chinese: "这两个字节由客户端写入。想一想客户端自己在 ClientHello 里写的是哪个版本。")
            key[.octets([3, 2])] = Words(
                english: "That is the version which the server has agreed to. The client writes something else, so "
                    + "that the lie shows.",
                chinese: "这是服务器同意的版本。客户端写的是别的，好让谎言暴露。")
        },
        Exercise(lesson: 3, number: 2, answer: .number) { seed, key in
            let larger = try Visit.journal(seed) { $0.suite = .rsaAES256GCM }.keyBlockLength
            let smaller = try Visit.journal(seed) { $0.suite = .rsaAES128GCM }.keyBlockLength
            key.right = [.number(UInt64(larger))]
            key.because = Words(
                english: "Two keys and two nonce parts make \(larger) octets. Only the keys have grown.",
                chinese: "两个密钥和两个 nonce 部分，加起来是 \(larger) 字节。只有密钥变长了。")
            key.hint = Words(
                english: "The key block holds a key and a nonce part for each direction. Add up the four lengths for "
                    + "this cipher.",
                chinese: "密钥块为每个方向提供一个密钥和一个 nonce 部分。把这个密码算法的四个长度加起来。")
            key[.number(UInt64(smaller))] = Words(
                english: "That is the key block of AES-128. A key of AES-256 has another length.",
                chinese: "这是 AES-128 的密钥块。AES-256 的密钥长度不同。")
            key[.number(UInt64(smaller * 2))] = Words(
                english: "The keys become twice as long. The nonce parts do not.",
                chinese: "密钥的长度加倍，nonce 部分不变。")
            key[.number(UInt64(larger * 8))] = Words(
                english: "That is the length in bits. The question is about octets.", chinese: "这是以位计的长度。问的是字节。")
        },
        Exercise(lesson: 3, number: 3, answer: .letters(through: "d")) { seed, key in
            let plain = try Visit.journal(seed) { $0.suite = .rsaAES128GCM }
            let bound = try Visit.journal(seed) {
                $0.suite = .rsaAES128GCM
                $0.extendedMasterSecret = true
            }
            let secrets = [
                Knowledge.clientRandom, Knowledge.premasterSecret, Knowledge.masterSecret, Knowledge.keyBlock,
            ]
            let equal = try Exercise.letters(of: secrets) { try plain.value($0) == bound.value($0) }
            key.right = [.letters(equal)]
            key.because = Words(
                english: "Random values stay as they are. The master secret is calculated from the hash of the "
                    + "messages now, and everything that follows from it changes (RFC 7627 4).",
                chinese: "随机抽取的值保持不变。主密钥现在由各条消息的哈希计算，由它得到的一切都改变（RFC 7627 4）。")
            key.hint = Words(
                english: "The seed decides what is drawn at random, and the option --ems changes a calculation. Ask "
                    + "for each quantity whether it is drawn or calculated.",
                chinese: "种子决定随机抽取的值，选项 --ems 改变一步计算。对每个量问一问：它是抽取的，还是算出来的。")
        },
        Exercise(lesson: 3, number: 4, answer: .octets) { seed, key in
            let journal = try Visit.journal(seed) { $0.suite = .rsaAES128GCM }
            let premaster = try journal.value(Knowledge.premasterSecret)
            let (client, server) = try (journal.value(Knowledge.clientRandom), journal.value(Knowledge.serverRandom))
            func master(_ seed: [UInt8]) -> [UInt8] {
                PRF.compute(
                    hash: CipherSuite.rsaAES128GCM.hash, secret: premaster, label: "master secret", seed: seed, count: 4
                )
            }
            let swapped = master(server + client)
            key.right = [.octets(swapped)]
            key.because = Words(
                english: "With the server's random first, the result begins with \(Hex.string(swapped)). The two "
                    + "sides would not agree.",
                chinese: "服务器的随机数在前时，结果以 \(Hex.string(swapped)) 开头。双方就不一致了。")
            key.hint = Words(
                english: "The value of hexseed is the label in ASCII, then 32 octets, then 32 octets. Change the "
                    + "places of the last two and leave the label.",
                chinese: "hexseed 的值是 ASCII 标签，然后是 32 字节，再是 32 字节。把最后两个互换位置，标签不动。")
            key[.octets(master(client + server))] = Words(
                english: "These are the octets of the run, with the randoms in their right order.",
                chinese: "这是这次运行的字节，两个随机数的顺序是对的。")
        },
    ]
}

extension Journal {
    /// The length of the key block in octets.
    var keyBlockLength: Int {
        get throws(ExerciseError) {
            try calculation("tls.calc.key_block").results.reduce(0) { $0 + $1.octets.count }
        }
    }
}
