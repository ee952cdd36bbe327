import Crypto
import Render
import Trace

/// Pinned roots in a bundle, for a reader.
package struct PinnedRootsText {
    private let style: PageStyle

    /// Texts in the columns of that style.
    package init(style: PageStyle) { self.style = style }

    /// What was made: the lists, what the app has compiled in, and the commands of a shell that give the same.
    ///
    /// - Parameter folder: where the files are, as the user named it.
    package func made(
        _ bundle: PinnedRootsBundle, in folder: String, version: Int, secrets: PinnedRootsBundle.Secrets
    ) -> String {
        func text(_ name: String) -> String {
            let octets = bundle.files.first { $0.name == name }?.octets ?? []
            return String(decoding: octets, as: UTF8.self)
        }
        let certificates = bundle.files.filter(\.isCertificate)
        let digests = text(PinnedRootsRecipe.listName).split(separator: "\n")
        var lines = [
            "\(counted(certificates.count, "root")) in \(Text.legible(folder))", "",
            "the recipe: \(PinnedRootsRecipe.listName) has the MD5 of each certificate",
        ]
        lines += zip(digests, certificates).map { "  \($0)  \(Text.legible($1.name))" }
        lines += [
            "\(PinnedRootsRecipe.checkName) has the MD5 of the list, \"+\" and the salt",
            "  " + text(PinnedRootsRecipe.checkName).filter { !$0.isWhitespace }, "",
            "its successor: \(PinnedRootsManifest.listName) has version \(version), the SHA-256 and the name of each certificate",
            "\(PinnedRootsManifest.tagName) has the HMAC-SHA256 of this manifest",
            "  \(Hex.string(bundle.tag))", "",
            "compiled into the app",
            "  salt  \(Text.legible(secrets.salt))",
            "  key   \(Hex.string(secrets.key))", "",
            "the same in a shell, in \(Text.legible(folder))",
        ]
        let context = "handshakesim/pinned-roots/v1\\0"
        let commands = [
            "md5sum *.cer | cut -c1-32",
            "printf '%s+%s' \"$(cat \(PinnedRootsRecipe.listName))\" \(secrets.salt.shellWord) | md5sum | cut -c1-32",
            "(printf '\(context)'; cat \(PinnedRootsManifest.listName)) | openssl dgst -sha256 -mac HMAC -macopt "
                + "hexkey:\(Hex.string(secrets.key))",
        ]
        for command in commands {
            lines += Text.shell(command, to: style.columns - 4).enumerated().map { ($0 == 0 ? "  $ " : "    ") + $1 }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// What an app makes of a bundle.
    package func checked(_ check: PinnedRootsCheck) -> String {
        row(check.recipe.pins == nil ? "." : "+", "recipe", check.recipe.sentence(in: .english))
            + row(check.manifest.pins == nil ? "." : "+", "manifest", check.manifest.sentence(in: .english))
    }

    /// Attacks, and what an app makes of each.
    package func tried(_ trials: [PinnedRootsTrial]) -> String {
        let blocks = trials.map { trial in
            let check = trial.check
            return trial.attack.rawValue + "\n"
                + row(check.recipe.pins != nil, trial.recipePinsEvil, "recipe", check.recipe.sentence(in: .english))
                + row(
                    check.manifest.pins != nil, trial.manifestPinsEvil, "manifest",
                    check.manifest.sentence(in: .english))
        }
        return blocks.joined() + """

            +  the app starts          .  the app refuses the bundle
            !  the app starts, and trusts the attacker's root

            """
    }

    /// What an app's policy decides about the servers that it meets.
    package func met(_ encounters: [PinnedRootsEncounter]) -> String {
        var text = style.paragraph(
            "Then the app connects. The recipe's policy is AFSecurityPolicy certificate with an excuse: where the chain is refused, and "
                + "its last certificate is pinned, recoverableTrustFailure counts as success.")
        for encounter in encounters {
            text += style.paragraph(encounter.kind.sentence(in: .english))
            for (name, decision) in [("strict", encounter.strict), ("excusing", encounter.excusing)] {
                let mark =
                    encounter.kind.deservesTrust ? (decision.accepts ? "+" : "x") : (decision.accepts ? "!" : ".")
                text += row(mark, name, decision.reason())
            }
        }
        return text
    }

    private func row(_ accepts: Bool, _ isEvil: Bool, _ name: String, _ words: String) -> String {
        row(!accepts ? "." : isEvil ? "!" : "+", name, words + (isEvil ? ", the attacker's root among them" : ""))
    }

    private func row(_ mark: String, _ name: String, _ words: String) -> String {
        style.paragraph(words, behind: "  \(mark) \(name)", indent: 14)
    }
}
