import Crypto
import Render
import TLSSim
import Trace

/// What an attack on a recorded connection found, step by step, and how it ended.
package struct AttackReport: Sendable {
    /// One step: what was found, and the numbers that show it.
    package typealias Step = AttackStep<AttackFinding>

    /// How it ended.
    package enum Outcome: Hashable, Sendable {
        /// The recording is open.
        case opened
        /// The early data is open, and the rest stays closed.
        case earlyDataOpened
        /// It stays closed: the key that was stolen never had to do with the premaster secret.
        case forwardSecret
        /// It stays closed, and it has no forward secrecy: what was stolen is no input of its keys, and something else is.
        case closedWithoutForwardSecrecy
        /// The attack could not be carried through; the last step says why.
        case failed
    }

    /// The steps.
    package private(set) var steps: [Step] = []
    /// How it ended.
    package private(set) var outcome = Outcome.failed
    /// What the client said before the server had answered, as far as it was opened.
    package var earlyData: [UInt8] = []
    /// What the client said, as far as it was opened.
    package var clientData: [UInt8] = []
    /// What the server said.
    package var serverData: [UInt8] = []

    /// A report that says nothing yet.
    package init() {}

    mutating func add(_ finding: AttackFinding, _ quantities: [Calculation.Quantity] = []) {
        steps.append(Step(finding: finding, quantities: quantities))
    }

    /// Settles how it ended.
    mutating func conclude(_ outcome: Outcome) {
        self.outcome = outcome
    }

    /// Adds the last step.
    mutating func end(
        _ outcome: Outcome, _ finding: AttackFinding, _ quantities: [Calculation.Quantity] = []
    ) {
        add(finding, quantities)
        self.outcome = outcome
    }
}

extension AttackReport {
    /// Numbered steps, what was said, and the outcome.
    package var report: Report { Report(steps: steps) + said + Report([.space]) }

    /// What was said as far as it was opened, and the outcome.
    var said: Report {
        var report = Report()
        if !earlyData.isEmpty { report.add(.space, .said("The client said early", earlyData)) }
        if outcome == .opened {
            if earlyData.isEmpty { report.add(.space) }
            report.add(.said("The client said", clientData), .said("The server said", serverData))
        }
        return report + Report([verdict])
    }

    /// The report without what every report has: how the keys were come by, and what the server said under them.
    var brief: Report {
        var report = Report()
        for step in steps {
            switch step.finding {
            case .exponent(.found), .keys(.finishedVerified), .keys(.finishedWrong), .keys(.finishedMissing),
                .keys(.nothingProved), .exponent(.infeasible):
                report += step.unnumbered
            default: continue
            }
        }
        if outcome == .opened { report.add(.space, .said("The server said", serverData)) }
        return report + Report([verdict, .space])
    }

    private var verdict: Report.Part {
        if case .forwardSecrecy(.exponentNeeded(let group))? = steps.last?.finding, group.isWithinReach {
            return .outcome(Words(english: "✘ NOT OPENED by the key; but anyone can break this small group"))
        }
        return .outcome(outcome)
    }
}

extension AttackReport.Outcome: Wording {
    /// How it ended, in a few words.
    package var english: String {
        switch self {
        case .opened: "✔ OPENED"
        case .earlyDataOpened: "✔ OPENED: the early data. ✘ CLOSED: the rest, by forward secrecy"
        case .forwardSecret: "✘ CLOSED: forward secrecy"
        case .closedWithoutForwardSecrecy: "✘ CLOSED: to this thief. It has no forward secrecy"
        case .failed: "✘ NOT OPENED, for another reason than forward secrecy"
        }
    }
}
