import PKI
import Render
import Trace

/// A verdict for people: what was checked of each certificate of the path, what came of it, and what each check is for.
package struct EvaluateText {
    private let style: PageStyle
    private let tellsAll: Bool

    /// - Parameter tellsAll: whether passes are told with all that is told of failures.
    package init(style: PageStyle, tellsAll: Bool) {
        self.style = style
        self.tellsAll = tellsAll
    }

    /// The verdict in a line, then a branch for each certificate.
    ///
    /// - Parameter handshake: what became of the handshake in which the chain was shown; nil for a chain from files.
    package func page(_ chain: JudgedChain, asked: String, handshake: HandshakeTrial? = nil) -> String {
        let verdict = chain.verdict
        let isGood = verdict.isTrusted && handshake?.failure == nil
        let decision =
            !verdict.isTrusted
            ? "Refused."
            : isGood ? "Trusted." : "The chain is trusted, and the handshake in which it was shown fails."
        let result = chain.secTrust.map { " SecTrust would say \($0.result.rawValue)." } ?? ""
        var text = LabelledParagraph(isGood ? "✔" : "✘", isGood ? .good : .bad, decision + result).text(style: style)
        if let handshake { text += style.paragraph(handshake.sentence(in: .english), indent: 8) }
        if let refusal = verdict.refusal {
            text += LabelledParagraph("", .bad, refusal.reason).text(style: style)
        }
        let errors = chain.secTrust?.errors ?? []
        if let seen = errors.first {
            let causes = errors.dropFirst().map(\.text).joined(separator: ", ")
            text += style.paragraph(
                "An app sees \(seen.text)"
                    + (causes.isEmpty ? "." : "; SecTrustEvaluateWithError says why: \(causes)."),
                indent: 8)
        }
        text += style.paragraph("Asked \(asked).", indent: 8) + "\n"
        var topic: String?
        for finding in verdict.findingsByCertificate where tellsAll || !finding.isRoutine {
            let next = finding.topic(in: .english)
            if next != topic {
                text += (topic == nil ? "" : "\n") + style.paragraph(next, indent: 0)
                topic = next
            }
            text += lines(finding, verdict)
        }
        let count = verdict.findings.count
        let hidden = tellsAll ? 0 : verdict.findings.count(where: \.isRoutine)
        text += "\n\(counted(count, "check"))"
        return text + (hidden > 0 ? ", \(hidden) of them routine and not shown (--all shows them)\n" : "\n")
    }

    private func lines(_ finding: Finding, _ verdict: Verdict) -> String {
        let (mark, mood): (String, LabelledParagraph.Mood) =
            switch finding.outcome {
            case .passed: ("  ✔", .good)
            case .noted: ("  !", .bad)
            case .failed: ("  ✘", .bad)
            }
        var text = LabelledParagraph(mark, mood, "\(finding.policy): \(finding.reason) (\(finding.cite))").text(
            style: style)
        if let error = finding.appleError { text += style.paragraph("Code: \(error.text)", indent: 10) }
        guard tellsAll || finding.outcome != .passed else { return text }
        text += style.paragraph("Why it is checked: \(finding.purpose)", indent: 10)
        if let evidence = evidence(finding, verdict) { text += style.paragraph(evidence, indent: 10) }
        return text
    }

    /// The octets that the finding rests on: the first of them, and where they are.
    private func evidence(_ finding: Finding, _ verdict: Verdict) -> String? {
        guard let range = finding.evidence, let certificate = verdict.certificate(of: finding),
            certificate.indices.contains(range.lowerBound), range.upperBound <= certificate.count
        else { return nil }
        let shown = certificate[range].prefix(16)
        let octets = shown.map { Hex.string([$0]) }
        let more = range.count > shown.count ? " …" : ""
        return
            "Evidence: \(octets.joined(separator: " "))\(more) (octets \(range.lowerBound) to \(range.upperBound - 1))"
    }
}
