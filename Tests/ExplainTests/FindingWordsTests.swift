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
        // SSL 3.0 in the record is no such sign, and a record of TLS 1.0 is one only for a client that speaks TLS 1.2 or newer.
        let old = RecordVersionNote(spoken: .tls11, record: .tls10, hello: .tls11).english
        #expect(old.hasSuffix("In the ClientHello the record names TLS 1.0."))
        let chosen = RecordVersionNote(spoken: .tls11, record: .tls10, hello: .tls12).english
        #expect(chosen.hasSuffix("the record names TLS 1.0 and the version field names TLS 1.2."))
        let first = RecordVersionNote(spoken: .tls12, record: .tls10, hello: .tls12).english
        #expect(first.hasSuffix("the record names TLS 1.0, so that old servers and middleboxes let it pass."))
    }

    @Test func oneFrameHasAndTwoFramesHave() {
        #expect(CaptureDiagnosis.noTimes(1).english == "1 frame has no time.")
        #expect(CaptureDiagnosis.noTimes(2).english == "2 frames have no time.")
    }
}
