import Measurement
import PKI

/// How fast chains are judged, and how long the worst one takes.
@main
struct TrustBenchmarks {
    static func main() async throws {
        let options = Options.ofThisProcess()
        var report = Report(json: options.isJSON)
        let pki = try LessonPKI.make(hostName: EvaluationRate.hostName, at: EvaluationRate.time, seed: 1)
        try await EvaluationRate.measure(options, pki, &report)
        DamagedCertificates.measure(options, pki, &report)
        report.finish()
    }
}
