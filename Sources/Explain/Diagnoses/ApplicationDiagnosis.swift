import Trace

/// What may be wrong above TCP.
enum ApplicationDiagnosis: Diagnosis {
    /// The server answered late `times` times, at most `longest` microseconds after its acknowledgment of the request. The network was fast.
    case slowAnswer(times: Int, longest: Int64)

    var entry: DiagnosisEntry {
        switch self {
        case .slowAnswer(let times, let longest):
            DiagnosisEntry(
                "app.slow_answer", .trouble, cite: .rfc(9293, "3.8.6.3"),
                evidence: ["answers": times, "longest_us": longest], alike: "tcp.time_delta > 1 && tcp.len > 0",
                causes: "the application waits: a database, a lock, a first start, another server",
                "it answers late by design (long polling)", next: "Look at the server's own log of that request.")
        }
    }

    var english: String {
        switch self {
        case .slowAnswer(let times, let longest):
            """
            \(counted(times, "request")) \(times == 1 ? "was" : "were") acknowledged at once and answered late, up to \
            \(FigureText.span(longest)) later: the server's application took the time, not the network.
            """
        }
    }
}

extension Finding {
    /// The findings about the application of a connection.
    static func application(_ connection: EndedConnection) -> [Finding] {
        // Only the server is judged. A client may pause before its next request because its user thinks.
        let server = connection.server
        var found = FindingList<ApplicationDiagnosis>()
        found.add(
            server.slowAnswers, .likely, blame: .likely(.server, "its TCP acknowledged each request at once")
        ) { .slowAnswer(times: $0, longest: server.longestAnswer) }
        return found.all
    }
}
