import Capture
import Trace

/// A capture that is explained as its octets come.
package struct ExplainedCapture: Sendable {
    /// What reads the file.
    package private(set) var reader = CaptureReader()
    /// What explains its frames.
    package private(set) var explainer: Explainer

    /// A capture of which nothing was read yet.
    package init(_ explainer: Explainer) { self.explainer = explainer }

    /// Whether it cannot be read any further.
    package var hasStopped: Bool { explainer.file.stop != nil }

    /// Takes the next octets; none at its end.
    ///
    /// A file that ends early or contradicts itself is explained as far as it can be read.
    ///
    /// - Throws: ``ParseError`` for what is no capture.
    package mutating func take(_ octets: [UInt8]) throws(ParseError) {
        guard !hasStopped else { return }
        if octets.isEmpty { reader.end() } else { reader.append(octets) }
        do throws(ParseError) {
            while let item = try reader.next() {
                switch item {
                case .frame(let frame): explainer.take(frame, of: reader)
                case .secrets(let keyLog): explainer.secrets.add(keyLog: keyLog, from: .capture)
                case .skipped(let error): explainer.skip(error)
                case .other: break
                }
            }
        } catch {
            if reader.format == nil { throw error }
            explainer.stop(at: error)
        }
        if octets.isEmpty || hasStopped { explainer.end() }
    }

    /// Takes what has come out.
    package mutating func takeOutputs() -> [Explainer.Output] { explainer.takeOutputs() }
}
