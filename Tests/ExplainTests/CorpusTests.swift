import Testing

@testable import Explain

/// Captures that the project has made. The explanation finds the diagnoses of each capture, and no others.
@Suite
struct CorpusTests {
    @Test(arguments: MadeCapture.all)
    func eachCaptureHasItsDiagnosesAndNoOthers(_ capture: MadeCapture) {
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

    /// The timer of a FIN, which is a remark, does not hide a loss of data.
    @Test func theTimerOfAFINExplainsNoLossOfData() throws {
        let explanation = Explanation(
            """
            0 open 20 S C
            21 S > C ACK len 1448 lost
            21.1 S > C ACK len 1448 times 3 every 0.1
            41 C > S ACK sack 1448-2896
            41.1 C > S ACK sack 1448-4344
            41.3 S > C ACK seq 0 len 1448
            61 C > S ACK
            70 C > S FIN,ACK lost
            320 C > S FIN,ACK seq 0
            340 S > C FIN,ACK
            340.1 C > S ACK
            """)
        let loss = try #require(explanation.findings.first { $0.code == "tcp.loss" })
        let timer = try #require(explanation.findings.first { $0.code == "tcp.timeouts" })
        #expect(timer.severity == .remark)
        #expect(loss.severity == .trouble && loss.explainedBy == nil)
    }
}
