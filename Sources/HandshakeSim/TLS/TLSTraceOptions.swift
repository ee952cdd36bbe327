import ArgumentParser
import LiveIO
import Render
import Trace

/// The options for how a live run is shown and for its key log. Both live commands have them, with ``OutputOptions``.
///
/// ``OutputOptions`` says why one group is not within the other.
struct TLSTraceOptions: ParsableArguments {
    @Flag(help: "Do not tell what happens.")
    var quiet = false

    @Option(help: .text("Append the master secrets to this NSS key log, for Wireshark.", for: "file"))
    var keylog: FilePath?

    func validate() throws { try OutputFile.check(all: [keylog?.path]) }

    /// How the run is shown, and the files that are written. An overview needs a run that has ended. So a live run shows its story instead.
    ///
    /// - Parameter language: the language whose words are in the JSON beside the English ones, and in which the page opens.
    func outputs(_ output: OutputOptions, in language: Language) -> TLSTrace.Outputs {
        let detail = output.detail == .overview ? .story : output.detail
        var outputs = TLSTrace.Outputs(
            detail: quiet ? nil : detail, keyLog: keylog?.path, json: output.json?.path,
            capture: output.pcap?.path,
            page: output.html.map {
                TLSTrace.Outputs.Page(path: $0.path, program: Version.nameAndNumber, command: RunCommand.given)
            })
        outputs.language = language
        return outputs
    }
}
