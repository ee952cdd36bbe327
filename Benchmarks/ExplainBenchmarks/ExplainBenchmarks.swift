import Explain
import Foundation
import Measurement

/// How many frames of a capture are explained in a second, beside tshark.
@main
struct ExplainBenchmarks {
    static func main() throws {
        let options = Options.ofThisProcess()
        var report = Report(json: options.isJSON)
        let shapes: [(name: String, connections: Int, segments: Int, size: Int)] = [
            ("200 connections", 200, options.isShort ? 14 : 700, 512),
            ("20,000 connections", 20_000, options.isShort ? 1 : 8, 100),
        ]
        for shape in shapes where options.wants(shape.name) {
            let capture = MadeCapture(connections: shape.connections, segments: shape.segments, size: shape.size)
            let name = "explain, \(Report.grouped(capture.frames)) frames of \(shape.name)"
            var rates = [Double]()
            var memory = [Double]()
            for _ in 0..<options.repetitions {
                let before = Memory.inUse
                var most = 0
                let elapsed = try seconds { most = try explain(capture) }
                rates.append(Double(capture.frames) / elapsed)
                if let before { memory.append(Double(most - before) / Double(shape.connections)) }
            }
            report.add(Figure(name, unit: "frames/s", rates))
            report.add(Figure("  octets of memory for each connection", unit: "octets", memory))
            if let rival = try tshark(capture, options.repetitions) {
                report.add(Figure("  tshark's, with tcp.stream and tcp.analysis.flags", unit: "frames/s", rival))
            }
        }
        report.finish()
    }

    /// Explains a capture and writes its document, as "explain --quiet --json" does.
    ///
    /// - Returns: the most octets of the heap that were in use.
    private static func explain(_ capture: MadeCapture) throws -> Int {
        var explained = ExplainedCapture(Explainer(Explainer.Options()))
        var document = ExplanationDocument()
        var (place, most) = (0, 0)
        while true {
            let end = min(place + 1 << 20, capture.octets.count)
            try explained.take(Array(capture.octets[place..<end]))
            while true {
                let outputs = explained.takeOutputs()
                for case .connection(let ended) in outputs { document.add(ended) }
                _ = document.take()
                most = max(most, Memory.inUse ?? 0)
                // After the end of the file the connections come in parts.
                if outputs.isEmpty || place < end { break }
            }
            if place == end { break }
            place = end
        }
        return most
    }

    /// tshark's frames in a second of processor time; nil where there is no tshark.
    private static func tshark(_ capture: MadeCapture, _ repetitions: Int) throws -> [Double]? {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "explain-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "made.pcap")
        try Data(capture.octets).write(to: file)
        var rates: [Double] = []
        for _ in 0..<min(repetitions, 2) {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments =
                ["tshark", "-n", "-r", file.path, "-T", "fields"]
                + ["frame.number", "tcp.stream", "tcp.analysis.flags"].flatMap { ["-e", $0] }
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            let before = childSeconds()
            try process.run()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { return nil }
            rates.append(Double(capture.frames) / (childSeconds() - before))
        }
        return rates
    }
}
