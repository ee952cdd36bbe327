import Render
import TLSSim
import Trace

extension ReplayAttack {
    /// Which server takes which recording: a row for each server and key exchange.
    package static func table(_ runs: [ReplayAttack]) -> Report {
        let rows = Target.allCases.flatMap { target in
            runs.filter { $0.target == target }.map { run in
                let outcome = run.refusal.map { $0.alert.map { "\($0) at Finished" } ?? "refused" } ?? "PAID TWICE"
                return [target.rawValue, run.suite.keyExchange == .rsa ? "RSA" : "DHE", outcome]
            }
        }
        return Report([
            .heading("A recorded connection is sent again"), .table([], rows, [.left(14), .left(5)]),
        ])
    }

    /// The story, step by step.
    package var report: Report {
        let exchange = suite.keyExchange == .rsa ? "RSA key transport" : "Ephemeral Diffie–Hellman"
        let shown = steps.map { if case .accepted = $0.finding { ReplayStep(finding: $0.finding) } else { $0 } }
        let report = Report("\(exchange), server: \(target.rawValue)", steps: shown)
        guard isAccepted else { return report + Report([.space, .outcome("✘ REFUSED")]) }
        return report
            + Report([
                .space, .said("The server's application has read again", request), .outcome("✔ ACCEPTED A SECOND TIME"),
            ])
    }
}
