import PKI
import Render
import Trace

extension Diagnosis {
    /// The report: the verdict, the reasons, the bundled certificates beside those that are shown, the remedies, and the coming breaks.
    package var report: Report {
        let isGood = result == .connects && reasons.isEmpty
        let mark: Words =
            switch result {
            case .connects: isGood ? "✔" : "!"
            case .refuses: "✘"
            case .depends, .undecided: "?"
            }
        var parts: [Report.Part] = [
            .marked(mark, isGood ? .good : .bad, verdict),
            .text(
                ReportNote.askedFor(
                    host: examination.host.text, place: examination.place.map { "\($0)" },
                    date: examination.evidence.date),
                indent: 8),
        ]
        let numbered = reasons.enumerated().flatMap { Self.parts(of: $1, number: $0 + 1) }
        parts += Self.section(.reasons, numbered)
        for (title, renewals, left) in [
            (DoctorNote.bundledBeside, bundled, DoctorNote.bundled), (.earlierBeside, changes, .earlier),
        ] {
            parts += Self.section(title, Report(apart: renewals.map { Report([Self.beside($0, left)]) }).parts)
        }
        parts += Self.section(.remedies, remedies.flatMap(Self.parts(of:)))
        parts += Self.section(.next, next.map(part(of:)))
        parts += Self.section(.remarks, remarks.map { .text($0, indent: 2) })
        return Report(parts, data: DoctorJSON.object(self))
    }

    private static func section(_ title: DoctorNote, _ parts: [Report.Part]) -> [Report.Part] {
        parts.isEmpty ? [] : [.space, .lines([Words(title)])] + parts
    }

    private static func parts(of reason: Reason, number: Int) -> [Report.Part] {
        let words = reason.refusal.cite.map { reason.refusal.sourced($0) } ?? Words(reason.refusal)
        return [.text(words, indent: 5, head: "  \(number)")]
            + (reason.errors.isEmpty ? [] : [.text(ReportNote.appSees(reason.errors), indent: 5)])
    }

    private static func beside(_ renewal: Renewal, _ was: DoctorNote) -> Report.Part {
        func cells(_ pins: CertificatePins) -> [Words] {
            [
                Words(same: pins.label), Words(same: pins.serialNumber), Words(same: CivilTime.text(pins.notBefore)),
                Words(same: CivilTime.text(pins.notAfter)), Words(pins.keyName), Words(same: pins.publicKeyPin.base64),
                Words(same: pins.issuer),
            ].map { $0.map { Text.legible($0) } }
        }
        let titles: [DoctorNote] = [.whose, .serial, .from, .until, .key, .pin, .issuer]
        let new = renewal.shown.map(cells) ?? titles.map { _ in Words("") }
        let rows = zip(titles, zip(cells(renewal.bundled), new)).map { title, cell in
            (name: Words(title), was: cell.0, isNow: cell.1 == cell.0 ? Words(DoctorNote.same) : cell.1)
        }
        let change = DoctorNote.change(renewal.shown?.role, renewal.kind)
        return .beside(was: Words(was), isNow: Words(DoctorNote.shown), change: Words(change), rows)
    }

    private static func parts(of remedy: Remedy) -> [Report.Part] {
        var parts: [Report.Part] = [.text(remedy, indent: 10, head: "  \(remedy.place)")]
        if case .exempt(let exception, let host) = remedy {
            parts.append(.lines(exception.propertyList(for: host).map { Words(same: "            " + $0) }))
        }
        return parts + remedy.costs.map { .text(DoctorNote.price(Words($0)), indent: 10) }
    }

    private func part(of event: NextBreak) -> Report.Part {
        let (left, overflow) = event.latest.subtractingReportingOverflow(examination.evidence.time)
        let when = DoctorNote.day(
            English.day(event.latest), mayComeEarlier: event.mayComeEarlier,
            days: overflow ? nil : Int(clamping: max(0, left / CivilTime.day)))
        return .text(event, indent: 30, head: "  \(when)")
    }

    /// The remedies in the order of the reasons, each of them once.
    package var remedies: [Remedy] {
        var seen: Set<Remedy> = []
        return reasons.flatMap(\.remedies).filter { seen.insert($0).inserted }
    }
}

/// A diagnosis as JSON.
private enum DoctorJSON {
    static func object(_ diagnosis: Diagnosis) -> JSON {
        let examination = diagnosis.examination
        return .members(
            ("result", .string(diagnosis.result.rawValue)),
            ("verdict", .string(diagnosis.verdict)), ("host", .string(examination.host.text)),
            ("place", examination.place.map { .string("\($0)") }), ("time", .string(examination.evidence.date)),
            ("policy", examination.policy.map { .string($0.name) }),
            ("reasons", .array(diagnosis.reasons.map(reason))),
            ("bundled", .array(diagnosis.bundled.map(renewal))), ("earlier", .array(diagnosis.changes.map(renewal))),
            ("shown", .array(diagnosis.shown.map(certificate))),
            ("remedies", .array(diagnosis.remedies.map(remedy))),
            (
                "next",
                .array(
                    diagnosis.next.map { event in
                        .members(
                            ("event", .string(event.name)), ("latest", .string(CivilTime.text(event.latest))),
                            ("mayComeEarlier", .bool(event.mayComeEarlier)),
                            ("certificate", .string(event.certificate.label)),
                            ("what", .string(event)))
                    })
            ),
            ("remarks", .array(diagnosis.remarks.map { .string($0) })))
    }

    private static func reason(_ reason: Diagnosis.Reason) -> JSON {
        .members(
            ("reason", .string(reason.refusal.name)), ("weight", .string("\(reason.refusal.weight)")),
            ("why", .string(reason.refusal)),
            ("cite", reason.refusal.cite.map { .string($0.description) }),
            ("errors", .array(reason.errors.map(\.json))))
    }

    private static func renewal(_ renewal: Renewal) -> JSON {
        .members(
            ("kind", .string(renewal.kind.rawValue)), ("was", certificate(renewal.bundled)),
            ("shown", renewal.shown.map(certificate)))
    }

    private static func certificate(_ pins: CertificatePins) -> JSON {
        .members(
            ("name", .string(pins.label)), ("role", .string(pins.role.rawValue)),
            ("serial", .string(pins.serialNumber)), ("from", .string(CivilTime.text(pins.notBefore))),
            ("until", .string(CivilTime.text(pins.notAfter))), ("key", .string(pins.keyName)),
            ("pin", .string(pins.publicKeyPin.base64)), ("issuer", .string(pins.issuer)))
    }

    private static func remedy(_ remedy: Remedy) -> JSON {
        .members(
            ("where", .string(remedy.place.rawValue)), ("what", .string(remedy)),
            ("prices", .array(remedy.costs.map { .string($0) })))
    }
}

extension AppleError {
    /// The error as JSON.
    package var json: JSON {
        .members(("domain", .string(domain.rawValue)), ("name", .string(name)), ("code", .number(rawValue)))
    }
}
