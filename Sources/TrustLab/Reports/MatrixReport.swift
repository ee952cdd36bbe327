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
                .lines([Words(same: scenario.name)]), .text(scenario, indent: 4),
                facts(origins(scenario) + [fact(.expected, scenario.expectation)]),
            ]
        }
        return Report(
            parts + [.lines([Words(MatrixNote.scenarios(scenarios.count))])], data: MatrixJSON.list(scenarios))
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
            [.lines([row.label])] + (row.scenario.map { [.text($0, indent: 4)] } ?? []) + [
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

    private typealias Facts = [(name: Words, value: Words)]

    fileprivate static func fact(_ name: MatrixNote, _ value: some Wording) -> (name: Words, value: Words) {
        (Words(name), Words(value))
    }

    private static func facts(_ list: Facts) -> Report.Part { .facts(list, margin: 4, indent: 15) }

    /// The fault and the sources of a scenario.
    private static func origins(_ scenario: TrustScenario) -> Facts {
        (scenario.fault.map { [fact(.wrong, $0)] } ?? [])
            + [fact(.from, scenario.origins.map { Words($0) }.joined(separator: .semicolon))]
    }

    /// The known facts about a chain.
    ///
    /// - Parameter isWhole: whether all facts are given. A table of many chains has only the most important ones.
    fileprivate static func facts(_ row: MatrixRow, isWhole: Bool) -> [(name: Words, value: Words)] {
        let evidence = row.evidence
        let asked = if case .server(let host) = evidence.asked { Words(same: host) } else { Words(MatrixNote.client) }
        var seen: Facts = [
            fact(.askedFor, MatrixNote.at(asked, evidence.date)), fact(.sent, names(evidence.chain)),
        ]
        if isWhole {
            seen.append(fact(.system, names(evidence.systemAnchors)))
            if !evidence.userAnchors.isEmpty { seen.append(fact(.installed, names(evidence.userAnchors))) }
        }
        seen.append(fact(.bundled, names(evidence.pins)))
        if isWhole { seen += connection(row) }
        guard let scenario = row.scenario else { return seen }
        let origins = origins(scenario)
        return (isWhole ? origins + seen : seen + origins) + [fact(.expected, scenario.expectation)]
    }

    /// The known facts about the connection, and the assumptions about it.
    private static func connection(_ row: MatrixRow) -> Facts {
        let evidence = row.evidence
        var facts: Facts = []
        if !evidence.pinnedKeys.isEmpty { facts.append(fact(.keys, list(evidence.pinnedKeys.map(\.base64)))) }
        if let stapled = evidence.stapledResponse, let response = try? StapledResponse(stapled) {
            facts.append(fact(.stapled, list(response.certificates.map(\.rawValue))))
        }
        if let agreed = row.agreed {
            let parts = [
                agreed.version.map { $0.name ?? $0.description }, agreed.suite?.description, agreed.group?.name,
            ]
            facts += [
                fact(.agreed, list(parts.compactMap { $0 })),
                fact(.handshake, agreed.handshake.map { Words($0) } ?? Words(MatrixNote.notExamined)),
                fact(.policies, MatrixNote.policiesAlone),
            ]
        } else if row.scenario == nil {
            facts.append(fact(.assumed, MatrixNote.assumption))
        }
        if !evidence.peerHasKey { facts.append(fact(.handshake, MatrixNote.keyMissing)) }
        return facts
    }

    private static func list(_ names: [String]) -> Words { names.map { Words(same: $0) }.joined(separator: .comma) }

    fileprivate static func names(_ certificates: [[UInt8]]) -> Words {
        guard !certificates.isEmpty else { return Words(MatrixNote.nothing) }
        let names = certificates.map { der in
            let name = try? CertificateNames.commonName(ofSubjectIn: der)
            return (name ?? nil).map { Words(same: $0.quotable) } ?? Words(MatrixNote.noName)
        }
        guard names.count > 6 else { return names.joined(separator: .comma) }
        return Words(MatrixNote.andMore(Array(names.prefix(5)), names.count - 5))
    }
}

extension Matrix {
    /// The table of chains and chosen policies.
    fileprivate init(_ rows: [MatrixRow], of chosen: [Int], seed: UInt64) {
        let isPlatform = rows.contains { $0.scenario == nil }
        self.init(
            title: Words(rows.count == 1 ? MatrixNote.oneChain : .chains),
            about: Words(
                MatrixNote.ofScenarios(rows.count, policies: chosen.count, seed: isPlatform ? nil : seed)),
            policies: chosen.map { PolicyColumn.words(of: MatrixReport.policies[$0]) },
            rows: rows.enumerated().map { index, row in
                let cells =
                    row.decisions.map { $0.map { Cell(Reason($0), shouldAccept: row.deservesTrust) } }
                    + [row.transport.map { Cell(Reason($0), shouldAccept: row.deservesTrust) }]
                return Row(
                    id: row.name ?? "chain-\(index + 1)", name: row.label,
                    story: row.scenario.map { Words($0) },
                    facts: MatrixReport.facts(row, isWhole: false), cells: chosen.map { cells[$0] })
            }, isPlatform: isPlatform)
    }

    /// The table of a storyline.
    fileprivate init(_ clock: MatrixClock, seed: UInt64) {
        let moments = clock.story.moments
        self.init(
            title: Words(MatrixNote.storyline),
            about: Words(MatrixNote.ofMoments(moments.count, policies: clock.apps.count, seed: seed)),
            policies: clock.apps.map { app in
                PolicyColumn.words(of: app.policy.name)
                    + (app.bundle.map { Words(english: ": ", chinese: "：") + $0.name } ?? "")
            },
            rows: zip(moments, clock.decisions).enumerated().map { index, pair in
                let (moment, decisions) = pair
                return Row(
                    id: "moment-\(index + 1)", name: "\(moment.evidence.date.prefix(10))  \(moment.event)",
                    facts: [MatrixReport.fact(.sent, MatrixReport.names(moment.evidence.chain))],
                    cells: decisions.map { $0.map { Cell(Reason($0), shouldAccept: moment.deservesTrust) } })
            }, isPlatform: false)
    }
}

extension Matrix.Reason {
    fileprivate init(_ decision: TrustDecision) {
        self.init(
            accepts: decision.isAccepted,
            result: decision.result.map { result in
                Words(same: result.rawValue)
                    + ((decision.doubt ?? decision.resultDoubt).map {
                        Words(english: " \($0.englishCondition)", chinese: "（\($0.chineseCondition)）")
                    } ?? "")
            },
            steps: decision.steps.map { step in
                Matrix.Step(
                    asked: Words(step.asked), answer: Words(MatrixNote.answer(step.answer)), why: Words(step.why),
                    source: step.source)
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
                Matrix.Step(why: Words($0))
            })
    }
}
