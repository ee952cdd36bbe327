import Simulator
import TLSSim
import Trace

/// Lesson 11: TLS 1.3 in one round trip.
extension Exercise {
    static let oneRoundTrip: [Exercise] = [
        Exercise(lesson: 11, number: 1, answer: .time) { seed, key in
            let latency = TimeSpan.milliseconds(100)
            let older = try request(seed, latency: latency) { _ in }
            let tls13 = try request(seed, latency: latency) { $0.tls13 = Visit.TLS13Options() }
            let saved = older.microseconds - tls13.microseconds
            key.right = [.time(.microseconds(saved))]
            key.because = Words(
                english: "One round trip is saved: \(saved / 1_000) ms. The rest of the way is the same.",
                chinese: "节省一次往返：\(saved / 1_000) ms。其余的路程相同。")
            key.hint = Words(
                english: "Count how often the client waits for the server before it sends its request. Each time is "
                    + "a round trip.",
                chinese: "数一数客户端在发送请求之前，要等服务器几次。每次就是一次往返。")
            key[.time(latency)] = Words(
                english: "That is the time of one way. A round trip goes there and back.",
                chinese: "这是一个单程的时间。往返要去一趟，再回一趟。")
            key[.time(.microseconds(saved * 2))] = Words(
                english: "That would be two round trips. TLS 1.3 still needs one before the request.",
                chinese: "那就是两次往返了。TLS 1.3 在请求之前仍然需要一次。")
            key[.time(.microseconds(0))] = Words(
                english: "Look at the arrows before the request: TLS 1.2 has four flights, TLS 1.3 has three.",
                chinese: "看请求之前的箭头：TLS 1.2 有四批消息，TLS 1.3 有三批。")
        },
        Exercise(lesson: 11, number: 2, answer: .letters(through: "e")) { seed, key in
            let journal = try Visit.journal(seed) { $0.tls13 = Visit.TLS13Options(isRetried: true) }
            let figures = VisitFigures(journal, breaking: [])
            func isClear(_ step: String) throws -> Bool {
                let who: Principal = step == "tls.client_hello" ? .client : .server
                return try !journal.message(step, of: who).encrypted
            }
            let readable = [
                try isClear("tls.client_hello"), try isClear("tls.hello_retry_request"),
                figures.readings[.serverCertificate]?.isClear == true,
                figures.readings[.hostName]?.isClear == true,
                figures.readings[.finished]?.isClear == true,
            ]
            key.right = [.letters(Exercise.letters(of: readable) { $0 })]
            key.because = Words(
                english: "Both ClientHellos and the HelloRetryRequest are in clear. The messages behind ServerHello "
                    + "are encrypted.",
                chinese: "两个 ClientHello 和 HelloRetryRequest 是明文。ServerHello 之后的消息都加密。")
            key.hint = Words(
                english: "A side encrypts when it has keys. Find the message after which both sides can compute them.",
                chinese: "一方有了密钥就加密。找出哪条消息之后双方能够计算密钥。")
            key[.letters(["a", "b", "c", "d"])] = Words(
                english: "The certificate comes behind ServerHello. Both sides have keys there.",
                chinese: "证书在 ServerHello 之后。那时双方都有密钥。")
            key[.letters(["a", "b"])] = Words(
                english: "The host name stands in the first message of all. There are no keys yet.",
                chinese: "主机名在最前面的一条消息里。那时还没有密钥。")
        },
        Exercise(lesson: 11, number: 3, answer: .number) { seed, key in
            let growth = try Visit.growthOfHello(of: .client, seed)
            key.right = [.number(UInt64(growth))]
            key.because = Words(
                english: "The share grows by the key of ML-KEM, \(growth) octets. Nothing else changes.",
                chinese: "密钥份额增加了 ML-KEM 的密钥，\(growth) 字节。其他都不变。")
            key.hint = Words(
                english: "Compare the two shares. One part of the new one stood in the old hello, too.",
                chinese: "比较两个密钥份额。新的密钥份额有一部分，旧的 Hello 消息里也有。")
            key[.number(UInt64(growth + 32))] = Words(
                english: "That is the whole new share. The share of x25519 was there before.",
                chinese: "这是整个新的密钥份额。x25519 的密钥份额以前就有。")
        },
    ]

    /// The time at which the client's chapter of application data begins.
    private static func request(
        _ seed: UInt64, latency: TimeSpan, _ change: (inout Visit.Options) -> Void
    ) throws -> Instant {
        let journal = try Visit.journal(seed) { options in
            options.wire.latency = latency
            change(&options)
        }
        return try journal.event("chapter.application_data", of: .client).at
    }
}
