import Foundation

/// What a program printed, and how it ended.
struct Ran {
    let status: Int32
    let output: [UInt8]
    let errors: String
    /// The output as text.
    var text: String { String(decoding: output, as: UTF8.self) }
}

/// Runs a program of the machine: an outside authority for what this module computes.
func run(_ program: String, _ arguments: String..., input: [UInt8] = []) throws -> Ran {
    let folder = try Scratch()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let errors = Pipe()
    let output = Pipe()
    // A file, not a pipe, for the input: nobody has to feed it while the output is being read.
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder.file("input", input)))
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    let complaints = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Ran(
        status: process.terminationStatus, output: Array(printed), errors: String(decoding: complaints, as: UTF8.self))
}

/// A folder of its own for the files of one test, gone when the test is over.
final class Scratch {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Writes a file and gives its path.
    func file(_ name: String, _ content: [UInt8]) throws -> String {
        let url = folder.appendingPathComponent(name)
        try Data(content).write(to: url)
        return url.path
    }

    /// Writes a text and gives its path.
    func file(_ name: String, _ content: String) throws -> String {
        try file(name, Array(content.utf8))
    }
}

/// The octets of hexadecimal digits; spaces and line ends are skipped.
func octets(_ hex: String) -> [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
}
