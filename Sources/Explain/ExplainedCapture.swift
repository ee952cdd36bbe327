import Capture
import Trace

/// A capture that is read and explained as its octets come: one file, or several whose frames are put in the order of their times.
///
/// Each file is read in its own order: the next frame of the capture is the earliest of the next frames of all files.
package struct ExplainedCapture: Sendable {
    /// A file of the capture.
    struct Source: Sendable {
        /// The reader of the file.
        var reader = CaptureReader()
        /// The next frame of the file; nil if it was not read yet.
        var next: CaptureReader.Frame?
        /// The time by which the next frame is put in order.
        var time = Int64.min
        /// Why the file cannot be read any further; nil as long as it can.
        var stop: ParseError?
        /// Whether the file has no more frames.
        var hasEnded = false
    }

    /// The files, in the order in which they were given.
    private(set) var sources: [Source]
    /// The explainer of the frames.
    package private(set) var explainer: Explainer
    /// Whether the reading was ended before the end of the files.
    package private(set) var isInterrupted = false
    /// The most frames that are read.
    package var mostFrames = Int.max

    /// A capture of so many files, of which no octet was read yet.
    package init(_ explainer: Explainer, files: Int = 1) {
        self.explainer = explainer
        sources = Array(repeating: Source(), count: max(1, files))
    }

    /// The number of frames that were read.
    package var frames: Int { explainer.file.frames }
    /// The file whose octets are needed next; nil if no more octets are needed.
    package var wanted: Int? {
        frames >= mostFrames ? nil : sources.firstIndex { !$0.hasEnded && $0.next == nil }
    }

    /// Takes the next octets of a file. An empty array means that the file has ended.
    ///
    /// A file that ends early or contradicts itself is explained as far as it can be read.
    ///
    /// - Throws: ``ParseError`` if the beginning of the file is no capture format.
    package mutating func take(_ octets: [UInt8], of file: Int = 0) throws(ParseError) {
        guard sources.indices.contains(file), !sources[file].hasEnded else { return }
        if octets.isEmpty { sources[file].reader.end() } else { sources[file].reader.append(octets) }
        try advance(file)
        guard sources.count > 1 else { return finish() }
        while wanted == nil, frames < mostFrames, let earliest = earliest, var frame = sources[earliest].next {
            frame.number = frames + 1
            explainer.take(frame, of: sources[earliest].reader)
            sources[earliest].next = nil
            try advance(earliest)
        }
        finish()
    }

    /// The file with the earliest frame; of several the first one.
    private var earliest: Int? {
        var earliest: Int?
        for index in sources.indices where sources[index].next != nil {
            if let known = earliest, sources[known].time <= sources[index].time { continue }
            earliest = index
        }
        return earliest
    }

    /// Reads a file up to its next frame. A file that is alone is read as far as its octets go.
    private mutating func advance(_ file: Int) throws(ParseError) {
        // The reader is used in a variable of its own, because a borrow of an array's element would copy it for each frame.
        var reader = CaptureReader()
        swap(&reader, &sources[file].reader)
        defer { swap(&reader, &sources[file].reader) }
        do throws(ParseError) {
            while frames < mostFrames, let item = try reader.next() {
                switch item {
                case .frame(let frame):
                    if sources.count > 1 {
                        sources[file].time = frame.timestamp ?? sources[file].time
                        sources[file].next = frame
                        return
                    }
                    explainer.take(frame, of: reader)
                case .secrets(let keyLog): explainer.secrets.add(keyLog: keyLog, from: .capture)
                case .skipped(let error): explainer.file.skip(error)
                case .other: break
                }
            }
            if reader.isAtEnd { sources[file].hasEnded = true }
        } catch {
            if reader.format == nil { throw error }
            sources[file].stop = error
            sources[file].hasEnded = true
            explainer.file.stop(at: error)
        }
    }

    /// Ends the explanation when all files have ended.
    private mutating func finish() {
        if sources.allSatisfy({ $0.hasEnded && $0.next == nil }) { close() }
    }

    /// Ends the explanation, also if the files have not ended.
    package mutating func end() {
        guard sources.contains(where: { !$0.hasEnded || $0.next != nil }) else { return }
        isInterrupted = true
        close()
    }

    /// Ends the reading. The runs that are told are written at once, so that their journals are there.
    private mutating func close() {
        isAtEnd = true
        if explainer.tellsRuns { explainer.end() }
    }

    /// Whether all files have ended, or the reading was ended before.
    private var isAtEnd = false
    /// The largest number of connections that are written at once after the end of the file.
    private static let mostAtOnce = 256

    /// Returns the outputs so far, and removes them. After the end the connections that are still alive come in parts: it is to be
    /// called until it returns none.
    package mutating func takeOutputs() -> [Explainer.Output] {
        if isAtEnd { explainer.end(Self.mostAtOnce) }
        return explainer.takeOutputs()
    }
}
