import Foundation
import Measurement

/// OpenSSL at the same work on the same machine in the same minute, by `scripts/openssl-rates`. Without Python or OpenSSL there are no
/// such figures.
struct Rival {
    /// Where the keys are kept for the length of the run.
    private let folder = URL.temporaryDirectory
        .appending(path: "openssl-rates-\(ProcessInfo.processInfo.processIdentifier)")
    private let script = URL(filePath: #filePath).appending(path: "../../../scripts/openssl-rates").standardizedFileURL

    /// Microseconds for each operation that OpenSSL has, by our names.
    func operations() -> [String: Double] {
        let rows = (lines(["operations"]) ?? []).map { $0.split(separator: "\t") }
        let times = rows.compactMap { row in row.count == 2 ? Double(row[1]).map { (String(row[0]), $0) } : nil }
        return Dictionary(times) { $1 }
    }

    /// Handshakes a second.
    func handshakes(_ suite: String, count: Int) -> Double? {
        lines(["handshakes", suite, String(count)])?.first.flatMap { Double($0) }
    }

    /// Megabytes (10⁶ octets) a second, sealed and opened.
    func records(_ suite: String, octets: Int, count: Int) -> Double? {
        lines(["records", suite, String(octets), String(count)])?.first.flatMap { Double($0) }
    }

    /// Removes the keys.
    func end() { try? FileManager.default.removeItem(at: folder) }

    /// What the script prints; nil where it fails.
    private func lines(_ arguments: [String]) -> [Substring]? {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", script.path, folder.path] + arguments
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let octets = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { return nil }
        return String(decoding: octets, as: UTF8.self).split(separator: "\n")
    }
}
