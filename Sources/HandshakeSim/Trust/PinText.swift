import PKI
import Render
import Trace
import TrustLab

/// The pins of a chain as text.
enum PinText {
    /// The pins of every certificate, what there is to know about them, and how OpenSSL finds the same.
    static func page(_ chain: [CertificatePins], source: PinSource, at time: Int64) -> String {
        var lines: [String] = []
        for (index, pins) in chain.enumerated() {
            lines += certificate(pins, number: index + 1, at: time)
            lines += source.pipelines(number: index + 1).flatMap(command)
            lines.append("")
        }
        lines += paragraph(PinAdvice.needsSpare, indent: 0)
        return lines.joined(separator: "\n") + "\n"
    }

    /// Which certificate of the chain has a pin.
    static func owner(of pin: PublicKeyPin, in chain: [CertificatePins]) -> String {
        guard let index = chain.firstIndex(where: { $0.publicKeyPin == pin }) else {
            return "\(pin.base64): no key of this chain; a spare, perhaps."
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

/// Where a chain comes from, for the commands that find the same pins.
enum PinSource {
    /// A PEM file.
    case pem(path: String)
    /// A DER file with one certificate.
    case der(path: String)
    /// A server.
    case server(Endpoint, name: String)

    /// The shell commands that print the two digests of a certificate in base 64, by OpenSSL.
    ///
    /// `openssl pkey` knows every kind of key. `openssl rsa`, which articles have, knows one, and makes of the others nothing.
    func pipelines(number: Int) -> [String] {
        let digest = "openssl dgst -sha256 -binary | base64"
        let first =
            switch self {
            case .pem(let path): "\(PinSource.pick(number)) \(PinSource.quoted(path)) | openssl x509"
            case .der(let path): "openssl x509 -inform der -in \(PinSource.quoted(path))"
            case .server(let place, let name):
                "openssl s_client -connect \(PinSource.quoted(place.description)) -servername \(PinSource.quoted(name)) "
                    + "-showcerts </dev/null 2>/dev/null | \(PinSource.pick(number)) | openssl x509"
            }
        return [
            "\(first) -outform der | \(digest)",
            "\(first) -pubkey -noout | openssl pkey -pubin -outform der | \(digest)",
        ]
    }

    /// The certificate of that number out of several.
    private static func pick(_ number: Int) -> String { "awk '/BEGIN CERT/{n++} n==\(number)'" }

    /// A word that a shell takes as it is.
    private static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { octet in
            (0x30...0x39).contains(octet) || (0x41...0x5a).contains(octet) || (0x61...0x7a).contains(octet)
                || Array("._-/:".utf8).contains(octet)
        }
        guard !isPlain || word.isEmpty else { return word }
        return "'" + Text.legible(word).replacing("'", with: "'\\''") + "'"
    }
}
