import Crypto
import Simulator
import TLSSim
import Trace

/// Lesson 21: resumption and tickets.
extension Exercise {
    static let resumption: [Exercise] = [
        Exercise(lesson: 21, number: 1, answer: .letters(through: "d")) { seed, key in
            let journal = try Visit.journal(seed) { $0.resumption = .ticket }
            let loot = [
                Knowledge.serverPrivateKey, Knowledge.ticketKey, Knowledge.sessionTicket, Knowledge.masterSecret,
            ]
            let enough = journal.letters(of: loot, opening: Knowledge.applicationData)
            key.right = [.letters(enough)]
            key.because = Words(
                english: "The ticket has the master secret in it. The key of the ticket opens it, and the master "
                    + "secret itself needs no key at all.",
                chinese: "票据里有主密钥。票据密钥能打开它，而主密钥本身根本不需要密钥。")
            key.hint = Words(
                english: "The keys come from the master secret and two randoms that were in clear. Ask for each item "
                    + "whether it leads to the master secret.",
                chinese: "密钥来自主密钥和两个明文发送的随机数。对每一项问一问，它能不能得到主密钥。")
            key[.letters(enough.union(["a"])), .letters(["a"])] = Words(
                english: "In a resumption the server's private key does nothing: no certificate is shown, and "
                    + "nothing is signed or encrypted with it.",
                chinese: "会话恢复时，服务器的私钥什么也不做：不出示证书，也没有用它签名或加密任何东西。")
            key[.letters(enough.union(["c"])), .letters(["c"])] = Words(
                english: "Each onlooker has the ticket: it crossed the wire in clear. It is sealed with a key that "
                    + "only the server has.",
                chinese: "每个旁观者都有票据：它以明文经过线路。它用只有服务器才有的密钥密封。")
            key[.letters(["b"]), .letters(["d"])] = Words(
                english: "This one is enough. There is another way to the same secret.",
                chinese: "这一个够了。到同一个秘密还有另一条路。")
        },
        Exercise(lesson: 21, number: 2, answer: .time) { seed, key in
            let times = try [Resumption?.none, .id].map { resumption in
                try Visit.journal(seed) {
                    $0.resumption = resumption
                    $0.wire.latency = slow
                }.writing(of: "tls.application_data", by: .client).at
            }
            let saved = times[0] - times[1]
            key.right = [.time(saved)]
            key.because = Words(
                english: "A full handshake makes the client wait for three answers, and a resumption for two: one "
                    + "round trip is saved, twice the latency.",
                chinese: "完整握手使客户端等三次回应，会话恢复等两次：节省一次往返，即时延的两倍。")
            key.hint = Words(
                english: "Count how often the client waits for an answer before its request leaves, in both visits.",
                chinese: "在两次访问中，各数一数客户端的请求发出之前要等几次回应。")
            key[.time(slow)] = Words(
                english: "That is the way in one direction. An answer has to come back.",
                chinese: "这是一个方向的路程。回应还要回来。")
            key[.time(.milliseconds(320))] = Words(
                english: "The handshake of TCP takes its round trip in both visits, and the resumption needs one of "
                    + "TLS as well.",
                chinese: "两次访问中，TCP 的握手都要用它的一次往返，会话恢复也需要 TLS 的一次。")
            key[.time(.milliseconds(0))] = Words(
                english: "Something is saved: in the resumption no key is exchanged, so the client has one answer "
                    + "less to wait for.",
                chinese: "节省是有的：会话恢复不做密钥交换，所以客户端少等一次回应。")
        },
        Exercise(lesson: 21, number: 3, answer: .letters(through: "d")) { seed, key in
            let ways: [(inout Visit.Options) -> Void] = [
                { $0.resumption = .id }, { $0.resumption = .ticket },
                { $0.tls13 = Visit.TLS13Options(resumes: true) },
                {
                    var choices = Visit.TLS13Options(resumes: true)
                    choices.usesSecretAlone = true
                    $0.tls13 = choices
                },
            ]
            let letters = try Exercise.letters(of: ways) { change in
                Ledger(try Visit.journal(seed, change)).holds(.thief, Knowledge.applicationData)
            }
            key.right = [.letters(letters)]
            key.because = Words(
                english: "In these two the ticket is in the recording, and what is sealed in it leads to the keys "
                    + "without any fresh exchange. So the key of the tickets opens the recording.",
                chinese: "在这两个里，票据在录下的流量里，密封在里面的内容不用任何新的交换就能得到密钥。所以票据密钥能打开录下的流量。")
            key.hint = Words(
                english: "The thief takes the server's private key and the key of the tickets, after the connection. "
                    + "Ask what each of them opens.",
                chinese: "窃贼在连接之后拿走服务器的私钥和票据密钥。想一想两者各能打开什么。")
            let exchangeBesides = Words(
                english: "This resumption exchanges fresh public values as well. The exponents are deleted, and the "
                    + "ticket's secret alone is not enough.",
                chinese: "这种会话恢复也交换新的公开值。指数已经删除，只有票据的秘密值还不够。")
            key[.letters(letters.union(["c"]))] = exchangeBesides
            key[.letters(letters.union(["a"]))] = Words(
                english: "By session ID nothing that leads to the master secret crosses the wire, and the server's "
                    + "memory of it is not what was stolen.",
                chinese: "用会话 ID 时，能得到主密钥的东西都不经过线路，而服务器对它的记忆不是窃取的内容。")
            key[.letters(["a", "b", "c", "d"])] = exchangeBesides
        },
        Exercise(lesson: 21, number: 4, answer: .octets) { seed, key in
            let journal = try Visit.journal(seed) { $0.resumption = .id }
            let master = try journal.value(Knowledge.masterSecret)
            let (client, server) = try (journal.value(Knowledge.clientRandom), journal.value(Knowledge.serverRandom))
            func expanded(_ seed: [UInt8]) -> [UInt8] {
                PRF.compute(
                    hash: CipherSuite.dheRSAAES128GCM.hash, secret: master, label: "key expansion", seed: seed, count: 4
                )
            }
            let zeros = [UInt8](repeating: 0, count: 32)
            let right = expanded(zeros + client)
            key.right = [.octets(right)]
            key.because = Words(
                english: "The key is another one, although the server has drawn nothing: the client's random alone "
                    + "makes it new for the client. The server could be told an old conversation again.",
                chinese: "虽然服务器什么也没有抽取，密钥还是不同：单凭客户端的随机数，它对客户端来说就是新的。但可以把旧的对话再对服务器说一遍。")
            key.hint = Words(
                english: "The 32 octets behind the label in hexseed are the server's random. Put 64 zeros in their "
                    + "place, and count them.",
                chinese: "hexseed 里标签后面的 32 字节是服务器的随机数。换成 64 个零，并数一数。")
            key[.octets(expanded(server + client))] = Words(
                english: "This is the key of the run. Replace the server's random by zeros.",
                chinese: "这是这次运行的密钥。把服务器的随机数换成零。")
            key[.octets(expanded(server + zeros))] = Words(
                english: "The label is followed by the server's random. Here the client's random was replaced.",
                chinese: "标签后面是服务器的随机数。这里换掉的是客户端的随机数。")
        },
    ]

    /// The latency in exercise 2, one way.
    private static let slow = TimeSpan.milliseconds(80)
}
