import PKI
import Render
import Trace

extension JudgedChain {
    /// The report on the verdict: the checks of each certificate of the path, with result and purpose.
    ///
    /// - Parameters:
    ///   - asked: the question in words.
    ///   - handshake: the outcome of the handshake in which the chain was shown; nil for a chain from files.
    ///   - tellsAll: whether the report has every check, and for passed checks as much detail as for failed ones.
    package func report(asked: Words, handshake: HandshakeTrial? = nil, tellsAll: Bool) -> Report {
        let isGood = verdict.isTrusted && handshake?.failure == nil
        let decision =
            doubt.map(ReportNote.open)
            ?? .verdict(isTrusted: verdict.isTrusted, handshakeFails: handshake?.failure != nil, secTrust?.result)
        var parts: [Report.Part] = [
            .marked(isGood ? "✔" : isOpen ? "?" : "✘", isGood ? .good : isOpen ? .unknown : .bad, decision)
        ]
        if let handshake { parts.append(.text(handshake, indent: 8)) }
        // What is open about timestamps is told with the decision.
        if let refusal = verdict.refusal, doubt == nil || doubt?.address != nil {
            parts.append(.marked("", .bad, refusal))
        }
        let errors = secTrust?.errors ?? []
        if let seen = errors.first {
            parts.append(
                .text(ReportNote.appSeesBecause(seen, Array(errors.dropFirst()), unless: doubt), indent: 8))
        }
        parts += [.text(ReportNote.asked(asked), indent: 8), .space]
        var topic: Words?
        for finding in verdict.findingsByCertificate where tellsAll || !finding.isRoutine {
            let next = Words(english: finding.englishTopic, chinese: finding.chineseTopic)
            if next != topic {
                parts += (topic == nil ? [] : [.space]) + [.text(next)]
                topic = next
            }
            parts += paragraphs(on: finding, tellsAll: tellsAll)
        }
        let hidden = tellsAll ? 0 : verdict.findings.count(where: \.isRoutine)
        return Report(
            parts + [.space, .lines([Words(ReportNote.checks(verdict.findings.count, hidden: hidden))])],
            data: VerdictJSON.object(self, asked: asked.english, handshake: handshake))
    }

    private func paragraphs(on finding: CheckResult, tellsAll: Bool) -> [Report.Part] {
        let (mark, mood): (Words, LabelledParagraph.Mood) =
            switch finding.outcome {
            case .passed: ("  ✔", .good)
            case .noted: ("  !", .bad)
            case .failed: ("  ✘", .bad)
            }
        var more = finding.appleError.map { [ReportNote.code($0)] } ?? []
        if tellsAll || finding.outcome != .passed {
            more += [.purpose(finding.check)] + (evidence(finding).map { [$0] } ?? [])
        }
        let reason = Words(finding).citing(finding.cite)
        return [.marked(mark, mood, finding.check.name + .colon + reason)]
            + more.map { .text($0, indent: 10) }
    }

    /// The octets on which the finding is based: the first 16 of them, and their place in the certificate. Nil if the finding has none.
    private func evidence(_ finding: CheckResult) -> ReportNote? {
        guard let range = finding.evidence, let certificate = verdict.certificate(of: finding),
            certificate.indices.contains(range.lowerBound), range.upperBound <= certificate.count
        else { return nil }
        let shown = certificate[range].prefix(16)
        let more = range.count > shown.count ? " …" : ""
        return .evidence(Hex.spaced(shown) + more, range)
    }
}
