import ArgumentParser
import LiveIO
import Render

/// How a live run is shown, and where it is written; of both live commands.
struct TLSTraceOptions: ParsableArguments {
    @Option(help: "How much to tell: story, messages or bytes.")
    var detail: Detail = .story

    @Flag(help: "Do not tell what happens.")
    var quiet = false

    @Option(
        help: ArgumentHelp("Add the master secrets to this NSS key log, for Wireshark.", valueName: "file"))
    var keylog: String?

    @Option(help: ArgumentHelp("Write the run as JSON, secrets included.", valueName: "file"))
    var json: String?

    @Option(
        help: ArgumentHelp(
            "Write the records as a capture (pcapng), with its secrets inside and TCP made up around it.",
            valueName: "file"))
    var pcap: String?

    @OptionGroup var colour: ColourOptions

    /// What is made of the run.
    var outputs: TLSTrace.Outputs {
        TLSTrace.Outputs(detail: quiet ? nil : detail, keyLog: keylog, json: json, capture: pcap)
    }
}
