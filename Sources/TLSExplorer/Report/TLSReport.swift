import Render
import Simulator
import TLSSim
import Trace

/// The report on a search.
package struct TLSReport {
    /// The space that was searched, with everything that it has found out.
    private let space: TLSSpace
    /// What the search has found.
    private let found: Exploration<TLSSpace>

    /// The report on one search.
    package init(_ space: TLSSpace, _ found: Exploration<TLSSpace>) {
        self.space = space
        self.found = found
    }

    /// The options of the space and the search in numbers.
    ///
    /// - Parameter seconds: how long the search took.
    package func facts(seconds: Double) -> Report {
        let rate = Int(Double(found.states) / max(seconds, 0.001))
        let ends = space.distinctEnds
        let rows =
            space.settings + [
                ("states", "\(found.states)"), ("transitions", "\(found.transitions)"), ("depth", "\(found.depth)"),
                ("ends", "\(ends.client) of the client, \(ends.server) of the server, sequels included"),
                ("edges", edges), ("speed", "\(counted(rate, "state")) per second (measured)"),
            ]
        return Report([.facts(rows, indent: 13)])
    }

    /// The edges that were passed: "13 of 33: 1, 2, 6".
    private var edges: String {
        let passed = found.landmarks.map(\.number).sorted()
        return "\(passed.count) of \(space.landmarks.count): \(passed.map { "\($0)" }.joined(separator: ", "))"
    }

    /// The violation, and what is wrong on purpose, for a page; nil if there is no violation.
    package var telling: Report? {
        verdict.map { verdict in
            Report([.outcome("✘ \(verdict)")] + space.scope.mistakes.map { .text("WRONG on purpose: \($0.english)") })
        }
    }

    /// The sentence about the rule that is broken; nil if none is.
    private var verdict: String? {
        found.counterexample.map { space.remark(on: $0).sentence(in: .english) }
    }

    /// The violation with its ladder, in lines of at most `columns` columns; or the sentence that there is no violation.
    package func outcome(columns: Int) -> Report {
        guard let counterexample = found.counterexample, let verdict else {
            return Report([.lines([found.isCut ? Self.unfinished : Self.nothing])] + locks + weaknesses)
        }
        return Report([.text(verdict), .space, .lines(space.ladder(counterexample, columns: columns))])
    }

    private static let unfinished = "not finished: no violation in the states up to the limit"
    private static let nothing = "no violation within these bounds"

    /// The weaknesses of TLS that were met and do not count as violations; empty if none was met.
    private var weaknesses: [Report.Part] {
        let met = TLSSpace.Weakness.allCases.filter(space.memory.weaknesses.contains)
        guard !met.isEmpty else { return [] }
        let rows = met.map { ($0.rawValue, "\($0.sentence(in: .english)) (\($0.citation))") }
        return [
            .space, .lines(["TLS as it is specified does not prevent this. It was met, and does not count:"]),
            .facts(rows, margin: 2, indent: 20),
        ]
    }

    /// The mistakes that a wrong TLS needs besides its own to break a rule.
    private var locks: [Report.Part] {
        let mistakes = space.scope.mistakes
        guard !space.scope.visitsHer else { return [] }
        return mistakes.filter { !$0.needed.isEmpty && !Set($0.needed).isSubset(of: mistakes) }.map {
            .text(TLSCaption.secondLock($0).sentence(in: .english))
        }
    }
}

extension TLSSpace {
    /// The options of the space, as rows of a name and a value.
    package var settings: [(name: String, value: String)] {
        var rows = [("version", scope.version.name), ("moves", "\(scope.moves)")]
        if let suite = scope.suite { rows.append(("suite", CipherSuite.describe(suite))) }
        if scope.clientCertificate { rows.append(("client", "has a certificate, which the server demands")) }
        if scope.earlyData { rows.append(("early data", "with the ticket of an earlier connection")) }
        if scope.sessions > 1 {
            let spares = scope.sparesFirst ? "; she leaves the first one alone" : ""
            rows.append(("connections", "\(scope.sessions), one after the other" + spares))
        }
        if scope.visitsHer { rows.append(("visit", "of the client to the attacker, and of her to the server")) }
        if scope.hasBothRoles {
            rows.append(("hosts", "the client's host is a server as well, and has a pre-shared key"))
        }
        if scope.isStrict { rows.append(("strict", "what TLS does not prevent counts")) }
        if scope.resumes {
            rows.append(("session", "resumed from \(scope.sessions > 1 ? "the first" : "an earlier") connection"))
        }
        let habits = TLSHabit.allCases.filter(scope.habits.contains)
        if !habits.isEmpty { rows.append(("with", habits.map(\.rawValue).joined(separator: ", "))) }
        if !scope.mistakes.isEmpty { rows.append(("variant", scope.mistakes.map(\.rawValue).joined(separator: ", "))) }
        if !excused.isEmpty {
            rows.append(("excused", Rule.allCases.filter(excused.contains).map { "\($0)" }.joined(separator: ", ")))
        }
        return rows.map { (name: $0.0, value: $0.1) }
    }

    /// How many different ends were met.
    package var distinctEnds: (client: Int, server: Int) {
        let clients = memory.parties.values.count { $0.account.role == .client }
        return (clients, memory.parties.values.count - clients)
    }

    /// The remark on a counterexample.
    func remark(on counterexample: Exploration<TLSSpace>.Counterexample) -> TLSCaption {
        let actions = counterexample.actions
        let others = broken(by: actions).filter { $0 != counterexample.rule }
        return .broken(counterexample.rule, others: others, moves: actions.count(where: \.isMove), steps: actions.count)
    }

    /// Tries every order of events, and also returns the space with everything that it has found out.
    ///
    /// - Parameters:
    ///   - limit: the largest number of states. A search that has found so many is cut off.
    ///   - workers: the threads that share the work.
    ///   - progress: called with the results so far, after each level of the search and every few thousand states.
    package func search(
        limit: Int = .max, by workers: Workers = .alone, progress: (Exploration<TLSSpace>) -> Void = { _ in }
    ) -> (found: Exploration<TLSSpace>, space: TLSSpace) {
        let (found, space) = Explorer(self, limit: limit).search(by: workers, progress: progress)
        return (found, space)
    }
}
