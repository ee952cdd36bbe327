import PKI
import Render
import Trace

/// The reports on pins.
package enum PinReport {
    /// The possible pins of every certificate, with advice, and the OpenSSL commands that compute the same values.
    package static func of(_ chain: [CertificatePins], source: PinSource, at time: Int64) -> Report {
        let parts = chain.enumerated().flatMap { index, pins -> [Report.Part] in
            let role = Words(
                english: "\(pins.role.english), \(pins.keyAlgorithm)",
                chinese: "\(pins.role.chinese)，\(pins.keyAlgorithm)")
            return [
                .text(Words(same: "\(index + 1) \(pins.label)").behind(role), hang: 2),
                digests(Words(english: "certificate", chinese: "证书"), pins.certificateDigest),
                digests("SPKI", pins.publicKeyPin.digest),
            ] + pins.advice(at: time).map { advice($0, indent: 2) }
                + source.pipelines(number: index + 1).map { .command($0) } + [.space]
        }
        return Report(parts + [advice(.needsSpare, indent: 0)])
    }

    /// The pin of a key that is in no certificate, and the OpenSSL command that computes the same value.
    package static func of(_ key: KeyFilePin, path: String) -> Report {
        Report([
            .lines([Words(ReportNote.key(of: key.source))]), digests("SPKI", key.pin.digest),
            .command(PinSource.pipeline(for: key.source, path: path)),
        ])
    }

    /// The certificate of the chain to which each of these pins belongs.
    package static func owners(of pins: [PublicKeyPin], in chain: [CertificatePins]) -> Report {
        Report(
            pins.map { pin in
                let index = chain.firstIndex { $0.publicKeyPin == pin }
                let owner = ReportNote.pinned(certificate: index.map { ($0 + 1, chain[$0].label) })
                return .text(Words(same: pin.base64) + .colon + Words(owner))
            })
    }

    /// A digest in base 64 and in hexadecimal.
    private static func digests(_ name: Words, _ digest: [UInt8]) -> Report.Part {
        .table(
            [], [[name, Words(same: Base64.string(digest))], ["", Words(same: Hex.string(digest))]], [.left(13)])
    }

    private static func advice(_ advice: PinAdvice, indent: Int) -> Report.Part {
        let head = String(repeating: " ", count: indent) + "! "
        return .text(advice, indent: head.count, head: Words(same: head), widest: 92 + indent)
    }
}
