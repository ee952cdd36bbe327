import Foundation
import TestSupport
import Testing

/// The scripts that a person on a Mac meets, with stand-ins for the programs of such a machine. All is done in folders whose names have a
/// space.
@Suite struct ScriptTests {
    /// A machine of stand-ins.
    private struct StandIns {
        /// The folder of the programs, which comes first in PATH.
        let programs: String
        /// A folder for what is installed.
        let prefix: String

        /// Puts a program into the folder, or elsewhere: the text of a shell script.
        func add(_ name: String, _ script: String, in folder: String? = nil) throws {
            let folder = folder ?? programs
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let path = "\(folder)/\(name)"
            try "#!/bin/sh\n\(script)\n".write(toFile: path, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        }

        /// Runs a script of the project. Of this machine's own programs it sees the system's alone.
        func run(_ script: String, _ arguments: String...) async throws -> Tool.Result {
            try await Tool.run(
                "sh", [Project.root.appending(path: "scripts/\(script)").path] + arguments,
                environment: ["PATH": "\(programs):/usr/bin:/bin:/usr/sbin:/sbin", "SWIFT": "swift", "CI": ""])
        }
    }

    /// A Mac with Xcode 26, and with what macOS itself calls openssl, python3 and curl.
    private func withMac(_ body: (StandIns) async throws -> Void) async throws {
        try await TemporaryDirectory.use { directory in
            let mac = StandIns(programs: directory.path(of: "a Mac/bin"), prefix: directory.path(of: "a Mac/put here"))
            try mac.add("uname", "echo Darwin")
            try mac.add("swift", "echo 'Apple Swift version 6.2.3 (swiftlang-6.2.3.3.21 clang-1700.6.3.2)'")
            try mac.add("openssl", "echo 'LibreSSL 3.3.6'")
            try mac.add("python3", "echo 'LibreSSL 2.8.3'")
            try mac.add(
                "curl", "echo 'curl 8.7.1 (x86_64-apple-darwin25.0) libcurl/8.7.1 (SecureTransport) LibreSSL/3.3.6'")
            for judge in ["tshark", "gnutls-cli"] { try mac.add(judge, "") }
            try await body(mac)
        }
    }

    @Test(arguments: ["run", "test"]) func aMacWithoutHomebrewIsToldWhereItIs(purpose: String) async throws {
        try await withMac { mac in
            let result = try await mac.run("set-up", purpose)
            #expect(result.status == 1)
            #expect(result.standardError.hasPrefix("set-up: Homebrew is "))
            #expect(result.standardError.contains("try again"))
        }
    }

    @Test func whatAMacCallsOpensslIsNotTheOneOfTheTests() async throws {
        try await withMac { mac in
            let log = "\(mac.programs)/installed"
            try mac.add(
                "brew",
                """
                case $1 in
                    --prefix) echo '\(mac.programs)/brewed here' ;;
                    install) echo "$@" >>'\(log)' ;;
                    *) exit 1 ;;
                esac
                """)
            let first = try await mac.run("set-up", "test")
            #expect(try String(contentsOfFile: log, encoding: .utf8) == "install gmp openssl python3 curl\n")
            // This brew has installed nothing.
            #expect(first.status == 1)
            #expect(
                first.standardError.contains(
                    "the tests need OpenSSL 3 or newer, and \(mac.programs)/openssl is 'LibreSSL 3.3.6'"))

            let brewed = "\(mac.programs)/brewed here"
            try mac.add(
                "openssl", "echo 'OpenSSL 3.6.0 1 Oct 2025 (Library: OpenSSL 3.6.0 1 Oct 2025)'",
                in: "\(brewed)/opt/openssl/bin")
            try mac.add(
                "curl", "echo 'curl 8.17.0 (aarch64-apple-darwin25.1.0) libcurl/8.17.0 OpenSSL/3.6.0'",
                in: "\(brewed)/opt/curl/bin")
            try mac.add("python3", "echo 'OpenSSL 3.6.0 1 Oct 2025'", in: "\(brewed)/bin")
            try FileManager.default.removeItem(atPath: log)
            let second = try await mac.run("set-up", "test")
            #expect(second.status == 0, "\(second.standardError)")
            #expect(try String(contentsOfFile: log, encoding: .utf8) == "install gmp\n")
            let path = try await mac.run("set-up", "path")
            #expect(
                path.standardOutput.hasPrefix(
                    "\(brewed)/opt/openssl/bin:\(brewed)/opt/curl/bin:\(brewed)/bin:\(mac.programs):/usr/bin"))
        }
    }

    @Test(arguments: ["6.1.2", "5.10"]) func anOldCompilerIsToldWhatToInstall(version: String) async throws {
        try await withMac { mac in
            try mac.add(
                "swift", "echo 'swift-driver version: 1.120.5 Apple Swift version \(version) (swiftlang-6.1.2.1.2)'")
            let result = try await mac.run("set-up", "run")
            #expect(result.status == 1)
            #expect(result.standardError.contains("is too old for this package: install Xcode 26 or newer"))
        }
    }

    @Test func archivesAreNotMadeOnAMac() async throws {
        try await withMac { mac in
            // It is a script of bash, as macOS has it.
            let script = Project.root.appending(path: "scripts/dist").path
            let result = try await Tool.run("bash", [script], environment: ["PATH": "\(mac.programs):/usr/bin:/bin"])
            #expect(result.status == 1)
            #expect(
                result.standardError
                    == "dist: archives are made on Linux. Here \"make install\" builds and installs the program.\n")
        }
    }

    /// The paths below a folder, files and links, in order.
    private func names(below folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().filter {
            let kind = try FileManager.default.attributesOfItem(atPath: "\(folder)/\($0)")[.type] as? FileAttributeType
            return kind != .typeDirectory
        }
    }

    /// The program, its manual page and its completions have two names each, which differ in capitals alone. On most Macs both names are one
    /// file: where the second is there, nothing may be written to it.
    @Test func theSecondNameIsNeverWrittenTo() async throws {
        try await withMac { mac in
            try mac.add("swift", "case \"$*\" in *--show-bin-path*) echo '\(mac.programs)' ;; esac")
            try mac.add("HandshakeSim", "echo \"$2\"")
            try mac.add("generate-manual", "echo .Dd")
            for _ in 0..<2 {
                let result = try await mac.run("install", mac.prefix)
                #expect(result.status == 0, "\(result.standardError)")
            }
            let names = try names(below: mac.prefix)
            #expect(names.contains("bin/HandshakeSim") && names.contains("share/man/man1/HandshakeSim.1"))
            // Each second name is a link to the first.
            let seconds = names.filter { $0.contains("handshakesim") }
            for second in seconds {
                let first = second.replacing("handshakesim", with: "HandshakeSim")
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(mac.prefix)/\(second)")
                #expect(target == first.split(separator: "/").last.map(String.init), "\(second)")
            }
            #expect(Portability.capitals(names.filter { !seconds.contains($0) }) == [])

            // Files under the second names, as a file system has them that does not tell capitals apart.
            for second in seconds {
                try FileManager.default.removeItem(atPath: "\(mac.prefix)/\(second)")
                try second.write(toFile: "\(mac.prefix)/\(second)", atomically: true, encoding: .utf8)
            }
            #expect(try await mac.run("install", mac.prefix).status == 0)
            for second in seconds {
                #expect(try String(contentsOfFile: "\(mac.prefix)/\(second)", encoding: .utf8) == second)
            }
            #expect(try await mac.run("install", "--undo", mac.prefix).status == 0)
            #expect(try self.names(below: mac.prefix) == [])
        }
    }

    @Test func anInstallationWithoutAFolderIsRefused() async throws {
        try await withMac { mac in
            for arguments in [[], [""]] {
                let script = Project.root.appending(path: "scripts/install").path
                let result = try await Tool.run("sh", [script] + arguments)
                #expect(result.status == 1)
                #expect(
                    result.standardError == "install: it takes one folder. Usage: scripts/install [--undo] PREFIX\n")
            }
        }
    }
}
