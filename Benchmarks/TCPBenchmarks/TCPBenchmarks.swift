import Measurement

/// How fast simulated TCP is.
@main
struct TCPBenchmarks {
    static func main() throws {
        let options = Options.ofThisProcess()
        var report = Report(json: options.isJSON)
        BulkTransfer.measure(options, &report)
        TwoConnections.measure(options, &report)
        try FilledBuffers.measure(options, &report)
        TracedTransfer.measure(options, &report)
        ConnectionTurnover.measure(options, &report)
        ConnectionMemory.measure(options, &report)
        report.finish()
    }
}
