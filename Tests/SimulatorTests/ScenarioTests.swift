import Render
import TestSupport
import Testing
import Trace

@testable import Simulator

@Suite struct ScenarioTests {
    /// The figures as RFC 9293 prints them, save the two ways in which it writes data: ours is that of Figure 10.
    static let figures: [(name: String, text: String)] = [
        (
            "figure-6",
            """
            1.  CLOSED                                               LISTEN
            2.  SYN-SENT    --> <SEQ=100><CTL=SYN>               --> SYN-RECEIVED
            3.  ESTABLISHED <-- <SEQ=300><ACK=101><CTL=SYN,ACK>  <-- SYN-RECEIVED
            4.  ESTABLISHED --> <SEQ=101><ACK=301><CTL=ACK>       --> ESTABLISHED
            5.  ESTABLISHED --> <SEQ=101><ACK=301><DATA=3><CTL=ACK> --> ESTABLISHED
            """
        ),
        (
            "figure-7",
            """
            1.  CLOSED                                           CLOSED
            2.  SYN-SENT     --> <SEQ=100><CTL=SYN>              ...
            3.  SYN-RECEIVED <-- <SEQ=300><CTL=SYN>              <-- SYN-SENT
            4.               ... <SEQ=100><CTL=SYN>              --> SYN-RECEIVED
            5.  SYN-RECEIVED --> <SEQ=100><ACK=301><CTL=SYN,ACK> ...
            6.  ESTABLISHED  <-- <SEQ=300><ACK=101><CTL=SYN,ACK> <-- SYN-RECEIVED
            7.               ... <SEQ=100><ACK=301><CTL=SYN,ACK> --> ESTABLISHED
            """
        ),
        (
            "figure-8",
            """
            1.  CLOSED                                               LISTEN
            2.  SYN-SENT    --> <SEQ=100><CTL=SYN>               ...
            3.  (duplicate) ... <SEQ=90><CTL=SYN>               --> SYN-RECEIVED
            4.  SYN-SENT    <-- <SEQ=300><ACK=91><CTL=SYN,ACK>  <-- SYN-RECEIVED
            5.  SYN-SENT    --> <SEQ=91><CTL=RST>               --> LISTEN
            6.              ... <SEQ=100><CTL=SYN>               --> SYN-RECEIVED
            7.  ESTABLISHED <-- <SEQ=400><ACK=101><CTL=SYN,ACK>  <-- SYN-RECEIVED
            8.  ESTABLISHED --> <SEQ=101><ACK=401><CTL=ACK>      --> ESTABLISHED
            """
        ),
        (
            "figure-9",
            """
            1.  (REBOOT)                              (send 300,receive 100)
            2.  CLOSED                                           ESTABLISHED
            3.  SYN-SENT --> <SEQ=400><CTL=SYN>              --> (??)
            4.  (!!)     <-- <SEQ=300><ACK=100><CTL=ACK>     <-- ESTABLISHED
            5.  SYN-SENT --> <SEQ=100><CTL=RST>              --> (Abort!!)
            6.  SYN-SENT                                         CLOSED
            7.  SYN-SENT --> <SEQ=400><CTL=SYN>              -->
            """
        ),
        (
            "figure-10",
            """
            1.  (REBOOT)                                  (send 300,receive 100)
            2.  (??)    <-- <SEQ=300><ACK=100><DATA=10><CTL=ACK> <-- ESTABLISHED
            3.          --> <SEQ=100><CTL=RST>                   --> (ABORT!!)
            """
        ),
        (
            "figure-11",
            """
            1.  LISTEN                                        LISTEN
            2.       ... <SEQ=Z><CTL=SYN>                -->  SYN-RECEIVED
            3.  (??) <-- <SEQ=X><ACK=Z+1><CTL=SYN,ACK>   <--  SYN-RECEIVED
            4.       --> <SEQ=Z+1><CTL=RST>              -->  (return to LISTEN!)
            5.  LISTEN                                        LISTEN
            """
        ),
        (
            "figure-12",
            """
            1.  ESTABLISHED                                          ESTABLISHED
            2.  (Close)
                FIN-WAIT-1  --> <SEQ=100><ACK=300><CTL=FIN,ACK>  --> CLOSE-WAIT
            3.  FIN-WAIT-2  <-- <SEQ=300><ACK=101><CTL=ACK>      <-- CLOSE-WAIT
            4.                                                       (Close)
                TIME-WAIT   <-- <SEQ=300><ACK=101><CTL=FIN,ACK>  <-- LAST-ACK
            5.  TIME-WAIT   --> <SEQ=101><ACK=301><CTL=ACK>      --> CLOSED
            6.  (2 MSL)
                CLOSED
            """
        ),
        (
            "figure-13",
            """
            1.  ESTABLISHED                                          ESTABLISHED
            2.  (Close)                                              (Close)
                FIN-WAIT-1  --> <SEQ=100><ACK=300><CTL=FIN,ACK>  ... FIN-WAIT-1
                            <-- <SEQ=300><ACK=100><CTL=FIN,ACK>  <--
                            ... <SEQ=100><ACK=300><CTL=FIN,ACK>  -->
            3.  CLOSING     --> <SEQ=101><ACK=301><CTL=ACK>      ... CLOSING
                            <-- <SEQ=301><ACK=101><CTL=ACK>      <--
                            ... <SEQ=101><ACK=301><CTL=ACK>      -->
            4.  TIME-WAIT                                            TIME-WAIT
                (2 MSL)                                              (2 MSL)
                CLOSED                                               CLOSED
            """
        ),
    ]

    /// The RFC's columns differ from figure to figure, and within Figures 6 and 8: only the words count.
    private func words(_ lines: some Sequence<some StringProtocol>) -> [String] {
        lines.map { $0.split(separator: " ").joined(separator: " ") }
    }

    @Test(arguments: figures)
    func theRunIsTheFigureLineByLine(name: String, text: String) throws {
        let run = ScenarioRun(try #require(Scenario.named(name)))
        #expect(words(run.figure().dropFirst(2)) == words(text.split(separator: "\n")))
    }

    /// What must come out of the other scenarios, from a row on.
    static let outcomes: [(name: String, from: Int, text: String)] = [
        (
            // The data waits for ESTABLISHED and then goes both ways.
            "simultaneous-open-data", 7,
            """
            8. ESTABLISHED --> <SEQ=101><ACK=301><DATA=3><CTL=ACK> --> ESTABLISHED
            9. ESTABLISHED <-- <SEQ=301><ACK=101><DATA=2><CTL=ACK> <-- ESTABLISHED
            10. ESTABLISHED <-- <SEQ=303><ACK=104><CTL=ACK> <-- ESTABLISHED
            11. ESTABLISHED --> <SEQ=104><ACK=303><CTL=ACK> --> ESTABLISHED
            """
        ),
        (
            // The SYN,ACK acknowledges the SYN alone; the user reads after the third segment.
            "data-on-syn", 1,
            """
            2. SYN-SENT --> <SEQ=100><DATA=3><CTL=SYN> --> SYN-RECEIVED
            3. ESTABLISHED <-- <SEQ=300><ACK=101><CTL=SYN,ACK> <-- SYN-RECEIVED
            4. ESTABLISHED --> <SEQ=101><ACK=301><DATA=3><CTL=ACK> --> ESTABLISHED
            5. ESTABLISHED <-- <SEQ=301><ACK=104><CTL=ACK> <-- ESTABLISHED
            """
        ),
        (
            // 4294967288 + 1 + 12 = 5 modulo 2^32.
            "wrap-around", 6,
            """
            7. ESTABLISHED --> <SEQ=4294967295><ACK=301><DATA=6><CTL=ACK> --> ESTABLISHED
            8. ESTABLISHED <-- <SEQ=301><ACK=5><CTL=ACK> <-- ESTABLISHED
            9. FIN-WAIT-1 --> <SEQ=5><ACK=301><CTL=FIN,ACK> --> CLOSE-WAIT
            10. FIN-WAIT-2 <-- <SEQ=301><ACK=6><CTL=ACK> <-- CLOSE-WAIT
            """
        ),
        (
            "lost-third-ack", 3,
            """
            4. ESTABLISHED --> <SEQ=101><ACK=301><CTL=ACK> (lost) SYN-RECEIVED
            5. ESTABLISHED --> <SEQ=101><ACK=301><DATA=3><CTL=ACK> --> ESTABLISHED
            6. ESTABLISHED <-- <SEQ=301><ACK=104><CTL=ACK> <-- ESTABLISHED
            """
        ),
        (
            "lost-third-ack-silence", 4,
            """
            5. ESTABLISHED <-- <SEQ=300><ACK=101><CTL=SYN,ACK> <-- SYN-RECEIVED
            6. ESTABLISHED --> <SEQ=101><ACK=301><CTL=ACK> --> ESTABLISHED
            """
        ),
        (
            "lost-fin", 2,
            """
            FIN-WAIT-1 --> <SEQ=100><ACK=300><CTL=FIN,ACK> (lost) ESTABLISHED
            3. FIN-WAIT-1 --> <SEQ=100><ACK=300><CTL=FIN,ACK> --> CLOSE-WAIT
            4. FIN-WAIT-2 <-- <SEQ=300><ACK=101><CTL=ACK> <-- CLOSE-WAIT
            5. (Close)
            TIME-WAIT <-- <SEQ=300><ACK=101><CTL=FIN,ACK> <-- LAST-ACK
            6. TIME-WAIT --> <SEQ=101><ACK=301><CTL=ACK> --> CLOSED
            7. (2 MSL)
            CLOSED CLOSED
            """
        ),
        (
            "lost-last-ack", 6,
            """
            5. TIME-WAIT --> <SEQ=101><ACK=301><CTL=ACK> (lost) LAST-ACK
            6. TIME-WAIT <-- <SEQ=300><ACK=101><CTL=FIN,ACK> <-- LAST-ACK
            7. TIME-WAIT --> <SEQ=101><ACK=301><CTL=ACK> --> CLOSED
            8. (2 MSL)
            CLOSED CLOSED
            """
        ),
        (
            // 1,440 octets and an MTU of 1,006: 966 of data pass. Then 940 and a silent 600: 536 of data, by RFC 791's 576.
            "pmtu-black-hole", 1,
            """
            2. ESTABLISHED --> <SEQ=100><ACK=300><DATA=1400><CTL=ACK> (MTU 1006) ESTABLISHED
            ESTABLISHED <-- <ICMP too big><MTU=1006><SEQ=100> (router) ESTABLISHED
            3. ESTABLISHED --> <SEQ=100><ACK=300><DATA=966><CTL=ACK> --> ESTABLISHED
            ESTABLISHED <-- <SEQ=300><ACK=1066><CTL=ACK> <-- ESTABLISHED
            4. ESTABLISHED --> <SEQ=1066><ACK=300><DATA=434><CTL=ACK> --> ESTABLISHED
            ESTABLISHED <-- <SEQ=300><ACK=1500><CTL=ACK> <-- ESTABLISHED
            5. ESTABLISHED --> <SEQ=1500><ACK=300><DATA=900><CTL=ACK> (MTU 600) ESTABLISHED
            6. ESTABLISHED --> <SEQ=1500><ACK=300><DATA=900><CTL=ACK> (MTU 600) ESTABLISHED
            7. ESTABLISHED --> <SEQ=1500><ACK=300><DATA=900><CTL=ACK> (MTU 600) ESTABLISHED
            8. ESTABLISHED --> <SEQ=1500><ACK=300><DATA=900><CTL=ACK> (MTU 600) ESTABLISHED
            9. ESTABLISHED --> <SEQ=1500><ACK=300><DATA=536><CTL=ACK> --> ESTABLISHED
            ESTABLISHED <-- <SEQ=300><ACK=2036><CTL=ACK> <-- ESTABLISHED
            10. ESTABLISHED --> <SEQ=2036><ACK=300><DATA=364><CTL=ACK> --> ESTABLISHED
            ESTABLISHED <-- <SEQ=300><ACK=2400><CTL=ACK> <-- ESTABLISHED
            """
        ),
        (
            "duplicate-syn", 4,
            """
            5. (duplicate) ... <SEQ=100><CTL=SYN> --> ESTABLISHED
            6. ESTABLISHED <-- <SEQ=301><ACK=101><CTL=ACK> <-- ESTABLISHED
            """
        ),
        (
            "ghost-syn", 1,
            """
            2. (duplicate) ... <SEQ=90><CTL=SYN> --> SYN-RECEIVED
            3. CLOSED <-- <SEQ=300><ACK=91><CTL=SYN,ACK> <-- SYN-RECEIVED
            4. CLOSED --> <SEQ=91><CTL=RST> --> LISTEN
            5. CLOSED LISTEN
            """
        ),
        (
            // Lines 5.1 to 5.3 of the figure in RFC 1337.
            "time-wait-assassination", 7,
            """
            6. TIME-WAIT <-- <SEQ=255><ACK=33><DATA=3><CTL=ACK> ... (duplicate)
            7. TIME-WAIT --> <SEQ=101><ACK=301><CTL=ACK> --> CLOSED
            8. CLOSED <-- <SEQ=301><CTL=RST> <-- CLOSED
            """
        ),
        (
            // RFC 1337 3, (F1): the reset does nothing, and the wait goes on.
            "time-wait-remedy", 7,
            """
            6. TIME-WAIT <-- <SEQ=255><ACK=33><DATA=3><CTL=ACK> ... (duplicate)
            7. TIME-WAIT --> <SEQ=101><ACK=301><CTL=ACK> --> CLOSED
            8. TIME-WAIT <-- <SEQ=301><CTL=RST> <-- CLOSED
            9. (2 MSL)
            CLOSED CLOSED
            """
        ),
        ("rst-exact", 1, "2. (forged) ... <SEQ=100><CTL=RST> --> CLOSED\n3. ESTABLISHED CLOSED"),
        (
            "rst-in-window", 1,
            """
            2. (forged) ... <SEQ=1000><CTL=RST> --> ESTABLISHED
            3. ESTABLISHED <-- <SEQ=300><ACK=100><CTL=ACK> <-- ESTABLISHED
            4. ESTABLISHED ESTABLISHED
            """
        ),
        (
            "rst-out-of-window", 1,
            "2. (forged) ... <SEQ=200000><CTL=RST> --> ESTABLISHED\n3. ESTABLISHED ESTABLISHED"
        ),
        (
            "syn-flood", 3,
            """
            3. (forged) ... <SEQ=2000><CTL=SYN> --> LISTEN, 2 of 2 places
            (no host) ... <SEQ=300><ACK=2001><CTL=SYN,ACK> <-- LISTEN, 2 of 2 places
            4. SYN-SENT --> <SEQ=100><CTL=SYN> --> (dropped)
            5. SYN-SENT (full)
            """
        ),
        (
            "syn-cookies", 3,
            """
            3. (forged) ... <SEQ=2000><CTL=SYN> --> LISTEN, 2 of 2 places
            (no host) ... <SEQ=300><ACK=2001><CTL=SYN,ACK> <-- LISTEN, 2 of 2 places
            4. (forged) ... <SEQ=3000><CTL=SYN> --> LISTEN, 2 of 2 places
            (no host) ... <SEQ=47731131><ACK=3001><CTL=SYN,ACK> <-- LISTEN, 2 of 2 places
            5. SYN-SENT --> <SEQ=100><CTL=SYN> --> LISTEN
            6. ESTABLISHED <-- <SEQ=94517119><ACK=101><CTL=SYN,ACK> <-- LISTEN
            7. ESTABLISHED --> <SEQ=101><ACK=94517120><CTL=ACK> --> ESTABLISHED
            8. ESTABLISHED --> <SEQ=101><ACK=94517120><DATA=3><CTL=ACK> --> ESTABLISHED
            9. ESTABLISHED <-- <SEQ=94517120><ACK=104><CTL=ACK> <-- ESTABLISHED
            """
        ),
    ]

    @Test(arguments: outcomes)
    func theOtherScenariosEndAsTheRulesSay(name: String, from: Int, text: String) throws {
        let run = ScenarioRun(try #require(Scenario.named(name)))
        #expect(words(run.figure().dropFirst(2 + from)) == words(text.split(separator: "\n")))
    }

    @Test(arguments: Scenario.all.map(\.name))
    func noScriptPassesOverATimerThatIsDue(name: String) throws {
        let run = ScenarioRun(try #require(Scenario.named(name)))
        var due: [Principal: [String: Instant]] = [:]
        for event in run.journal.events {
            // A host that reboots forgets its timers with everything else.
            if event.step == "host.reboot" { due[event.who] = nil }
            if case .timer(let timer, let timing) = event.kind {
                if case .armed(let until) = timing { due[event.who, default: [:]][timer] = until }
                if timing == .disarmed || timing == .expired { due[event.who]?[timer] = nil }
            }
            for instant in due.values.flatMap(\.values) { #expect(instant >= event.at, "step \(event.number)") }
        }
    }

    @Test(arguments: Scenario.all.map(\.name))
    func everyArrivalIsOfAPacketThatIsInTheCaptureAndNoPacketArrivesTwice(name: String) throws {
        let run = ScenarioRun(try #require(Scenario.named(name)))
        var underWay: Set<Int> = []
        for event in run.journal.events {
            switch event.kind {
            case .sent(let packet, _): underWay.insert(packet.number)
            case .received(let packet, _), .lost(let packet, _):
                #expect(underWay.remove(packet.number) != nil, "frame \(packet.number)")
            default: break
            }
        }
    }

    /// The answer to a forged SYN goes to no host, and a router's report comes from neither end.
    @Test(arguments: Scenario.all.map(\.name))
    func aPacketComesFromTheHostWhoseAddressItBearsAndGoesToTheHostThatItNames(name: String) throws {
        func host(at endpoint: Endpoint) -> Principal {
            Peer.allCases.first { Scenario.socket(of: $0).endpoint.address == endpoint.address }?.principal ?? .network
        }
        for event in ScenarioRun(try #require(Scenario.named(name))).journal.events {
            switch event.kind {
            case .sent(let packet, let to): #expect(to == host(at: packet.destination), "step \(event.number)")
            case .received(let packet, let from): #expect(from == host(at: packet.source), "step \(event.number)")
            default: break
            }
        }
    }

    @Test func theLadderCallsThePeersWhatTheRFCCallsThem() throws {
        let ladder = Ladder(ScenarioRun(try #require(Scenario.named("figure-9"))).journal).text
        #expect(ladder.contains("  TCP Peer A 10.0.0.1:50000 "))
        #expect(ladder.contains(" TCP Peer B 10.0.0.2:80\n"))
        for name in ["CLIENT", "SERVER", " client", " server"] { #expect(!ladder.contains(name), "\(name)") }
    }

    @Test func everyScenarioHasItsExpectedLinesHereAndANameOfItsOwn() {
        let expected = Self.figures.map(\.name) + Self.outcomes.map(\.name)
        let later = AdditionScenarioTests.outcomes.map(\.name) + AdditionScenarioTests.read
        #expect(Scenario.all.map(\.name).filter { !later.contains($0) } == expected)
        #expect(Set(Scenario.all.map(\.name)) == Set(expected + later))
        #expect(Set(Scenario.all.map(\.name)).count == Scenario.all.count)
    }

    @Test(arguments: Scenario.all.map(\.name))
    func nothingIsWiderThan100ColumnsAndEveryScriptFindsWhatItExpects(name: String) throws {
        let run = ScenarioRun(try #require(Scenario.named(name)))
        #expect(!run.figure().contains { $0.contains("(nothing from") })
        for detail in Detail.allCases {
            let ladder = Ladder(run.journal, detail: detail).text.split(separator: "\n")
            #expect(ladder.count > (detail == .overview ? 4 : 10))
            for line in ladder + run.figure().map({ $0[...] }) where line.count > 100 {
                Issue.record("\(line.count) columns: \(line)")
            }
        }
    }
}
