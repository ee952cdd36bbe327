import Crypto
import PKI
import Trace

/// The successor of the recipe: a text with a version, file names and SHA-256 digests, authenticated by a tag or a signature.
///
/// With HMAC the key is in the app. That detects accidents and simple replacements of files. With a signature only the public key is in
/// the app, so reading the binary does not help an attacker, but patching the binary still does. No scheme here protects an app from an
/// attacker who controls its process.
package struct PinnedRootsManifest: Hashable, Sendable {
    /// The number of the release, which increases with every release of the list.
    package let version: Int
    /// The digests by file name, in the order of the names.
    package let entries: [Entry]

    /// A line of the list.
    package struct Entry: Hashable, Sendable {
        /// The file's name.
        package let name: String
        /// The SHA-256 of its octets.
        package let digest: [UInt8]
    }

    /// The proof of the text's authenticity.
    package enum Seal: Hashable, Sendable {
        /// HMAC-SHA256 with a key that is in the app.
        case hmac(key: [UInt8])
        /// An ECDSA signature with SHA-256, by a key whose private half is elsewhere.
        case signature(by: EllipticCurvePublicKey)
    }

    /// The name of the file with the manifest in a bundle.
    package static let listName = "pins.txt"
    /// The name of the file with the tag in a bundle: 64 hexadecimal digits.
    package static let tagName = "pins.tag"

    /// The octets before the text in the authenticated message, so that a tag or signature of another use of the key does not fit here.
    package static let context = Array("handshakesim/pinned-roots/v1\0".utf8)
    private static let heading = "HANDSHAKESIM-PINS v1"
    /// The largest number of octets of a text that is read.
    private static let longest = 1 << 20

    /// The list of the certificates among `files`.
    package init(_ files: [BundledFile], version: Int) {
        self.version = version
        entries = files.filter(\.isCertificate)
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
            .map { Entry(name: $0.name, digest: HashAlgorithm.sha256.hash($0.octets)) }
    }

    /// The list as text: a heading, the version, and a line for each file.
    package var text: [UInt8] {
        let lines =
            [PinnedRootsManifest.heading, "version \(version)"]
            + entries.map { "\(Hex.string($0.digest))  \($0.name)" }
        return Array(lines.map { $0 + "\n" }.joined().utf8)
    }

    /// The HMAC-SHA256 of the text, 32 octets.
    package static func tag(_ text: [UInt8], key: [UInt8]) -> [UInt8] {
        HMAC.authenticate(context + text, key: key, hash: .sha256)
    }

    /// A signature of the text, in DER.
    package static func signature(_ text: [UInt8], by key: EllipticCurvePrivateKey) -> [UInt8] {
        ECDSA.sign(context + text, hash: .sha256, with: key).der
    }

    /// Checks a bundle when the app starts. The text must be authentic; that is checked before a line of it is read. Then the version
    /// must be new enough. Then the bundle must have exactly the listed files with exactly the listed digests. The octets that were
    /// digested are the octets that become anchors.
    ///
    /// - Parameters:
    ///   - mark: the tag or the signature that came with the text.
    ///   - least: the lowest accepted version: the one with which the app was built.
    package static func verify(
        _ files: [BundledFile], text: [UInt8], mark: [UInt8], seal: Seal, least: Int
    ) -> Outcome {
        guard text.count <= longest, seal.isAuthentic(text, mark) else { return .notAuthentic }
        guard let manifest = PinnedRootsManifest(text: text) else { return .malformed }
        guard manifest.version >= least else { return .rollback(version: manifest.version, least: least) }
        let certificates = files.filter(\.isCertificate)
        let listed = manifest.entries.map(\.name)
        var wrong = certificates.map(\.name).filter { !listed.contains($0) }
        for entry in manifest.entries {
            let found = certificates.filter { $0.name == entry.name }
            let fits = found.count == 1 && found.allSatisfy { HashAlgorithm.sha256.hash($0.octets) == entry.digest }
            if !fits { wrong.append(entry.name) }
        }
        guard wrong.isEmpty else {
            return .filesDiffer(wrong.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        }
        return .accepted(certificates.map(\.octets))
    }

    /// The result of the check when the app starts.
    package enum Outcome: Hashable, Sendable, Remark {
        /// The bundle is good; these certificates, in DER, are pinned.
        case accepted([[UInt8]])
        case notAuthentic
        case malformed
        case rollback(version: Int, least: Int)
        case filesDiffer([String])

        /// The certificates that become anchors. Nil if the app refuses the bundle.
        package var pins: [[UInt8]]? { if case .accepted(let pins) = self { pins } else { nil } }

        package var english: String {
            switch self {
            case .accepted(let pins): "accepted: \(counted(pins.count, "root")) pinned"
            case .notAuthentic: "the manifest is not authentic"
            case .malformed: "the manifest is authentic, but its form is not known"
            case .rollback: "rollback: older than the version this code was built with"
            case .filesDiffer(let names): "files differ: \(names.joined(separator: ","))"
            }
        }

        package var chinese: String {
            switch self {
            case .accepted(let pins): "接受：锁定了 \(pins.count) 张根证书"
            case .notAuthentic: "清单不真实"
            case .malformed: "清单是真实的，但它的形式不认识"
            case .rollback: "回退：比构建这段代码时的版本旧"
            case .filesDiffer(let names): "文件不同：\(names.joined(separator: ","))"
            }
        }
    }

    /// Reads an authentic text. Nil for a text that does not have the form of a manifest.
    private init?(text: [UInt8]) {
        guard let string = String(validating: text, as: UTF8.self), string.hasSuffix("\n") else { return nil }
        let lines = string.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count >= 2, lines[0] == PinnedRootsManifest.heading, lines[1].hasPrefix("version "),
            let version = Int(lines[1].dropFirst(8)), version >= 0
        else { return nil }
        var entries: [Entry] = []
        for line in lines.dropFirst(2) {
            guard let digest = Hex.octets(line.prefix(64)), digest.count == 32, line.dropFirst(64).hasPrefix("  "),
                line.utf8.count > 66
            else { return nil }
            entries.append(Entry(name: String(line.dropFirst(66)), digest: digest))
        }
        self.version = version
        self.entries = entries
    }
}

extension PinnedRootsManifest.Seal {
    /// Whether `mark` is a tag or signature of the text. A tag is compared in constant time.
    fileprivate func isAuthentic(_ text: [UInt8], _ mark: [UInt8]) -> Bool {
        let message = PinnedRootsManifest.context + text
        switch self {
        case .hmac(let key): return HMAC.isValid(mark, of: message, key: key, hash: .sha256)
        case .signature(let key):
            return (try? ECDSA.verify(mark, of: message, hash: .sha256, by: key)) != nil
        }
    }
}
