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
                    + "secret itself needs no key at all.")
            key.hint = Words(
                english: "The keys come from the master secret and two randoms that were in clear. Ask for each item "
                    + "whether it leads to the master secret.")
            key[.letters(enough.union(["a"])), .letters(["a"])] = Words(
                english: "In a resumption the server's private key does nothing: no certificate is shown, and "
                    + "nothing is signed or encrypted with it.")
            key[.letters(enough.union(["c"])), .letters(["c"])] = Words(
                english: "Each onlooker has the ticket: it crossed the wire in clear. It is sealed with a key that "
                    + "only the server has.")
            key[.letters(["b"]), .letters(["d"])] = Words(
                english: "This one is enough. There is another way to the same secret.")
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
                    + "round trip is saved, twice the latency.")
            key.hint = Words(
                english: "Count how often the client waits for an answer before its request leaves, in both visits.")
            key[.time(slow)] = Words(english: "That is the way in one direction. An answer has to come back.")
            key[.time(.milliseconds(320))] = Words(
                english: "The handshake of TCP takes its round trip in both visits, and the resumption needs one of "
                    + "TLS as well.")
            key[.time(.milliseconds(0))] = Words(
                english: "Something is saved: in the resumption no key is exchanged, so the client has one answer "
                    + "less to wait for.")
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
                    + "without any fresh exchange. So the key of the tickets opens the recording.")
            key.hint = Words(
                english: "The thief takes the server's private key and the key of the tickets, after the connection. "
                    + "Ask what each of them opens.")
            let exchangeBesides = Words(
                english: "This resumption exchanges fresh public values as well. The exponents are deleted, and the "
                    + "ticket's secret alone is not enough.")
            key[.letters(letters.union(["c"]))] = exchangeBesides
            key[.letters(letters.union(["a"]))] = Words(
                english: "By session ID nothing that leads to the master secret crosses the wire, and the server's "
                    + "memory of it is not what was stolen.")
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
                    + "makes it new for the client. The server could be told an old conversation again.")
            key.hint = Words(
                english: "The 32 octets behind the label in hexseed are the server's random. Put 64 zeros in their "
                    + "place, and count them.")
            key[.octets(expanded(server + client))] = Words(
                english: "This is the key of the run. Replace the server's random by zeros.")
            key[.octets(expanded(server + zeros))] = Words(
                english: "The label is followed by the server's random. Here the client's random was replaced.")
        },
    ]

    /// The latency in exercise 2, one way.
    private static let slow = TimeSpan.milliseconds(80)
}
