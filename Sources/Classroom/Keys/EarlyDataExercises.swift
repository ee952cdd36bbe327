import Simulator
import TCPSim
import TLSSim
import Trace

/// Lesson 12: early data.
extension Exercise {
    static let earlyData: [Exercise] = [
        Exercise(lesson: 12, number: 1, answer: .letters(through: "d")) { seed, key in
            let journal = try Visit.early(seed)
            let loot = [
                Knowledge.serverPrivateKey, Knowledge.ticketKey, Knowledge.offeredPSK,
                SecretID("client x25519 private value"),
            ]
            let enough = journal.letters(of: loot, opening: Knowledge.earlyData)
            key.right = [.letters(enough)]
            key.because = Words(
                english: "The ticket's secret and the hello make the key, and the hello is in the recording. The key "
                    + "of the tickets opens the ticket, which is in the hello, and so yields the same secret.",
                chinese: "票据的秘密值和 Hello 消息得出密钥，而 Hello 消息在录下的流量里。票据密钥能打开 Hello 消息里的票据，所以也得到同一个秘密值。")
            key.hint = Words(
                english: "Look at the calculation of client_early_traffic_secret, and at what its inputs are made "
                    + "from. Ask for each item whether it leads there, together with what went over the wire.",
                chinese: "看 client_early_traffic_secret 的计算，再看它的输入由什么得到。对每一项问一问：用它和经过线路的内容，能不能到达那里。")
            key[.letters(["a"])] = Words(
                english: "In this visit no certificate is sent. The server's private key is not used at all.",
                chinese: "这次访问不发送证书，根本不用服务器的私钥。")
            key[.letters(["d"]), .letters(enough.union(["d"]))] = Words(
                english: "The exchange enters the second link of the chain. The keys of early data branch off from "
                    + "the first.",
                chinese: "密钥交换进入链的第二环。早期数据的密钥从第一环分出。")
            key[.letters(["c"])] = Words(
                english: "This one is enough. But the ticket went over the wire in clear, so there is another way to "
                    + "it.",
                chinese: "这一个够了。但票据是明文经过线路的，所以还有另一条路。")
        },
        Exercise(lesson: 12, number: 2, answer: .sequence) { seed, key in
            let types = try Visit.early(seed).handshakeTypes()
            key.right = [.sequence(types)]
            key.because = Words(
                english: "The handshake is whole: it only lacks the certificate, as with every ticket, and it has "
                    + "EndOfEarlyData besides.",
                chinese: "握手是完整的：和使用票据时一样，只是没有证书，另外多了 EndOfEarlyData。")
            key.hint = Words(
                english: "Write down the number of each handshake message of both sides in the order of time, the "
                    + "hello first.",
                chinese: "按时间顺序写下双方每条握手消息的编号，Hello 消息在最前面。")
            key[.sequence(types.filter { $0 != 5 })] = Words(
                english: "One message of the client is missing: it says where the early data ends.",
                chinese: "少了客户端的一条消息：它说明早期数据在哪里结束。")
            key[.sequence([1, 5, 2, 8, 20, 20])] = Words(
                english: "The client sends EndOfEarlyData only when it has read the server's Finished: until then "
                    + "more early data may follow.",
                chinese: "客户端读到服务器的 Finished 之后才发送 EndOfEarlyData：在那之前可能还有早期数据。")
            key[.sequence([1, 2])] = Words(
                english: "The request does not wait for the handshake, but the handshake still takes place.",
                chinese: "请求不等待握手，但握手仍然进行。")
        },
        Exercise(lesson: 12, number: 3, answer: .time) { seed, key in
            let times = try [true, false].map { try Visit.early(seed, isEarly: $0, latency: slow).timeOfRequest() }
            let saved = times[1] - times[0]
            key.right = [.time(saved)]
            key.because = Words(
                english: "Early data saves one round trip of TLS. TCP's round trip is still there, because the hello "
                    + "goes behind TCP's handshake.",
                chinese: "早期数据节省 TLS 的一次往返。TCP 的往返仍在，因为 Hello 消息在 TCP 的握手之后。")
            key.hint = Words(
                english: "Count what the client waits for, in each of the two visits, before it sends the request.",
                chinese: "在两次访问中，各数一数客户端在发送请求之前要等什么。")
            key[.time(slow)] = Words(
                english: "That is the time one way. The client waits until its hello has arrived and the answer has "
                    + "come back.",
                chinese: "这是一个单程的时间。客户端要等它的 Hello 消息到达，再等回应回来。")
            key[.time(.milliseconds(400))] = Words(
                english: "TCP's handshake is there in both visits. Early data saves nothing of it.",
                chinese: "两次访问都有 TCP 的握手。早期数据在这上面什么也不节省。")
        },
    ]

    /// The latency in exercise 3, one way.
    private static let slow = TimeSpan.milliseconds(100)
}

extension Visit {
    /// A second visit, which resumes the session of the first. If `isEarly` is true, the request goes as early data.
    fileprivate static func early(
        _ seed: UInt64, isEarly: Bool = true, latency: TimeSpan = Wire().latency
    ) throws -> Journal {
        try Visit.journal(seed) {
            $0.tls13 = TLS13Options(resumes: true, sendsEarlyData: isEarly)
            $0.wire.latency = latency
        }
    }
}

extension Journal {
    /// The types of the handshake messages of both sides, up to the client's last Finished.
    fileprivate func handshakeTypes() throws(ExerciseError) -> [UInt64] {
        guard let end = events.lastIndex(where: { $0.step == "tls.finished" && $0.who == .client && $0.isWriting })
        else { throw .noStep("tls.finished") }
        return events[...end].flatMap(\.writtenTypes)
    }

    /// The time at which the server first reads application data: the request.
    fileprivate func timeOfRequest() throws(ExerciseError) -> Instant {
        for event in events where event.who == .server && event.step == "tls.application_data" {
            if case .read = event.kind { return event.at }
        }
        throw .noStep("tls.application_data")
    }
}
