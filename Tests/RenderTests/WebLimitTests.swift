import Testing
import Trace

@testable import Render

/// A page holds so many events and no more.
@Suite struct WebLimitTests {
    @Test func aRunOfTooManyEventsHasNoPage() throws {
        var journal = Journal(
            title: "long", settings: [], epoch: 0, client: Endpoint(address: "10.0.0.1", port: 1),
            server: Endpoint(address: "10.0.0.2", port: 2))
        for _ in 0..<WebLimit.events / 2 {
            journal.record(at: .zero, who: .client, step: "x", .remarked(bookkeeping: true))
        }
        try WebLimit.check([journal, journal])
        journal.record(at: .zero, who: .client, step: "x", .remarked(bookkeeping: true))
        let page = WebPage(
            WebDocument(
                program: "test", command: [],
                runs: [WebDocument.Run("a", journal), WebDocument.Run("b", journal)]))
        let error = #expect(throws: WebLimit.self) { try page.html() }
        #expect(error?.code == "limit" && error?.count == 100_002)
        #expect(error?.description.contains("100002 events") == true)
    }
}
