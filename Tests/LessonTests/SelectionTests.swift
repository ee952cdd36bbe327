import TestSupport
import Testing

/// `--only`: parts of a run, picked out by their ids.
@Suite struct SelectionTests {
    private func lines(_ arguments: [String]) async throws -> [String] {
        let output = try await BuiltProgram.run(["--dh", "--seed", "7"] + arguments)
        #expect(output.status == 0, "\(output.standardError)")
        return output.lines
    }

    @Test func theHandshakeIsThreeArrows() async throws {
        let text = try await lines(["--only", "tcp.syn,tcp.syn_ack,tcp.handshake_ack"])
        let arrows = text.filter { $0.contains("<CTL=") && !$0.contains("relative") }
        #expect(arrows.count == 3)
    }

    @Test func aBeginningPicksOutAllOfAKindUpToADot() async throws {
        let text = try await lines(["--only", "tcp.syn"])
        #expect(!text.contains { $0.contains("CTL=SYN,ACK") })
        let calculations = try await lines(["--only", "tls.calc"]).filter { $0.contains(" ƒ ") }
        #expect(calculations.count > 5)
    }

    @Test func aNumberPicksOutOneOfSeveral() async throws {
        let all = try await lines(["--only", "tcp.fin"])
        let first = try await lines(["--only", "tcp.fin:1"])
        let second = try await lines(["--only", "tcp.fin:2"])
        #expect(first != second)
        // What both say is said once where both are on the page.
        func arrows(_ lines: [String]) -> [String] { lines.filter { $0.contains("<CTL=FIN,ACK>───") } }
        #expect(arrows(all) == arrows(first + second))
        #expect(try await lines(["--only", "tcp.fin:-1"]) == second)
    }

    @Test func everythingIsTheWholeStory() async throws {
        let all = try await lines(["--only", "start,chapter,tcp,arrives,tls,attack,end"])
        #expect(try await all == lines([]))
    }

    @Test func whatIsUnknownIsNamedAndTheKnownAreListed() async throws {
        let result = try await BuiltProgram.run(["--only", "tcp.sin"])
        #expect(result.status != 0)
        #expect(result.standardError.contains("no step is called tcp.sin"))
        #expect(result.standardError.contains("tcp.syn_ack"))
    }

    @Test func whatAHigherDetailTellsIsSaidToBeThere() async throws {
        let result = try await BuiltProgram.run(["--only", "tcp.rtt"])
        #expect(result.status != 0)
        #expect(result.standardError.contains("ask for a higher one"))
        let told = try await lines(["--detail", "messages", "--only", "tcp.rtt"])
        #expect(told.contains { $0.contains("RTT") || $0.contains("round trip") || $0.contains("round-trip") })
    }

    @Test func aNumberBeyondTheLastIsAnError() async throws {
        for pattern in ["tcp.fin:3", "tcp.fin:-3", "tcp.fin:0", "tcp.fin:x", "tcp.fin:"] {
            let result = try await BuiltProgram.run(["--only", pattern])
            #expect(result.status != 0, "\(pattern)")
            #expect(result.standardError.contains("there are only 2"), "\(pattern)")
        }
    }
}
