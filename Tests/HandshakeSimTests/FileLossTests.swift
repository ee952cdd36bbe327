import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import HandshakeSim

/// No run loses a file that was there: no output is an input or another output, and a run that fails empties nothing.
@Suite struct FileLossTests {
    /// The command that the arguments name, as the program parses it.
    private func command(_ arguments: [String]) async throws -> any ParsableCommand {
        let command = await HandshakeSim.command(of: arguments)
        return try #require(command, "\(arguments)")
    }

    @Test func noOutputIsAnInputOrAnotherOutput() async throws {
        try await TemporaryDirectory.use { folder in
            let (file, new) = (try folder.write(text: "x", to: "there"), folder.path(of: "new"))
            let (link, soft) = (folder.path(of: "link"), folder.path(of: "soft"))
            try FileManager.default.linkItem(atPath: file, toPath: link)
            try FileManager.default.createSymbolicLink(atPath: soft, withDestinationPath: file)
            let dotted = folder.path + "/./there"
            let lost: [([String], String)] = [
                (["listen", "--port", "0", "--cert", file, "--key", file, "--pcap", file], "--pcap"),
                (["listen", "--port", "0", "--cert", new, "--key", file, "--pcap", link], "--pcap"),
                (["connect", "a.example:443", "--ca", file, "--pcap", soft], "--pcap"),
                (["connect", "a.example:443", "--ca", file, "--keylog", dotted], "--keylog"),
                (["connect", "a.example:443", "--ca", file, "--session-file", file], "--session-file"),
                (["connect", "a.example:443", "--json", new, "--pcap", new], "--pcap"),
                (["connect", "a.example:443", "--json", new, "--pcap", folder.path + "/./new"], "--pcap"),
                (["run", "--dh", "--html", new, "--json", new], "--html"),
                (["run", "--dh", "--keylog", new, "--server-key", new], "--server-key"),
                (["doctor", "--chain", file, "--host", "a.example", "--json", file], "--json"),
                (["trust", "evaluate", file, "--json", file], "--json"),
                (["trust", "evaluate", new, "--anchors", new, "--anchors", file, "--json", file], "--json"),
                (["trust", "show", file, "--html", file], "--html"),
                (["explain", file, "--json", file], "--json"), (["explain", file, "--frames", file], "--frames"),
                (["explain", file, "--keylog", file, "--html", link], "--html"),
                (["explain", new, "--key", file, "--html", soft], "--html"),
                (["explain", new, "--ca", file, "--frames", dotted], "--frames"),
                (["doctor", "a.example:443", "--plist", file, "--json", link], "--json"),
                (["doctor", "a.example:443", "--pin", file, "--json", soft], "--json"),
                (["doctor", "a.example:443", "--ocsp", file, "--json", dotted], "--json"),
                (["doctor", "--chain", new, "--host", "a.example", "--compare", file, "--json", file], "--json"),
                (["doctor", "--capture", file, "--host", "a.example", "--json", file], "--json"),
                (["trust", "evaluate", new, "--ocsp", file, "--json", link], "--json"),
                (["trust", "evaluate", new, "--logs", file, "--json", soft], "--json"),
                (["trust", "matrix", "--chain", file, "--host", "a.example", "--html", dotted], "--html"),
                (["trust", "matrix", "--chain", new, "--host", "a.example", "--pin", file, "--html", file], "--html"),
                (
                    ["trust", "matrix", "--chain", new, "--host", "a.example", "--user-anchors", file, "--html", link],
                    "--html"
                ),
                (["trust", "matrix", "--chain", new, "--host", "a.example", "--logs", file, "--html", soft], "--html"),
                (["connect", "a.example:443", "--sendfile", file, "--pcap", link], "--pcap"),
                (["connect", "a.example:443", "--early-data", file, "--session-file", soft], "--session-file"),
                (["connect", "a.example:443", "--cert", file, "--key", new, "--html", dotted], "--html"),
                (["connect", "a.example:443", "--cert", new, "--key", file, "--keylog", file], "--keylog"),
                (
                    ["listen", "--port", "0", "--cert", new, "--key", new, "--client-ca", file, "--json", link],
                    "--json"
                ),
                (["listen", "--port", "0", "--cert", new, "--key", new, "--ocsp", file, "--html", soft], "--html"),
                (
                    [
                        "tcp", "tun", "--device", "tun0", "--local", "10.0.0.2", "--connect", "10.0.0.1:80",
                        "--sendfile", file, "--pcap", dotted,
                    ], "--pcap"
                ),
                (["attack", "ecdsa-nonce", "--capture", file, "--json", link], "--json"),
                (
                    ["class", "pool", "--lesson", "1", "--format", "gift", "--secret-file", file, "--out", soft],
                    "--out"
                ),
                (
                    [
                        "class", "pool", "--lesson", "1", "--format", "gift", "--out", new, "--key",
                        dotted.replacing("there", with: "new"),
                    ], "--key"
                ),
                (
                    ["trust", "pinned-roots", "attack", folder.path, "--only", "delete", "--out", folder.path + "/."],
                    "--out"
                ),
            ]
            for (arguments, option) in lost {
                // A command that refuses other things of the arguments is of no use here.
                guard let parsed = await HandshakeSim.command(of: arguments) else {
                    Issue.record("not parsed: \(arguments)")
                    continue
                }
                let clash = FileArguments.clash(in: parsed)
                #expect(clash?.output == option, "\(arguments): \(String(describing: clash))")
                let result = try await BuiltProgram.run(arguments)
                #expect(result.status == 64 && result.standardError.contains("names the same file"), "\(arguments)")
                #expect(try folder.read("there") == Array("x".utf8), "\(arguments)")
            }
        }
    }

    /// A command with several runs writes "a-off.json" where "a.json" is given.
    @Test func theFilesThatAreWrittenInPartsAreSeenToo() async throws {
        try await TemporaryDirectory.use { folder in
            let key = try folder.write(text: "x", to: "s-1.json")
            let (link, output) = (folder.path(of: "link"), folder.path(of: "s.json"))
            try FileManager.default.linkItem(atPath: key, toPath: link)
            for (arguments, option) in [
                (["listen", "--port", "0", "--cert", key, "--key", key, "--json", output], "--json"),
                (["listen", "--port", "0", "--cert", link, "--key", link, "--json", output], "--json"),
                (
                    ["listen", "--port", "0", "--cert", link, "--key", link, "--json", folder.path + "/./s.json"],
                    "--json"
                ),
                (["compare", "rsa", "dhe", "--json", output, "--html", folder.path(of: "s-rsa.json")], "--json"),
                (["attack", "mitm", "--pcap", output, "--html", key], "--pcap"),
            ] {
                let parsed = try await command(arguments)
                #expect(FileArguments.clash(in: parsed)?.output == option, "\(arguments)")
                let result = try await BuiltProgram.run(arguments)
                #expect(result.status == 64 && result.standardError.contains("names this file"), "\(arguments)")
                #expect(try folder.read("s-1.json") == Array("x".utf8))
            }
            for arguments in [
                ["listen", "--port", "0", "--cert", key, "--key", key, "--json", folder.path(of: "t.json")],
                ["listen", "--port", "0", "--cert", key, "--key", key, "--json", folder.path(of: "s.jso")],
                ["connect", "a.example:443", "--ca", key, "--json", output],
            ] {
                let parsed = try await command(arguments)
                #expect(FileArguments.clash(in: parsed) == nil, "\(arguments)")
            }
        }
    }

    /// Every argument that names a file in its help has a type that says so, and no other argument has one.
    @Test func theTypeOfAnArgumentSaysThatItNamesAFile() throws {
        var seen = 0
        func look(_ type: any ParsableCommand.Type) throws {
            for below in type.configuration.subcommands { try look(below) }
            guard type.configuration.subcommands.isEmpty else { return }
            let help = type.helpMessage(columns: 1_000)
            for (name, option) in OptionType.all(of: type) where option.value != nil {
                let kinds: [Any.Type] = [
                    FilePath.self, InputPath.self, PathOrText.self, [InputPath].self, [PathOrText].self,
                ]
                let isFile = kinds.contains { option.value == $0 }
                let isSaid =
                    help.contains("\(name) <file") || help.contains("\(name) <folder")
                    || help.contains("\(name) <pin|file")
                #expect(isFile == isSaid, "\(type) \(name)")
                seen += isFile ? 1 : 0
            }
        }
        try look(HandshakeSim.self)
        #expect(seen > 60)
    }

    @Test func otherFilesMayBeNamedTwice() async throws {
        try await TemporaryDirectory.use { folder in
            let file = try folder.write(text: "x", to: "there")
            for arguments in [
                ["listen", "--port", "0", "--cert", file, "--key", file],
                ["connect", "a.example:443", "--pcap", "/dev/null", "--json", "/dev/null"],
                ["trust", "evaluate", file, "--anchors", file, "--json", folder.path(of: "there.json")],
                ["run", "--dh", "--json", folder.path(of: "a"), "--pcap", folder.path(of: "b")],
            ] {
                let parsed = try await command(arguments)
                #expect(FileArguments.clash(in: parsed) == nil, "\(arguments)")
            }
        }
    }

    /// Port 1 of the loopback interface has no server.
    @Test func aRefusedConnectionLeavesTheFilesThatWereThere() async throws {
        try await TemporaryDirectory.use { folder in
            let (pcap, json) = (
                try folder.write(text: "old", to: "a.pcap"), try folder.write(text: "old", to: "a.json")
            )
            let result = try await BuiltProgram.run(
                ["connect", "127.0.0.1:1", "--trust", "none", "--pcap", pcap, "--json", json])
            #expect(result.status != 0 && result.standardError.contains("refused"), "\(result.standardError)")
            for name in ["a.pcap", "a.json"] { #expect(try folder.read(name) == Array("old".utf8)) }
            #expect(try folder.names().sorted() == ["a.json", "a.pcap"])
        }
    }

    @Test func aCaptureThatCannotBeReadLeavesTheFilesThatWereThere() async throws {
        try await TemporaryDirectory.use { folder in
            let (json, frames) = (try folder.write(text: "old", to: "a.json"), try folder.write(text: "old", to: "a.l"))
            let bad = try folder.write(text: "this is no capture at all", to: "bad.pcap")
            let result = try await BuiltProgram.run(["explain", bad, "--json", json, "--frames", frames])
            #expect(result.status != 0)
            for name in ["a.json", "a.l"] {
                #expect(try folder.read(name) == Array("old".utf8), "\(result.standardError)")
            }
            #expect(try folder.names().sorted() == ["a.json", "a.l", "bad.pcap"])
        }
    }

    /// A ticket is spent when it is offered, and not by a server that is not there.
    @Test func aRefusedConnectionSpendsNoTicket() async throws {
        try await Tool.require("openssl")
        try await TemporaryDirectory.use { folder in
            let script = """
                cd "$1"
                openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout k -out c -days 30 \
                  -subj /CN=localhost -addext subjectAltName=DNS:localhost 2> log.req
                openssl s_server -accept 127.0.0.1:0 -cert c -key k -tls1_3 -rev > log 2>&1 &
                server=$!
                for i in $(seq 2400); do
                  port=$(sed -n 's/^ACCEPT 127.0.0.1:\\([0-9]*\\)$/\\1/p' log)
                  [ -n "$port" ] && break
                  sleep 0.05
                done
                "$2" connect "127.0.0.1:$port" --server-name localhost --ca c --session-file s --send 'ab
                ' --linger 1 --quiet
                cp s before
                kill $server
                wait $server 2> log.end
                "$2" connect "127.0.0.1:$port" --server-name localhost --ca c --session-file s --quiet
                echo "status $?"
                cmp s before && echo same
                """
            let result = try await Tool.run("bash", ["-c", script, "bash", folder.path, try BuiltProgram.path()])
            #expect(
                result.standardOutput.contains("status 1\nsame\n"), "\(result.standardOutput)\(result.standardError)")
            let session = String(decoding: try folder.read("before"), as: UTF8.self)
            #expect(session.contains("ticket"))
        }
    }
}
