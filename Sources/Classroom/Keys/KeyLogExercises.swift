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
                    + "a recording.")
            key.hint = Words(english: "Ask in which of these something was encrypted to the server's key.")
            key[.letters(opened.union(["b"])), .letters(opened.union(["b", "c"]))] = Words(
                english: "There the server's key only signs. The secret comes from exponents that are deleted.")
            key[.letters(["a"])] = Words(
                english: "The extended master secret also hashes the messages. They stand in the recording.")
        },
        Exercise(lesson: 28, number: 2, answer: .octets) { seed, key in
            let journal = try Visit.journal(seed)
            let random = try journal.value(Knowledge.clientRandom)
            key.right = [.octets(Array(random.prefix(4)))]
            key.because = Words(
                english: "The random of the ClientHello stands in clear in each recording, so it serves as the name.")
            key.hint = Words(english: "Look for the field with 32 octets that the client has drawn.")
            key[.octets([3, 3] + random.prefix(2))] = Words(
                english: "The first two of these octets are the version 1.2. The random comes behind them.")
            key[.octets(Array(try journal.value(Knowledge.serverRandom).prefix(4)))] = Words(
                english: "That is the server's random. A key log names a session by the client's.")
        },
        Exercise(lesson: 28, number: 3, answer: .number) { seed, key in
            let journal = try Visit.journal(seed) { $0.tls13 = Visit.TLS13Options(sendsEarlyData: true) }
            let count = UInt64(KeyLog.sessions(journal).count)
            key.right = [.number(count)]
            key.because = Words(
                english: "\(count): two for early data, two for the handshake, two for the application, and the "
                    + "exporter secret.")
            key.hint = Words(
                english: "Each direction has a secret for the handshake and one for the application. Early data "
                    + "needs one more.")
            key[.number(5)] = Words(
                english: "So many has a visit without early data. Early data is encrypted before the server has said "
                    + "anything.")
            key[.number(6)] = Words(english: "Early data has an exporter secret of its own, as the later data has.")
            key[.number(1)] = Words(english: "One line is enough for TLS 1.2. TLS 1.3 has a secret for each purpose.")
        },
    ]
}
