import Crypto
import Measurement
import TrustSim

/// How fast chains are judged, and how long the worst one takes.
@main
struct TrustBenchmarks {
    static func main() async throws {
        let options = try Options(CommandLine.arguments.dropFirst())
        var report = Report(json: options.isJSON)
        var random = SeededRandomSource(seed: 1)
        let pki = try LessonPKI.make(hostName: EvaluationRate.hostName, at: EvaluationRate.time, using: &random)
        try await EvaluationRate.measure(options, pki, &report)
        DamagedCertificates.measure(options, pki, &report)
        report.finish()
    }
}
