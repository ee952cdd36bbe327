import ArgumentParser
import LiveIO
import Render

/// How a live run is shown, and where it is written; of both live commands, beside ``OutputOptions``.
///
/// The two groups stand side by side: where groups stand within groups, a debug build checks each five times as often as the one around it.
struct TLSTraceOptions: ParsableArguments {
    @Flag(help: "Do not tell what happens.")
    var quiet = false

    @Option(help: .text("Append the master secrets to this NSS key log, for Wireshark.", for: "file"))
    var keylog: FilePath?

    func validate() throws { try OutputFile.check(all: [keylog?.path]) }

    /// What is made of the run. A live run has no picture before its end: its overview is the story.
    func outputs(_ output: OutputOptions) -> TLSTrace.Outputs {
        let detail = output.detail == .overview ? .story : output.detail
        return TLSTrace.Outputs(
            detail: quiet ? nil : detail, keyLog: keylog?.path, json: output.json?.path,
            capture: output.pcap?.path,
            page: output.html.map {
                TLSTrace.Outputs.Page(path: $0.path, program: Version.nameAndNumber, command: RunCommand.given)
            })
    }
}
