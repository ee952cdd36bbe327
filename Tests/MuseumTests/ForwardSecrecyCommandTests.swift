import Crypto
import Museum
import Render
import TestRecording
import TestSupport
import Testing
import Trace

/// The command as a user runs it.
@Suite struct ForwardSecrecyCommandTests {
    private func attack(_ capture: String, _ key: String) async throws -> Tool.Result {
        try await BuiltProgram.run(["attack", "forward-secrecy", "--capture", capture, "--key", key])
    }

    @Test func whatTheProgramItselfWritesIsOpenedWith0AndLeftClosedWith3() async throws {
        try await TemporaryDirectory.use { folder in
            let (capture, key) = (folder.path(of: "run.pcapng"), folder.path(of: "key.pem"))
            for (option, status) in [("--rsa", 0), ("--dh", 3)] {
                let run = try await BuiltProgram.run([option, "--seed", "21", "--pcap", capture, "--server-key", key])
                #expect(run.status == 0)
                let result = try await attack(capture, key)
                #expect(result.status == status, "\(option): \(result.standardError)")
                #expect(result.standardError.isEmpty)
                #expect(result.standardOutput.contains("GET / HTTP/1.1") == (status == 0))
                #expect(result.lines.allSatisfy { Text.width($0) <= Text.columns })
            }
        }
    }

    @Test func ofSeveralConnectionsOneThatOpensDecidesThenOneThatIsForwardSecret() async throws {
        let rsa = try await OpenSSLRecording.make(server: ["-tls1_2", "-cipher", "AES128-GCM-SHA256"])
        let http = PacketMaker(clientPort: 50_100).datagrams([(true, Array("GET / HTTP/1.1\r\n\r\n".utf8))])
        let curve = try await OpenSSLRecording.make(server: ["-tls1_3"])
        let closed = PacketMaker(clientPort: 50_200).datagrams(curve.connections[0].map { ($0.fromClient, $0.octets) })
        try await TemporaryDirectory.use { folder in
            let key = try folder.write(text: rsa.keyPEM, to: "key.pem")
            for (datagrams, status) in [(http + closed + rsa.datagrams, 0), (http + closed, 3), (http, 1)] {
                let result = try await attack(try folder.write(PacketMaker.capture(datagrams), to: "c.pcapng"), key)
                #expect(result.status == status, "\(result.standardError)")
                #expect(result.standardOutput.contains("not TLS"))
                #expect(result.standardError.isEmpty == (status != 1))
            }
        }
    }

    @Test func errorsNameTheFileAndWhatIsWrongWithItWith1WrongUsageIs64() async throws {
        let recording = try await OpenSSLRecording.make(server: ["-tls1_2", "-cipher", "AES128-GCM-SHA256"])
        let other = try await Tool.output("openssl", ["genrsa", "2048"])
        try await TemporaryDirectory.use { folder in
            let capture = try folder.write(recording.capture, to: "c.pcapng")
            let key = try folder.write(text: recording.keyPEM, to: "key.pem")
            let wrong = try folder.write(text: other, to: "other.pem")
            let text = try folder.write(text: "no capture", to: "text")
            let cases = [
                (capture, wrong, "does not fit"), (folder.path(of: "none"), key, "there is no such file"),
                (capture, folder.path(of: "none"), "there is no such file"),
                (text, key, "it is text, which has no packets"),
                (capture, text, "not PEM"),
            ]
            for (capture, key, words) in cases {
                let result = try await attack(capture, key)
                #expect(result.status == 1)
                #expect(result.standardError.contains(words), "\(result.standardError)")
            }
            for arguments in [
                ["--capture", capture], ["--key", key], ["--capture", capture, "--key", key, "--seed", "2"],
            ] {
                #expect(try await BuiltProgram.run(["attack", "forward-secrecy"] + arguments).status == 64)
            }
        }
    }

    @Test func theStoryIsTheSameOnEveryRunButForWhatIsMeasuredAndKeepsToItsColumns() async throws {
        func tell(_ arguments: [String]) async throws -> [String] {
            let result = try await BuiltProgram.run(["attack", "forward-secrecy"] + arguments)
            #expect(result.status == 0)
            return result.lines
        }
        let measured = try await tell(["--tls12", "--seed", "5"])
        let plain = try await tell(["--seed", "5", "--no-measure"])
        #expect(measured.contains { $0.contains("measured") })
        #expect(measured.filter { !$0.contains("measured") } == plain)
        #expect(measured.allSatisfy { Text.width($0) <= Text.columns })
        #expect(plain.count { $0.contains("OPENED") } == 4)
        #expect(plain.count { $0.contains("CLOSED: forward secrecy") } == 1)
        let narrow = try await tell(["--seed", "6", "--no-measure", "--columns", "80"])
        #expect(narrow != plain)
        let wide = narrow.filter { Text.width($0) > 80 }
        #expect(wide.isEmpty, "\(wide)")
    }
}
