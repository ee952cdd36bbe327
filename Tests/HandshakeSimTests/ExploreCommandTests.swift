import Foundation
import TestSupport
import Testing

/// The explorer as a user runs it.
@Suite struct ExploreCommandTests {
    private static let small = ["explore", "--loss", "0", "--timeouts", "0", "--data", "0"]

    @Test func withoutAViolationItSaysSoWithinItsBounds() async throws {
        let result = try await BuiltProgram.run(Self.small)
        #expect(result.status == 0)
        // Progress is for a person: standard error is no terminal here.
        #expect(result.standardError.isEmpty)
        let lines = result.standardOutput.split(separator: "\n", omittingEmptySubsequences: false)
        let expected = """
            bounds       loss 0, duplicate 0, reorder 0, timeouts 0, data 0
            old SYN      10 numbers before A's
            states       406
            transitions  761
            depth        14
            figure 5     18 of 20 arrows; not LISTEN > SYN-SENT, SYN-SENT > SYN-RECEIVED
            beyond it    FIN-WAIT-1 > CLOSED
            """
        #expect(lines.prefix(7).joined(separator: "\n") == expected)
        // The speed is for a person: it differs on each run, and this output is the same.
        #expect(!lines.contains { $0.hasPrefix("speed ") })
        #expect(result.standardOutput.hasSuffix("\nno violation within these bounds\n"))
    }

    @Test func aLimitThatIsReachedIsNoProof() async throws {
        let result = try await BuiltProgram.run(Self.small + ["--limit", "100"])
        #expect(result.status == 4)
        #expect(result.standardOutput.contains("states       100\n"))
        #expect(result.standardOutput.hasSuffix("\nnot finished: no violation in the states up to the limit\n"))
    }

    @Test func withoutOptionsWindowsCloseAsWell() async throws {
        let result = try await BuiltProgram.run(["explore", "--limit", "1000"])
        #expect(result.status == 4)
        #expect(result.lines.count { $0 == "states       1000" } == 2)
        #expect(result.lines.contains("bounds       loss 1, duplicate 0, reorder 0, timeouts 2, data 1"))
        #expect(result.lines.contains("bounds       loss 0, duplicate 0, reorder 0, timeouts 2, data 2"))
        #expect(result.lines.contains("users        read when they like, from buffers of 1 octet"))
    }

    @Test func whatTCPDoesNotPreventIsNamedAndIsAViolationOnlyIfAskedFor() async throws {
        let arguments = ["explore", "--abort", "--timeouts", "0", "--old-syn", "0", "--data", "0"]
        let result = try await BuiltProgram.run(arguments)
        #expect(result.status == 0)
        #expect(result.standardOutput.contains("\nno violation within these bounds\n\nTCP as it is specified"))
        #expect(result.standardOutput.contains("  halfOpen "))
        #expect(result.standardOutput.contains("3.5.1)\n"))
        let strict = try await BuiltProgram.run(arguments + ["--strict"])
        #expect(strict.status == 3)
        #expect(strict.standardOutput.contains("FIN-WAIT-2\n"))
    }

    @Test func twoSegmentsAreNotEnough() async throws {
        let result = try await BuiltProgram.run(["explore", "--variant", "two-way"])
        #expect(result.status == 3)
        #expect(result.standardError.isEmpty)
        #expect(result.standardOutput.hasPrefix("WRONG   on purpose: "))
        #expect(result.standardOutput.contains("Broken after 2 steps, and no fewer: a side is ESTABLISHED only"))
        #expect(result.standardOutput.contains("--> <SEQ=90><CTL=SYN> -->                         ESTABLISHED"))
    }

    @Test func withoutTIMEWAITOneSideIsResetThatHasClosedInGoodOrder() async throws {
        let result = try await BuiltProgram.run(
            ["explore", "--variant", "no-time-wait", "--loss", "1", "--timeouts", "1", "--data", "0"])
        #expect(result.status == 3)
        #expect(result.standardOutput.contains("Broken after 14 steps, and no fewer: a reset comes only from a side"))
    }

    @Test func aListenerIsExploredWithClientsOfItsOwn() async throws {
        let bounds = ["--listener", "--loss", "0", "--timeouts", "0", "--data", "0", "--clients", "1"]
        let result = try await BuiltProgram.run(["explore", "--cookies", "always"] + bounds)
        #expect(result.status == 0)
        #expect(result.standardOutput.contains("cookies      for each SYN\n"))
        #expect(result.standardOutput.hasSuffix("\nno violation within these bounds\n"))
        let wrong = try await BuiltProgram.run(["explore", "--variant", "no-backlog", "--flood", "2"] + bounds)
        #expect(wrong.status == 3)
        #expect(wrong.standardOutput.hasPrefix("WRONG   on purpose: The listener takes every SYN"))
        #expect(wrong.standardOutput.contains("Broken after 2 steps, and no fewer: no more connections wait than"))
    }

    @Test(arguments: [
        (["--listener", "--clients", "4"], "--clients is 4"), (["--listener", "--simultaneous"], "--simultaneous"),
        (["--clients", "2"], "add --listener"), (["--variant", "no-backlog"], "add --listener"),
        (["--listener", "--variant", "two-way"], "leave out --listener"),
        (["--listener", "--excuse", "ownClose"], "the rules are backlog, books"),
    ])
    func optionsOfTheOtherSpaceAreRefused(arguments: [String], words: String) async throws {
        let result = try await BuiltProgram.run(["explore"] + arguments)
        #expect(result.status == 64)
        #expect(result.standardOutput.isEmpty)
        #expect(result.standardError.contains(words), "\(result.standardError)")
    }

    @Test func theCounterexampleIsACaptureThatWiresharkReadsAndJSON() async throws {
        try await Tool.require("tshark")
        try await TemporaryDirectory.use { directory in
            let capture = directory.path(of: "ghost.pcapng")
            let json = directory.path(of: "ghost.json")
            let result = try await BuiltProgram.run(
                [
                    "explore", "--simultaneous", "--old-syn", "10", "--loss", "0", "--timeouts", "0", "--excuse",
                    "progress",
                ]
                    + ["--pcap", capture, "--json", json])
            #expect(result.status == 3)
            let fields = try await Tool.output(
                "tshark",
                [
                    "-r", capture, "-n", "-o", "tcp.relative_sequence_numbers:FALSE", "-o", "tcp.check_checksum:TRUE",
                    "-T", "fields", "-e", "ip.src", "-e", "tcp.seq", "-e", "tcp.ack", "-e", "tcp.flags.str", "-e",
                    "tcp.checksum.status",
                ])
            let frames = fields.split(separator: "\n").map { line in
                line.replacing("·", with: "").replacing("\t", with: " ")
            }
            // In the order of the ladder: A's SYN, B's SYN, A's SYN,ACK and FIN, the old SYN and what B makes of it all.
            #expect(
                frames == [
                    "192.0.2.1 100 0 S 1", "192.0.2.2 300 0 S 1", "192.0.2.1 100 301 AS 1", "192.0.2.1 101 301 AF 1",
                    "192.0.2.1 90 0 S 1", "192.0.2.2 300 91 AS 1", "192.0.2.2 301 91 A 1", "192.0.2.2 301 91 A 1",
                    "192.0.2.2 301 91 AP 1",
                ])
            let run = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: json)))
            #expect((run as? [String: Any])?.isEmpty == false)
        }
    }

    @Test(arguments: [
        ["--loss", "-1"], ["--duplicate", "128"], ["--reorder", "many"], ["--timeouts", "-1"], ["--data", "128"],
        ["--limit", "0"], ["--old-syn", "2147483648"], ["--variant", "one-way"], ["--forged", "-1"], ["--buffer", "0"],
        ["--excuse", "luck"],
    ])
    func boundsThatMakeNoSenseAreNamed(arguments: [String]) async throws {
        // A negative number needs the equals sign, or it is taken for an option.
        let result = try await BuiltProgram.run(["explore", arguments.joined(separator: "=")])
        #expect(result.status == 64)
        #expect(result.standardOutput.isEmpty)
        #expect(result.standardError.contains(arguments[0]))
    }

    @Test func aFileThatCannotBeWrittenSaysWhy() async throws {
        try await TemporaryDirectory.use { directory in
            for option in ["--pcap", "--json"] {
                let missing = directory.path(of: "no/such/folder/file")
                let result = try await BuiltProgram.run(["explore", "--variant", "two-way", option, missing])
                #expect(result.status != 0 && result.status != 3)
                #expect(result.standardError.contains("no directory"), "\(result.standardError)")
            }
        }
    }
}
