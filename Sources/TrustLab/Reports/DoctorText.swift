import PKI
import Render
import Trace

/// A diagnosis for people: the verdict on top, then why, what was bundled beside what is shown, what to do, and what breaks next.
package struct DoctorText {
    private let style: PageStyle

    /// A text in that style.
    package init(style: PageStyle) { self.style = style }

    /// The diagnosis as a page.
    package func page(_ diagnosis: Diagnosis) -> String {
        let isGood = diagnosis.result == .connects && diagnosis.reasons.isEmpty
        let mark =
            switch diagnosis.result {
            case .connects: isGood ? "✔" : "!"
            case .refuses: "✘"
            case .depends, .undecided: "?"
            }
        let verdict = diagnosis.verdict.sentence(in: .english)
        var text = LabelledParagraph(mark, isGood ? .good : .bad, verdict).text(style: style)
        text += paragraphs([subject(diagnosis)], indent: 8)
        text += reasons(diagnosis)
        for (title, renewals, left) in [
            ("Bundled beside shown", diagnosis.bundled, "bundled"),
            ("Earlier beside now", diagnosis.changes, "earlier"),
        ] {
            for (index, renewal) in renewals.enumerated() {
                text += (index == 0 ? heading(title) : "\n") + beside(renewal, left)
            }
        }
        text += remedies(diagnosis) + breaks(diagnosis)
        if !diagnosis.remarks.isEmpty {
            text += heading("How it was seen, and what was not") + paragraphs(diagnosis.remarks, indent: 2)
        }
        return text
    }

    private func subject(_ diagnosis: Diagnosis) -> String {
        let examination = diagnosis.examination
        let place = examination.place.map { ", at \($0)" } ?? ""
        return "Asked for \(examination.host.text)\(place), on \(examination.evidence.date)."
    }

    // MARK: - Parts

    private func reasons(_ diagnosis: Diagnosis) -> String {
        guard !diagnosis.reasons.isEmpty else { return "" }
        var text = heading("Why, the weightiest first")
        for (index, reason) in diagnosis.reasons.enumerated() {
            let cite = reason.ailment.cite.map { " [\($0)]" } ?? ""
            text += style.paragraph(
                reason.ailment.sentence(in: .english) + cite, behind: "  \(index + 1)", indent: 5)
            if !reason.errors.isEmpty {
                text += style.paragraph("An app sees \(reason.errors.map(\.text).joined(separator: ", ")).", indent: 5)
            }
        }
        return text
    }

    /// Two columns where a pin in base 64, which has 44 characters, fits into each; else one below the other.
    private func beside(_ renewal: Renewal, _ left: String) -> String {
        func cells(_ pins: CertificatePins) -> [String] {
            [
                pins.label, pins.serialNumber, CivilTime.text(pins.notBefore), CivilTime.text(pins.notAfter),
                pins.keyName, pins.publicKeyPin.base64, pins.issuer,
            ].map { Text.legible($0) }
        }
        let titles = ["whose", "serial", "from", "until", "key", "pin", "issuer"]
        let old = cells(renewal.bundled)
        let new = renewal.shown.map(cells) ?? titles.map { _ in "" }
        let rows = zip(titles, zip(old, new)).map { ($0, $1.0, $1.1 == $1.0 ? "the same" : $1.1) }
        let shown = "shown (\(renewal.shown?.role.rawValue ?? "nothing")): \(renewal.kind.rawValue)"
        let narrow = style.columns < 2 + 8 + 45 + 44
        return narrow
            ? paragraphs([shown], indent: 2) + rows.map { below($0.0, left, $0.1, $0.2) }.joined()
            : ([("", left, shown)] + rows).map { beside($0.0, $0.1, $0.2) }.joined()
    }

    private func beside(_ title: String, _ left: String, _ right: String) -> String {
        let (left, right) = (Text.wrap(left, to: 44), Text.wrap(right, to: style.columns - 55))
        return (0..<max(left.count, right.count)).map { index in
            let row =
                "  " + Text.pad(index == 0 ? title : "", to: 8)
                + Text.pad(index < left.count ? left[index] : "", to: 45) + (index < right.count ? right[index] : "")
            return Text.trimmed(row) + "\n"
        }.joined()
    }

    private func below(_ title: String, _ label: String, _ left: String, _ right: String) -> String {
        [(title, label, left), ("", "shown", right)].map { title, label, words in
            let head = "  " + Text.pad(title, to: 8) + Text.pad(label, to: 9)
            return style.paragraph(words, behind: head, indent: 19)
        }.joined()
    }

    private func remedies(_ diagnosis: Diagnosis) -> String {
        let all = diagnosis.remedies
        guard !all.isEmpty else { return "" }
        var text = heading("What to do, and what it costs")
        for remedy in all {
            text += style.paragraph(
                remedy.sentence(in: .english), behind: "  " + remedy.place.rawValue, indent: 10)
            if case .exempt(let exception, let host) = remedy {
                text += exception.propertyList(for: host).map { "            " + $0 + "\n" }.joined()
            }
            text += paragraphs(remedy.prices.map { "Price: " + $0.sentence(in: .english) }, indent: 10)
        }
        return text
    }

    private func breaks(_ diagnosis: Diagnosis) -> String {
        guard !diagnosis.next.isEmpty else { return "" }
        var text = heading("What breaks next")
        for event in diagnosis.next {
            let (left, overflow) = event.latest.subtractingReportingOverflow(diagnosis.examination.evidence.time)
            let days = overflow ? "" : " (\(counted(Int(clamping: max(0, left / CivilTime.day)), "day")))"
            let when = (event.mayComeEarlier ? "by " : "on ") + English.day(event.latest) + days
            text += style.paragraph(event.sentence(in: .english), behind: "  " + when, indent: 30)
        }
        return text
    }

    private func heading(_ title: String) -> String { "\n" + title + "\n" }

    private func paragraphs(_ texts: [String], indent: Int) -> String {
        texts.map { style.paragraph($0, indent: indent) }.joined()
    }
}

extension Diagnosis {
    /// What can be done, each thing once, in the order of the reasons.
    package var remedies: [Remedy] {
        var seen: Set<Remedy> = []
        return reasons.flatMap(\.remedies).filter { seen.insert($0).inserted }
    }
}
