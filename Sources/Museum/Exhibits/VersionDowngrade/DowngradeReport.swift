import Render
import TLSSim
import Trace

extension DowngradeAttack: ExhibitCase, CaseJSON {
    package static var card: Card { VersionDowngrade.card }

    /// The message at which each run ends, one row for each run.
    package static func table(_ runs: [DowngradeAttack]) -> Report {
        Report([
            .heading("Where does the downgrade end?"),
            .table(
                ["TLS 1.2 with", "changed", "client", "ends at", "alert"],
                runs.map { [$0.exchange.rawValue, $0.change.rawValue, $0.victim.rawValue] + $0.outcome },
                [.left(14), .left(9), .left(11), .left(26)]),
        ])
    }

    /// The story, step by step.
    package var report: Report {
        let heading =
            change == .nothing
            ? "Mallory changes nothing"
            : "TLS 1.2 with \(exchange.rawValue), changed: \(change.rawValue), client: \(victim.rawValue)"
        return Report(heading, steps: steps) + Report([.space, .outcome(verdict)])
    }

    /// The cells of the table: the message at which the run ends, and the alert.
    private var outcome: [String] {
        switch end {
        case .refused(let refusal): [refusal.message, refusal.alert?.description ?? "none"]
        case .completed(let version): [isDowngraded ? "DOWNGRADED: she reads all" : "\(version)"]
        case .stuck: ["nowhere"]
        }
    }

    private var verdict: String {
        switch end {
        case .refused(let refusal):
            "✔ STOPPED by the \(refusal.side) at \(refusal.message): \(refusal.alert?.description ?? "no alert")"
        case .completed(let version):
            isDowngraded
                ? "✘ DOWNGRADED: TLS 1.2 is spoken, and Mallory has the keys"
                : "✔ NOT DOWNGRADED: \(version.name ?? "\(version)")"
        case .stuck: "✔ NOT DOWNGRADED: both sides wait"
        }
    }

    /// The exchange, the change and the client.
    package var choice: [String] {
        change == .nothing ? ["nothing"] : [exchange.rawValue, change.rawValue, victim.rawValue]
    }

    /// The exchange, the change and the client, and how the run has ended.
    package var members: [(String, JSON?)] {
        var refusal: Refusal?
        var version: ProtocolVersion?
        switch end {
        case .refused(let found): refusal = found
        case .completed(let spoken): version = spoken
        case .stuck: break
        }
        return [
            ("exchange", .string(exchange.rawValue)), ("changed", .string(change.rawValue)),
            ("client", .string(victim.rawValue)), ("reached", .bool(isDowngraded)),
            ("version", version.map { .string("\($0)") }),
            ("refused_by", refusal.map { .string("\($0.side)") }), ("refused_at", refusal.map { .string($0.message) }),
            ("alert", refusal?.alert.map { .string("\($0)") }), ("reason", refusal.map { .string("\($0.error)") }),
            ("client_master_secret", masterSecrets.map { .string(Hex.string($0.client)) }),
            ("server_master_secret", masterSecrets.map { .string(Hex.string($0.server)) }),
            ("request", .string(Hex.string(request))),
        ]
    }
}
