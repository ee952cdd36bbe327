import Foundation

/// A folder for a test's files, gone when the test is done.
package struct TemporaryDirectory: Sendable {
    /// Where it is.
    package let path: String

    /// Makes a folder, hands it to `body` and removes it with all that is in it, whatever happens.
    package static func use<R>(_ body: (TemporaryDirectory) async throws -> R) async throws -> R {
        let name = "HandshakeSim-" + UUID().uuidString
        let url = FileManager.default.temporaryDirectory.appending(path: name, directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: url) }
        return try await body(TemporaryDirectory(path: url.path))
    }

    /// The path of a file in it, there or not.
    package func path(of name: String) -> String { path + "/" + name }

    /// Writes a file into it and returns its path.
    @discardableResult
    package func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
        try TemporaryDirectory.write(bytes, at: path(of: name))
        return path(of: name)
    }

    /// Writes a text into it as UTF-8 and returns the file's path.
    @discardableResult
    package func write(text: String, to name: String) throws -> String {
        try write(text.utf8, to: name)
    }

    /// Reads a file in it.
    package func read(_ name: String) throws -> [UInt8] {
        try TemporaryDirectory.contents(of: path(of: name))
    }

    /// Writes any file.
    static func write(_ bytes: some Sequence<UInt8>, at path: String) throws {
        try Data(bytes).write(to: URL(filePath: path))
    }

    /// Reads any file.
    static func contents(of path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path))) }

    /// The names of what is in it, sorted.
    package func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }
}
