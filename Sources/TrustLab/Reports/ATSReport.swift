import PKI
import Render
import Trace

/// The answer of `trust ats`, to be pasted into a ticket.
package struct ATSReport {
    private let judgement: ATSJudgement
    private let dictionary: ATSDictionary
    private let remedy: ATSException?
    private let remarks: [String]
    private let pinned: String?

    /// The report on a judgement.
    ///
    /// - Parameters:
    ///   - dictionary: the app's dictionary, whose problems are listed.
    ///   - remedy: the cheapest exception that helps; nil where none does.
    ///   - remarks: how the server was seen.
    ///   - pinned: the entry of NSPinnedDomains that speaks for the host; nil where none does.
    package init(
        judgement: ATSJudgement, dictionary: ATSDictionary, remedy: ATSException?, remarks: [String], pinned: String?
    ) {
        self.judgement = judgement
        self.dictionary = dictionary
        self.remedy = remedy
        self.remarks = remarks
        self.pinned = pinned
    }

    private var host: ATSHost { judgement.rules.host }
    private var url: String { Self.url(judgement.scheme, host) }

    static func url(_ scheme: ATSPolicy.Scheme, _ host: ATSHost) -> String {
        host.text.contains(":") ? "\(scheme.rawValue)://[\(host.text)]/" : "\(scheme.rawValue)://\(host.text)/"
    }

    // MARK: Text

    /// The report as text.
    package var text: String {
        var lines = Text.wrap(headline, to: Text.columns) + [""]
        for finding in judgement.findings { lines += Self.lines(finding) }
        for remark in remarks { lines += [""] + Text.wrap(Text.legible(remark), to: Text.columns) }
        lines += problems
        if let pinned {
            lines += [""]
            lines += Text.wrap(
                "NSPinnedDomains has an entry for \(Text.legible(pinned)). The chain must also contain one of its pins. This is not "
                    + "checked here.", to: Text.columns)
        }
        if judgement.result == .refused { lines += advice }
        return lines.map { $0 + "\n" }.joined()
    }

    private var headline: String {
        switch judgement.result {
        case .loads: "\(url) would be loaded."
        case .refused: "\(url) would be refused\(judgement.error.map { " (NSURLErrorDomain \($0.rawValue))" } ?? "")."
        case .undecided: "\(url): not decided, because some facts are not known."
        }
    }

    private static func lines(_ finding: ATSFinding) -> [String] {
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

    private static func indented(_ text: String, by count: Int) -> [String] {
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
        var lines = ["", "What helps at the server"]
        var said: [String] = []
        for finding in judgement.failures {
            guard let repair = finding.repair(in: .english), !said.contains(repair) else { continue }
            said.append(repair)
            lines += Self.indented(repair, by: 2)
        }
        lines += ["", "What helps in the app"]
        guard let remedy else {
            let why =
                judgement.failures.contains { $0.requirement.isTheSystems }
                ? "No key of Info.plist: the system's own trust evaluation refuses the chain, with ATS or without. With "
                    + "NSExceptionAllowsInsecureHTTPLoads or NSAllowsArbitraryLoads a delegate of the app could accept the chain. Then "
                    + "only the app's own code can tell the server from an attacker."
                : "No key of Info.plist is known to help."
            return lines + Self.indented(why, by: 2)
        }
        guard remedy != ATSException() else {
            return lines
                + Self.indented(
                    "The app's dictionary is stricter than ATS. Without its entry the connection is made.", by: 2
                )
        }
        lines += remedy.propertyList(for: host).map { "  " + $0 }
        for cost in remedy.costs { lines += Self.indented("What it costs: " + cost.sentence(in: .english), by: 2) }
        if remedy.costs.contains(where: \.needsJustification) {
            lines += Self.indented("App Review asks for a justification of this key.", by: 2)
        }
        return lines
    }

    // MARK: JSON

    /// The report for programs.
    package var json: JSON {
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

    private static func json(_ finding: ATSFinding) -> JSON {
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
