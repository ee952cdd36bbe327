import Simulator
import TLSSim
import Trace

/// Lesson 11: TLS 1.3 in one round trip.
extension Exercise {
    static let oneRoundTrip: [Exercise] = [
        Exercise(11, 1, .time) { seed in
            let latency = TimeSpan.milliseconds(100)
            let older = try request(seed, latency) { _ in }
            let tls13 = try request(seed, latency) { $0.tls13 = Visit.TLS13Options() }
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
        Exercise(11, 2, .letters(through: "e")) { seed in
            let journal = try Visit.journal(seed) { $0.tls13 = Visit.TLS13Options(isRetried: true) }
            let figures = VisitFigures(journal, breaking: [])
            func isClear(_ step: String) throws -> Bool {
                let who: Principal = step == "tls.client_hello" ? .client : .server
                return try !journal.message(step, of: who).encrypted
            }
            let readable: [(Character, Bool)] = [
                ("a", try isClear("tls.client_hello")), ("b", try isClear("tls.hello_retry_request")),
                ("c", figures.readings[.serverCertificate]?.isClear == true),
                ("d", figures.readings[.hostName]?.isClear == true),
                ("e", figures.readings[.finished]?.isClear == true),
            ]
            return Solution(
                .letters(Set(readable.filter(\.1).map(\.0))), because: OneRoundTripHint.twoHellos,
                hint: .whenAreThereKeys,
                slips: [
                    (.letters(["a", "b", "c", "d"]), .certificate),
                    (.letters(["a", "b"]), .hostName),
                ])
        },
        Exercise(11, 3, .number) { seed in
            let growth = try hello(seed, .x25519MLKEM768) - hello(seed, .x25519)
            return Solution(
                .number(UInt64(growth)), because: OneRoundTripHint.grown(octets: growth),
                hint: .whatWasThere,
                slips: [(.number(UInt64(growth + 32)), .wholeShare)])
        },
    ]

    /// The octets of the record with the client's first hello.
    private static func hello(_ seed: UInt64, _ group: NamedGroup) throws -> Int {
        let journal = try Visit.journal(seed) { $0.tls13 = Visit.TLS13Options(group: group) }
        let message = try journal.message("tls.client_hello", of: .client)
        return message.stream.count
    }

    /// When the client's application data begins.
    private static func request(
        _ seed: UInt64, _ latency: TimeSpan, _ change: (inout Visit.Options) -> Void
    ) throws -> Instant {
        let journal = try Visit.journal(seed) { options in
            options.wire.latency = latency
            change(&options)
        }
        return try journal.event("chapter.application_data", of: .client).at
    }
}
