/// A file, or an output of this program, that is written piece by piece. Each piece is written immediately, so that it is not lost
/// if the program ends.
///
/// A file that was there is not emptied before there is something to put in its place. The new content goes into a hidden file beside
/// it, which takes its place in one step (rename(2)): see ``Replacement``.
package struct StreamedFile: ~Copyable {
    private let path: String
    private let place: Place
    private let heading: [UInt8]

    /// When the new content takes the place of a file that was there.
    package enum Replacement: Hashable, Sendable {
        /// With the first octets that are appended: others read the file while it grows.
        case withTheFirstOctets
        /// When the file is finished. If it is not, the old file stays as it was.
        case whenFinished
        /// Never: new octets are added behind the old ones.
        case never
    }

    /// Opens the file at `path`, and makes it if it does not exist.
    ///
    /// - Parameters:
    ///   - audience: the users who may read it. A path that is not an ordinary file, such as a pipe, keeps its mode.
    ///   - replacement: when an ordinary file that is there is replaced.
    ///   - heading: the octets at the beginning of the file. Alone they do not replace a file.
    /// - Throws: ``FileError``: no such directory, permission denied, a directory of that name.
    package init(
        _ path: String, for audience: OutputFile.Audience = .everyone,
        replacing replacement: Replacement = .withTheFirstOctets, heading: [UInt8] = []
    ) throws(FileError) {
        self.path = path
        self.heading = heading
        place = Place(path)
        var status = stat()
        let mode: mode_t = audience == .ownerOnly ? 0o600 : 0o666
        let isOrdinary = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        if isOrdinary, replacement != .never {
            guard access(path, W_OK) == 0 else { throw FileError(.write, path, errno: errno) }
            let target = try OutputFile.target(of: path)
            place.staged = Place.Staged(
                path: FilePathText.temporary(beside: target), target: target,
                mode: audience == .ownerOnly ? mode : status.st_mode & 0o777, replacement: replacement)
            return
        }
        let start = replacement == .never ? O_APPEND : O_TRUNC
        place.descriptor = open(path, O_WRONLY | O_CREAT | start | O_CLOEXEC, mode)
        guard place.descriptor >= 0 else { throw FileError(.write, path, errno: errno) }
        if audience == .ownerOnly, fstat(place.descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
            _ = fchmod(place.descriptor, mode)
        }
        // A full disk ends no server before it has begun. Without its heading the file takes nothing: the first octets are the error.
        do throws(FileError) { try put(heading) } catch { place.failure = error }
    }

    private init(lent descriptor: Int32, name: String) {
        path = name
        heading = []
        place = Place(name)
        place.descriptor = descriptor
        place.isLent = true
    }

    /// The standard output of this program.
    package static func standardOutput() -> StreamedFile { StreamedFile(lent: STDOUT_FILENO, name: "standard output") }

    /// The standard error of this program.
    package static func standardError() -> StreamedFile { StreamedFile(lent: STDERR_FILENO, name: "standard error") }

    /// Writes to standard output, in characters that a terminal there can show.
    ///
    /// - Throws: ``FileError``, for example if the reader has gone.
    package static func say(_ text: String) throws(FileError) {
        try standardOutput().append(Array(Terminal.standard.showable(text).utf8))
    }

    /// Writes to standard error. An error is ignored: there is no other output to report it.
    package static func warn(_ text: String) {
        try? standardError().append(Array(Terminal.standardError.showable(text).utf8))
    }

    deinit { place.leave() }

    /// Adds octets at the end.
    ///
    /// - Throws: ``FileError``, for example if no space is left, or if the reader has gone.
    package func append(_ bytes: [UInt8]) throws(FileError) {
        if let failure = place.failure { throw failure }
        try begin()
        try put(bytes)
        if case .withTheFirstOctets? = place.staged?.replacement { try place.replace() }
    }

    /// Ends the file: its content takes the place of the old file, if it has not yet.
    ///
    /// - Throws: ``FileError`` if that cannot be done.
    package func finish() throws(FileError) {
        try begin()
        try place.replace()
    }

    /// Makes the file beside the old one, with the heading.
    private func begin() throws(FileError) {
        guard let staged = place.staged, place.descriptor < 0 else { return }
        place.descriptor = open(staged.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, staged.mode)
        guard place.descriptor >= 0 else { throw FileError(.write, path, errno: errno) }
        // The umask has changed the mode of the new file.
        guard fchmod(place.descriptor, staged.mode) == 0 else { throw FileError(.write, path, errno: errno) }
        try put(heading)
    }

    private func put(_ bytes: [UInt8]) throws(FileError) {
        if let failure = OutputFile.put(bytes, into: place.descriptor) {
            throw FileError(.write, path, errno: failure)
        }
    }

    /// The open file, and the place that it is to take.
    private final class Place {
        struct Staged {
            let path: String
            let target: String
            let mode: mode_t
            let replacement: Replacement
        }

        private let name: String
        /// The open file; negative before it is open.
        var descriptor: Int32 = -1
        /// Whether the descriptor stays open after this value.
        var isLent = false
        /// Why the heading is not in the file; nil if it is.
        var failure: FileError?
        /// The file beside the old one, until it takes its place.
        var staged: Staged?

        init(_ name: String) { self.name = name }

        func replace() throws(FileError) {
            guard let staged else { return }
            guard rename(staged.path, staged.target) == 0 else { throw FileError(.write, name, errno: errno) }
            self.staged = nil
        }

        func leave() {
            if descriptor >= 0, !isLent { close(descriptor) }
            if descriptor >= 0, let staged { unlink(staged.path) }
        }
    }
}
