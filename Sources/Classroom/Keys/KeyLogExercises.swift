import Render
import Simulator
import TLSSim
import Trace

/// Lesson 28: keys on the table.
extension Exercise {
    static let keyLogs: [Exercise] = [
        Exercise(lesson: 28, number: 1, answer: .letters(through: "d")) { seed, key in
            let ways: [(inout Visit.Options) throws -> Void] = [
                { $0.suite = .rsaAES128GCM }, { _ in }, { $0.tls13 = Visit.TLS13Options() },
                {
                    $0.suite = .rsaAES128GCM
                    $0.extendedMasterSecret = true
                },
            ]
            let opened = try Exercise.letters(of: ways) { change in
                Ledger(try Visit.journal(seed, change)).holds(.thief, Knowledge.applicationData)
            }
            key.right = [.letters(opened)]
            key.because = Words(
                english: "Only where the client encrypts the premaster secret to the server's key does that key open "
                    + "a recording.",
                chinese: "只有客户端用服务器的公钥加密预主密钥时，服务器的密钥才能打开录下的流量。")
            key.hint = Words(
                english: "Ask in which of these something was encrypted to the server's key.",
                chinese: "想一想其中哪些用服务器的公钥加密了什么。")
            key[.letters(opened.union(["b"])), .letters(opened.union(["b", "c"]))] = Words(
                english: "There the server's key only signs. The secret comes from exponents that are deleted.",
                chinese: "那里服务器的密钥只用来签名。秘密来自已经删除的指数。")
            key[.letters(["a"])] = Words(
                english: "The extended master secret also hashes the messages. They stand in the recording.",
                chinese: "扩展主密钥还要计算各条消息的哈希。这些消息都在录下的流量里。")
        },
        Exercise(lesson: 28, number: 2, answer: .octets) { seed, key in
            let journal = try Visit.journal(seed)
            let random = try journal.value(Knowledge.clientRandom)
            key.right = [.octets(Array(random.prefix(4)))]
            key.because = Words(
                english: "The random of the ClientHello stands in clear in each recording, so it serves as the name.",
                chinese: "ClientHello 的随机数在每份录下的流量里都是明文，所以用它作名称。")
            key.hint = Words(
                english: "Look for the field with 32 octets that the client has drawn.",
                chinese: "找出由客户端抽取的、有 32 字节的字段。")
            key[.octets([3, 3] + random.prefix(2))] = Words(
                english: "The first two of these octets are the version 1.2. The random comes behind them.",
                chinese: "其中前两个字节是版本 1.2。随机数在这两个字节之后。")
            key[.octets(Array(try journal.value(Knowledge.serverRandom).prefix(4)))] = Words(
                english: "That is the server's random. A key log names a session by the client's.",
                chinese: "这是服务器的随机数。密钥日志用客户端的随机数来标明会话。")
        },
        Exercise(lesson: 28, number: 3, answer: .number) { seed, key in
            let journal = try Visit.journal(seed) { $0.tls13 = Visit.TLS13Options(sendsEarlyData: true) }
            let count = UInt64(KeyLog.sessions(journal).count)
            key.right = [.number(count)]
            key.because = Words(
                english: "\(count): two for early data, two for the handshake, two for the application, and the "
                    + "exporter secret.",
                chinese: "\(count)：早期数据两个，握手两个，应用数据两个，再加导出秘密。")
            key.hint = Words(
                english: "Each direction has a secret for the handshake and one for the application. Early data "
                    + "needs one more.",
                chinese: "每个方向有一个用于握手的秘密值和一个用于应用数据的秘密值。早期数据还需要一个。")
            key[.number(5)] = Words(
                english: "So many has a visit without early data. Early data is encrypted before the server has said "
                    + "anything.",
                chinese: "没有早期数据的访问有这么多。早期数据在服务器说任何话之前就加密了。")
            key[.number(6)] = Words(
                english: "Early data has an exporter secret of its own, as the later data has.",
                chinese: "早期数据有自己的导出秘密，后来的数据也有。")
            key[.number(1)] = Words(
                english: "One line is enough for TLS 1.2. TLS 1.3 has a secret for each purpose.",
                chinese: "对 TLS 1.2 一行就够了。TLS 1.3 对每种用途都有一个秘密值。")
        },
    ]
}
