import PKI
import Render
import Trace

/// The matrix for a reader.
package struct MatrixText {
    private let style: PageStyle

    /// Texts in the columns of that style.
    package init(style: PageStyle) { self.style = style }

    /// The letters of the columns.
    private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ").map(String.init)

    private static func letter(_ index: Int) -> String { index < letters.count ? letters[index] : "?" }

    // MARK: - The list

    /// The scenarios, each with what it is about.
    package func list(_ scenarios: [TrustScenario]) -> String {
        var text = ""
        for scenario in scenarios {
            text += scenario.name + "\n"
            text += paragraph(scenario.story, indent: 4)
            if let fault = scenario.fault { text += labelled("wrong", fault) }
            text += labelled("from", scenario.origins.map(\.description).joined(separator: "; "))
            text += labelled("expected", Self.expectation(scenario.expectation))
        }
        return text + "\(scenarios.count) scenarios\n"
    }

    static func expectation(_ expectation: TrustScenario.Expectation) -> String {
        let platform =
            switch expectation.platform {
            case .trusted: "trusted"
            case .refused(let kind): "refused (\(kind.rawValue))"
            }
        return "\(platform); App Transport Security: \(expectation.transport.rawValue)"
    }

    // MARK: - One row

    /// - Parameter chosen: the places of the policies to tell of, in ``policies``.
    package func one(_ row: MatrixRow, why: Bool, of chosen: [Int]) -> String {
        var text = (row.name ?? "your chain") + "\n"
        if let scenario = row.scenario {
            text += paragraph(scenario.story, indent: 4)
            if let fault = scenario.fault { text += labelled("wrong", fault) }
            text += labelled("from", scenario.origins.map(\.description).joined(separator: "; "))
        }
        let evidence = row.evidence
        let asked = if case .server(let host) = evidence.asked { host } else { "a client" }
        text += labelled("asked for", "\(asked) at \(evidence.date)")
        text += labelled("sent", Self.names(evidence.chain))
        text += labelled("system", Self.names(evidence.systemAnchors))
        if !evidence.userAnchors.isEmpty { text += labelled("installed", Self.names(evidence.userAnchors)) }
        text += labelled("bundled", Self.names(evidence.pins))
        if !evidence.pinnedKeys.isEmpty {
            text += labelled("keys", evidence.pinnedKeys.map(\.base64).joined(separator: ", "))
        }
        if let stapled = evidence.stapledResponse, let response = try? StapledResponse(stapled) {
            text += labelled("stapled", response.certificates.map(\.rawValue).joined(separator: ", "))
        }
        if let agreed = row.agreed {
            let parts = [
                agreed.version.map { $0.name ?? $0.description }, agreed.suite?.description, agreed.group?.name,
            ]
            text += labelled("agreed on", parts.compactMap { $0 }.joined(separator: ", "))
            text += labelled("handshake", agreed.handshake?.sentence(in: .english) ?? "not examined")
            text += labelled(
                "policies", "judge the certificates alone; App Transport Security also version, suite and handshake")
        } else if row.scenario == nil {
            text += labelled(
                "assumed", "TLS 1.2 with an ECDHE suite, and a server that has the key: no connection was examined")
        }
        if !evidence.peerHasKey {
            text += labelled(
                "handshake", "fails at CertificateVerify, even if the chain is accepted: the private key is missing")
        }
        if let scenario = row.scenario { text += labelled("expected", Self.expectation(scenario.expectation)) }
        text += "\n"
        let width = (chosen.map { Text.width(Self.policies[$0]) }.max() ?? 0) + 2
        for (index, decision) in row.decisions.enumerated() where chosen.contains(index) {
            guard let decision else { continue }
            let verdict = decision.accepts ? "accepts" : "refuses"
            let mark = Self.mark(decision.accepts, shouldAccept: row.deservesTrust)
            text += line(mark, Self.policies[index], verdict, width)
            if let result = decision.result { text += "    SecTrust: \(result.rawValue)\n" }
            if why { text += steps(decision) }
        }
        if let judgement = row.transport, chosen.contains(row.decisions.count) {
            let loads = judgement.result == .loads
            let mark = Self.mark(loads, shouldAccept: row.deservesTrust)
            text += line(mark, Self.transport, loads ? "accepts" : "refuses", width)
            if why {
                text += judgement.failures.map { paragraph($0.sentence(in: .english), indent: 6, first: 4) }.joined()
            }
        }
        return text + Self.legend(isPlatform: row.scenario == nil)
    }

    /// A policy with its verdict, which stands first where the page is too narrow for the longest name before it.
    private func line(_ mark: String, _ policy: String, _ verdict: String, _ width: Int) -> String {
        let isNarrow = 2 + width + verdict.count > style.columns
        guard isNarrow else { return "\(mark) " + Text.pad(policy, to: width) + verdict + "\n" }
        return style.paragraph(policy, behind: "\(mark) \(verdict)  ")
    }

    private func steps(_ decision: TrustDecision) -> String {
        decision.steps.map { step in
            let answer = step.answer.map { $0 ? "yes" : "no" } ?? "set"
            let asked = step.asked.sentence(in: .english)
            let source = step.source.map { " (\($0))" } ?? ""
            return paragraph("\(asked) \(answer): \(step.why.sentence(in: .english))\(source)", indent: 6, first: 4)
        }.joined()
    }

    static func names(_ certificates: [[UInt8]]) -> String {
        guard !certificates.isEmpty else { return "nothing" }
        let names = certificates.map { der in
            let name = try? CertificateNames.commonName(ofSubjectIn: der)
            return (name ?? nil)?.quotable ?? "(no common name)"
        }
        guard names.count > 6 else { return names.joined(separator: ", ") }
        return names.prefix(5).joined(separator: ", ") + " and \(names.count - 5) more"
    }

    // MARK: - All rows

    /// A line for each scenario, with a mark for each policy.
    package func all(_ rows: [MatrixRow], of chosen: [Int]) -> String {
        let lines = rows.map { row in
            let accepts = row.decisions.map { $0?.accepts } + [row.transport.map { $0.result == .loads }]
            let cells = chosen.map { accepts[$0].map { Self.mark($0, shouldAccept: row.deservesTrust) } ?? " " }
            return (row.name ?? "", cells)
        }
        return columns(chosen.map { Self.policies[$0] }) + grid(lines, count: chosen.count) + Self.legend()
    }

    /// The names of all columns.
    package static let policies = PolicyColumn.all.map(\.name) + [transport]

    /// The last column: no delegate's doing, and asked of the certificates alone.
    static let transport = "App Transport Security"

    // MARK: - The clock

    /// A line for each moment of a story.
    package func clock(_ clock: MatrixClock) -> String {
        let titles = clock.apps.map { app in app.policy.name + (app.bundle.map { ": \($0.name)" } ?? "") }
        var text = columns(titles)
        text += grid(
            zip(clock.story.moments, clock.decisions).map { moment, decisions in
                let cells = decisions.map {
                    $0.map { Self.mark($0.accepts, shouldAccept: moment.deservesTrust) } ?? " "
                }
                return ("\(moment.evidence.date.prefix(10))  \(moment.event)", cells)
            }, count: titles.count)
        return text + Self.legend()
    }

    // MARK: - Parts

    private func columns(_ titles: [String]) -> String {
        titles.enumerated().map { paragraph("\(Self.letter($0))  \($1)", indent: 3, first: 0) }.joined() + "\n"
    }

    private func grid(_ rows: [(name: String, cells: [String])], count: Int) -> String {
        // Letters stand close where the page is narrow; names that are still too long go on below.
        let longest = (rows.map { Text.width($0.name) }.max() ?? 0) + 2
        let gap = longest + 2 * count - 1 <= style.columns ? " " : ""
        let width = min(longest, max(24, style.columns - count * (gap.count + 1)))
        let head = Text.pad("", to: width) + (0..<count).map(Self.letter).joined(separator: gap)
        let lines = rows.flatMap { row in
            Text.wrap(row.name, to: width - 2, hang: 4).enumerated().map { index, part in
                Text.pad(part, to: width) + (index == 0 ? row.cells.joined(separator: gap) : "")
            }
        }
        return ([head] + lines).map { Text.trimmed($0) + "\n" }.joined()
    }

    /// - Parameter isPlatform: whether what should be done is what the platform does: of a chain of the user's nothing else
    ///   is known.
    private static func legend(isPlatform: Bool = false) -> String {
        func entry(_ mark: MatrixMark) -> String { "\(mark.rawValue)  \(mark.meaning(isPlatform: isPlatform))" }
        return """

            \(entry(.accepts))    \(entry(.lockedOut))
            \(entry(.refuses))    \(entry(.deceived))

            """
    }

    private static func mark(_ accepts: Bool, shouldAccept: Bool) -> String {
        MatrixMark(accepts, shouldAccept: shouldAccept).rawValue
    }

    private func labelled(_ label: String, _ words: String) -> String {
        style.paragraph(words, behind: "    " + label, indent: 15)
    }

    private func paragraph(_ words: String, indent: Int, first: Int? = nil) -> String {
        let lines = Text.wrap(words, to: style.columns - indent)
        return lines.enumerated().map { index, line in
            String(repeating: " ", count: index == 0 ? first ?? indent : indent) + line + "\n"
        }.joined()
    }
}
