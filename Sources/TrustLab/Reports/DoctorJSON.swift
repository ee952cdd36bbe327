import PKI
import Render
import Trace

/// A diagnosis for programs.
package enum DoctorJSON {
    /// The diagnosis as an object.
    package static func object(_ diagnosis: Diagnosis) -> JSON {
        let examination = diagnosis.examination
        return .members(
            ("result", .string(diagnosis.result.rawValue)),
            ("verdict", .string(diagnosis.verdict.sentence(in: .english))), ("host", .string(examination.host.text)),
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
                            ("what", .string(event.sentence(in: .english))))
                    })
            ),
            ("remarks", .array(diagnosis.remarks.map(JSON.string))))
    }

    private static func reason(_ reason: Diagnosis.Reason) -> JSON {
        .members(
            ("reason", .string(reason.ailment.name)), ("weight", .string("\(reason.ailment.weight)")),
            ("why", .string(reason.ailment.sentence(in: .english))),
            ("cite", reason.ailment.cite.map { .string($0.description) }),
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
            ("where", .string(remedy.place.rawValue)), ("what", .string(remedy.sentence(in: .english))),
            ("prices", .array(remedy.prices.map { .string($0.sentence(in: .english)) })))
    }
}

extension AppleError {
    /// The error for programs.
    package var json: JSON {
        .members(("domain", .string(domain.rawValue)), ("name", .string(name)), ("code", .number(rawValue)))
    }
}
