import Render
import Trace

/// Challenges and loaders, for a reader.
package struct ChallengeText {
    private let style: PageStyle

    /// Texts in the columns of that style.
    package init(style: PageStyle) { self.style = style }

    /// The consequence of each answer to each challenge.
    ///
    /// - Parameter chosen: the answers to tell of.
    package func challenges(
        _ scenarios: [ChallengeScenario], of chosen: [AuthChallengeDisposition]
    ) -> String {
        var text = ""
        for disposition in chosen {
            text += disposition.rawValue + "\n" + style.paragraph(disposition.sentence(in: .english), indent: 4)
        }
        for scenario in scenarios {
            text += "\n\(scenario.kind.rawValue): \(scenario.challenge.method.rawValue)\n"
            text += style.paragraph(scenario.kind.sentence(in: .english), indent: 4)
            for answer in scenario.answers where chosen.contains(answer.disposition) {
                let isBelieved = answer.consequence == .serverBelieved
                let isServer = scenario.challenge.method.proves == .server
                let mark =
                    !isServer
                    ? " "
                    : scenario.kind.deservesTrust ? (isBelieved ? "+" : "x") : (isBelieved ? "!" : ".")
                text += row(mark, answer.disposition.rawValue, words(answer))
            }
        }
        return text
    }

    /// SecTrust's result for each server under each setting of anchors.
    package func anchors(_ scenarios: [AnchorScenario]) -> String {
        var text = "\nanchors: the app has bundled the certificate of own-server, and evaluates\n"
        for setting in AnchorSetting.allCases {
            text += "  " + setting.rawValue + "\n" + style.paragraph(setting.sentence(in: .english), indent: 6)
        }
        for scenario in scenarios {
            text += "\n\(scenario.kind.rawValue)\n"
            for result in scenario.results {
                let accepts = result.evaluation.result.isSuccess
                let mark = scenario.kind.deservesTrust ? (accepts ? "+" : "x") : (accepts ? "!" : ".")
                text += row(mark, result.setting.rawValue, result.evaluation.result.rawValue, width: 48)
            }
        }
        return text
    }

    /// The meanings of the marks.
    package static let legend = """

        +  goes on, and should      x  is refused, and should not be: a locked door
        .  is refused, and should   !  goes on, and should not: the user can be deceived

        """

    /// The loaders of an app, and what becomes of their requests.
    package func loaders(_ scenarios: [LoaderScenario]) -> String {
        guard let first = scenarios.first else { return "" }
        var text =
            style.paragraph(first.task, indent: 0) + style.paragraph(first.kind.sentence(in: .english), indent: 0)
        for scenario in scenarios {
            text += "\n" + style.paragraph(scenario.remedy.sentence(in: .english), indent: 0)
            let isDeceit = scenario.kind.isDeceit
            for request in scenario.requests {
                let mark =
                    scenario.kind.deservesTrust ? (request.isSent ? "+" : "x") : (request.isSent ? "!" : ".")
                text += "  \(mark) \(request.loader.sentence(in: .english)): GET \(request.loader.path)\n"
                text += style.paragraph(request.answer(in: .english), indent: 6)
                text += style.paragraph(request.reason(in: .english), indent: 6)
                text += style.paragraph(outcome(request, isDeceit), indent: 6)
                for line in request.lesson(isDeceit: isDeceit, in: .english) {
                    text += style.paragraph(line, indent: 6)
                }
            }
        }
        return text
    }

    private func outcome(_ request: LoaderScenario.Request, _ isDeceit: Bool) -> String {
        let words = request.outcome(isDeceit: isDeceit, in: .english)
        guard case .answered(let consequence) = request.ending, let error = consequence.error else { return words }
        return "\(words) The app sees \(error.text)."
    }

    private func words(_ answer: ChallengeScenario.Answer) -> String {
        let words = answer.sentence(in: .english)
        return answer.consequence.error.map { "\(words) The app sees \($0.text)." } ?? words
    }

    private func row(_ mark: String, _ name: String, _ words: String, width: Int = 31) -> String {
        style.paragraph(words, behind: "  \(mark) \(name)", indent: 4 + width)
    }
}

/// The same for programs.
package enum ChallengeJSON {
    /// Challenges with the consequence of each answer.
    package static func challenges(
        _ scenarios: [ChallengeScenario], of chosen: [AuthChallengeDisposition]
    ) -> JSON {
        .array(
            scenarios.map { scenario in
                let answers = scenario.answers.filter { chosen.contains($0.disposition) }.map { answer in
                    JSON.members(
                        ("disposition", .string(answer.disposition.rawValue)),
                        ("consequence", .string(answer.consequence.sentence(in: .english))),
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
    package static func loaders(_ scenarios: [LoaderScenario]) -> JSON {
        .array(
            scenarios.map { scenario in
                let requests = scenario.requests.map { request in
                    JSON.members(
                        ("loader", .string(request.loader.rawValue)), ("path", .string(request.loader.path)),
                        ("policy", .bool(request.hasPolicy)), ("disposition", .string(request.disposition.rawValue)),
                        ("sent", .bool(request.isSent)), ("leaks", .bool(scenario.leaks.contains(request))),
                        ("reason", .string(request.reason(in: .english))))
                }
                return .members(
                    ("server", .string(scenario.kind.rawValue)), ("remedy", .string(scenario.remedy.rawValue)),
                    ("requests", .array(requests)))
            })
    }
}
