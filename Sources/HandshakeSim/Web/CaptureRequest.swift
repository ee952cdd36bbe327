import Capture
import Explain
import Render
import Trace

/// A request of a page to show a capture: the document has one run for each TCP connection in the capture.
struct CaptureRequest {
    /// The octets of the capture file.
    let octets: [UInt8]

    /// The document of the capture.
    ///
    /// - Throws: ``WebProblem`` if the octets are not a capture, have no TCP connection, or have too many packets.
    func document() throws(WebProblem) -> WebDocument {
        var result = ExplanationSink()
        var options = Explainer.Options()
        (options.told, options.foldsRuns) = (nil, false)
        var capture = ExplainedCapture(Explainer(options))
        capture.mostFrames = WebLimit.events / 2 + 1
        let problem: ParseError?
        do throws(ParseError) {
            try capture.take(octets)
            if capture.frames <= WebLimit.events / 2 { try capture.take([]) }
            result.take(capture.takeOutputs())
            problem = capture.explainer.file.stop ?? capture.explainer.file.skipped.first
        } catch {
            problem = error
        }
        if let problem {
            throw WebProblem(422, .capture, saying: "The capture cannot be read: \(problem)", offset: problem.offset)
        }
        // Each packet makes two events, a departure and an arrival.
        guard capture.frames <= WebLimit.events / 2 else {
            throw WebProblem(422, .limit, saying: "The capture has more than \(WebLimit.events / 2) packets.")
        }
        let journals = capture.explainer.journals.sorted { $0.connection < $1.connection }.map(\.journal)
        guard !journals.isEmpty else {
            throw WebProblem(
                422, .capture, saying: "There is no TCP segment in the \(counted(capture.frames, "packet")).",
                offset: octets.count)
        }
        let explanation = Explanation(
            names: [Words(english: "the capture", chinese: "抓包文件")], capture, tally: result.tally)
        let runs = result.runs(journals.enumerated().map { ($0 + 1, $1) }, explanation).map { run in
            var run = run
            run.takesRules = false
            return run
        }
        return .of(RunSet(runs), command: [])
    }
}
