import Explain
import LiveIO
import Trace

/// A file of a capture. An array has it by reference, because a stream cannot be copied.
private final class CaptureInput {
    var stream: InputStream

    init(_ stream: consuming InputStream) { self.stream = stream }
}

/// The files of a capture, of which each is read piece by piece.
struct CaptureInputs: ~Copyable {
    /// The octets that are read ahead of all files together.
    private static let ahead = 32 << 20

    private let paths: [String]
    private let streams: [CaptureInput]
    /// The signal with which the user ends the reading.
    private let stop: StopSignal
    /// The octets of all files; nil if a file has no known size, such as a pipe.
    private let size: Int?
    /// Whether a file can be read only once.
    var comeOnce: Bool { size == nil }

    /// Opens the files at some paths; "-" is standard input.
    ///
    /// - Throws: ``FileError`` if a file cannot be opened.
    init(_ paths: [String]) throws(FileError) {
        let piece = min(1 << 20, max(1 << 14, Self.ahead / max(1, paths.count)))
        var streams: [CaptureInput] = []
        for path in paths { streams.append(CaptureInput(try InputStream(path, piece: piece))) }
        let sizes = zip(paths, streams).map { $0 == "-" ? nil : $1.stream.size }
        // What may throw comes before the first member is set.
        stop = try StopSignal()
        self.paths = paths
        self.streams = streams
        size = sizes.contains(nil) ? nil : sizes.reduce(0) { $0 + ($1 ?? 0) }
    }

    /// Reads the files, and gives what the explainer has found to `take`, part by part.
    ///
    /// - Throws: ``CaptureFailure`` if a file is not a capture; ``FileError`` if it cannot be read; what `take` throws.
    consuming func read(
        into capture: inout ExplainedCapture, _ take: ([Explainer.Output]) throws(FileError) -> Void
    ) throws {
        let clock = ContinuousClock()
        let start = clock.now
        var shown = start
        defer { if shown != start { Terminal.standardError.write("\r\u{1b}[K") } }
        while let file = capture.wanted {
            guard let octets = try streams[file].stream.next(until: stop) else { break }
            do {
                try capture.take(octets, of: file)
            } catch {
                throw CaptureFailure(file: paths[file], error: error)
            }
            try take(capture.takeOutputs())
            if Terminal.standardError.showsOutput, clock.now - shown > .seconds(1) {
                shown = clock.now
                let offset = streams.reduce(0) { $0 + $1.stream.offset }
                let share = size.map { " \(offset / max(1, $0 / 100)) %," } ?? ""
                let rate = Double(capture.frames) / ((shown - start) / .seconds(1))
                let name = paths.joined(separator: ", ")
                Terminal.standardError.write("\r\u{1b}[K\(name):\(share) \(Int(rate)) packets a second")
            }
        }
        capture.end()
        while true {
            let outputs = capture.takeOutputs()
            if outputs.isEmpty { break }
            try take(outputs)
        }
    }
}

/// The error for a file that is not a capture.
struct CaptureFailure: Error, CustomStringConvertible {
    let file: String
    let error: ParseError

    var description: String { "\(file) is no capture: \(error)" }
}
