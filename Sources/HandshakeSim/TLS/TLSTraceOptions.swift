import ArgumentParser
import LiveIO
import Render

/// How a live run is shown, and where it is written; of both live commands.
struct TLSTraceOptions: ParsableArguments {
    @OptionGroup var output: OutputOptions

    @Flag(help: "Do not tell what happens.")
    var quiet = false

    @Option(
        help: ArgumentHelp("Append the master secrets to this NSS key log, for Wireshark.", valueName: "file"))
    var keylog: String?

    /// What is made of the run.
    var outputs: TLSTrace.Outputs {
        TLSTrace.Outputs(
            detail: quiet ? nil : output.detail, keyLog: keylog, json: output.json, capture: output.pcap)
    }
}
