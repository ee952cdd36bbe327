import PKI
import Render
import Trace
import TrustLab

/// The answer of `trust ats`, to be pasted into a ticket.
struct ATSReport {
    let judgement: ATSJudgement
    let dictionary: ATSDictionary
    let remedy: ATSException?
    let remarks: [String]
    /// The entry of NSPinnedDomains that speaks for the host.
    let pinned: String?

    private var host: ATSHost { judgement.rules.host }
    private var url: String { Self.url(judgement.scheme, host) }

    static func url(_ scheme: ATSPolicy.Scheme, _ host: ATSHost) -> String {
        host.text.contains(":") ? "\(scheme.rawValue)://[\(host.text)]/" : "\(scheme.rawValue)://\(host.text)/"
    }

    // MARK: Text

    var text: String {
        var lines = Text.wrap(headline, to: Text.columns) + [""]
        for finding in judgement.findings { lines += Self.lines(finding) }
        for remark in remarks { lines += [""] + Text.wrap(Text.legible(remark), to: Text.columns) }
        lines += problems
        if let pinned {
            lines += [""]
            lines += Text.wrap(
                "NSPinnedDomains has an entry for \(Text.legible(pinned)): the chain has to hold one of its pins as well. That "
                    + "is not judged here.", to: Text.columns)
        }
        if judgement.result == .refused { lines += advice }
        return lines.map { $0 + "\n" }.joined()
    }

    private var headline: String {
        switch judgement.result {
        case .loads: "\(url) would be loaded."
        case .refused: "\(url) would be refused\(judgement.error.map { " (NSURLErrorDomain \($0.rawValue))" } ?? "")."
        case .undecided: "\(url): not decided, because not everything was seen."
        }
    }

    static func lines(_ finding: ATSFinding) -> [String] {
        let mark =
            switch finding.outcome {
            case .met: "met"
            case .waived: "waived"
            case .failed: "FAILED"
            case .unknown: "unknown"
            }
        let head = Text.pad(mark, to: 9) + Text.pad(finding.requirement.rawValue, to: 20)
        return [head + Text.legible(finding.seen(in: .english))]
            + indented("\(finding.sentence(in: .english)) [\(finding.cite)]", by: 9)
    }

    static func indented(_ text: String, by count: Int) -> [String] {
        Text.wrap(Text.legible(text), to: Text.columns - count).map { String(repeating: " ", count: count) + $0 }
    }

    private var problems: [String] {
        guard !dictionary.problems.isEmpty else { return [] }
        return ["", "In the dictionary"]
            + dictionary.problems.flatMap { problem in
                ["  " + Text.legible(problem.path)] + Self.indented(problem.sentence(in: .english), by: 4)
            }
    }

    private var advice: [String] {
        var lines = ["", "What would change it at the server"]
        var said: [String] = []
        for finding in judgement.failures {
            guard let repair = finding.repair(in: .english), !said.contains(repair) else { continue }
            said.append(repair)
            lines += Self.indented(repair, by: 2)
        }
        lines += ["", "What would change it in the app"]
        guard let remedy else {
            let why =
                judgement.failures.contains { $0.requirement.isTheSystems }
                ? "No key of Info.plist: the system's own trust evaluation refuses the chain, with ATS or without. With "
                    + "NSExceptionAllowsInsecureHTTPLoads or NSAllowsArbitraryLoads a delegate of the app could accept the chain "
                    + "by itself, which takes the whole burden of telling the server from an impostor."
                : "No key of Info.plist that is known to help."
            return lines + Self.indented(why, by: 2)
        }
        guard remedy != ATSException() else {
            return lines
                + Self.indented(
                    "The app's dictionary asks for more than ATS does: without its entry the connection is made.", by: 2
                )
        }
        lines += remedy.propertyList(for: host).map { "  " + $0 }
        for cost in remedy.costs { lines += Self.indented("What it costs: " + cost.sentence(in: .english), by: 2) }
        if remedy.costs.contains(where: \.needsJustification) {
            lines += Self.indented("App Review asks for a justification of it.", by: 2)
        }
        return lines
    }

    // MARK: JSON

    var json: JSON {
        .members(
            ("url", .string(url)), ("result", .string(judgement.result.rawValue)),
            ("error", judgement.error.map { .number($0.rawValue) }),
            ("findings", .array(judgement.findings.map(Self.json))), ("remarks", .array(remarks.map(JSON.string))),
            (
                "problems",
                .array(
                    dictionary.problems.map {
                        .members(("path", .string($0.path)), ("reason", .string($0.sentence(in: .english))))
                    })
            ),
            ("pinnedBy", pinned.map(JSON.string)), ("remedy", remedy.map { Self.json($0) }))
    }

    static func json(_ finding: ATSFinding) -> JSON {
        .members(
            ("requirement", .string(finding.requirement.rawValue)), ("outcome", .string(finding.outcome.rawValue)),
            ("seen", .string(finding.seen(in: .english))), ("reason", .string(finding.sentence(in: .english))),
            ("cite", .string(finding.cite.description)))
    }

    static func json(_ exception: ATSException) -> JSON {
        .object(
            exception.keys.map { key, value in
                let text =
                    value.hasPrefix("\"") ? JSON.string(String(value.dropFirst().dropLast())) : .bool(value == "true")
                return JSON.Member(key, text)
            })
    }
}

/// The answer of `trust ats --diagnose`: what nscurl prints, with reasons.
struct ATSDiagnosticsReport {
    let host: ATSHost
    let server: ATSServer
    let trials: [ATSDiagnostics.Trial]
    let remarks: [String]

    private var url: String { ATSReport.url(.https, host) }
    private static let rule = String(repeating: "=", count: 80)

    var text: String {
        var lines = [
            "Starting ATS Diagnostics", "",
            "Configuring ATS Info.plist keys and displaying the result of HTTPS loads to \(url).",
            "PASS means that the load would end without an error; nothing of it was run on a Mac.",
        ]
        for remark in remarks { lines += Text.wrap(Text.legible(remark), to: Text.columns) }
        for trial in trials {
            if let heading = trial.row.heading {
                lines += [Self.rule, "", heading.replacing("%", with: host.text), ""]
            }
            lines += ["---", trial.row.title, "ATS Dictionary:"] + trial.row.exception.description(for: host)
            lines.append("Result : \(Self.mark(trial.judgement.result))")
            if let error = trial.judgement.error {
                let text =
                    "Error Domain=NSURLErrorDomain Code=\(error.rawValue) "
                    + "\"\(error.localizedDescription(host: host.text))\""
                lines += Self.labelled("Error : ", text)
            }
            for reason in Self.reasons(trial.judgement) {
                lines += Self.labelled("Reason : ", reason)
            }
            lines += ["---", ""]
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// A line for each trial: its number, its result, its title, and which requirements decide against it.
    var brief: String {
        trials.enumerated().map { index, trial in
            let failed = trial.judgement.findings.filter { $0.outcome == .failed }.map(\.requirement.rawValue)
            let why = failed.isEmpty ? "" : " (\(failed.joined(separator: ", ")))"
            return Text.pad(String(index + 1), to: 2, side: .right) + "  "
                + Text.pad(Self.mark(trial.judgement.result), to: 9) + trial.row.title + why + "\n"
        }.joined()
    }

    private static func labelled(_ label: String, _ text: String) -> [String] {
        Text.wrap(Text.legible(text), to: Text.columns - label.count).enumerated().map { index, line in
            (index == 0 ? label : String(repeating: " ", count: label.count)) + line
        }
    }

    private static func mark(_ result: ATSJudgement.Result) -> String {
        switch result {
        case .loads: "PASS"
        case .refused: "FAIL"
        case .undecided: "UNKNOWN"
        }
    }

    /// Why a trial ends as it does: what failed, what is not known, or what was agreed on.
    private static func reasons(_ judgement: ATSJudgement) -> [String] {
        let outcomes: [ATSFinding.Outcome] = judgement.result == .refused ? [.failed] : [.unknown]
        var said: [String] = []
        let wanted = judgement.findings.filter {
            judgement.result == .loads
                ? $0.requirement == .version || $0.requirement == .suite : outcomes.contains($0.outcome)
        }
        for finding in wanted {
            let text =
                "\(finding.requirement.rawValue): \(finding.seen(in: .english)). \(finding.sentence(in: .english))"
            // What nobody has seen is said once.
            if finding.note == .noCertificate, said.contains(where: { $0.hasSuffix(finding.sentence(in: .english)) }) {
                continue
            }
            said.append(text)
        }
        return said
    }

    var json: JSON {
        .members(
            ("url", .string(url)), ("remarks", .array(remarks.map(JSON.string))),
            (
                "trials",
                .array(
                    trials.map { trial in
                        .members(
                            ("title", .string(trial.row.title)),
                            ("dictionary", ATSReport.json(trial.row.exception)),
                            ("result", .string(Self.mark(trial.judgement.result))),
                            ("error", trial.judgement.error.map { .number($0.rawValue) }),
                            ("reasons", .array(Self.reasons(trial.judgement).map(JSON.string))))
                    })
            ))
    }
}
