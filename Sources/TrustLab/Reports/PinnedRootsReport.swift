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
        let (folder, recipe) = (Text.legible(folder), PinnedRootsRecipe.self)
        let secret = [
            Words(english: "  salt  ", chinese: "  盐    ") + Words(same: Text.legible(secrets.salt)),
            Words(english: "  key   ", chinese: "  密钥  ") + Words(same: Hex.string(secrets.key)),
        ]
        let lines: [Words] =
            [
                Words(
                    english: "\(counted(certificates.count, "root")) in \(folder)",
                    chinese: "\(folder) 中有 \(certificates.count) 张根证书"),
                "",
                Words(
                    english: "the recipe: \(recipe.listName) has the MD5 of each certificate",
                    chinese: "配方：\(recipe.listName) 中有每张证书的 MD5"),
            ] + zip(digests, certificates).map { Words(same: "  \($0)  \(Text.legible($1.name))") } + [
                Words(
                    english: "\(recipe.checkName) has the MD5 of the list, \"+\" and the salt",
                    chinese: "\(recipe.checkName) 中有这个列表、\"+\" 和盐的 MD5"),
                Words(same: "  " + text(recipe.checkName).filter { !$0.isWhitespace }), "",
                Words(
                    english:
                        "its successor: \(PinnedRootsManifest.listName) has version \(version), the SHA-256 and the name of each "
                        + "certificate",
                    chinese: "它的后继：\(PinnedRootsManifest.listName) 中有版本 \(version)，以及每张证书的 SHA-256 和名称"),
                Words(
                    english: "\(PinnedRootsManifest.tagName) has the HMAC-SHA256 of this manifest",
                    chinese: "\(PinnedRootsManifest.tagName) 中有这份清单的 HMAC-SHA256"),
                "  \(Hex.string(bundle.tag))", "",
                Words(english: "compiled into the app", chinese: "编译在应用中的"),
            ] + secret + [
                "",
                Words(english: "the same in a shell, in \(folder)", chinese: "在 shell 中计算，在 \(folder) 中"),
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
            row(check.recipe.pins == nil ? "." : "+", name: .recipe, words: check.recipe),
            row(check.manifest.pins == nil ? "." : "+", name: .manifest, words: check.manifest),
        ])
    }

    /// Attacks, with the results of the app's check after each of them.
    package static func tried(_ trials: [PinnedRootsTrial]) -> Report {
        Report(
            trials.flatMap { trial -> [Report.Part] in
                let (recipe, manifest) = (trial.check.recipe, trial.check.manifest)
                return [
                    .lines([Words(same: trial.attack.rawValue)]),
                    row(accepts: recipe.pins != nil, isEvil: trial.recipePinsEvil, name: .recipe, words: recipe),
                    row(
                        accepts: manifest.pins != nil, isEvil: trial.manifestPinsEvil, name: .manifest,
                        words: manifest),
                ]
            } + [
                .space,
                .lines([
                    Words(
                        english: "+  the app starts          .  the app refuses the bundle",
                        chinese: "+  应用启动               .  应用拒绝这个包"),
                    Words(
                        english: "!  the app starts, and trusts the attacker's root",
                        chinese: "!  应用启动，并信任攻击者的根证书"),
                ]),
            ])
    }

    /// The decisions of the two policies about each server.
    package static func met(_ encounters: [PinnedRootsEncounter]) -> Report {
        Report(
            [.text(ReportNote.excuse)]
                + encounters.flatMap { encounter -> [Report.Part] in
                    [.text(encounter.kind)]
                        + [
                            (PinnedRootsReportNote.strict, encounter.strict), (.excusing, encounter.excusing),
                        ].map { name, decision in
                            let mark = Matrix.Mark(decision.accepts, shouldAccept: encounter.kind.deservesTrust)
                            return row(mark.rawValue, name: name, words: decision)
                        }
                })
    }

    private static func row(
        accepts: Bool, isEvil: Bool, name: PinnedRootsReportNote, words: some Wording
    ) -> Report.Part {
        let evil = Words(english: ", the attacker's root among them", chinese: "，其中有攻击者的根证书")
        return row(!accepts ? "." : isEvil ? "!" : "+", name: name, words: isEvil ? Words(words) + evil : Words(words))
    }

    private static func row(_ mark: String, name: PinnedRootsReportNote, words: some Wording) -> Report.Part {
        .text(words, indent: 14, head: "  \(mark) \(name)")
    }
}

/// The names of what stands beside each other in these reports.
private enum PinnedRootsReportNote: Wording {
    case recipe
    case manifest
    case strict
    case excusing

    var english: String {
        switch self {
        case .recipe: "recipe"
        case .manifest: "manifest"
        case .strict: "strict"
        case .excusing: "excusing"
        }
    }

    var chinese: String {
        switch self {
        case .recipe: "配方"
        case .manifest: "清单"
        case .strict: "严格"
        case .excusing: "带借口"
        }
    }
}
