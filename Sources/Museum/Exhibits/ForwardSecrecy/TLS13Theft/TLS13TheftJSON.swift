import TLSSim
import Trace

extension TLS13.TheftStory {
    /// The document that `--json` writes: all thefts with their steps.
    package var json: JSON {
        Run.json(
            runs, seed: seed,
            facts: [
                ("group", .string(tls13.group.name)), ("resumes", .bool(tls13.resumes)),
                ("early_data", .bool(tls13.sendsEarlyData)), ("capture_length", .number(capture.count)),
            ])
    }
}

extension TLS13.TheftStory.Run: CaseJSON {
    package static var card: Card { ForwardSecrecy.card }
    package var steps: [AttackStep] { report.steps }

    /// What was stolen, and what it opens.
    package var members: [(String, JSON?)] {
        [
            ("steal", .string(theft.rawValue)), ("outcome", .string(report.outcome.name)),
            ("reached", .bool(report.outcome == .opened || report.outcome == .earlyDataOpened)),
            ("early", .string(Hex.string(report.earlyData))), ("client", .string(Hex.string(report.clientData))),
            ("server", .string(Hex.string(report.serverData))),
        ]
    }
}

extension AttackReport.Outcome {
    /// The name of the outcome in JSON.
    fileprivate var name: String {
        switch self {
        case .opened: "opened"
        case .earlyDataOpened: "early_data_opened"
        case .forwardSecret, .closedWithoutForwardSecrecy: "closed"
        case .failed: "failed"
        }
    }
}
