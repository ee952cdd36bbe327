#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file, or an output of this program, that grows as things happen, so that nothing is lost whatever ends the program.
public struct StreamedFile: ~Copyable {
    private let path: String
    private let descriptor: Int32
    private let isOwned: Bool

    /// Makes the file at `path`, empty; what was in it is gone.
    ///
    /// - Throws: ``FileError``: no such directory, permission denied, a directory of that name.
    public init(_ path: String) throws(FileError) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        isOwned = true
        guard descriptor >= 0 else { throw FileError(.write, path, errno: errno) }
    }

    private init(lent descriptor: Int32, name: String) {
        path = name
        self.descriptor = descriptor
        isOwned = false
    }

    /// The standard output of this program.
    public static func standardOutput() -> StreamedFile { StreamedFile(lent: STDOUT_FILENO, name: "standard output") }

    /// The standard error of this program.
    public static func standardError() -> StreamedFile { StreamedFile(lent: STDERR_FILENO, name: "standard error") }

    deinit { if isOwned { close(descriptor) } }

    /// Adds octets at the end.
    ///
    /// - Throws: ``FileError``, such as no space, or a reader that has gone.
    public func append(_ bytes: [UInt8]) throws(FileError) {
        if let failure = OutputFile.put(bytes, into: descriptor) { throw FileError(.write, path, errno: failure) }
    }
}
