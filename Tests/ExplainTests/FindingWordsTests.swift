import Testing
import Trace

@testable import Explain
@testable import TLSSim

/// Sentences of explanations that depend on the numbers in them.
@Suite struct FindingWordsTests {
    /// A server may choose an older version than the ClientHello names. Then that name is no concession to old servers.
    @Test func onlyAnOlderVersionInTheHelloIsForOldServers() {
        let usual = RecordVersionNote(spoken: .tls13, record: .tls10, hello: .tls12).english
        #expect(usual.hasSuffix(", so that old servers and middleboxes let it pass."))
        let older = RecordVersionNote(spoken: .tls10, record: .tls10, hello: .tls12).english
        #expect(older.hasSuffix("In the ClientHello the version field names TLS 1.2."))
    }

    @Test func oneFrameHasAndTwoFramesHave() {
        #expect(CaptureDiagnosis.noTimes(1).english == "1 frame has no time.")
        #expect(CaptureDiagnosis.noTimes(2).english == "2 frames have no time.")
    }
}
