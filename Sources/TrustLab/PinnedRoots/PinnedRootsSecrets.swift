import Crypto
import Trace

extension PinnedRootsBundle.Secrets {
    /// Octets of a manifest's key.
    package static let keyLength = 32

    /// The secrets that follow from a seed; the same seed gives the same.
    package init(seed: UInt64) {
        let random = SeededRandomSource(seed: seed)
        var salt = random.fork("salt of pinned roots")
        var key = random.fork("key of pinned roots")
        self.init(salt: Hex.string(salt.octets(16)), key: key.octets(Self.keyLength))
    }
}

extension PinnedRootsBundle {
    /// Everything that goes into an app's bundle: the certificates, both lists, and what each list is checked by.
    package var allFiles: [BundledFile] {
        files + [
            BundledFile(PinnedRootsManifest.listName, manifest),
            BundledFile(PinnedRootsManifest.tagName, Array((Hex.string(tag) + "\n").utf8)),
        ]
    }

    /// A bundle as it is found: the files of the recipe, and the manifest with its tag among them. A manifest or a tag that is missing
    /// or cannot be read is empty.
    package init(found files: [BundledFile]) {
        func octets(_ name: String) -> [UInt8] { files.first { $0.name == name }?.octets ?? [] }
        let own = [PinnedRootsManifest.listName, PinnedRootsManifest.tagName]
        let text = String(decoding: octets(PinnedRootsManifest.tagName), as: UTF8.self)
        self.init(
            files: files.filter { !own.contains($0.name) }, manifest: octets(PinnedRootsManifest.listName),
            tag: Hex.octets(text.filter { !$0.isWhitespace }) ?? [])
    }

    private init(files: [BundledFile], manifest: [UInt8], tag: [UInt8]) {
        self.files = files
        self.manifest = manifest
        self.tag = tag
    }
}

/// An app's check of a bundle when it starts: by the recipe, and by the manifest.
package struct PinnedRootsCheck: Hashable, Sendable {
    /// The result of the recipe.
    package let recipe: PinnedRootsRecipe.Outcome
    /// The result of the manifest.
    package let manifest: PinnedRootsManifest.Outcome

    /// Looks at a bundle.
    ///
    /// - Parameter least: the lowest version of the manifest that the app takes.
    package init(of bundle: PinnedRootsBundle, secrets: PinnedRootsBundle.Secrets, least: Int) {
        recipe = PinnedRootsRecipe.verify(bundle.files, salt: secrets.salt)
        manifest = PinnedRootsManifest.verify(
            bundle.files, text: bundle.manifest, mark: bundle.tag, seal: .hmac(key: secrets.key), least: least)
    }
}

/// An attack on a bundle, and what an app makes of it.
package struct PinnedRootsTrial: Hashable, Sendable {
    /// The attack.
    package let attack: PinnedRootsAttack
    /// The bundle after it.
    package let bundle: PinnedRootsBundle
    /// The result of the app's check.
    package let check: PinnedRootsCheck
    /// Whether the recipe pins the attacker's root now.
    package let recipePinsEvil: Bool
    /// Whether the manifest pins the attacker's root now.
    package let manifestPinsEvil: Bool

    /// Tries an attack.
    ///
    /// - Parameters:
    ///   - certificates: what the release pins, two at least.
    ///   - evil: the attacker's root.
    ///   - version: the version of the release; the release before it pinned all certificates but the last.
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

    /// A root that no device trusts: an attacker's.
    package var evilRoot: [UInt8] { stranger.certificate }
}
