/// A file, or an output of this program, that grows as things happen, so that nothing is lost whatever ends the program.
package struct StreamedFile: ~Copyable {
    private let path: String
    private let descriptor: Int32
    private let isOwned: Bool

    /// Opens the file at `path`, and makes it where there is none.
    ///
    /// - Parameters:
    ///   - audience: who may read it. A file that is there and is no ordinary one, such as a pipe, keeps its mode.
    ///   - keeping: whether what is in it stays, and is added to.
    /// - Throws: ``FileError``: no such directory, permission denied, a directory of that name.
    package init(
        _ path: String, for audience: OutputFile.Audience = .everyone, keeping: Bool = false
    ) throws(FileError) {
        self.path = path
        let start = keeping ? O_APPEND : O_TRUNC
        let mode: mode_t = audience == .ownerOnly ? 0o600 : 0o666
        descriptor = open(path, O_WRONLY | O_CREAT | start | O_CLOEXEC, mode)
        isOwned = true
        guard descriptor >= 0 else { throw FileError(.write, path, errno: errno) }
        var status = stat()
        if audience == .ownerOnly, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
            _ = fchmod(descriptor, mode)
        }
    }

    private init(lent descriptor: Int32, name: String) {
        path = name
        self.descriptor = descriptor
        isOwned = false
    }

    /// The standard output of this program.
    package static func standardOutput() -> StreamedFile { StreamedFile(lent: STDOUT_FILENO, name: "standard output") }

    /// The standard error of this program.
    package static func standardError() -> StreamedFile { StreamedFile(lent: STDERR_FILENO, name: "standard error") }

    /// Writes to standard error. Where that cannot be written, there is nothing left to tell it with.
    package static func warn(_ text: String) { try? standardError().append(Array(text.utf8)) }

    deinit { if isOwned { close(descriptor) } }

    /// Adds octets at the end.
    ///
    /// - Throws: ``FileError``, such as no space, or a reader that has gone.
    package func append(_ bytes: [UInt8]) throws(FileError) {
        if let failure = OutputFile.put(bytes, into: descriptor) { throw FileError(.write, path, errno: failure) }
    }
}
