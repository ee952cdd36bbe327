import Foundation
import Subprocess
import Trace

/// Programs that judge our work from outside, and our own program run as a user runs it.
package enum Tool {
    /// What a program did.
    package struct Result: Sendable {
        /// The exit status; 128 and the signal's number for a program that a signal ended, as shells have it.
        package let status: Int
        /// What it wrote to standard output.
        package let standardOutputBytes: [UInt8]
        /// What it wrote to standard error, as UTF-8.
        package let standardError: String

        /// What it wrote to standard output, as UTF-8.
        package var standardOutput: String { String(decoding: standardOutputBytes, as: UTF8.self) }
        /// The lines of standard output.
        package var lines: [String] { standardOutput.split(separator: "\n").map(String.init) }
    }

    /// The most that a program may write to each of its outputs, in octets.
    package static let outputLimit = 256 << 20

    /// Of a hundred programs at once each would take a hundred times as long, and reach its deadline.
    private static let turns = Turns(ProcessInfo.processInfo.activeProcessorCount + 2)

    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - name: a program's name, looked for in PATH, or a path with a slash.
    ///   - input: what it reads from standard input; nothing when nil.
    ///   - environment: variables that are set besides the ones that are inherited.
    ///   - deadline: after this the program hangs, as far as a test is concerned. It is ended, and the test fails. The time in which it
    ///     waits for its turn does not count.
    /// - Throws: ``ToolError`` where the program does not exist or hangs. A program's own failure is in the result.
    package static func run(
        _ name: String, _ arguments: [String] = [], input: [UInt8]? = nil, environment: [String: String] = [:],
        deadline: Duration = .seconds(300)
    ) async throws -> Result {
        // A test that goes before the others does not wait either.
        let waits = Task.currentPriority < .high
        if waits { await turns.take() }
        defer { if waits { turns.giveBack() } }
        return try await withThrowingTaskGroup(of: Result.self) { group in
            // Before what computes: where the deadline comes, a program that has ended must have been seen to end.
            group.addTask(priority: .high) {
                try await runToEnd(name, arguments, input: input ?? [], environment: environment)
            }
            group.addTask {
                try await Task.sleep(for: deadline)
                throw ToolError("\(name) did not end within \(deadline): \(arguments.joined(separator: " "))")
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { throw ToolError("\(name) was not run") }
            return first
        }
    }

    /// Runs a program that has to succeed.
    ///
    /// - Returns: its standard output.
    /// - Throws: ``ToolError`` with what the program wrote to standard error where its status is not zero.
    package static func output(
        _ name: String, _ arguments: [String] = [], input: [UInt8]? = nil, environment: [String: String] = [:]
    ) async throws -> String {
        let result = try await run(name, arguments, input: input, environment: environment)
        guard result.status == 0 else {
            let call = ([name] + arguments).joined(separator: " ")
            throw ToolError("\(call): status \(result.status)\n\(result.standardError)\(result.standardOutput)")
        }
        return result.standardOutput
    }

    /// Fails with the name of the package to install where a program is missing, or is another program of the same name.
    ///
    /// A test without its judge is no test: it must not pass quietly.
    package static func require(_ name: String) async throws {
        do {
            _ = try await Executable.name(name).resolveExecutablePath(in: .inherit)
            if name == "openssl" { try refuse(openssl: await opensslVersion[name]) }
        } catch let error as ToolError {
            throw error
        } catch {
            let package =
                [
                    "tshark": "tshark (macOS: wireshark)", "dumpcap": "wireshark-common", "ip": "iproute2",
                    "unshare": "util-linux",
                ][name] ?? name
            throw ToolError("\(name) is missing: run scripts/set-up test, or install the package \(package)")
        }
    }

    /// What `openssl version` answers, asked once.
    private static let opensslVersion = Once<String, String> { try await output($0, ["version"]) }

    /// Fails where openssl answers `version` so, and is none that the tests can stand on.
    package static func refuse(openssl answer: String) throws(ToolError) {
        guard !OpenSSLVersion.suffices(answer) else { return }
        let said = answer.split(separator: "\n").first ?? "silent"
        throw ToolError(
            "openssl is \(said), and the tests need OpenSSL \(OpenSSLVersion.needed) or newer: run make test, which puts Homebrew's first"
                + " in PATH on macOS, or install the package openssl")
    }

    private static func runToEnd(
        _ name: String, _ arguments: [String], input: [UInt8], environment: [String: String]
    ) async throws -> Result {
        let variables = environment.reduce(into: [:]) { $0[Environment.Key(stringLiteral: $1.key)] = $1.value }
        // Input comes from a file, not through a pipe: a program that ends before it has read all of a pipe would end the
        // tests with SIGPIPE.
        return try await TemporaryDirectory.use { directory in
            let file = try FileHandle(forReadingFrom: URL(filePath: directory.write(input, to: "input")))
            defer { try? file.close() }
            do {
                let result = try await Subprocess.run(
                    name.contains("/") ? .path(.init(name)) : .name(name), arguments: Arguments(arguments),
                    environment: .inherit.updating(variables),
                    input: .fileDescriptor(.init(rawValue: file.fileDescriptor), closeAfterSpawningProcess: false),
                    output: .bytes(limit: outputLimit), error: .bytes(limit: outputLimit))
                let status =
                    switch result.terminationStatus {
                    case .exited(let code): Int(code)
                    case .signaled(let signal): 128 + Int(signal)
                    }
                return Result(
                    status: status, standardOutputBytes: result.standardOutput,
                    standardError: String(decoding: result.standardError, as: UTF8.self))
            } catch let error as SubprocessError where error.code == .executableNotFound {
                throw ToolError("\(name) is missing: run scripts/set-up test")
            }
        }
    }
}

/// Why a program could not be run.
package struct ToolError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What happened, in a sentence.
    package let description: String

    /// An error that says `description`.
    package init(_ description: String) {
        self.description = description
    }
}
