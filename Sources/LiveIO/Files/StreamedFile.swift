/// A file, or an output of this program, that is written piece by piece. Each piece is written immediately, so that it is not lost
/// if the program ends.
package struct StreamedFile: ~Copyable {
    private let path: String
    private let descriptor: Int32
    /// Whether the descriptor is closed with this value.
    private let isOwned: Bool

    /// Opens the file at `path`, and makes it if it does not exist.
    ///
    /// - Parameters:
    ///   - audience: the users who may read it. A path that is not an ordinary file, such as a pipe, keeps its mode.
    ///   - keeping: whether the old content stays, and new octets are added behind it.
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

    /// Writes to standard error. An error is ignored: there is no other output to report it.
    package static func warn(_ text: String) { try? standardError().append(Array(text.utf8)) }

    deinit { if isOwned { close(descriptor) } }

    /// Adds octets at the end.
    ///
    /// - Throws: ``FileError``, for example if no space is left, or if the reader has gone.
    package func append(_ bytes: [UInt8]) throws(FileError) {
        if let failure = OutputFile.put(bytes, into: descriptor) { throw FileError(.write, path, errno: failure) }
    }
}
