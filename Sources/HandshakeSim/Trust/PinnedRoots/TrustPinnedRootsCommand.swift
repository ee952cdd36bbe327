import ArgumentParser
import LiveIO
import Render
import TrustLab

/// The group of commands about root certificates in an app's bundle: a popular recipe, the attacks on it, and its successor.
struct TrustPinnedRootsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pinned-roots",
        abstract: "Root certificates in an app's bundle: the popular recipe with ca.check, its attacks, its successor.",
        discussion: """
            The recipe puts root certificates (*.cer) into an app, a list of their MD5 digests (ca.txt), and the MD5 of this list with a \
            salt (ca.check). The app computes both again when it starts. The successor is a manifest with names, a version and \
            SHA-256 digests (pins.txt) under an HMAC (pins.tag).

            Salt and key stand in the app's binary, and the attacker whom both shall stop has the binary: 'attack' shows what follows.

            EXAMPLES
              HandshakeSim trust pinned-roots make bundle --salt secret
              HandshakeSim trust pinned-roots check bundle --salt secret
              HandshakeSim trust pinned-roots attack bundle --salt secret
            """,
        subcommands: [Make.self, Check.self, Attack.self])

    /// The command that makes the lists of a bundle.
    struct Make: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write ca.txt, ca.check, pins.txt and pins.tag beside the certificates of a folder.")

        @Argument(help: .text("The folder with the roots, *.cer in DER.", for: "folder"))
        var folder: InputPath

        @OptionGroup var options: PinnedRootsOptions

        func run() throws {
            let bundleFolder = BundleFolder(path: folder.path)
            let certificates = try bundleFolder.certificates(least: 1)
            let secrets = options.secrets
            let bundle = PinnedRootsBundle(certificates, version: options.release, secrets: secrets)
            try bundleFolder.write(bundle.allFiles.filter { !$0.isCertificate })
            try options.page.show(
                PinnedRootsReport.made(bundle, in: folder.path, version: options.release, secrets: secrets))
            if Set(certificates.map(\.octets)).count < certificates.count {
                StreamedFile.warn(
                    "warning: two files are the same certificate; the recipe's app ends itself when it starts.\n")
            }
        }
    }

    /// The command that checks a bundle as an app does when it starts.
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Look at a bundle as an app does when it starts.",
            discussion: """
                EXIT STATUS
                  0   the recipe and the manifest accept the bundle
                  3   one of them refuses it
                  1   the folder cannot be read
                """)

        @Argument(help: .text("The folder with the roots and the lists.", for: "folder"))
        var folder: InputPath

        @OptionGroup var options: PinnedRootsOptions

        func run() throws {
            let bundle = PinnedRootsBundle(found: try BundleFolder(path: folder.path).files())
            let check = PinnedRootsCheck(of: bundle, secrets: options.secrets, least: options.release)
            try options.page.show(PinnedRootsReport.checked(check))
            if check.recipe.pins == nil || check.manifest.pins == nil { throw ExitCode(3) }
        }
    }

    /// The command that changes a bundle as an attacker or an accident could change it on a device.
    struct Attack: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Change a bundle in nineteen ways, and show what the app says of each.",
            discussion: """
                The bundle is made from the certificates in the folder, or from two roots that follow from the seed. The folder \
                stays as it is. --only with --out writes the changed bundle into a new folder: check it with 'check'.
                """)

        @Argument(help: .text("The folder with the roots, *.cer in DER.", for: "folder"))
        var folder: InputPath?

        @Option(help: .text("Only the attack of that name or beginning: \"replace one .cer and\".", for: "name"))
        var only: String?

        @Option(help: .text("With --only: a new folder for the changed bundle.", for: "folder"))
        var out: FilePath?

        @OptionGroup var options: PinnedRootsOptions

        func validate() throws {
            if out != nil, only == nil { throw ValidationError("--out goes with --only: one bundle, one folder.") }
            if let only, attacks.count != 1 {
                let names = (attacks.isEmpty ? PinnedRootsAttack.allCases : attacks).map(\.rawValue)
                throw ValidationError(
                    "--only \(only): \(attacks.isEmpty ? "there is no such attack" : "more than one fits"). There are "
                        + names.joined(separator: "; ") + ".")
            }
        }

        private var attacks: [PinnedRootsAttack] {
            guard let only else { return PinnedRootsAttack.allCases }
            if let exact = PinnedRootsAttack(rawValue: only) { return [exact] }
            return PinnedRootsAttack.allCases.filter { $0.rawValue.hasPrefix(only) }
        }

        func run() throws {
            let world = try ScenarioWorld(seed: options.seed)
            let certificates =
                try folder.map { try BundleFolder(path: $0.path).certificates(least: 2) } ?? world.rootFiles
            let trials = attacks.map {
                PinnedRootsTrial(
                    $0, on: certificates, evil: world.evilRoot, version: options.release, secrets: options.secrets)
            }
            if let out, let trial = trials.first {
                let place = BundleFolder(path: out.path)
                try place.create()
                try place.write(trial.bundle.allFiles)
            }
            let encounters = only == nil ? try PinnedRootsEncounter.all(in: world) : []
            try options.page.show(
                Report(
                    apart: [PinnedRootsReport.tried(trials)]
                        + (encounters.isEmpty ? [] : [PinnedRootsReport.met(encounters)])))
        }
    }
}
