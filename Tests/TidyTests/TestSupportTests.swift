import Foundation
import Synchronization
import TestSupport
import Testing

/// What the tests stand on is tested too.
@Suite struct TestSupportTests {
    @Test func aToolIsRunToItsEnd() async throws {
        let result = try await Tool.run(
            "sh", ["-c", "cat; echo \"$COLOUR\" >&2; exit 3"], input: Array("in".utf8), environment: ["COLOUR": "red"])
        #expect(result.status == 3)
        #expect(result.standardOutput == "in")
        #expect(result.standardError == "red\n")
        #expect(try await Tool.run("sh", ["-c", "kill -9 $$"]).status == 137)
    }

    @Test func aToolNeedNotReadItsInput() async throws {
        let result = try await Tool.run("sh", ["-c", "exit 5"], input: [UInt8](repeating: 0, count: 1 << 20))
        #expect(result.status == 5)
    }

    @Test func aToolsFailureIsToldInItsWords() async throws {
        await #expect(throws: ToolError("sh -c echo why >&2; exit 1: status 1\nwhy\n")) {
            try await Tool.output("sh", ["-c", "echo why >&2; exit 1"])
        }
    }

    @Test func aMissingToolIsNamed() async throws {
        try await Tool.require("sh")
        for call in [{ try await Tool.require("no-such-tool") }, { _ = try await Tool.run("no-such-tool") }] {
            let error = await #expect(throws: ToolError.self) { try await call() }
            #expect(error?.description.hasPrefix("no-such-tool is missing") == true)
        }
    }

    @Test func aToolThatHangsIsEnded() async throws {
        await #expect(throws: ToolError.self) { try await Tool.run("sleep", ["600"], deadline: .milliseconds(50)) }
    }

    /// What macOS calls openssl answers otherwise, and tests would fail one by one with no reason.
    @Test func anotherOpensslIsNoJudge() async throws {
        try await Tool.require("openssl")
        for good in ["OpenSSL 3.0.17 1 Jul 2025 (Library: …)", "OpenSSL 4.0.0\n", "OpenSSL 10.1"] {
            #expect(throws: Never.self) { try Tool.refuse(openssl: good) }
        }
        for bad in [
            "LibreSSL 3.3.6\n", "OpenSSL 1.1.1w  11 Sep 2023", "OpenSSL", "OpenSSL three", "OpenSSLish 3.0", "",
        ] {
            let error = #expect(throws: ToolError.self) { try Tool.refuse(openssl: bad) }
            #expect(error?.description.contains("the tests need OpenSSL 3 or newer") == true)
        }
    }

    @Test func onAMacTheTestsAreFoundByTheirBundle() {
        let bundle = "/b/.build/release/Tests.xctest/Contents/MacOS/Tests"
        #expect(BuiltProgram.places(["helper", "--test-bundle-path", bundle]).map(\.path).last == bundle)
        #expect(!BuiltProgram.places(["helper", "--test-bundle-path"]).isEmpty)
    }

    @Test func theProgramIsBesideTheTests() async throws {
        #expect(FileManager.default.isExecutableFile(atPath: try BuiltProgram.path()))
    }

    @Test func aTemporaryDirectoryIsTemporary() async throws {
        let path = try await TemporaryDirectory.use { directory in
            try directory.write(text: "text", to: "file")
            #expect(try directory.names() == ["file"])
            #expect(try directory.read("file") == Array("text".utf8))
            return directory.path
        }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func splitMix64GivesItsPublishedNumbers() {
        var generator = SplitMix64(seed: 1_234_567)
        #expect(generator.next() == 6_457_827_717_110_365_317)
        #expect(generator.next() == 3_203_168_211_198_807_973)
    }

    @Test(arguments: [true, false]) func aFailingSeedIsNamed(throwing: Bool) {
        struct Wrong: Error {}
        var tried: [UInt64] = []
        let said = Mutex<[String]>([])
        withKnownIssue {
            forEachSeed(10) { seed, generator in
                tried.append(seed)
                guard seed == 4 else { return }
                if throwing { throw Wrong() }
                #expect(generator.next() == 0)
            }
        } matching: { issue in
            said.withLock { $0 += issue.comments.map(\.rawValue) }
            return true
        }
        #expect(tried == [1, 2, 3, 4])
        #expect(said.withLock(\.last) == "the seed of this failure is 4")
    }

    @Test func everySeedIsTriedWhereNoneFails() {
        var tried: [UInt64] = []
        forEachSeed(10) { seed, _ in tried.append(seed) }
        #expect(tried == Array(1...10))
    }
}
