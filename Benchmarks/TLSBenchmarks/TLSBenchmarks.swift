import Measurement

/// How fast TLS is: handshakes, and the records behind them.
@main
struct TLSBenchmarks {
    static func main() throws {
        let options = Options.ofThisProcess()
        var report = Report(json: options.isJSON)
        let world = try World.make()
        let rival = Rival()
        defer { rival.end() }
        try HandshakeRate.measure(options, world, rival, &report)
        RecordThroughput.measure(options, world, rival, &report)
        report.finish()
    }
}
