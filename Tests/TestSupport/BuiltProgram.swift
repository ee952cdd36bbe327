import Foundation

/// HandshakeSim itself, as the build left it beside the tests.
package enum BuiltProgram {
    /// Runs HandshakeSim as a user runs it.
    ///
    /// - Throws: ``ToolError`` where it has not been built or hangs.
    package static func run(
        _ arguments: [String], input: [UInt8]? = nil, environment: [String: String] = [:]
    ) async throws -> Tool.Result {
        try await Tool.run(path(), arguments, input: input, environment: environment)
    }

    /// Files and folders from which the build's folder is reached.
    ///
    /// On Linux the tests are one program in the build's folder. On macOS they are a bundle there, loaded by a program that lives elsewhere:
    /// its arguments name the bundle.
    package static func places(_ arguments: [String]) -> [URL] {
        let bundles = [Bundle.main] + Bundle.allBundles.filter { $0.bundlePath.hasSuffix(".xctest") }
        let named = arguments.firstIndex(of: "--test-bundle-path").flatMap { arguments.dropFirst($0 + 1).first }
        return bundles.map { $0.executableURL ?? $0.bundleURL } + (named.map { [URL(filePath: $0)] } ?? [])
    }

    /// Where the program is, or another one of the package.
    ///
    /// - Throws: ``ToolError`` where it has not been built.
    package static func path(of name: String = "HandshakeSim") throws(ToolError) -> String {
        for place in places(CommandLine.arguments) {
            var folder = place
            while folder.pathComponents.count > 1 {
                folder.deleteLastPathComponent()
                let candidate = folder.appending(path: name).path
                var isDirectory: ObjCBool = false
                let exists = FileManager.default.fileExists(atPath: candidate, isDirectory: &isDirectory)
                if exists, !isDirectory.boolValue, FileManager.default.isExecutableFile(atPath: candidate) {
                    return candidate
                }
                if folder.lastPathComponent == ".build" { break }
            }
        }
        throw ToolError("\(name) is not beside the tests: run swift build")
    }
}
