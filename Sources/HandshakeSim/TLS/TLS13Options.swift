import ArgumentParser
import LiveIO
import TLSSim
import Trace

/// The options for TLS 1.3 alone. Both live commands have them.
struct TLS13Options: ParsableArguments {
    @Flag(help: "Without the dummy ChangeCipherSpec of TLS 1.3, and without a session ID that has no meaning.")
    var noCompat = false

    @Option(
        help: .text("Pad each protected record of TLS 1.3 to a multiple of so many octets, 1 to 16384.", for: "octets"))
    var pad: Int?

    @Option(
        help: .text(
            "Change the keys before the first data of TLS 1.3: send, or request to ask the other side for it, too.",
            for: "kind"))
    var keyUpdate: KeyUpdateOption?

    @Option(
        help: .text(
            "Octets to export from the keys of TLS 1.3 for the line of --summary: label, context in hexadecimal, number.",
            for: "label:context:length"))
    var export: String?

    @Option(
        help: .text(
            "A secret that both sides have already, in hexadecimal, for suites of TLS 1.3 with SHA-256.", for: "hex"))
    var psk: String?

    @Option(help: .text("The name that both sides have for that secret.", for: "text"))
    var pskIdentity: String?

    @Flag(help: "One line for programs when a connection has ended.")
    var summary = false

    func validate() throws {
        if let pad, !(1...16_384).contains(pad) { throw ValidationError("--pad: 1 to 16384 octets.") }
        guard (psk == nil) == (pskIdentity == nil) else {
            throw ValidationError("--psk and --psk-identity belong together.")
        }
        if let psk, let pskIdentity {
            guard let key = Hex.octets(psk), (1...65_535).contains(key.count) else {
                throw ValidationError("--psk: octets in hexadecimal.")
            }
            guard (1...65_535).contains(pskIdentity.utf8.count) else {
                throw ValidationError("--psk-identity: 1 to 65535 octets.")
            }
        }
        if let export, ExportRequest(export) == nil {
            throw ValidationError(
                "--export \(export): LABEL:CONTEXT:LENGTH, the context in hexadecimal or empty, 1 to \(ExportRequest.longest) octets."
            )
        }
    }

    /// Checks that TLS 1.3 is spoken if an option for it alone is given.
    ///
    /// - Throws: `ValidationError` that names the option.
    func check(_ wishes: TLSOptions.Wishes) throws {
        guard !wishes.tls13 else { return }
        let given = [
            ("no-compat", noCompat), ("pad", pad != nil), ("key-update", keyUpdate != nil), ("psk", psk != nil),
        ]
        guard let option = given.first(where: \.1)?.0 else { return }
        throw ValidationError("--\(option): it belongs to TLS 1.3, which is not spoken.")
    }

    /// The external PSK of `--psk` and `--psk-identity`; nil without these options.
    var externalPSK: TLS13.ExternalPSK? {
        guard let psk, let pskIdentity, let key = Hex.octets(psk) else { return nil }
        return TLS13.ExternalPSK(identity: Array(pskIdentity.utf8), key: key)
    }

    /// Whether the TLS endpoints have to report their steps.
    var needsTracing: Bool { summary }

    /// The writer of the summary's lines; nil without `--summary`.
    func lines(of role: Role, tell: @escaping (String) -> Void) -> SummaryLines? {
        summary ? SummaryLines(role: role, export: export.flatMap { ExportRequest($0) }, tell: tell) : nil
    }
}

/// The value of `--key-update`: the keys are changed before the first data. With `request` the other side is asked to change its keys,
/// too.
enum KeyUpdateOption: String, ExpressibleByArgument, CaseIterable {
    case send
    case request
}
