import Testing
import Trace

/// Words as a search compares them.
@Suite struct SearchWordsTests {
    // web/test/lookup.test.js has the same pairs.
    @Test(arguments: [
        ("Diffie-Hellman", "Diffie–Hellman"), ("CLOSE_WAIT", "close-wait"), ("certificates", "Certificate"),
        ("replies", "reply"), ("signed", "signs"), ("the server's key", "the server key"), ("x.509", "X.509."),
    ])
    func hyphensUnderscoresCaseAndEndingsDoNotCount(one: String, other: String) {
        #expect(SearchWords.folded(one) == SearchWords.folded(other))
    }

    @Test func smallWordsOfAQuestionAreLeftOut() {
        #expect(SearchWords.query("Why TIME_WAIT vs FIN-WAIT?") == ["time wait", "fin wait"])
        #expect(SearchWords.query("what is") == ["what", "is"])
        #expect(SearchWords.folded("class") != SearchWords.folded("clas"))
    }

    @Test func textsTogetherHaveAllWordsOfAQuery() {
        let texts = ["A random is public.", "RFC 5246 7.4.1.2"]
        #expect(SearchWords.have(texts, "what are randoms in RFC 5246?"))
        #expect(!SearchWords.have(texts, "random secret"))
        #expect(!SearchWords.have(["public"], "") && !SearchWords.have(["public"], "?"))
        // No word is made of the end of one text and the beginning of the next.
        #expect(!SearchWords.have(["TIME", "WAIT"], "time-wait"))
    }
}
