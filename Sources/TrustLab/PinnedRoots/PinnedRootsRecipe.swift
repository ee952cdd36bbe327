import Crypto
import PKI
import Trace

/// A file of an app's bundle.
package struct BundledFile: Hashable, Sendable {
    /// Its name, with the extension.
    package var name: String
    /// The content of the file.
    package var octets: [UInt8]

    /// A file.
    package init(_ name: String, _ octets: [UInt8]) {
        self.name = name
        self.octets = octets
    }

    /// Whether the extension is "cer", in lower case: what a bundle is asked for.
    package var isCertificate: Bool { name.hasSuffix(".cer") && name != ".cer" }
}

/// A popular recipe against replaced certificates on jailbroken devices: a list of MD5 digests, and an MD5 of that list with a
/// salt that is compiled into the app.
///
/// The salt is a constant, not a key: it can be read in the binary, and so can the recipe. What comes after it,
/// ``PinnedRootsManifest``, says what can be had instead.
package enum PinnedRootsRecipe {
    /// The list of digests.
    package static let listName = "ca.txt"
    /// The digest of the list.
    package static let checkName = "ca.check"

    /// The files that the recipe's script makes of the certificates at build time, with a list and its digest.
    ///
    /// - Parameter files: in any order; a shell's pattern gives them by name.
    package static func build(_ files: [BundledFile], salt: String) -> [BundledFile] {
        let certificates = files.filter(\.isCertificate).sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        let list = certificates.map { md5($0.octets) + "\n" }.joined()
        let check = digest(ofList: trimmed(list, isNewline), salt: salt) + "\n"
        return certificates + [BundledFile(listName, Array(list.utf8)), BundledFile(checkName, Array(check.utf8))]
    }

    /// The app's check of its bundle when it starts.
    package static func verify(_ files: [BundledFile], salt: String) -> Outcome {
        guard let stored = text(checkName, in: files) else { return .checkMissing }
        let check = trimmed(stored, isWhitespace)
        guard check.utf8.count == 32 else { return .checkLength(check.utf8.count) }
        // stringWithContentsOfFile gives nil, and an append of nil raises.
        guard let content = text(listName, in: files) else { return .listMissing }
        let list = trimmed(content, isWhitespace)
        guard digest(ofList: list, salt: salt) == check else { return .checkDiffers }
        let digests = list.utf8.split(separator: 0x0a, omittingEmptySubsequences: false).map { String(Substring($0)) }
        let listed = Set(digests)
        var pins: [[UInt8]] = []
        for file in files where file.isCertificate && listed.contains(md5(file.octets)) && !pins.contains(file.octets) {
            pins.append(file.octets)
        }
        guard pins.count == digests.count else { return .countDiffers(pinned: pins.count, digests: digests.count) }
        return .accepted(pins)
    }

    /// How a start of the app ends.
    package enum Outcome: Hashable, Sendable, Remark {
        /// The bundle is good; these certificates, in DER, are pinned.
        case accepted([[UInt8]])
        /// There is no file with the check.
        case checkMissing
        /// The check has this many octets, not 32.
        case checkLength(Int)
        /// There is no file with the list of digests.
        case listMissing
        /// The check is not the digest of the list and the salt.
        case checkDiffers
        /// Fewer or more certificates were found than the list has digests.
        case countDiffers(pinned: Int, digests: Int)

        /// The certificates that become pins; nil where the app ends itself with exit(0).
        package var pins: [[UInt8]]? { if case .accepted(let pins) = self { pins } else { nil } }

        /// Whether the app goes on, and what was found.
        package var english: String {
            switch self {
            case .accepted(let pins): "accepted: \(counted(pins.count, "root")) pinned"
            case .checkMissing: "ca.check missing: length is not 32"
            case .checkLength: "ca.check: length is not 32"
            case .listMissing: "ca.txt missing: the app raises an exception"
            case .checkDiffers: "ca.check does not match ca.txt + salt"
            case .countDiffers(let pinned, let digests):
                "\(counted(pinned, "pinned certificate")) for \(counted(digests, "digest"))"
            }
        }
    }

    // MARK: Parts

    /// MD5(list + "+" + salt), in lower case.
    private static func digest(ofList list: String, salt: String) -> String { md5(Array("\(list)+\(salt)".utf8)) }

    private static func md5(_ octets: [UInt8]) -> String { Hex.string(DigestFunction.md5.hash(octets)) }

    private static func text(_ name: String, in files: [BundledFile]) -> String? {
        files.first { $0.name == name }.map { String(decoding: $0.octets, as: UTF8.self) }
    }

    private static func isNewline(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" }
    private static func isWhitespace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }

    /// A text without such characters at its ends. Scalars, not characters: CR LF is one character.
    private static func trimmed(_ text: String, _ isTrimmed: (Unicode.Scalar) -> Bool) -> String {
        var scalars = text.unicodeScalars[...]
        while let last = scalars.last, isTrimmed(last) { scalars.removeLast() }
        while let first = scalars.first, isTrimmed(first) { scalars.removeFirst() }
        return String(scalars)
    }
}
