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
        var (tally, gravest) = (DiagnosisTally(), GravestConnections())
        var options = Explainer.Options()
        (options.told, options.foldsRuns) = (nil, false)
        var capture = ExplainedCapture(Explainer(options))
        capture.mostFrames = WebLimit.events / 2 + 1
        let problem: ParseError?
        do throws(ParseError) {
            try capture.take(octets)
            if capture.frames <= WebLimit.events / 2 { try capture.take([]) }
            for output in capture.takeOutputs() {
                switch output {
                case .connection(let ended):
                    tally.take(ended)
                    gravest.take(ended)
                case .loneSYN(let syn, let pattern):
                    tally.take(syn, pattern)
                    gravest.take(syn, pattern)
                default: break
                }
            }
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
        // The verdict and the diagnoses stand at the first connection, as on the page that 'explain' writes.
        let explanation = Explanation(names: ["the capture"], capture, tally: tally)
        let runs = journals.enumerated().map { index, journal in
            var run = WebDocument.Run(
                "connection-\(index + 1)", journal, heading: index == 0 ? explanation.heading(gravest) : nil,
                telling: index == 0 ? explanation.report(gravest, isUnderHeading: true) : nil)
            run.takesRules = false
            return run
        }
        return .of(RunSet(runs), command: [])
    }
}
