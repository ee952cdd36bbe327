import Capture
import Trace

/// A capture file that is read and explained as its octets come.
package struct ExplainedCapture: Sendable {
    /// The reader of the file.
    package private(set) var reader = CaptureReader()
    /// The explainer of its frames.
    package private(set) var explainer: Explainer

    /// A capture of which no octet was read yet.
    package init(_ explainer: Explainer) { self.explainer = explainer }

    /// Whether the file cannot be read any further.
    package var hasStopped: Bool { explainer.file.stop != nil }

    /// Takes the next octets of the file. An empty array means that the file has ended.
    ///
    /// A file that ends early or contradicts itself is explained as far as it can be read.
    ///
    /// - Throws: ``ParseError`` if the beginning of the file is no capture format.
    package mutating func take(_ octets: [UInt8]) throws(ParseError) {
        guard !hasStopped else { return }
        if octets.isEmpty { reader.end() } else { reader.append(octets) }
        do throws(ParseError) {
            while let item = try reader.next() {
                switch item {
                case .frame(let frame): explainer.take(frame, of: reader)
                case .secrets(let keyLog): explainer.secrets.add(keyLog: keyLog, from: .capture)
                case .skipped(let error): explainer.file.skip(error)
                case .other: break
                }
            }
        } catch {
            if reader.format == nil { throw error }
            explainer.file.stop(at: error)
        }
        if octets.isEmpty || hasStopped { isAtEnd = true }
    }

    /// Whether the file has ended, or cannot be read any further.
    private var isAtEnd = false
    /// The largest number of connections that are written at once after the end of the file.
    private static let mostAtOnce = 256

    /// Returns the outputs so far, and removes them. After the end of the file the connections that are still alive come in parts: it is to be
    /// called until it returns none.
    package mutating func takeOutputs() -> [Explainer.Output] {
        if isAtEnd { explainer.end(Self.mostAtOnce) }
        return explainer.takeOutputs()
    }
}
