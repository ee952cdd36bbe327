import PKI
import Trace

/// The table of policies with the reasons of each cell: what a page shows of a matrix, or of a clock.
package struct MatrixTable {
    /// The decision of one policy in one situation.
    struct Cell {
        let mark: MatrixMark
        let reason: Reason
    }

    /// Why. Policies that have the same reasons share one.
    struct Reason: Hashable {
        let accepts: Bool
        /// The result of SecTrust; nil if it was not asked.
        let result: String?
        let steps: [Step]
    }

    /// A decision on the way.
    struct Step: Hashable {
        /// The question; nil for a plain statement.
        let asked: String?
        /// "yes", "no", or "set" where the step only sets something up; nil for a plain statement.
        let answer: String?
        let why: String
        let source: String?
    }

    /// One situation.
    struct Row {
        /// Its name in links.
        let id: String
        let name: String
        /// The situation in sentences.
        let story: String?
        /// The facts of the situation, by name.
        let facts: [(name: String, value: String)]
        /// By policy; nil where a policy has nothing to say.
        let cells: [Cell?]
    }

    let title: String
    let about: String
    let policies: [String]
    let rows: [Row]
    /// Whether what should be done is what the platform does.
    let isPlatform: Bool

    /// The table of chains before every policy.
    ///
    /// - Parameters:
    ///   - chosen: the places of the policies to tell of, in ``MatrixText/policies``.
    ///   - seed: from which the scenarios are made; nil for a chain of the user's.
    package init(_ rows: [MatrixRow], of chosen: [Int], seed: UInt64?) {
        isPlatform = rows.contains { $0.scenario == nil }
        policies = chosen.map { MatrixText.policies[$0] }
        title = rows.count == 1 ? "Which app accepts this chain, and why" : "Which app accepts which chain, and why"
        about = MatrixTable.about("scenario", rows.count, policies.count, seed: isPlatform ? nil : seed)
        self.rows = rows.enumerated().map { index, row in
            let all = row.decisions.map { $0.map { MatrixTable.cell($0, shouldAccept: row.deservesTrust) } }
            let transport = row.transport.map { MatrixTable.cell($0, shouldAccept: row.deservesTrust) }
            let cells = all + [transport]
            return Row(
                id: row.name ?? "chain-\(index + 1)", name: row.name ?? "your chain", story: row.scenario?.story,
                facts: MatrixTable.facts(row), cells: chosen.map { cells[$0] })
        }
    }

    /// The table of a storyline.
    package init(_ clock: MatrixClock, seed: UInt64) {
        isPlatform = false
        title = "The life of one server: which app is locked out when, and why"
        policies = clock.apps.map { app in app.policy.name + (app.bundle.map { ": \($0.name)" } ?? "") }
        about = MatrixTable.about("moment", clock.story.moments.count, policies.count, seed: seed)
        rows = zip(clock.story.moments, clock.decisions).enumerated().map { index, pair in
            let (moment, decisions) = pair
            return Row(
                id: "moment-\(index + 1)", name: "\(moment.evidence.date.prefix(10))  \(moment.event)", story: nil,
                facts: [("sent", MatrixText.names(moment.evidence.chain))],
                cells: decisions.map { $0.map { MatrixTable.cell($0, shouldAccept: moment.deservesTrust) } })
        }
    }

    private static func about(_ row: String, _ rows: Int, _ policies: Int, seed: UInt64?) -> String {
        "\(counted(rows, row)), \(counted(policies, "policy"))" + (seed.map { ", seed \($0)" } ?? "")
    }

    private static func facts(_ row: MatrixRow) -> [(name: String, value: String)] {
        let evidence = row.evidence
        let asked = if case .server(let host) = evidence.asked { host } else { "a client" }
        var facts = [("asked for", "\(asked) at \(evidence.date)"), ("sent", MatrixText.names(evidence.chain))]
        facts.append(("bundled", MatrixText.names(evidence.pins)))
        guard let scenario = row.scenario else { return facts }
        if let fault = scenario.fault { facts.append(("wrong", fault)) }
        facts.append(("from", scenario.origins.map(\.description).joined(separator: "; ")))
        facts.append(("expected", MatrixText.expectation(scenario.expectation)))
        return facts
    }

    private static func cell(_ decision: TrustDecision, shouldAccept: Bool) -> Cell {
        let steps = decision.steps.map { step in
            Step(
                asked: step.asked.sentence(in: .english), answer: step.answer.map { $0 ? "yes" : "no" } ?? "set",
                why: step.why.sentence(in: .english), source: step.source)
        }
        return Cell(
            mark: MatrixMark(decision.accepts, shouldAccept: shouldAccept),
            reason: Reason(accepts: decision.accepts, result: decision.result?.rawValue, steps: steps))
    }

    private static func cell(_ judgement: ATSJudgement, shouldAccept: Bool) -> Cell {
        let loads = judgement.result == .loads
        let steps = judgement.failures.map {
            Step(asked: nil, answer: nil, why: $0.sentence(in: .english), source: nil)
        }
        return Cell(
            mark: MatrixMark(loads, shouldAccept: shouldAccept),
            reason: Reason(
                accepts: loads, result: nil,
                steps: steps.isEmpty
                    ? [Step(asked: nil, answer: nil, why: "App Transport Security has no objection.", source: nil)]
                    : steps))
    }
}
