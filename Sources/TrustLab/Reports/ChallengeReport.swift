import Render
import Trace

/// Challenges and loaders, for a reader.
package enum ChallengeReport {
    /// What each answer to each challenge leads to, and what anchors make of it.
    ///
    /// - Parameters:
    ///   - chosen: the answers to tell of.
    ///   - anchors: the servers of which is told what the anchors of an app make of them. JSON goes without.
    package static func challenges(
        _ scenarios: [ChallengeScenario], of chosen: [AuthChallengeDisposition], anchors scenes: [AnchorScenario]
    ) -> Report {
        Report(
            chosen.flatMap { [.lines([$0.rawValue]), .text($0, indent: 4)] }
                + scenarios.flatMap { scenario -> [Report.Part] in
                    let kind = scenario.kind
                    let method = scenario.challenge.method
                    return [
                        .space, .lines(["\(kind.rawValue): \(method.rawValue)"]),
                        .text(kind, indent: 4),
                    ]
                        + scenario.answers.filter { chosen.contains($0.disposition) }.map { answer in
                            let isBelieved = answer.consequence == .serverBelieved
                            let mark = method.proves == .server ? mark(isBelieved, kind) : " "
                            return row(mark, answer.disposition.rawValue, answer.whole.sentence(in: .english))
                        }
                } + (scenes.isEmpty ? [] : anchors(scenes)) + legend,
            data: ChallengeJSON.challenges(scenarios, of: chosen))
    }

    /// What SecTrust says of each server under each setting of anchors.
    private static func anchors(_ scenarios: [AnchorScenario]) -> [Report.Part] {
        [.space, .lines(["anchors: the app has bundled the certificate of own-server, and evaluates"])]
            + AnchorSetting.allCases.flatMap {
                [.lines(["  " + $0.rawValue]), .text($0, indent: 6)]
            }
            + scenarios.flatMap { scenario -> [Report.Part] in
                [.space, .lines([scenario.kind.rawValue])]
                    + scenario.results.map {
                        let result = $0.evaluation.result
                        return row(
                            mark(result.isSuccess, scenario.kind), $0.setting.rawValue, result.rawValue, width: 48)
                    }
            }
    }

    /// A 401, the delegate and the request again, in each scene.
    package static func passwords(_ exchanges: [PasswordExchange]) -> Report {
        var report = Report([.space, .text(PasswordNote.introduction)])
        for exchange in exchanges {
            report.add(.space, .lines([exchange.scene.rawValue]))
            for turn in exchange.turns {
                switch turn {
                case .request(let lines): report += told("app", lines)
                case .answer(let lines): report += told("server", lines)
                case .asked(let failures, let disposition):
                    report += told("delegate", ["previousFailureCount \(failures): \(disposition.rawValue)"])
                }
            }
            report.add(.values(exchange.quantities, indent: 4), .text(exchange.remark, indent: 4))
        }
        report.add(.space, .text(PasswordNote.others))
        return report
    }

    private static func told(_ who: String, _ lines: [String]) -> Report {
        Report(lines.enumerated().map { .text($1, indent: 13, head: $0 == 0 ? "  " + who : "", hang: 2) })
    }

    /// What the marks mean.
    private static let legend: [Report.Part] = [
        .space,
        .lines([
            "+  goes on, and should      x  is refused, and should not be: a locked door",
            ".  is refused, and should   !  goes on, and should not: the user can be deceived",
        ]),
    ]

    /// The loaders of an app, and what becomes of their requests.
    package static func loaders(_ scenarios: [LoaderScenario]) -> Report {
        guard let first = scenarios.first else { return Report() }
        return Report(
            [.text(first.task), .text(first.kind)]
                + scenarios.flatMap { scenario in
                    [.space, .text(scenario.remedy)]
                        + scenario.requests.flatMap { told($0, scenario.kind) }
                } + legend, data: ChallengeJSON.loaders(scenarios))
    }

    private static func told(_ request: LoaderScenario.Request, _ kind: ChallengeScenario.Kind) -> [Report.Part] {
        let loader = request.loader
        let sentences: [any Wording] =
            [request.answer, request.reason, request.outcome(isDeceit: kind.isDeceit)]
            + request.lesson(isDeceit: kind.isDeceit)
        return [.lines(["  \(mark(request.isSent, kind)) \(loader.sentence(in: .english)): GET \(loader.path)"])]
            + sentences.map { .text($0, indent: 6) }
    }

    private static func mark(_ goesOn: Bool, _ kind: ChallengeScenario.Kind) -> String {
        Matrix.Mark(goesOn, shouldAccept: kind.deservesTrust).rawValue
    }

    private static func row(_ mark: String, _ name: String, _ words: String, width: Int = 31) -> Report.Part {
        .text(words, indent: 4 + width, head: "  \(mark) \(name)")
    }
}

/// The same for programs.
private enum ChallengeJSON {
    /// Challenges with the consequence of each answer.
    static func challenges(
        _ scenarios: [ChallengeScenario], of chosen: [AuthChallengeDisposition]
    ) -> JSON {
        .array(
            scenarios.map { scenario in
                let answers = scenario.answers.filter { chosen.contains($0.disposition) }.map { answer in
                    JSON.members(
                        ("disposition", .string(answer.disposition.rawValue)),
                        ("consequence", .string(answer.consequence)),
                        ("needsException", .bool(answer.needsException)),
                        ("error", answer.consequence.error.map { .number($0.rawValue) }))
                }
                return .members(
                    ("challenge", .string(scenario.kind.rawValue)),
                    ("method", .string(scenario.challenge.method.rawValue)),
                    ("deservesTrust", .bool(scenario.kind.deservesTrust)), ("answers", .array(answers)))
            })
    }

    /// Loaders, and what becomes of their requests.
    static func loaders(_ scenarios: [LoaderScenario]) -> JSON {
        .array(
            scenarios.map { scenario in
                let requests = scenario.requests.map { request in
                    JSON.members(
                        ("loader", .string(request.loader.rawValue)), ("path", .string(request.loader.path)),
                        ("policy", .bool(request.hasPolicy)), ("disposition", .string(request.disposition.rawValue)),
                        ("sent", .bool(request.isSent)), ("leaks", .bool(scenario.leaks.contains(request))),
                        ("reason", .string(request.reason)))
                }
                return .members(
                    ("server", .string(scenario.kind.rawValue)), ("remedy", .string(scenario.remedy.rawValue)),
                    ("requests", .array(requests)))
            })
    }
}
