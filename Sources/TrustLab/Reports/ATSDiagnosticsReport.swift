import Render
import Trace

/// The report of `trust ats --diagnose`: the output of nscurl, with a reason for each result.
package struct ATSDiagnosticsReport {
    private let host: ATSHost
    /// The trials in their order.
    package let trials: [ATSDiagnostics.Trial]
    private let remarks: [Words]
    private let period: ATSPeriod

    /// The report on the trials of a host.
    ///
    /// - Parameters:
    ///   - remarks: sentences about how the server was seen.
    ///   - period: the versions of iOS by which was judged.
    package init(host: ATSHost, trials: [ATSDiagnostics.Trial], remarks: [Words], period: ATSPeriod = .latest) {
        self.host = host
        self.period = period
        self.trials = trials
        self.remarks = remarks
    }

    private var url: String { host.url() }
    private static let rule = String(repeating: "=", count: 80)

    /// The report in the form of nscurl's output, with reasons.
    package var report: Report {
        let opening: [Report.Part] = [
            .lines(["Starting ATS Diagnostics", ""]), .text(ATSReportNote.trials(url: url)), .text(ATSReportNote.model),
            .text(ATSReportNote.rules(of: period)),
        ]
        return Report(opening + remarks.map { .text($0) } + trials.flatMap(parts), data: json)
    }

    private func parts(_ trial: ATSDiagnostics.Trial) -> [Report.Part] {
        var parts: [Report.Part] = []
        if let heading = trial.row.heading {
            parts += [
                .lines([Words(same: Self.rule), ""]), .text(Words(same: heading.replacing("%", with: host.text))),
                .space,
            ]
        }
        parts += [
            .lines(["---"]), .text(Words(same: trial.row.title)),
            .lines(
                (["ATS Dictionary:"] + trial.row.exception.description(for: host) + [
                    "Result : \(Self.mark(trial.judgement.result))"
                ]).map { Words(same: $0) }),
        ]
        if let error = trial.judgement.error {
            let name = error.localizedDescription(host: host.text) ?? Words(same: error.name)
            let text: Words = "Error Domain=NSURLErrorDomain Code=\(error.rawValue) \"\(name)\""
            parts.append(.text(text, indent: 8, head: "Error :"))
        }
        parts += Self.reasons(trial.judgement).map {
            .text($0, indent: 9, head: Words(english: "Reason :", chinese: "原因："))
        }
        return parts + [.lines(["---", ""])]
    }

    /// A line for each trial: its number, result and title, and the requirements that failed.
    package var brief: Report {
        let parts = trials.enumerated().map { index, trial -> Report.Part in
            let failed = trial.judgement.findings.filter { $0.outcome == .failed }
                .map { Words($0.requirement) }
            let title = Words(same: trial.row.title)
            let head =
                Text.pad(String(index + 1), to: 2, side: .right) + "  "
                + Text.pad(Self.mark(trial.judgement.result), to: 9)
            return .text(
                failed.isEmpty ? title : title.behind(failed.joined(separator: .comma)), indent: 13,
                head: Words(same: head))
        }
        return Report(parts + [.text(ATSReportNote.rules(of: period))])
    }

    private static func mark(_ result: ATSJudgement.Result) -> String {
        switch result {
        case .loads: "PASS"
        case .refused: "FAIL"
        case .undecided: "UNKNOWN"
        }
    }

    /// The reasons for a result: the version and suite for PASS, the failed requirements for FAIL, the unseen facts for UNKNOWN.
    private static func reasons(_ judgement: ATSJudgement) -> [Words] {
        let outcomes: [ATSFinding.Outcome] = judgement.result == .refused ? [.failed] : [.unknown]
        var said: [Words] = []
        let wanted = judgement.findings.filter {
            judgement.result == .loads
                ? $0.requirement == .version || $0.requirement == .suite : outcomes.contains($0.outcome)
        }
        for finding in wanted {
            // A missing certificate is told only once.
            if finding.note == .noCertificate, said.contains(where: { $0.english.hasSuffix(finding.english) }) {
                continue
            }
            let stop = Words(english: ". ", chinese: "。")
            said.append(Words(finding.requirement) + .colon + finding.seen + stop + Words(finding))
        }
        return said
    }

    private var json: JSON {
        .members(
            ("url", .string(url)), ("ios", .string(period.name)), ("remarks", .array(remarks.map { .string($0) })),
            (
                "trials",
                .array(
                    trials.map { trial in
                        .members(
                            ("title", .string(trial.row.title)),
                            ("dictionary", trial.row.exception.json),
                            ("result", .string(Self.mark(trial.judgement.result))),
                            ("error", trial.judgement.error.map { .number($0.rawValue) }),
                            ("reasons", .array(Self.reasons(trial.judgement).map { .string($0) })))
                    })
            ))
    }
}
