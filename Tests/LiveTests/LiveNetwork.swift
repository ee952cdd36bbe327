import Foundation
import TestSupport
import Testing

/// A network of one's own with Linux's TCP in it: a network namespace with a TUN device, made for a run and gone after it.
enum LiveNetwork {
    /// Whether somebody wants these tests for sure, so that they must not be skipped.
    static let isDemanded = ProcessInfo.processInfo.environment["HANDSHAKESIM_LIVE"] == "1"

    /// How to run a program in a network namespace: root may make one, anybody else only within a user namespace.
    static let unshare = geteuid() == 0 ? ["-n"] : ["-rn"]

    /// Why these tests cannot run here, or should not; nil if they can.
    static let obstacle: String? =
        isDemanded || ProcessInfo.processInfo.environment["CI"] == "true"
        ? refusal : "live tests are run where HANDSHAKESIM_LIVE=1 asks for them, and in CI"

    /// Why the system does not let tests have a device in a network of their own; nil if it does.
    static let refusal: String? = {
        #if os(Linux)
            guard FileManager.default.fileExists(atPath: "/dev/net/tun") else { return "there is no /dev/net/tun" }
            let probe = Process()
            probe.executableURL = URL(filePath: "/usr/bin/env")
            probe.arguments = ["unshare"] + unshare + ["ip", "tuntap", "add", "dev", "tun0", "mode", "tun"]
            let errors = Pipe()
            probe.standardError = errors
            guard (try? probe.run()) != nil else { return "the program env cannot be run" }
            let words = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            probe.waitUntilExit()
            return probe.terminationStatus == 0 ? nil : "no TUN device in a network namespace: \(words)"
        #else
            return "TUN devices as used here exist on Linux only"
        #endif
    }()

    /// What has happened in a run, as kernel.py tells it.
    struct Facts: Decodable {
        /// The program's exit status; nil if it had to be killed.
        let status: Int?
        /// What went wrong with the kernel's sockets.
        let failures: [String]
        /// How many connections the kernel has received something on, until the end of the stream.
        let received: Int
        /// The states of the connections that the kernel still had when the program had ended.
        let kernel: [String]
        /// What the program wrote to standard error.
        let stderr: String
        /// curl's exit status.
        let curl: Int?
        /// What came back before the program was interrupted, and what after it.
        let echoed: String?
        let after: String?
    }

    /// Plays a scenario of kernel.py against "HandshakeSim tcp tun" with these arguments.
    static func play(
        _ scenario: String, in directory: TemporaryDirectory, _ arguments: [String], device: String = "tun0"
    ) async throws -> Facts {
        for tool in ["unshare", "ip", "python3", "curl", "dumpcap", "tshark"] { try await Tool.require(tool) }
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "kernel.py").path
        let program = [try BuiltProgram.path(), "tcp", "tun", "--device", device, "--local", "10.9.0.2"]
        let text = try await Tool.output(
            "unshare", unshare + ["python3", script, scenario, directory.path] + program + arguments)
        return try JSONDecoder().decode(Facts.self, from: Data(text.utf8))
    }

    /// A megabyte that nobody can guess.
    static func megabyte(seed: UInt64) -> [UInt8] {
        var generator = SplitMix64(seed: seed)
        return (0..<125_000).flatMap { _ in withUnsafeBytes(of: generator.next()) { Array($0) } }
    }
}
