import Render
import TLSSim
import Trace

extension AttackText {
    /// Which server takes which recording: a row for each server, a column for each key exchange.
    public func replays(_ runs: [ReplayAttack]) -> String {
        var page = heading("A recorded connection is sent again")
        for target in ReplayAttack.Target.allCases {
            for run in runs where run.target == target {
                let outcome = run.refusal.map { $0.alert.map { "\($0) at Finished" } ?? "refused" } ?? "PAID TWICE"
                page +=
                    "  " + Text.pad(target.rawValue, to: 14)
                    + Text.pad(run.suite.keyExchange == .rsa ? "RSA" : "DHE", to: 5) + outcome + "\n"
            }
        }
        return page
    }

    /// One of them, step by step.
    public func replay(_ run: ReplayAttack) -> String {
        let exchange = run.suite.keyExchange == .rsa ? "RSA key transport" : "Ephemeral Diffie–Hellman"
        var page = heading("\(exchange), server: \(run.target.rawValue)")
        for (index, step) in run.steps.enumerated() {
            let number = Text.pad("\(index + 1).", to: 3, side: .right) + " "
            page += paragraph(step.finding.sentence(in: .english), indent: "    ", first: number)
            if case .accepted = step.finding { continue }
            page += quantities(step.quantities)
        }
        guard run.isAccepted else { return page + "\n" + strong("✘ REFUSED") + "\n" }
        return page + "\n" + said("The server's application has read again", run.request)
            + strong("✔ ACCEPTED A SECOND TIME") + "\n"
    }
}
