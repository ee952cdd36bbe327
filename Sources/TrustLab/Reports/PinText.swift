import PKI
import Render
import Trace

/// The pins of a chain as text.
package enum PinText {
    /// The pins of every certificate, what there is to know about them, and how OpenSSL finds the same.
    package static func page(_ chain: [CertificatePins], source: PinSource, at time: Int64) -> String {
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
    package static func page(_ key: KeyFilePin, path: String) -> String {
        let rows = [("SPKI", key.pin.base64), ("", Hex.string(key.pin.digest))]
        var lines = ["the key of a \(key.source.rawValue)"] + rows.map { "  \(Text.pad($0, to: 13))\($1)" }
        lines += command(PinSource.pipeline(for: key.source, path: path))
        return lines.joined(separator: "\n") + "\n"
    }

    /// Which certificate of the chain has a pin.
    package static func owner(of pin: PublicKeyPin, in chain: [CertificatePins]) -> String {
        guard let index = chain.firstIndex(where: { $0.publicKeyPin == pin }) else {
            return "\(pin.base64): no key of this chain. It may be a spare."
        }
        return "\(pin.base64): the key of certificate \(index + 1), \(Text.legible(chain[index].label))."
    }

    private static func certificate(_ pins: CertificatePins, number: Int, at time: Int64) -> [String] {
        let rows = [
            ("certificate", Base64.string(pins.certificateDigest)), ("", Hex.string(pins.certificateDigest)),
            ("SPKI", pins.publicKeyPin.base64), ("", Hex.string(pins.publicKeyPin.digest)),
        ]
        return ["\(number) \(Text.fit(Text.legible(pins.label), to: 60)) (\(pins.role.rawValue), \(pins.keyAlgorithm))"]
            + rows.map { "  \(Text.pad($0, to: 13))\($1)" } + pins.advice(at: time).flatMap { paragraph($0, indent: 2) }
    }

    /// A shell command behind a prompt; over several lines it still is the same when it is pasted.
    private static func command(_ text: String) -> [String] {
        Text.shell(text, to: Text.columns - 4).enumerated().map { ($0 == 0 ? "  $ " : "    ") + $1 }
    }

    private static func paragraph(_ advice: PinAdvice, indent: Int) -> [String] {
        let space = String(repeating: " ", count: indent)
        return Text.wrap(Text.legible(advice.sentence(in: .english)), to: 90).enumerated().map { index, line in
            space + (index == 0 ? "! " : "  ") + line
        }
    }
}
