import Render
import Testing
import Trace

@Suite struct KeyLogTests {
    @Test func aSessionIsALine() {
        let lines = KeyLog.text(Fixture.conversation()).split(separator: "\n")
        #expect(lines.count == 2, "client and server agree, so one line serves both")
        #expect(lines[0].hasPrefix("# "))
        #expect(lines[1] == "CLIENT_RANDOM \(Hex.string(Fixture.clientRandom)) \(Hex.string(Fixture.master))")
        #expect(lines[1].count == 14 + 64 + 1 + 96)
    }

    @Test func withoutAMasterSecretThereIsOnlyTheComment() {
        let journal = Journal(
            title: "two\nlines", settings: [], epoch: 0, client: Fixture.client, server: Fixture.server)
        #expect(KeyLog.text(journal) == "# TLS key log of: two\\nlines\n")
    }

    @Test func aManInTheMiddleMakesTwoSessions() {
        var journal = Journal(title: "", settings: [], epoch: 0, client: Fixture.client, server: Fixture.server)
        for (who, octet) in [(Principal.client, 1 as UInt8), (.server, 2), (.eavesdropper, 3)] {
            let how = Learned.received(inEvent: 1)
            let value = { Array(repeating: octet, count: $0) }
            journal.record(at: .zero, who: who, step: "r", .learned(SecretID("client_random"), how, value: value(32)))
            journal.record(at: .zero, who: who, step: "m", .learned(SecretID("master secret"), how, value: value(48)))
        }
        let lines = KeyLog.text(journal).split(separator: "\n").dropFirst()
        #expect(lines.map { $0.dropFirst(14).prefix(2) } == ["01", "02"])
    }
}
