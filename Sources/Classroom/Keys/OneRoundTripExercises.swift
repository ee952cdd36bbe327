import Simulator
import TLSSim
import Trace

/// Lesson 11: TLS 1.3 in one round trip.
extension Exercise {
    static let oneRoundTrip: [Exercise] = [
        Exercise(lesson: 11, number: 1, answer: .time) { seed in
            let latency = TimeSpan.milliseconds(100)
            let older = try request(seed, latency: latency) { _ in }
            let tls13 = try request(seed, latency: latency) { $0.tls13 = Visit.TLS13Options() }
            let saved = older.microseconds - tls13.microseconds
            return Solution(
                .time(.microseconds(saved)), because: OneRoundTripHint.saved(milliseconds: saved / 1_000),
                hint: .countTheWaits,
                slips: [
                    (.time(latency), .oneWay),
                    (.time(.microseconds(saved * 2)), .tooMuch),
                    (.time(.microseconds(0)), .flights),
                ])
        },
        Exercise(lesson: 11, number: 2, answer: .letters(through: "e")) { seed in
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
            return Solution(
                .letters(Exercise.letters(of: readable) { $0 }), because: OneRoundTripHint.twoHellos,
                hint: .whenAreThereKeys,
                slips: [
                    (.letters(["a", "b", "c", "d"]), .certificate),
                    (.letters(["a", "b"]), .hostName),
                ])
        },
        Exercise(lesson: 11, number: 3, answer: .number) { seed in
            let growth = try Visit.growthOfHello(of: .client, seed)
            return Solution(
                .number(UInt64(growth)), because: OneRoundTripHint.grown(octets: growth),
                hint: .whatWasThere,
                slips: [(.number(UInt64(growth + 32)), .wholeShare)])
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
