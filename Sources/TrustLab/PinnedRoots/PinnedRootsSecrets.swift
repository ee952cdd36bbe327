import Crypto
import Trace

extension PinnedRootsBundle.Secrets {
    /// The length in octets of a manifest's key.
    package static let keyLength = 32

    /// The secrets of a seed. The same seed gives the same secrets.
    package init(seed: UInt64) {
        let random = SeededRandomSource(seed: seed)
        var salt = random.fork("salt of pinned roots")
        var key = random.fork("key of pinned roots")
        self.init(salt: Hex.string(salt.octets(16)), key: key.octets(Self.keyLength))
    }
}

extension PinnedRootsBundle {
    /// All files of the bundle: the certificates, both lists, and the digest or tag of each list.
    package var allFiles: [BundledFile] {
        files + [
            BundledFile(PinnedRootsManifest.listName, manifest),
            BundledFile(PinnedRootsManifest.tagName, Array((Hex.string(tag) + "\n").utf8)),
        ]
    }

    /// A bundle from the files of a folder, with the manifest and its tag among them. What is missing or unreadable is empty.
    package init(found files: [BundledFile]) {
        func octets(_ name: String) -> [UInt8] { files.first { $0.name == name }?.octets ?? [] }
        let own = [PinnedRootsManifest.listName, PinnedRootsManifest.tagName]
        let text = String(decoding: octets(PinnedRootsManifest.tagName), as: UTF8.self)
        self.init(
            files: files.filter { !own.contains($0.name) }, manifest: octets(PinnedRootsManifest.listName),
            tag: Hex.octets(text.filter { !$0.isWhitespace }) ?? [])
    }
}

/// An app's check of a bundle when it starts: by the recipe, and by the manifest.
package struct PinnedRootsCheck: Hashable, Sendable {
    /// The result of the recipe.
    package let recipe: PinnedRootsRecipe.Outcome
    /// The result of the manifest.
    package let manifest: PinnedRootsManifest.Outcome

    /// Checks a bundle.
    ///
    /// - Parameter least: the lowest version of the manifest that the app accepts.
    package init(of bundle: PinnedRootsBundle, secrets: PinnedRootsBundle.Secrets, least: Int) {
        recipe = PinnedRootsRecipe.verify(bundle.files, salt: secrets.salt)
        manifest = PinnedRootsManifest.verify(
            bundle.files, text: bundle.manifest, mark: bundle.tag, seal: .hmac(key: secrets.key), least: least)
    }
}

/// An attack on a bundle, and the app's check of the result.
package struct PinnedRootsTrial: Hashable, Sendable {
    package let attack: PinnedRootsAttack
    /// The bundle after the attack.
    package let bundle: PinnedRootsBundle
    /// The app's check of that bundle.
    package let check: PinnedRootsCheck
    /// Whether the app pins the attacker's root by the recipe.
    package let recipePinsEvil: Bool
    /// Whether the app pins the attacker's root by the manifest.
    package let manifestPinsEvil: Bool

    /// Tries an attack.
    ///
    /// - Parameters:
    ///   - certificates: the certificates that the release pins; at least two.
    ///   - evil: the attacker's root in DER.
    ///   - version: the version of the release. The previous release pinned all certificates but the last.
    package init(
        _ attack: PinnedRootsAttack, on certificates: [BundledFile], evil: [UInt8], version: Int,
        secrets: PinnedRootsBundle.Secrets
    ) {
        self.attack = attack
        bundle = .attacked(
            by: attack, certificates, older: Array(certificates.dropLast()), evil: evil, version: version,
            secrets: secrets)
        check = PinnedRootsCheck(of: bundle, secrets: secrets, least: version)
        recipePinsEvil = check.recipe.pins?.contains(evil) == true
        manifestPinsEvil = check.manifest.pins?.contains(evil) == true
    }
}

extension ScenarioWorld {
    /// The roots of this world as files of a bundle.
    package var rootFiles: [BundledFile] {
        [BundledFile("good_root.cer", root.certificate), BundledFile("other_root.cer", otherRoot.certificate)]
    }

    /// The root of an attacker, which no device trusts.
    package var evilRoot: [UInt8] { stranger.certificate }
}
