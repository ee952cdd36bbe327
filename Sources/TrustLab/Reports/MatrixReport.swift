import PKI
import Render
import Trace

/// The reports of the matrix: lists, tables, and one chain in full.
package enum MatrixReport {
    /// The names of all columns.
    package static let policies = PolicyColumn.all.map(\.name) + ["App Transport Security"]

    /// Scenarios, each with its story.
    package static func list(_ scenarios: [TrustScenario]) -> Report {
        let parts = scenarios.flatMap { scenario -> [Report.Part] in
            [
                .lines([scenario.name]), .text(scenario.story, indent: 4),
                facts(origins(scenario) + [("expected", expectation(scenario.expectation))]),
            ]
        }
        return Report(parts + [.lines(["\(scenarios.count) scenarios"])], data: MatrixJSON.list(scenarios))
    }

    /// The decisions of the policies about one chain.
    ///
    /// - Parameters:
    ///   - why: whether the report has the reasons.
    ///   - chosen: the policies to report, by their index in ``policies``.
    ///   - seed: the seed from which the scenario was made.
    package static func one(_ row: MatrixRow, why: Bool, of chosen: [Int], seed: UInt64) -> Report {
        let open: [Report.Part] =
            row.decisions.first??.doubt.map { [.space, .text(ReportNote.open($0), indent: 4)] } ?? []
        return Report(
            [.lines([row.label])] + (row.scenario.map { [.text($0.story, indent: 4)] } ?? []) + [
                facts(facts(row, isWhole: true))
            ] + open + [
                .space,
                .matrix(Matrix([row], of: chosen, seed: seed), .list(why: why)),
            ], data: MatrixJSON.row(row, withSteps: true))
    }

    /// The decisions of the policies about several chains. The parameters have the same meaning as in ``one(_:why:of:seed:)``.
    package static func all(_ rows: [MatrixRow], of chosen: [Int], seed: UInt64) -> Report {
        Report(
            [.matrix(Matrix(rows, of: chosen, seed: seed), .grid)],
            data: .array(rows.map { MatrixJSON.row($0, withSteps: false) }))
    }

    /// The decisions of several apps at each moment of a storyline.
    package static func clock(_ clock: MatrixClock, seed: UInt64) -> Report {
        Report([.matrix(Matrix(clock, seed: seed), .grid)], data: MatrixJSON.clock(clock))
    }

    // MARK: Facts

    private typealias Facts = [(name: String, value: String)]

    private static func facts(_ list: Facts) -> Report.Part { .facts(list, margin: 4, indent: 15) }

    /// The fault and the sources of a scenario.
    private static func origins(_ scenario: TrustScenario) -> Facts {
        (scenario.fault.map { [("wrong", $0.sentence(in: .english))] } ?? [])
            + [("from", scenario.origins.map(\.description).joined(separator: "; "))]
    }

    private static func expectation(_ expectation: TrustScenario.Expectation) -> String {
        let platform =
            switch expectation.platform {
            case .trusted: "trusted"
            case .refused(let kind): "refused (\(kind.rawValue))"
            case .open(let kind):
                "trusted if the device gets the missing certificate, otherwise refused (\(kind.rawValue))"
            }
        return "\(platform); App Transport Security: \(expectation.transport.rawValue)"
    }

    /// The known facts about a chain.
    ///
    /// - Parameter isWhole: whether all facts are given. A table of many chains has only the most important ones.
    fileprivate static func facts(_ row: MatrixRow, isWhole: Bool) -> [(name: String, value: String)] {
        let evidence = row.evidence
        let asked = if case .server(let host) = evidence.asked { host } else { "a client" }
        var seen: Facts = [("asked for", "\(asked) at \(evidence.date)"), ("sent", names(evidence.chain))]
        if isWhole {
            seen.append(("system", names(evidence.systemAnchors)))
            if !evidence.userAnchors.isEmpty { seen.append(("installed", names(evidence.userAnchors))) }
        }
        seen.append(("bundled", names(evidence.pins)))
        if isWhole { seen += connection(row) }
        guard let scenario = row.scenario else { return seen }
        let origins = origins(scenario)
        return (isWhole ? origins + seen : seen + origins) + [("expected", expectation(scenario.expectation))]
    }

    /// The known facts about the connection, and the assumptions about it.
    private static func connection(_ row: MatrixRow) -> Facts {
        let evidence = row.evidence
        var facts: Facts = []
        if !evidence.pinnedKeys.isEmpty {
            facts.append(("keys", evidence.pinnedKeys.map(\.base64).joined(separator: ", ")))
        }
        if let stapled = evidence.stapledResponse, let response = try? StapledResponse(stapled) {
            facts.append(("stapled", response.certificates.map(\.rawValue).joined(separator: ", ")))
        }
        if let agreed = row.agreed {
            let parts = [
                agreed.version.map { $0.name ?? $0.description }, agreed.suite?.description, agreed.group?.name,
            ]
            facts += [
                ("agreed on", parts.compactMap { $0 }.joined(separator: ", ")),
                ("handshake", agreed.handshake?.sentence(in: .english) ?? "not examined"),
                (
                    "policies",
                    "judge the certificates alone; App Transport Security also version, suite and handshake"
                ),
            ]
        } else if row.scenario == nil {
            facts.append(
                (
                    "assumed",
                    "TLS 1.2 with an ECDHE suite, and a server that has the key: no connection was examined"
                ))
        }
        if !evidence.peerHasKey {
            facts.append(
                (
                    "handshake",
                    "fails at CertificateVerify, even if the chain is accepted: the private key is missing"
                ))
        }
        return facts
    }

    fileprivate static func names(_ certificates: [[UInt8]]) -> String {
        guard !certificates.isEmpty else { return "nothing" }
        let names = certificates.map { der in
            let name = try? CertificateNames.commonName(ofSubjectIn: der)
            return (name ?? nil)?.quotable ?? "(no common name)"
        }
        guard names.count > 6 else { return names.joined(separator: ", ") }
        return names.prefix(5).joined(separator: ", ") + " and \(names.count - 5) more"
    }
}

extension Matrix {
    /// The table of chains and chosen policies.
    fileprivate init(_ rows: [MatrixRow], of chosen: [Int], seed: UInt64) {
        let isPlatform = rows.contains { $0.scenario == nil }
        self.init(
            title: rows.count == 1 ? "Which app accepts this chain, and why" : "Which app accepts which chain, and why",
            about: Self.about(rows: rows.count, of: "scenario", policies: chosen.count, seed: isPlatform ? nil : seed),
            policies: chosen.map { MatrixReport.policies[$0] },
            rows: rows.enumerated().map { index, row in
                let cells =
                    row.decisions.map { $0.map { Cell(Reason($0), shouldAccept: row.deservesTrust) } }
                    + [row.transport.map { Cell(Reason($0), shouldAccept: row.deservesTrust) }]
                return Row(
                    id: row.name ?? "chain-\(index + 1)", name: row.label, story: row.scenario?.story,
                    facts: MatrixReport.facts(row, isWhole: false), cells: chosen.map { cells[$0] })
            }, isPlatform: isPlatform)
    }

    /// The table of a storyline.
    fileprivate init(_ clock: MatrixClock, seed: UInt64) {
        let moments = clock.story.moments
        self.init(
            title: "The life of one server: which app is locked out when, and why",
            about: Self.about(rows: moments.count, of: "moment", policies: clock.apps.count, seed: seed),
            policies: clock.apps.map { app in app.policy.name + (app.bundle.map { ": \($0.name)" } ?? "") },
            rows: zip(moments, clock.decisions).enumerated().map { index, pair in
                let (moment, decisions) = pair
                return Row(
                    id: "moment-\(index + 1)", name: "\(moment.evidence.date.prefix(10))  \(moment.event)",
                    facts: [("sent", MatrixReport.names(moment.evidence.chain))],
                    cells: decisions.map { $0.map { Cell(Reason($0), shouldAccept: moment.deservesTrust) } })
            }, isPlatform: false)
    }

    private static func about(rows: Int, of row: String, policies: Int, seed: UInt64?) -> String {
        "\(counted(rows, row)), \(counted(policies, "policy"))" + (seed.map { ", seed \($0)" } ?? "")
    }
}

extension Matrix.Reason {
    fileprivate init(_ decision: TrustDecision) {
        self.init(
            accepts: decision.isAccepted,
            result: decision.result.map { result in
                result.rawValue + ((decision.doubt ?? decision.resultDoubt).map { " " + $0.englishCondition } ?? "")
            },
            steps: decision.steps.map { step in
                Matrix.Step(
                    asked: step.asked.sentence(in: .english), answer: step.answer.map { $0 ? "yes" : "no" } ?? "set",
                    why: step.why.sentence(in: .english), source: step.source)
            })
    }

    fileprivate init(_ judgement: ATSJudgement) {
        let (accepts, reasons): (Bool?, [any Wording]) =
            switch judgement.result {
            case .loads: (true, [ReportNote.noObjection])
            case .refused: (false, judgement.failures)
            case .undecided: (nil, judgement.findings.filter { $0.outcome == .unknown })
            }
        self.init(
            accepts: accepts,
            steps: reasons.map {
                Matrix.Step(why: $0.sentence(in: .english))
            })
    }
}
