import PKI
import Render
import Trace

/// The pins of a chain as text.
package struct PinText {
    private let style: PageStyle

    /// Texts in the columns of that style.
    package init(style: PageStyle) { self.style = style }

    /// The pins of every certificate, what there is to know about them, and how OpenSSL finds the same.
    package func page(_ chain: [CertificatePins], source: PinSource, at time: Int64) -> String {
        var lines: [String] = []
        for (index, pins) in chain.enumerated() {
            lines += certificate(pins, number: index + 1, at: time)
            lines += source.pipelines(number: index + 1).flatMap(command)
            lines.append("")
        }
        lines += paragraph(PinAdvice.needsSpare, indent: 0)
        return lines.joined(separator: "\n") + "\n"
    }

    /// The pin of a key that is in no certificate, and how OpenSSL finds the same.
    package func page(_ key: KeyFilePin, path: String) -> String {
        let rows = [("SPKI", key.pin.base64), ("", Hex.string(key.pin.digest))]
        var lines = ["the key of a \(key.source.rawValue)"] + rows.map { "  \(Text.pad($0, to: 13))\($1)" }
        lines += command(PinSource.pipeline(for: key.source, path: path))
        return lines.joined(separator: "\n") + "\n"
    }

    /// Which certificate of the chain has a pin.
    package func owner(of pin: PublicKeyPin, in chain: [CertificatePins]) -> String {
        let index = chain.firstIndex { $0.publicKeyPin == pin }
        let words =
            index.map { "the key of certificate \($0 + 1), \(chain[$0].label)." }
            ?? "no key of this chain. It may be a spare."
        return Text.wrap("\(pin.base64): \(words)", to: style.columns).joined(separator: "\n")
    }

    private func certificate(_ pins: CertificatePins, number: Int, at time: Int64) -> [String] {
        let rows = [
            ("certificate", Base64.string(pins.certificateDigest)), ("", Hex.string(pins.certificateDigest)),
            ("SPKI", pins.publicKeyPin.base64), ("", Hex.string(pins.publicKeyPin.digest)),
        ]
        let title = "\(number) \(pins.label) (\(pins.role.rawValue), \(pins.keyAlgorithm))"
        return Text.wrap(title, to: style.columns, hang: 2)
            + rows.map { "  \(Text.pad($0, to: 13))\($1)" } + pins.advice(at: time).flatMap { paragraph($0, indent: 2) }
    }

    /// A shell command behind a prompt; over several lines it still is the same when it is pasted.
    private func command(_ text: String) -> [String] {
        Text.shell(text, to: style.columns - 4).enumerated().map { ($0 == 0 ? "  $ " : "    ") + $1 }
    }

    private func paragraph(_ advice: PinAdvice, indent: Int) -> [String] {
        PageStyle(columns: min(92 + indent, style.columns)).lines(
            advice.sentence(in: .english), behind: Text.pad("", to: indent) + "! ")
    }
}
