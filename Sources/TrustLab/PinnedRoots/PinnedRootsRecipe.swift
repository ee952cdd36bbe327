import Crypto
import PKI
import Trace

/// A file of an app's bundle.
package struct BundledFile: Hashable, Sendable {
    /// The name of the file, with the extension.
    package var name: String
    /// The content of the file.
    package var octets: [UInt8]

    /// A file.
    package init(_ name: String, _ octets: [UInt8]) {
        self.name = name
        self.octets = octets
    }

    /// Whether the extension is "cer" in lower case. The app asks its bundle for such files.
    package var isCertificate: Bool { name.hasSuffix(".cer") && name != ".cer" }
}

/// A popular recipe against replaced certificates on jailbroken devices: a list of MD5 digests, and an MD5 of that list with a
/// salt that is compiled into the app.
///
/// The salt is a constant, not a key: an attacker can read it in the binary. ``PinnedRootsManifest`` is the successor.
package enum PinnedRootsRecipe {
    /// The name of the file with the list of digests.
    package static let listName = "ca.txt"
    /// The name of the file with the digest of the list.
    package static let checkName = "ca.check"

    /// The files that the recipe's script writes at build time: the certificates, the list of their digests, and the digest of the list.
    ///
    /// - Parameter files: the certificates in any order. They are sorted by name, as a shell's pattern lists them.
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

    /// The result of the check when the app starts.
    package enum Outcome: Hashable, Sendable, Remark {
        /// The bundle is good; these certificates, in DER, are pinned.
        case accepted([[UInt8]])
        case checkMissing
        /// The file with the check has this many octets instead of 32.
        case checkLength(Int)
        case listMissing
        case checkDiffers
        case countDiffers(pinned: Int, digests: Int)

        /// The certificates that become pins. Nil if the app refuses the bundle: it calls exit(0) or raises an exception.
        package var pins: [[UInt8]]? { if case .accepted(let pins) = self { pins } else { nil } }

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

        package var chinese: String {
            switch self {
            case .accepted(let pins): "接受：锁定了 \(pins.count) 张根证书"
            case .checkMissing: "没有 ca.check：长度不是 32"
            case .checkLength: "ca.check：长度不是 32"
            case .listMissing: "没有 ca.txt：应用抛出异常"
            case .checkDiffers: "ca.check 与 ca.txt + salt 不符"
            case .countDiffers(let pinned, let digests):
                "\(digests) 个摘要，却锁定了 \(pinned) 张证书"
            }
        }
    }

    // MARK: Parts

    /// MD5(list + "+" + salt) in hexadecimal, in lower case.
    private static func digest(ofList list: String, salt: String) -> String { md5(Array("\(list)+\(salt)".utf8)) }

    private static func md5(_ octets: [UInt8]) -> String { Hex.string(DigestFunction.md5.hash(octets)) }

    private static func text(_ name: String, in files: [BundledFile]) -> String? {
        files.first { $0.name == name }.map { String(decoding: $0.octets, as: UTF8.self) }
    }

    private static func isNewline(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" }
    private static func isWhitespace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }

    /// The text without the scalars at its ends for which `isTrimmed` is true. Scalars, because in Swift CR LF is one character.
    private static func trimmed(_ text: String, _ isTrimmed: (Unicode.Scalar) -> Bool) -> String {
        var scalars = text.unicodeScalars[...]
        while let last = scalars.last, isTrimmed(last) { scalars.removeLast() }
        while let first = scalars.first, isTrimmed(first) { scalars.removeFirst() }
        return String(scalars)
    }
}
