import Testing
import Trace

@Suite struct EnglishCountTests {
    @Test(
        arguments: [
            (1, "octet", "1 octet"), (0, "octet", "0 octets"), (3, "octet", "3 octets"), (1, "query", "1 query"),
            (2, "query", "2 queries"), (2, "day", "2 days"), (501, "guess", "501 guesses"), (1, "guess", "1 guess"),
            (2, "round trip", "2 round trips"),
        ])
    func aCountAgreesWithItsNoun(_ count: Int, _ noun: String, _ text: String) {
        #expect(counted(count, noun) == text)
    }
}
