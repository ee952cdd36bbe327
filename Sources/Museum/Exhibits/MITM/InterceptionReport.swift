import Render
import Simulator
import Trace

extension Interception: ExhibitCase {
    /// Performs every attacker against every policy.
    ///
    /// - Throws: ``TrustError`` if the certificates cannot be made.
    package static func all(seed: UInt64) throws -> [Interception] {
        let stage = try InterceptionStage(seed: seed)
        return Attacker.allCases.flatMap { attacker in
            Policy.allCases.map { run(attacker, on: stage, judge: stage.judge($0, against: attacker)) }
        }
    }

    package static func table(_ cases: [Interception]) -> Report { table(cases, columns: .max) }

    /// No words: only one case is told at a time.
    package var choice: [String] { [] }

    /// The attacker's connections: one if the victim has refused her, otherwise two.
    package var connections: [CaseConnection<Leg>] {
        [CaseConnection(part: .victim, journal: victimLeg)]
            + (serverLeg.map { [CaseConnection(part: .server, journal: $0)] } ?? [])
    }

    /// A table of what Mallory gets, by her certificate and by the victim's policy.
    ///
    /// - Parameters:
    ///   - cases: for each certificate one case for each policy, in the same order.
    ///   - columns: the width of the page in characters. If the policies do not fit beside each other, each gets a row.
    ///   - showsAlerts: whether a cell shows the victim's alert if she gets nothing.
    package static func table(_ cases: [Interception], columns: Int, showsAlerts: Bool = true) -> Report {
        var policies: [String] = []
        for policy in cases.map(\.policy) where !policies.contains(policy) { policies.append(policy) }
        let widths = (attacker: 16, policy: max(17, (policies.map(\.count).max() ?? 0) + 2))
        let isNarrow = widths.attacker + policies.count * widths.policy - 4 > columns
        let rows = stride(from: 0, to: cases.count, by: max(1, policies.count)).flatMap { first -> [[Words]] in
            let run = cases.dropFirst(first).prefix(policies.count)
            let name = run.first?.attacker.rawValue ?? ""
            let gains = run.map {
                InterceptionWords.gain(hasLoot: $0.loot != nil, showsAlerts ? $0.alert : nil).words
            }
            guard isNarrow else { return [["\(name)"] + gains] }
            return zip(policies, gains).enumerated().map {
                ["\($0.offset == 0 ? name : "")", "\($0.element.0)", $0.element.1]
            }
        }
        return Report([
            .heading(InterceptionWords.whatMalloryGets),
            .table(
                [InterceptionWords.sheShows.words]
                    + (isNarrow
                        ? [InterceptionWords.victimChecks.words, InterceptionWords.sheGets.words]
                        : policies.map { Words(same: $0) }),
                rows,
                [.left(widths.attacker)] + policies.map { _ in .left(widths.policy) }, indent: 0),
            .space,
            .text(InterceptionWords.legend(showsAlerts: showsAlerts)),
        ])
    }

    /// The story, step by step.
    package var report: Report {
        Report(InterceptionWords.story(attacker, policy, suite).words, steps: steps)
            + Report([.outcome(InterceptionWords.outcome(hasLoot: loot != nil))])
    }
}
