import Attacks
import Capture
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
        let file: CaptureFile
        do throws(ParseError) {
            file = try CaptureFile(bytes: octets)
        } catch {
            throw WebProblem(422, .capture, "The capture cannot be read: \(error)", offset: error.offset)
        }
        // A departure and an arrival for each packet.
        guard file.packets.count <= WebLimit.events / 2 else {
            throw WebProblem(422, .limit, "The capture has more than \(WebLimit.events / 2) packets.")
        }
        let journals = CaptureJournal.journals(of: file)
        guard !journals.isEmpty else {
            throw WebProblem(
                422, .capture, "There is no TCP segment over IPv4 in the \(counted(file.packets.count, "packet")).",
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
