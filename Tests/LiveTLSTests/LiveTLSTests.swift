import Foundation
import TLSSim
import TestSupport
import Testing

/// Our TLS over real sockets, against OpenSSL, GnuTLS, curl and Python: the last word on whether it is TLS.
///
/// HANDSHAKESIM_INTEROP=full plays every cell of the table and ten thousand bad connections; docs/interop.md is made so.
@Suite(.serialized, .startsFirst)
struct LiveTLSTests {
    private static let isFull = ProcessInfo.processInfo.environment["HANDSHAKESIM_INTEROP"] == "full"

    /// Whether a script may take long.
    private static let isLong = isFull || ProcessInfo.processInfo.environment["HANDSHAKESIM_SOAK"] != nil

    /// The certificates and keys of both sides, which all scripts use.
    private static let certificates = SharedFiles { directory in
        _ = try await Tool.output(
            "python3", [path(of: "peers.py"), directory.path], environment: ["PYTHONDONTWRITEBYTECODE": "1"])
    }

    /// Where a script of this folder is.
    private static func path(of script: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: script).path
    }

    /// Runs a script of this folder; what it prints.
    private func play(_ script: String, _ arguments: [String]) async throws -> [String] {
        let tools = ["python3", "openssl", "gnutls-cli", "gnutls-serv", "curl", "tshark", "capinfos"]
        for tool in tools { try await Tool.require(tool) }
        return try await TemporaryDirectory.use { directory in
            try await Self.certificates.copy(to: directory)
            let result = try await Tool.run(
                "python3", [Self.path(of: script), try BuiltProgram.path(), directory.path] + arguments,
                environment: ["PYTHONDONTWRITEBYTECODE": "1"], deadline: .seconds(Self.isLong ? 1_800 : 900))
            #expect(result.status == 0, "\(result.standardError)")
            for line in result.lines where line.contains("WRONG") { Issue.record("\(line)") }
            return result.lines
        }
    }

    @Test func everybodyUnderstandsUs() async throws {
        let lines = try await play(
            "matrix.py",
            [
                Self.isFull ? "full" : "short", CipherSuite.live.map(\.name).joined(separator: ","),
                NamedGroup.all.map(\.name).joined(separator: ","),
            ])
        print(lines.joined(separator: "\n"))
        // Each suite in both roles, and each cell with a result.
        for suite in CipherSuite.live {
            for role in ["client", "server"] {
                #expect(lines.contains { $0.hasPrefix("| \(role) |") && $0.contains("| \(suite.name) |") })
            }
        }
        #expect(lines.last?.hasSuffix(" cells, 0 wrong") == true)
    }

    @Test func everybodyUnderstandsUsInTLS13() async throws {
        let lines = try await play("matrix13.py", [Self.isFull ? "full" : "short"])
        print(lines.joined(separator: "\n"))
        #expect(lines.count > 15 && lines.last?.hasSuffix(" cells, 0 wrong") == true)
    }

    @Test func theCommandsSayWriteAndRefuseWhatTheyShould() async throws {
        let lines = try await play("commands.py", [])
        #expect(lines.last == "0 wrong")
    }

    @Test func aConnectionThatFailsSaysWhy() async throws {
        let lines = try await play("causes.py", [])
        #expect(lines.last == "0 wrong")
    }

    @Test func aHundredFailuresAreToldAsTheyAre() async throws {
        let lines = try await play("failures.py", [])
        #expect(lines.last == "0 wrong")
    }

    @Test func theMachinesOfOtherProgramsAreLearned() async throws {
        let lines = try await play("learn.py", Self.isFull ? ["full"] : [])
        print(lines.joined(separator: "\n"))
        #expect(lines.last == "0 wrong")
    }

    #if os(Linux)
        @Test func badConnectionsLeaveNothingBehind() async throws {
            let lines = try await play("torment.py", [Self.isFull ? "10000" : "2000"])
            print(lines.joined(separator: "\n"))
            #expect(lines.last?.hasSuffix("; 0 wrong") == true)
        }

        /// HANDSHAKESIM_SOAK=600 soaks for ten minutes, and lets no good client wait for more than a second.
        @Test func aGoodClientIsServedAmongHundredsOfBadOnes() async throws {
            let span = ProcessInfo.processInfo.environment["HANDSHAKESIM_SOAK"]
            // Beside all other tests, a good client waits for the processor as well: up to 11 s were seen. A client that the bad ones
            // starve waits for 45 s or for ever.
            let lines = try await play("soak.py", span.map { [$0, "1"] } ?? ["6", "30"])
            print(lines.joined(separator: "\n"))
            #expect(lines.last == "0 wrong")
        }
    #endif
}
