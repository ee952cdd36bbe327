import ArgumentParser
import Trace
import TrustLab

/// The values that are compiled into an app with pinned roots. The commands make, check and attack have these options.
struct PinnedRootsOptions: ParsableArguments {
    @Option(help: .text("The recipe's salt. Default: one that follows from the seed.", for: "text"))
    var salt: String?

    @Option(
        help: .text("The manifest's key, 64 hexadecimal digits. Default: one that follows from the seed.", for: "hex"))
    var key: String?

    @Option(help: .text("The version of the release, from 1.", for: "n"))
    var release = 1

    @Option(help: "The number from which the salt and the key follow.")
    var seed: UInt64 = 7

    @OptionGroup var page: PageOptions

    func validate() throws {
        if let salt, salt.isEmpty || salt.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        {
            throw ValidationError("--salt: at least one character, and no control characters.")
        }
        if let key, Hex.octets(key)?.count != PinnedRootsBundle.Secrets.keyLength {
            throw ValidationError("--key: 64 hexadecimal digits.")
        }
        guard (1...1_000_000_000).contains(release) else {
            throw ValidationError("--release is \(release); it must be from 1 to 1000000000.")
        }
    }

    var secrets: PinnedRootsBundle.Secrets {
        var secrets = PinnedRootsBundle.Secrets(seed: seed)
        if let salt { secrets.salt = salt }
        if let key, let octets = Hex.octets(key) { secrets.key = octets }
        return secrets
    }
}
