import PKI
import Render
import Trace

/// The decision of NSPinnedDomains about a host.
package struct ATSPinning {
    private let entry: String
    private let decision: TrustDecision?

    /// The decision by the entry of the dictionary that applies to the host. Nil if there is no such entry.
    ///
    /// - Parameter attempt: the connection to the server; nil if no certificate was seen.
    package init?(_ dictionary: ATSDictionary, host: ATSHost, attempt: ConnectionAttempt?) {
        guard let pins = dictionary.pinning, let pinned = pins.pinned(for: host.text) else { return nil }
        entry = pinned.entries.joined(separator: ", ")
        decision = attempt.map { pins.decide($0) }
    }

    /// Whether the pins refuse the connection: they do not fit a chain that the system trusts, or may trust.
    fileprivate var refuses: Bool { isCompared && decision?.isRefused == true }

    /// Whether the pins are compared: the system trusts the chain, or whether it does makes no difference.
    private var isCompared: Bool { decision?.steps.contains { $0.asked == .isDomainPinned } ?? false }

    fileprivate var note: ATSReportNote {
        guard let decision else { return .pinsWithoutCertificate(entry: entry) }
        if decision.isAccepted == nil { return .pinsOpen(entry: entry) }
        return isCompared ? .pins(entry: entry, decision) : .pinsWithoutTrust(entry: entry)
    }

    fileprivate var json: JSON {
        .members(
            ("entry", .string(entry)), ("accepts", decision?.isAccepted.map { .bool($0) }),
            ("reason", decision.map { .string($0) }))
    }
}

extension ATSHost {
    /// The URL of the host's root page.
    func url(_ scheme: ATSPolicy.Scheme = .https) -> String {
        key.contains(":") ? "\(scheme.rawValue)://[\(key)]/" : "\(scheme.rawValue)://\(key)/"
    }
}

extension ATSJudgement {
    /// The result of the judgement together with the pins of the dictionary: pins that do not fit refuse, also where the rest is not decided.
    package func result(with pinning: ATSPinning?) -> Result {
        pinning?.refuses == true ? .refused : result
    }

    /// The report of `trust ats`.
    ///
    /// - Parameters:
    ///   - dictionary: the app's dictionary, whose problems are listed.
    ///   - remedy: the cheapest exception that helps; nil if no exception helps.
    ///   - remarks: sentences about how the server was seen.
    ///   - pinning: the decision of NSPinnedDomains about the host; nil if it has no entry for the host.
    package func report(
        of dictionary: ATSDictionary, remedy: ATSException?, remarks: [Words], pinning: ATSPinning?
    ) -> Report {
        let result = result(with: pinning)
        let url = rules.host.url(scheme)
        let headline: ATSReportNote =
            switch result {
            case .loads: .loads(url: url)
            case .refused: .refused(url: url, error)
            case .undecided: .undecided(url: url)
            }
        var parts: [Report.Part] =
            [.text(headline), .text(ATSReportNote.rules(of: rules.period)), .space] + findings.flatMap(Self.parts)
        parts += remarks.flatMap { [.space, .text($0)] } + rules.differences.flatMap { [.space, .text($0)] }
        parts += dictionary.problemParts
        if let pinning { parts += [.space, .text(pinning.note)] }
        if self.result == .refused { parts += advice(remedy) }
        return Report(
            parts,
            data: .members(
                ("url", .string(url)), ("ios", .string(rules.period.name)), ("result", .string(result.rawValue)),
                ("error", error.map { .number($0.rawValue) }),
                ("findings", .array(findings.map(Self.json))), ("remarks", .array(remarks.map { .string($0) })),
                ("differences", .array(rules.differences.map { .string($0) })),
                ("problems", dictionary.problemsJSON), ("pinnedBy", pinning?.json),
                ("remedy", remedy?.json)))
    }

    private static func parts(_ finding: ATSFinding) -> [Report.Part] {
        let head = Words(finding.outcome).padded(to: 9) + Words(finding.requirement).padded(to: 20)
        return [.text(finding.seen, indent: 29, head: head), .text(finding.sourced(finding.cite), indent: 9)]
    }

    private func advice(_ remedy: ATSException?) -> [Report.Part] {
        var parts: [Report.Part] = [.space, .lines([Words(ATSReportNote.helpsAtServer)])]
        var said: Set<Words> = []
        let repairs = failures.compactMap(\.repair).filter { said.insert($0).inserted }
        parts += repairs.map { .text($0, indent: 2) }
        parts += [.space, .lines([Words(ATSReportNote.helpsInApp)])]
        guard let remedy else {
            let why: ATSReportNote =
                failure != nil
                ? .noKeyMendsHandshake : failures.contains { $0.requirement.isTrust } ? .noKeyMendsTrust : .noKey
            return parts + [.text(why, indent: 2)]
        }
        guard remedy != ATSException() else { return parts + [.text(ATSReportNote.stricterThanATS, indent: 2)] }
        parts.append(.lines(remedy.propertyList(for: rules.host).map { Words(same: "  " + $0) }))
        parts += remedy.costs.map { .text(ATSReportNote.costs(Words($0)), indent: 2) }
        if remedy.costs.contains(where: \.needsJustification) {
            parts.append(.text(ATSReportNote.needsJustification, indent: 2))
        }
        return parts
    }

    private static func json(_ finding: ATSFinding) -> JSON {
        .members(
            ("requirement", .string(finding.requirement.rawValue)), ("outcome", .string(finding.outcome.rawValue)),
            ("seen", .string(finding.seen)), ("reason", .string(finding)),
            ("cite", .string(finding.cite.description)))
    }
}

extension ATSDictionary {
    fileprivate var problemParts: [Report.Part] {
        guard !problems.isEmpty else { return [] }
        return [.space, .lines([Words(ATSReportNote.inDictionary)])]
            + problems.flatMap { problem -> [Report.Part] in
                [.text(Words(same: problem.path.quotable), indent: 2), .text(problem, indent: 4)]
            }
    }

    fileprivate var problemsJSON: JSON {
        .array(
            problems.map {
                .members(("path", .string($0.path)), ("reason", .string($0)))
            })
    }
}

extension ATSException {
    /// The keys of the exception as JSON.
    var json: JSON {
        .object(
            keys.map { key, value in
                let text =
                    value.hasPrefix("\"") ? JSON.string(String(value.dropFirst().dropLast())) : .bool(value == "true")
                return JSON.Member(key, text)
            })
    }
}

extension ContactProblem {
    /// The report of `trust ats` about a server that was not reached, or that accepts no offer.
    ///
    /// - Parameter remarks: sentences about how the server was seen.
    package func report(on host: ATSHost, remarks: [Words]) -> Report {
        let opening: [any Wording] = [ATSReportNote.notLoaded(url: host.url(), error), self]
        return Report(
            (opening.map { .text($0) } + remarks.map { .text($0) }).flatMap { [$0, .space] }
                + [.lines([Words(ATSReportNote.helps)])]
                + remedies.map { .text($0, indent: 2) },
            data: .members(
                ("url", .string(host.url())), ("result", .string(ATSJudgement.Result.refused.rawValue)),
                ("error", error.map { .number($0.rawValue) }), ("problem", .string(name)),
                ("reason", .string(self)), ("findings", .array([])),
                ("remarks", .array(remarks.map { .string($0) }))))
    }
}
