import Render
import Trace

/// The reports on challenges and loaders.
package enum ChallengeReport {
    /// The consequence of each answer to each challenge, and SecTrust's results under an app's anchors.
    ///
    /// - Parameters:
    ///   - scenarios: the challenges.
    ///   - chosen: the answers to report.
    ///   - anchors: the servers for which the results under the app's anchors are reported. The JSON has no such part.
    package static func challenges(
        _ scenarios: [ChallengeScenario], of chosen: [AuthChallengeDisposition], anchors scenes: [AnchorScenario]
    ) -> Report {
        Report(
            chosen.flatMap { [.lines([Words(same: $0.rawValue)]), .text($0, indent: 4)] }
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
                            return row(
                                mark, name: Words(same: answer.disposition.rawValue), words: answer.whole)
                        }
                } + (scenes.isEmpty ? [] : anchors(scenes)) + legend,
            data: ChallengeJSON.challenges(scenarios, of: chosen))
    }

    /// SecTrust's result for each server under each setting of anchors.
    private static func anchors(_ scenarios: [AnchorScenario]) -> [Report.Part] {
        [.space, .lines([Words(ChallengeReportNote.anchors)])]
            + AnchorSetting.allCases.flatMap {
                [.lines(["  \($0.name)"]), .text($0, indent: 6)]
            }
            + scenarios.flatMap { scenario -> [Report.Part] in
                [.space, .lines([Words(same: scenario.kind.rawValue)])]
                    + scenario.results.map {
                        let result = $0.evaluation.result
                        return row(
                            mark(result.isSuccess, scenario.kind), name: $0.setting.name,
                            words: Words(same: result.rawValue), width: 48)
                    }
            }
    }

    /// The steps of each exchange of a password in HTTP.
    package static func passwords(_ exchanges: [PasswordExchange]) -> Report {
        var report = Report([.space, .text(PasswordNote.introduction)])
        for exchange in exchanges {
            report.add(.space, .lines([exchange.scene.name]))
            for turn in exchange.turns {
                switch turn {
                case .request(let lines): report += passage(of: .app, lines)
                case .answer(let lines): report += passage(of: .server, lines)
                case .asked(let failures, let disposition):
                    report += passage(of: .delegate, ["previousFailureCount \(failures): \(disposition.rawValue)"])
                }
            }
            report.add(.values(exchange.quantities, indent: 4), .text(exchange.scene, indent: 4))
        }
        report.add(.space, .text(PasswordNote.others))
        return report
    }

    private static func passage(of who: ChallengeReportNote, _ lines: [String]) -> Report {
        Report(
            lines.enumerated().map { .text(Words(same: $1), indent: 13, head: $0 == 0 ? "  \(who)" : "", hang: 2) })
    }

    /// The meaning of the marks.
    private static let legend: [Report.Part] = [
        .space,
        .lines([
            Words(
                english: "+  goes on, and should      x  is refused, and should not be: a locked door",
                chinese: "+  继续，也应当继续     x  遭到拒绝，但不应拒绝：门锁上了"),
            Words(
                english: ".  is refused, and should   !  goes on, and should not: the user can be deceived",
                chinese: ".  遭到拒绝，也应拒绝   !  继续，但不应继续：用户可能受骗"),
        ]),
    ]

    /// The loaders of an app, and the outcome of their requests.
    package static func loaders(_ scenarios: [LoaderScenario]) -> Report {
        guard let first = scenarios.first else { return Report() }
        return Report(
            [.text(first.task), .text(first.kind)]
                + scenarios.flatMap { scenario in
                    [.space, .text(scenario.remedy)]
                        + scenario.requests.flatMap { parts(of: $0, from: scenario.kind) }
                } + legend, data: ChallengeJSON.loaders(scenarios))
    }

    private static func parts(of request: LoaderScenario.Request, from kind: ChallengeScenario.Kind) -> [Report.Part] {
        let loader = request.loader
        let sentences: [any Wording] =
            [request.answer, request.reason, request.outcome(isDeceit: kind.isDeceit)]
            + request.lesson(isDeceit: kind.isDeceit)
        return [.lines(["  \(mark(request.isSent, kind)) \(loader)\(Words.colon)GET \(loader.path)"])]
            + sentences.map { .text($0, indent: 6) }
    }

    private static func mark(_ goesOn: Bool, _ kind: ChallengeScenario.Kind) -> String {
        Matrix.Mark(goesOn, shouldAccept: kind.deservesTrust).rawValue
    }

    private static func row(_ mark: String, name: Words, words: some Wording, width: Int = 31) -> Report.Part {
        .text(words, indent: 4 + width, head: "  \(mark) \(name)")
    }
}

/// The headings of the reports on challenges.
private enum ChallengeReportNote: Wording {
    case anchors
    case app
    case server
    case delegate

    var english: String {
        switch self {
        case .anchors: "anchors: the app has bundled the certificate of own-server, and evaluates"
        case .app: "app"
        case .server: "server"
        case .delegate: "delegate"
        }
    }

    var chinese: String {
        switch self {
        case .anchors: "锚点：应用打包了 own-server 的证书，并进行评估"
        case .app: "应用"
        case .server: "服务器"
        case .delegate: "代理"
        }
    }
}

/// The same reports as JSON.
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

    /// Loaders, with the outcome of their requests.
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
