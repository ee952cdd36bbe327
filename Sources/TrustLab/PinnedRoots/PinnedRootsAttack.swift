import Trace

/// A change of a bundle with pinned roots between the build and the start of the app.
package enum PinnedRootsAttack: String, Hashable, Sendable, CaseIterable {
    /// No change.
    case none
    /// The attacker's certificate takes the place of the first certificate.
    case replaceCertificate = "replace one .cer"
    /// The attacker also replaces the certificate's line in the list of digests.
    case replaceCertificateAndLine = "replace one .cer and its line in ca.txt"
    /// The attacker also replaces the digest of the list, with a guessed salt.
    case replaceAllSaltUnknown = "replace .cer, ca.txt and ca.check, salt unknown"
    /// The attacker reads the salt in the binary and runs the recipe's script again, so that certificate, list and digest agree.
    case replaceAllSaltKnown = "replace .cer, ca.txt and ca.check, salt read from the binary"
    /// The attacker also makes the manifest again, with the key from the binary.
    case replaceAllKeyKnown = "same, and the HMAC key read from the binary"
    /// The first certificate is deleted.
    case delete = "delete one .cer"
    /// The attacker's certificate is added, and no list has its digest.
    case add = "add a .cer that no digest lists"
    /// A copy of the first certificate is added under a second name.
    case copy = "copy a pinned .cer under a second name"
    /// The first certificate gets another name.
    case rename = "rename a pinned .cer"
    /// The extension of the first certificate's name becomes ".CER".
    case extensionInCapitals = "extension in capitals"
    /// The digest of the list is written in capital letters.
    case checkInCapitals = "ca.check in capitals"
    /// The list gets the line ends of Windows, CR LF.
    case listWithCarriageReturns = "ca.txt with CRLF line ends"
    /// The list gets spaces at its beginning and at its end.
    case listWithSpaces = "ca.txt with spaces around"
    /// The list becomes empty.
    case listEmpty = "ca.txt empty"
    /// The digest of the list is deleted.
    case checkMissing = "ca.check missing"
    /// The digest of the list loses its second half.
    case checkTruncated = "ca.check truncated"
    /// All files are replaced by those of an older release.
    case rollBack = "roll back to an older, properly made bundle"
    /// No attack: the app was built with the same certificate twice.
    case repeatedAtBuild = "two identical .cer at build time"
}

/// An app's bundle with the files of both schemes, the recipe and the manifest.
package struct PinnedRootsBundle: Hashable, Sendable {
    /// The files of the recipe.
    package var files: [BundledFile]
    /// The text of the manifest.
    package var manifest: [UInt8]
    /// The HMAC tag of the manifest.
    package var tag: [UInt8]

    /// The secrets that are compiled into the app.
    package struct Secrets: Hashable, Sendable {
        /// The recipe's salt.
        package var salt: String
        /// The manifest's key.
        package var key: [UInt8]
    }
}

extension PinnedRootsBundle {
    /// A bundle as a release builds it.
    package init(_ certificates: [BundledFile], version: Int, secrets: Secrets) {
        let manifest = PinnedRootsManifest(certificates, version: version).text
        self.init(
            files: PinnedRootsRecipe.build(certificates, salt: secrets.salt), manifest: manifest,
            tag: PinnedRootsManifest.tag(manifest, key: secrets.key))
    }

    /// A release's bundle after an attack.
    ///
    /// - Parameters:
    ///   - certificates: the certificates that the release pins; at least two.
    ///   - older: the certificates that the previous release pinned, under the previous version.
    ///   - evil: the attacker's root in DER.
    package static func attacked(
        by attack: PinnedRootsAttack, _ certificates: [BundledFile], older: [BundledFile], evil: [UInt8], version: Int,
        secrets: Secrets
    ) -> PinnedRootsBundle {
        var bundle = PinnedRootsBundle(certificates, version: version, secrets: secrets)
        guard let first = certificates.first else { return bundle }
        let replaced = [BundledFile(first.name, evil)] + certificates.dropFirst()
        var guess = secrets
        guess.salt += "?"
        switch attack {
        case .none: break
        case .replaceCertificate: bundle.edit(first.name) { _ in evil }
        case .replaceCertificateAndLine:
            let made = PinnedRootsRecipe.build(replaced, salt: secrets.salt)
            bundle.files = made.map { file in
                file.name == PinnedRootsRecipe.checkName ? bundle.files.last ?? file : file
            }
        case .replaceAllSaltUnknown: bundle.files = PinnedRootsRecipe.build(replaced, salt: guess.salt)
        case .replaceAllSaltKnown: bundle.files = PinnedRootsRecipe.build(replaced, salt: secrets.salt)
        case .replaceAllKeyKnown: bundle = PinnedRootsBundle(replaced, version: version, secrets: secrets)
        case .delete: bundle.files.removeAll { $0.name == first.name }
        case .add: bundle.files.append(BundledFile("evil.cer", evil))
        case .copy: bundle.files.append(BundledFile("copy.cer", first.octets))
        case .rename: bundle.rename(first.name, "renamed.cer")
        case .extensionInCapitals: bundle.rename(first.name, String(first.name.dropLast(4)) + ".CER")
        case .checkInCapitals:
            bundle.edit(PinnedRootsRecipe.checkName) { Array(String(decoding: $0, as: UTF8.self).uppercased().utf8) }
        case .listWithCarriageReturns:
            bundle.edit(PinnedRootsRecipe.listName) { list in list.flatMap { $0 == 0x0a ? [0x0d, 0x0a] : [$0] } }
        case .listWithSpaces: bundle.edit(PinnedRootsRecipe.listName) { Array("  \n".utf8) + $0 + Array(" \n ".utf8) }
        case .listEmpty: bundle.edit(PinnedRootsRecipe.listName) { _ in [] }
        case .checkMissing: bundle.files.removeAll { $0.name == PinnedRootsRecipe.checkName }
        case .checkTruncated: bundle.edit(PinnedRootsRecipe.checkName) { Array($0.prefix(16)) }
        case .rollBack: bundle = PinnedRootsBundle(older, version: version - 1, secrets: secrets)
        case .repeatedAtBuild:
            let twice = certificates + [BundledFile("twice.cer", first.octets)]
            bundle = PinnedRootsBundle(twice, version: version, secrets: secrets)
        }
        return bundle
    }

    private mutating func edit(_ name: String, _ change: ([UInt8]) -> [UInt8]) {
        for index in files.indices where files[index].name == name { files[index].octets = change(files[index].octets) }
    }

    private mutating func rename(_ name: String, _ new: String) {
        for index in files.indices where files[index].name == name { files[index].name = new }
    }
}
