import PKI
import Render
import Trace

/// The matrix as JSON.
enum MatrixJSON {
    static func list(_ scenarios: [TrustScenario]) -> JSON { .array(scenarios.map(scenario)) }

    static func clock(_ clock: MatrixClock) -> JSON {
        .array(
            zip(clock.story.moments, clock.decisions).map { moment, decisions in
                .members(
                    ("event", .string(moment.event)), ("time", .string(moment.evidence.date)),
                    ("genuine", .bool(moment.isGenuine)), ("deservesTrust", .bool(moment.deservesTrust)),
                    (
                        "policies",
                        .array(
                            zip(clock.apps, decisions).compactMap { app, decision in
                                decision.map {
                                    policy(
                                        app.policy.name, bundle: app.bundle?.name.english, decision: $0,
                                        withSteps: false)
                                }
                            })
                    ))
            })
    }

    static func row(_ row: MatrixRow, withSteps: Bool) -> JSON {
        let policies = zip(PolicyColumn.all, row.decisions).compactMap { column, decision in
            decision.map { policy(column.name, bundle: nil, decision: $0, withSteps: withSteps) }
        }
        let asked: JSON = if case .server(let host) = row.evidence.asked { .string(host) } else { .null }
        return .members(
            ("scenario", row.scenario.map(scenario)), ("host", asked),
            ("time", .string(row.evidence.date)), ("agreed", row.agreed.map(agreed)), ("policies", .array(policies)),
            ("appTransportSecurity", row.transport.map(transport)))
    }

    private static func agreed(_ connection: ATSConnection) -> JSON {
        .members(
            ("version", connection.version.map { .string($0.name ?? $0.description) }),
            ("suite", connection.suite.map { .string($0.description) }),
            ("group", connection.group.map { .string($0.name) }), ("handshake", connection.handshake?.json))
    }

    private static func transport(_ judgement: ATSJudgement) -> JSON {
        .members(
            ("result", .string(judgement.result.rawValue)),
            ("failures", .array(judgement.failures.map { .string($0) })))
    }

    private static func scenario(_ scenario: TrustScenario) -> JSON {
        let expected: String =
            switch scenario.expectation.platform {
            case .trusted: "trusted"
            case .refused(let kind): kind.rawValue
            case .open: "open"
            }
        return .members(
            ("name", .string(scenario.name)), ("story", .string(scenario)),
            ("fault", scenario.fault.map { .string($0) }),
            ("origins", .array(scenario.origins.map { .string($0) })), ("expected", .string(expected)),
            ("deservesTrust", scenario.deservesTrust.map(JSON.bool) ?? .null),
            ("expectedOfAppTransportSecurity", .string(scenario.expectation.transport.rawValue)))
    }

    private static func policy(
        _ name: String, bundle: String?, decision: TrustDecision, withSteps: Bool
    ) -> JSON {
        let steps = decision.steps.map { step in
            JSON.members(
                ("asked", .string(step.asked)), ("answer", step.answer.map(JSON.bool)),
                ("why", .string(step.why)), ("source", step.source.map(JSON.string)))
        }
        return .members(
            ("policy", .string(name)), ("bundled", bundle.map(JSON.string)),
            ("accepts", decision.isAccepted.map(JSON.bool) ?? .null),
            ("fetchable_at", decision.doubt?.address.map(JSON.string)),
            ("undecided", decision.doubt.map { .string($0.name) }),
            ("secTrustResult", decision.result.map { .string($0.rawValue) }),
            ("disposition", decision.isAccepted.map { _ in .string(decision.disposition.rawValue) }),
            ("reason", .string(decision)),
            ("steps", withSteps ? .array(steps) : nil))
    }
}
