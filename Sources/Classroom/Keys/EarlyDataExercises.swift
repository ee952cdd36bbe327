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
                    + "of the tickets opens the ticket, which is in the hello, and so yields the same secret.")
            key.hint = Words(
                english: "Look at the calculation of client_early_traffic_secret, and at what its inputs are made "
                    + "from. Ask for each item whether it leads there, together with what went over the wire.")
            key[.letters(["a"])] = Words(
                english: "In this visit no certificate is sent. The server's private key is not used at all.")
            key[.letters(["d"]), .letters(enough.union(["d"]))] = Words(
                english: "The exchange enters the second link of the chain. The keys of early data branch off from "
                    + "the first.")
            key[.letters(["c"])] = Words(
                english: "This one is enough. But the ticket went over the wire in clear, so there is another way to "
                    + "it.")
        },
        Exercise(lesson: 12, number: 2, answer: .sequence) { seed, key in
            let types = try Visit.early(seed).handshakeTypes()
            key.right = [.sequence(types)]
            key.because = Words(
                english: "The handshake is whole: it only lacks the certificate, as with every ticket, and it has "
                    + "EndOfEarlyData besides.")
            key.hint = Words(
                english: "Write down the number of each handshake message of both sides in the order of time, the "
                    + "hello first.")
            key[.sequence(types.filter { $0 != 5 })] = Words(
                english: "One message of the client is missing: it says where the early data ends.")
            key[.sequence([1, 5, 2, 8, 20, 20])] = Words(
                english: "The client sends EndOfEarlyData only when it has read the server's Finished: until then "
                    + "more early data may follow.")
            key[.sequence([1, 2])] = Words(
                english: "The request does not wait for the handshake, but the handshake still takes place.")
        },
        Exercise(lesson: 12, number: 3, answer: .time) { seed, key in
            let times = try [true, false].map { try Visit.early(seed, isEarly: $0, latency: slow).timeOfRequest() }
            let saved = times[1] - times[0]
            key.right = [.time(saved)]
            key.because = Words(
                english: "Early data saves one round trip of TLS. TCP's round trip is still there, because the hello "
                    + "goes behind TCP's handshake.")
            key.hint = Words(
                english: "Count what the client waits for, in each of the two visits, before it sends the request.")
            key[.time(slow)] = Words(
                english: "That is the time one way. The client waits until its hello has arrived and the answer has "
                    + "come back.")
            key[.time(.milliseconds(400))] = Words(
                english: "TCP's handshake is there in both visits. Early data saves nothing of it.")
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
