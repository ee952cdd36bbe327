import Capture
import Explain
import Render
import Trace

/// A capture that a page has been given, as a document: one run for each TCP connection in it.
struct CaptureRequest {
    /// The file.
    let octets: [UInt8]

    /// The document.
    ///
    /// - Throws: ``WebProblem``.
    func document() throws(WebProblem) -> WebDocument {
        var reader = CaptureReader()
        var options = Explainer.Options()
        (options.told, options.foldsRuns) = (nil, false)
        var explainer = Explainer(options)
        reader.append(octets)
        reader.end()
        do {
            while let item = try reader.next() {
                switch item {
                case .frame(let frame): explainer.take(frame, of: reader)
                case .skipped(let error): throw error
                case .secrets, .other: break
                }
                // A departure and an arrival for each packet.
                guard reader.frames <= WebLimit.events / 2 else {
                    throw WebProblem(422, .limit, "The capture has more than \(WebLimit.events / 2) packets.")
                }
            }
        } catch let error as ParseError {
            throw WebProblem(422, .capture, "The capture cannot be read: \(error)", offset: error.offset)
        } catch {
            throw error as? WebProblem ?? WebProblem(422, .capture, "\(error)")
        }
        explainer.end()
        let journals = explainer.journals.sorted { $0.connection < $1.connection }.map(\.journal)
        guard !journals.isEmpty else {
            throw WebProblem(
                422, .capture, "There is no TCP segment in the \(counted(reader.frames, "packet")).",
                offset: octets.count)
        }
        let runs = journals.enumerated().map { index, journal in
            var run = WebDocument.Run("connection-\(index + 1)", journal)
            run.takesRules = false
            return run
        }
        return .of(RunSet(runs), command: [])
    }
}
