import Testing
import Trace

@testable import Simulator

/// The scenarios of lessons 26 and 27: what additions to TCP do, and a half-closed connection.
@Suite struct AdditionScenarioTests {
    /// What must come out of a scenario, from a row on.
    static let outcomes: [(name: String, from: Int, text: String)] = [
        (
            // B acknowledges the first piece 40 ms after it has come, and only then the second piece leaves.
            "nagle-delayed-ack", 1,
            """
            2. ESTABLISHED --> <SEQ=100><ACK=300><DATA=5><CTL=PSH,ACK> --> ESTABLISHED
            3. (waits) (waits)
            4. ESTABLISHED <-- <SEQ=300><ACK=105><CTL=ACK> <-- ESTABLISHED
            5. ESTABLISHED --> <SEQ=105><ACK=300><DATA=9><CTL=PSH,ACK> --> ESTABLISHED
            6. ESTABLISHED <-- <SEQ=300><ACK=114><CTL=ACK> <-- ESTABLISHED
            7. ESTABLISHED --> <SEQ=114><ACK=300><DATA=5><CTL=PSH,ACK> --> ESTABLISHED
            8. ESTABLISHED --> <SEQ=119><ACK=300><DATA=9><CTL=PSH,ACK> --> ESTABLISHED
            """
        ),
        (
            // 99 is one less than B expects, and B answers it. After three questions without an answer A gives up.
            "keep-alive", 1,
            """
            2. ESTABLISHED --> <SEQ=99><ACK=300><CTL=ACK> --> ESTABLISHED
            3. ESTABLISHED <-- <SEQ=300><ACK=100><CTL=ACK> <-- ESTABLISHED
            4. ESTABLISHED --> <SEQ=99><ACK=300><CTL=ACK> (lost) ESTABLISHED
            5. ESTABLISHED --> <SEQ=99><ACK=300><CTL=ACK> (lost) ESTABLISHED
            6. ESTABLISHED --> <SEQ=99><ACK=300><CTL=ACK> (lost) ESTABLISHED
            7. CLOSED ESTABLISHED
            """
        ),
        (
            "half-close", 4,
            """
            FIN-WAIT-1 --> <SEQ=110><ACK=300><CTL=FIN,ACK> --> CLOSE-WAIT
            4. FIN-WAIT-2 <-- <SEQ=300><ACK=111><CTL=ACK> <-- CLOSE-WAIT
            5. FIN-WAIT-2 <-- <SEQ=300><ACK=111><DATA=3><CTL=PSH,ACK> <-- CLOSE-WAIT
            FIN-WAIT-2 --> <SEQ=111><ACK=303><CTL=ACK> --> CLOSE-WAIT
            6. FIN-WAIT-2 <-- <SEQ=303><ACK=111><DATA=3><CTL=PSH,ACK> <-- CLOSE-WAIT
            FIN-WAIT-2 --> <SEQ=111><ACK=306><CTL=ACK> --> CLOSE-WAIT
            7. (Close)
            TIME-WAIT <-- <SEQ=306><ACK=111><CTL=FIN,ACK> <-- LAST-ACK
            8. TIME-WAIT --> <SEQ=111><ACK=307><CTL=ACK> --> CLOSED
            9. (2 MSL)
            CLOSED
            """
        ),
    ]
    /// The scenarios whose segments are tested one by one.
    static let read = ["sack", "window-scale"]

    private func words(_ lines: some Sequence<some StringProtocol>) -> [String] {
        lines.map { $0.split(separator: " ").joined(separator: " ") }
    }

    @Test(arguments: outcomes)
    func theyEndAsTheRulesSay(name: String, from: Int, text: String) throws {
        let run = ScenarioRun(try #require(Scenario.named(name)))
        #expect(words(run.figure().dropFirst(2 + from)) == words(text.split(separator: "\n")))
    }

    /// RFC 2018: the blocks name what has arrived behind the gaps, so nothing but the gaps is sent again.
    @Test func withSelectiveAcknowledgmentsOnlyTheGapsAreSentAgain() throws {
        let journal = ScenarioRun(try #require(Scenario.named("sack"))).journal
        let sent = journal.events.compactMap { event -> UInt64? in
            guard event.who == .client, case .sent(let packet, _) = event.kind, !packet.payload.isEmpty else {
                return nil
            }
            return packet.fields.first(named: "tcp.seq_raw")?.number
        }
        #expect(sent == [100, 200, 300, 400, 500, 600, 200, 400])
        #expect(journal.events.contains { $0.step == "tcp.sack" })
    }

    /// RFC 7323 2: a field of 8192 and a shift of 7 are 1,048,576 octets; the field of a SYN is not shifted.
    @Test func aWindowIsShiftedBehindTheSYN() throws {
        let journal = ScenarioRun(try #require(Scenario.named("window-scale"))).journal
        let fields = journal.events.compactMap { event -> UInt64? in
            guard case .sent(let packet, _) = event.kind else { return nil }
            return packet.fields.first(named: "tcp.window_size_value")?.number
        }
        #expect(fields.prefix(3) == [65_535, 65_535, 8_192])
    }
}
