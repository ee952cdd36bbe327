import Crypto
import Render
import Trace

/// The reports on pinned roots in a bundle.
package enum PinnedRootsReport {
    /// The files that were made, the secrets that the app has compiled in, and the shell commands that compute the same values.
    ///
    /// - Parameter folder: the folder of the files, as the user named it.
    package static func made(
        _ bundle: PinnedRootsBundle, in folder: String, version: Int, secrets: PinnedRootsBundle.Secrets
    ) -> Report {
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
            "openssl md5 -r *.cer | cut -c1-32",
            "printf '%s+%s' \"$(cat \(PinnedRootsRecipe.listName))\" \(secrets.salt.shellWord) | openssl md5 -r | cut -c1-32",
            "(printf '\(context)'; cat \(PinnedRootsManifest.listName)) | openssl dgst -sha256 -mac HMAC -macopt "
                + "hexkey:\(Hex.string(secrets.key))",
        ]
        return Report([.lines(lines)] + commands.map { .command($0) })
    }

    /// The results of the app's check of a bundle.
    package static func checked(_ check: PinnedRootsCheck) -> Report {
        Report([
            row(check.recipe.pins == nil ? "." : "+", name: "recipe", words: check.recipe.sentence(in: .english)),
            row(check.manifest.pins == nil ? "." : "+", name: "manifest", words: check.manifest.sentence(in: .english)),
        ])
    }

    /// Attacks, with the results of the app's check after each of them.
    package static func tried(_ trials: [PinnedRootsTrial]) -> Report {
        Report(
            trials.flatMap { trial -> [Report.Part] in
                let (recipe, manifest) = (trial.check.recipe, trial.check.manifest)
                return [
                    .lines([trial.attack.rawValue]),
                    row(
                        accepts: recipe.pins != nil, isEvil: trial.recipePinsEvil, name: "recipe",
                        words: recipe.sentence(in: .english)),
                    row(
                        accepts: manifest.pins != nil, isEvil: trial.manifestPinsEvil, name: "manifest",
                        words: manifest.sentence(in: .english)),
                ]
            } + [
                .space,
                .lines([
                    "+  the app starts          .  the app refuses the bundle",
                    "!  the app starts, and trusts the attacker's root",
                ]),
            ])
    }

    /// The decisions of the two policies about each server.
    package static func met(_ encounters: [PinnedRootsEncounter]) -> Report {
        Report(
            [.text(ReportNote.excuse)]
                + encounters.flatMap { encounter -> [Report.Part] in
                    [.text(encounter.kind)]
                        + [("strict", encounter.strict), ("excusing", encounter.excusing)].map { name, decision in
                            let mark = Matrix.Mark(decision.accepts, shouldAccept: encounter.kind.deservesTrust)
                            return row(mark.rawValue, name: name, words: decision.sentence(in: .english))
                        }
                })
    }

    private static func row(accepts: Bool, isEvil: Bool, name: String, words: String) -> Report.Part {
        row(
            !accepts ? "." : isEvil ? "!" : "+", name: name,
            words: words + (isEvil ? ", the attacker's root among them" : ""))
    }

    private static func row(_ mark: String, name: String, words: String) -> Report.Part {
        .text(words, indent: 14, head: "  \(mark) \(name)")
    }
}
