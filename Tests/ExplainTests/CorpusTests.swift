import Testing

@testable import Explain

/// Captures that the project has made: each diagnosis in at least one, and nothing else said.
@Suite
struct CorpusTests {
    @Test(arguments: MadeCapture.all)
    func told(_ capture: MadeCapture) {
        let explanation = Explanation(capture.script)
        #expect(explanation.codes == capture.codes.keys.sorted(), "\(capture.name)")
        for case (let code, let frames?) in capture.codes {
            #expect(explanation.frames(code) == frames, "\(capture.name): \(code)")
        }
        for finding in explanation.findings {
            let sentence = finding.diagnosis.english
            #expect(sentence.hasSuffix(".") && !sentence.contains("  ") && !sentence.contains("\n"), "\(sentence)")
            #expect(finding.frames.frames == finding.frames.frames.sorted())
        }
    }
}
