import Foundation
import TestSupport
import Testing

/// What no build on Linux can find, kept by rules: the project, and then each rule with the fault that it is for.
@Suite struct PortabilityTests {
    private func expectNone(_ findings: [Finding], sourceLocation: SourceLocation = #_sourceLocation) {
        let list = findings.map(\.description).joined(separator: "\n")
        #expect(findings.isEmpty, "\(list)", sourceLocation: sourceLocation)
    }

    /// The files that a compiler reads.
    private func code() throws -> [SourceFile] {
        try Project.sources.get() + Project.tests.get() + Project.benchmarks.get()
    }

    @Test func operatingSystemsDifferWhereTheyAreAskedFor() throws {
        expectNone(try (code() + Project.texts.get().filter { $0.path.hasSuffix(".c") }).flatMap(Portability.systems))
    }

    @Test func nothingIsNewerThanTheOldestMacOS() throws {
        expectNone(try code().flatMap(Portability.availability))
    }

    @Test func noTypeMeetsOneOfApples() throws {
        expectNone(try code().flatMap(Portability.homonyms))
    }

    @Test func scriptsRunInTheShellOfAMac() throws {
        let texts = try Project.texts.get()
        expectNone(texts.flatMap(ShellPortability.examine))
        for path in ShellPortability.linuxFiles.keys.sorted() {
            #expect(texts.contains { $0.path.hasPrefix(path) }, "\(path) is no more")
        }
    }

    @Test func noTwoFilesDifferInCapitalsAlone() throws {
        let folders = ["Sources", "Tests", "Benchmarks", "lessons", "docs", "scripts", "web"]
        let paths = try folders.flatMap { folder in
            try FileManager.default.subpathsOfDirectory(atPath: Project.root.appending(path: folder).path).map {
                "\(folder)/\($0)"
            }
        }
        #expect(paths.count > 500)
        expectNone(Portability.capitals(paths))
    }

    #if os(Linux)
        /// The half of LiveIO that no compiler on Linux reads, examined with a stand-in for macOS's module.
        @Test func liveIOIsCompiledForAMac() async throws {
            let build = URL(filePath: try BuiltProgram.path()).deletingLastPathComponent().path
            let result = try await Tool.run(Project.root.appending(path: "scripts/darwin/check").path, [build])
            #expect(result.status == 0, "\(result.standardError)")
        }
    #endif

    // MARK: The rules

    private func lines(
        _ rule: (SourceFile) -> [Finding], in text: String, at path: String = "Tests/TLSSimTests/Sample.swift"
    ) -> [Int] {
        rule(SourceFile(path: path, text: text)).map(\.line)
    }

    @Test func systems() {
        let text = """
            #if canImport(Glibc)
                import Glibc
            #elseif canImport(Darwin)
                import Darwin
            #endif
            #if os(Linux)
            #endif
            func f() {
                #if canImport(Glibc)
                    Glibc.write(1, nil, 0)
                #endif
                send(1, nil, 0, Int32(MSG_NOSIGNAL))
            }
            """
        #expect(lines(Portability.systems, in: text, at: "Sources/TLSSim/Sample.swift") == [6, 9, 10, 12])
        // Where the systems are told apart, a name stands on its own side.
        #expect(lines(Portability.systems, in: text, at: "Sources/LiveIO/OperatingSystem.swift") == [12])
        #expect(lines(Portability.systems, in: text) == [12])
    }

    @Test func systemsOfTests() {
        let text = #"""
            socketpair(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0, &ends)
            #if os(Linux)
                let kind = Int32(SOCK_DGRAM.rawValue), shell = "/proc/self/exe"
            #else
                let size = _NSGetExecutablePath(nil, nil), flag = MSG_NOSIGNAL
            #endif
            process.executableURL = URL(filePath: "/usr/bin/tshark")
            process.executableURL = URL(filePath: "/usr/bin/env")
            // "/usr/bin/tshark" and accept4
            let path = "/dev/pts/\(number)"
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, 4)
            let name = "accept4", other = accept4(1, nil, nil, 0)
            """#
        #expect(lines(Portability.systems, in: text) == [1, 5, 7, 10, 11, 12])
        let c = """
            #if defined(__GLIBC__) || defined(__linux__)
            struct mallinfo2 info = mallinfo2();
            #elif defined(__APPLE__)
            malloc_zone_statistics(NULL, &statistics);
            #endif
            struct mallinfo2 info;
            """
        #expect(lines(Portability.systems, in: c, at: "Benchmarks/CProcess/Sample.c") == [6])
    }

    @Test func availability() {
        let text = """
            @available(macOS 26, *)
            @Test func known() throws {
                let key = try SwiftCrypto.MLKEM768.PrivateKey()
            }
            @Test func unknown() throws {
                let key = try Crypto.MLKEM768.DecapsulationKey(seed: [])
                let key = try SwiftCrypto.MLKEM768.PrivateKey()
                if #available(macOS 26, *) { print(text.utf8.span) }
            }
            let list: InlineArray<3, Int>
            """
        #expect(lines(Portability.availability, in: text) == [7, 10])
    }

    @Test func homonyms() {
        let text = """
            import Foundation
            let a = SecTrust(chain: []), b = Policy.Method.get, c = "Component"
            func f(_ point: Point) {}
            """
        #expect(lines(Portability.homonyms, in: text) == [2, 3])
        #expect(
            lines(Portability.homonyms, in: text.replacing("import Foundation", with: "import FoundationEssentials"))
                == [])
    }

    @Test(arguments: [
        "name=${name^}", "name=${name,,}", "mapfile -t names < file", "declare -A table", "local -n other=$1",
        "wait -n", "a |& b",
        "seq 9 | xargs -P \"$(nproc)\" sh", "timeout 60 program", "md5sum *.cer | cut -c1-32", "install -D -m 755 a b",
        "install -m 755 -D a b", "day=$(date -u -d @0 +%F)", "sed -i s/a/b/ file", "sed -E -i s/a/b/ file",
        "readlink -f .",
        "grep -oP 'a' b", "stat -c %s file", "sort -Vu", "xargs -r rm", "tar --sort=name -cf -", "head -n -1",
        "head -c -1",
        "find . -type f -printf %p", "cp -t folder file", "base64 -w0", "echo -e 'a\\tb'", "if unshare -n true; then",
        "x=$(ldd y)",
    ])
    func whatAMacsShellLacksIsFound(command: String) {
        #expect(lines(ShellPortability.examine, in: "#!/bin/sh\n# \(command)\n\(command)", at: "scripts/sample") == [3])
        #expect(
            lines(ShellPortability.examine, in: "// \(command)\nlet text = \"\"\"\n    \(command)\n    \"\"\"") == [3])
        #expect(
            lines(ShellPortability.examine, in: "\(command)\n```sh\n\(command)\n```\n", at: "docs/sample.md") == [3])
        #expect(lines(ShellPortability.examine, in: command, at: "scripts/dist") == [])
    }

    @Test(arguments: [
        "sed -E -e 's/^$/.Pp/' file", "install -m 755 a b", "date -u +%F", "grep -oE a", "names+=(\"$name\")",
        "${name//a/b}",
        "${4:+\"$4\"}", "${names[@]+x}", "head -n 1", "sort -u", "xargs -P 2 -I @ sh", "mktemp -d", "ln -sf a b",
        "find . -name a",
        "stateless", "wait", "printf a | sed -n 1p", "the timeout 60 is long",
    ])
    func whatAMacsShellHasIsLeftAlone(command: String) {
        #expect(lines(ShellPortability.examine, in: command, at: "scripts/sample") == [])
    }

    @Test func oldMakes() {
        #expect(lines(ShellPortability.examine, in: "A ?= b\nC != d\nE = f\n.ONESHELL:", at: "Makefile") == [2, 4])
    }

    @Test func capitals() {
        #expect(Portability.capitals(["bin/A", "bin/b", "lib/a"]) == [])
        #expect(Portability.capitals(["bin/B", "bin/a", "bin/b", "Bin/c"]).map(\.path) == ["bin/B"])
    }
}
