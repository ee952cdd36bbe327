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
                english: "One round trip is saved: \(saved / 1_000) ms. The rest of the way is the same.")
            key.hint = Words(
                english: "Count how often the client waits for the server before it sends its request. Each time is "
                    + "a round trip.")
            key[.time(latency)] = Words(english: "That is the time of one way. A round trip goes there and back.")
            key[.time(.microseconds(saved * 2))] = Words(
                english: "That would be two round trips. TLS 1.3 still needs one before the request.")
            key[.time(.microseconds(0))] = Words(
                english: "Look at the arrows before the request: TLS 1.2 has four flights, TLS 1.3 has three.")
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
                    + "are encrypted.")
            key.hint = Words(
                english: "A side encrypts when it has keys. Find the message after which both sides can compute them.")
            key[.letters(["a", "b", "c", "d"])] = Words(
                english: "The certificate comes behind ServerHello. Both sides have keys there.")
            key[.letters(["a", "b"])] = Words(
                english: "The host name stands in the first message of all. There are no keys yet.")
        },
        Exercise(lesson: 11, number: 3, answer: .number) { seed, key in
            let growth = try Visit.growthOfHello(of: .client, seed)
            key.right = [.number(UInt64(growth))]
            key.because = Words(
                english: "The share grows by the key of ML-KEM, \(growth) octets. Nothing else changes.")
            key.hint = Words(english: "Compare the two shares. One part of the new one stood in the old hello, too.")
            key[.number(UInt64(growth + 32))] = Words(
                english: "That is the whole new share. The share of x25519 was there before.")
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
