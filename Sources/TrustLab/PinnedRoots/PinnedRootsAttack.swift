import Trace

/// A change of a bundle with pinned roots between the build and the start of the app.
package enum PinnedRootsAttack: String, Hashable, Sendable, CaseIterable {
    /// No change.
    case none
    /// The first certificate is another one.
    case replaceCertificate = "replace one .cer"
    /// And its line in the list too.
    case replaceCertificateAndLine = "replace one .cer and its line in ca.txt"
    /// And the list's digest too, with a guessed salt.
    case replaceAllSaltUnknown = "replace .cer, ca.txt and ca.check, salt unknown"
    /// The same with the salt from the binary: the script is run again.
    case replaceAllSaltKnown = "replace .cer, ca.txt and ca.check, salt read from the binary"
    /// And the manifest is made again with the key from the binary.
    case replaceAllKeyKnown = "same, and the HMAC key read from the binary"
    /// The first certificate is gone.
    case delete = "delete one .cer"
    /// A further certificate.
    case add = "add a .cer that no digest lists"
    /// The first certificate twice.
    case copy = "copy a pinned .cer under a second name"
    /// Under another name.
    case rename = "rename a pinned .cer"
    /// ".CER".
    case extensionInCapitals = "extension in capitals"
    /// The digest in capitals.
    case checkInCapitals = "ca.check in capitals"
    /// The list as Windows writes it.
    case listWithCarriageReturns = "ca.txt with CRLF line ends"
    /// Spaces before and after the list.
    case listWithSpaces = "ca.txt with spaces around"
    /// An empty list.
    case listEmpty = "ca.txt empty"
    /// No digest of the list.
    case checkMissing = "ca.check missing"
    /// Half of it.
    case checkTruncated = "ca.check truncated"
    /// Everything as an older release had it.
    case rollBack = "roll back to an older, properly made bundle"
    /// A certificate is there twice already when the app is built; no attack.
    case repeatedAtBuild = "two identical .cer at build time"
}

/// An app's bundle with both schemes in it, for ``PinnedRootsAttack``.
package struct PinnedRootsBundle: Hashable, Sendable {
    /// The files of the recipe.
    package var files: [BundledFile]
    /// The manifest's text.
    package var manifest: [UInt8]
    /// Its tag.
    package var tag: [UInt8]

    /// The secrets that are compiled into the app.
    package struct Secrets: Hashable, Sendable {
        /// The recipe's salt.
        package var salt: String
        /// The manifest's key.
        package var key: [UInt8]

        /// The secrets that can be read in the binary.
        package init(salt: String, key: [UInt8]) {
            self.salt = salt
            self.key = key
        }
    }

    /// A bundle as a release builds it.
    package init(_ certificates: [BundledFile], version: Int, secrets: Secrets) {
        files = PinnedRootsRecipe.build(certificates, salt: secrets.salt)
        manifest = PinnedRootsManifest(certificates, version: version).text
        tag = PinnedRootsManifest.tag(manifest, key: secrets.key)
    }

    /// A release's bundle after an attack.
    ///
    /// - Parameters:
    ///   - certificates: what the release pins, two at least.
    ///   - older: what the release before it pinned, under the version before.
    ///   - evil: the attacker's root.
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
