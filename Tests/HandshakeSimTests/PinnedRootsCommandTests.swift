import Foundation
import TestSupport
import Testing

/// `trust pinned-roots` against openssl.
@Suite struct PinnedRootsCommandTests {
    private static let roots = SharedFiles { folder in
        try await Tool.require("openssl")
        for name in ["a", "b c"] {
            _ = try await Tool.output(
                "openssl",
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
                    "/dev/null", "-outform", "der", "-out", folder.path(of: "\(name).cer"), "-days", "30", "-subj",
                    "/CN=Root \(name)",
                ])
        }
    }

    private static let command = ["trust", "pinned-roots"]

    /// The commands of a page, each on one line.
    private static func commands(of page: Tool.Result) -> [String] {
        page.standardOutput.replacing("\\\n", with: "").split(separator: "\n").filter { $0.hasPrefix("  $ ") }
            .map { String($0.dropFirst(4)) }
    }

    @Test func theListsAreThoseOfAShell() async throws {
        try await TemporaryDirectory.use { folder in
            try await Self.roots.copy(to: folder)
            let made = try await BuiltProgram.run(
                Self.command + ["make", folder.path, "--salt", "it's salt", "--release", "7"])
            #expect(made.status == 0 && made.standardError.isEmpty, "\(made.standardError)")
            let commands = Self.commands(of: made)
            #expect(commands.count == 3)
            var printed: [String] = []
            for command in commands {
                printed.append(try await Tool.output("bash", ["-c", "cd \"$1\" && \(command)", "bash", folder.path]))
            }
            let texts = try ["ca.txt", "ca.check", "pins.tag", "pins.txt"].map {
                String(decoding: try folder.read($0), as: UTF8.self)
            }
            #expect(printed[0] == texts[0])
            #expect(printed[1] == texts[1])
            #expect(printed[2].hasSuffix(" " + texts[2]))
            #expect(texts[3].hasPrefix("HANDSHAKESIM-PINS v1\nversion 7\n"))

            let options = [folder.path, "--salt", "it's salt"]
            let check = Self.command + ["check"] + options
            let good = try await BuiltProgram.run(check + ["--release", "7"])
            #expect(good.status == 0)
            #expect(good.lines == ["  + recipe    accepted: 2 roots pinned", "  + manifest  accepted: 2 roots pinned"])
            let newer = try await BuiltProgram.run(check + ["--release", "8"])
            #expect(newer.status == 3)
            #expect(newer.standardOutput.contains("rollback: older than the version"))
            let other = try await BuiltProgram.run(Self.command + ["check", folder.path, "--salt", "other"])
            #expect(other.status == 3)
            #expect(other.standardOutput.contains("ca.check does not match ca.txt + salt"))
        }
    }

    /// What the attacker writes is what an app finds.
    @Test func anAttackedBundleIsWrittenAndChecked() async throws {
        try await TemporaryDirectory.use { folder in
            try await Self.roots.copy(to: folder)
            let out = folder.path(of: "evil")
            let name = "replace .cer, ca.txt and ca.check, salt read"
            let attack = Self.command + ["attack", folder.path, "--only", name, "--out", out]
            let result = try await BuiltProgram.run(attack)
            #expect(result.status == 0, "\(result.standardError)")
            #expect(
                result.standardOutput.contains("! recipe    accepted: 2 roots pinned, the attacker's root among them"))
            #expect(result.standardOutput.contains(". manifest  files differ: a.cer"))
            let checked = try await BuiltProgram.run(Self.command + ["check", out])
            #expect(checked.status == 3)
            #expect(checked.lines == ["  + recipe    accepted: 2 roots pinned", "  . manifest  files differ: a.cer"])
            // The folder is as it was: no lists were written into it, and what is there already is not overwritten.
            let names = try folder.names().sorted()
            #expect(names == ["a.cer", "b c.cer", "evil"])
            let again = try await BuiltProgram.run(attack)
            #expect(again.status == 1 && again.standardError.contains("it is there already"))
        }
    }

    @Test func everyAttackIsTriedAlikeForASeed() async throws {
        let one = try await BuiltProgram.run(Self.command + ["attack", "--seed", "3"])
        #expect(one.status == 0)
        #expect(one.lines.count { !$0.hasPrefix(" ") && !$0.isEmpty && !"+!".contains($0.prefix(1)) } >= 19)
        let again = try await BuiltProgram.run(Self.command + ["attack", "--seed", "3"])
        #expect(one.standardOutput == again.standardOutput)
        for line in one.lines { #expect(line.count <= 100, "\(line)") }
    }

    @Test func whatIsNoBundleIsRefusedWithWhatToDo() async throws {
        try await TemporaryDirectory.use { folder in
            func fails(_ arguments: [String], _ words: String, status: Int = 1) async throws {
                let result = try await BuiltProgram.run(Self.command + arguments)
                #expect(result.status == status, "\(arguments)")
                #expect(result.standardError.contains(words), "\(result.standardError)")
            }
            try await fails(["make", folder.path], "0 files are called *.cer")
            try await fails(["make", folder.path(of: "none")], "there is no such folder")
            try await Self.roots.copy(to: folder)
            try await fails(["make", folder.path(of: "a.cer")], "a file; give a folder")
            try folder.write(Data("-----BEGIN CERTIFICATE-----".utf8), to: "pem.cer")
            try await fails(["make", folder.path], "openssl x509 -in FILE -outform der")
            try folder.write([0x30, 0x03, 0x01], to: "pem.cer")
            try await fails(["attack", folder.path], "pem.cer: no certificate in DER")
            let names = try folder.names()
            #expect(!names.contains("ca.txt"))
            try await fails(["make", folder.path, "--key", "00"], "64 hexadecimal digits", status: 64)
            try await fails(["make", folder.path, "--release", "0"], "--release is 0", status: 64)
            try await fails(["attack", "--only", "replace"], "more than one fits", status: 64)
            try await fails(["attack", "--only", "nothing"], "there is no such attack", status: 64)
            try await fails(["attack", "--out", "x"], "--only", status: 64)
            // An empty folder is a bundle in which everything is missing.
            let empty = try await TemporaryDirectory.use {
                try await BuiltProgram.run(Self.command + ["check", $0.path])
            }
            #expect(empty.status == 3 && empty.standardOutput.contains("ca.check missing"))
        }
    }
}
