import Testing
import Trace

struct SubstitutionTests {
    /// The standard library is the judge, in texts in which it means the same: no character joins the wanted text with what follows.
    @Test(arguments: ["", "client", "clientclient", "aclienta cliencclient", "é client 漢client🙂", "clien", "<<&lt;<"])
    func itReplacesWhatTheStandardLibraryReplaces(text: String) {
        for (wanted, replacement) in [("client", "server"), ("<", "\\u003c"), ("c", ""), ("&", "&amp;")] {
            #expect(
                text.substituting(wanted, by: replacement) == text.replacing(wanted, with: replacement),
                "\(text), \(wanted)")
        }
    }

    /// A combining mark makes one character with the text before it: a markup sign is replaced all the same.
    @Test func aMarkBehindASignHidesNothing() {
        #expect("<\u{301}script".substituting("<", by: "&lt;") == "&lt;\u{301}script")
    }
}
