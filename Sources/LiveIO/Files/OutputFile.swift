import Render

/// Writing a whole file, so that no reader ever sees half of it.
package enum OutputFile {
    /// Who may read a file.
    package enum Audience: Hashable, Sendable {
        /// The users that the umask lets read new files.
        case everyone
        /// The user alone (mode 0600): a private key, a key log.
        case ownerOnly
    }

    /// Puts `bytes` into the file at `path`, all of them or none.
    ///
    /// The octets go into a new file beside it, which then takes its place in one step (rename(2)). If the disk becomes full, the old
    /// file is still there. A symbolic link stays, and the file that it names is replaced. A path that is not an ordinary file, such
    /// as a pipe or /dev/null, is written to and not replaced.
    ///
    /// - Throws: ``FileError``: no such directory, permission denied, a directory of that name, no space, "-".
    package static func write(
        _ bytes: [UInt8], to path: String, for audience: Audience = .everyone
    ) throws(FileError) {
        guard path != "-" else { throw FileError(.write, path, because: .isStandardOutput) }
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno == ENOENT else { throw FileError(.write, path, errno: errno) }
            return try replace(path, with: bytes, mode: audience == .ownerOnly ? 0o600 : nil, saying: path)
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: throw FileError(.write, path, because: .isDirectory)
        case S_IFREG:
            // Replacing a file needs rights in its directory only. A file that is read-only is meant to stay, so it is an error.
            guard access(path, W_OK) == 0 else { throw FileError(.write, path, errno: errno) }
            let mode = audience == .ownerOnly ? 0o600 : status.st_mode & 0o777
            try replace(try target(of: path), with: bytes, mode: mode, saying: path)
        default: try writeThrough(bytes, to: path)
        }
    }

    /// Puts `bytes` into a new file that its owner alone can read.
    ///
    /// - Throws: ``FileError``, also if anything of that name exists. A link is not followed.
    package static func create(_ bytes: [UInt8], at path: String) throws(FileError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(.write, path, errno: errno) }
        var failure = put(bytes, into: descriptor)
        if failure == nil, fsync(descriptor) != 0 { failure = errno }
        if close(descriptor) != 0, failure == nil { failure = errno }
        guard let failure else { return }
        unlink(path)
        throw FileError(.write, path, errno: failure)
    }

    /// Checks that a file can be written at `path`, before there is anything to write. It does not check whether the disk is full.
    ///
    /// - Throws: ``FileError``: no such directory, permission denied, a directory of that name, "-".
    package static func check(_ path: String) throws(FileError) {
        guard path != "-" else { throw FileError(.write, path, because: .isStandardOutput) }
        var status = stat()
        if stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT != S_IFDIR else { throw FileError(.write, path, because: .isDirectory) }
            guard access(path, W_OK) == 0 else { throw FileError(.write, path, errno: errno) }
            return
        }
        guard errno == ENOENT else { throw FileError(.write, path, errno: errno) }
        let directory = FilePathText.directory(of: path)
        guard access(directory, W_OK | X_OK) == 0 else { throw FileError(.write, path, errno: errno) }
        guard stat(directory, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw FileError(.write, path, because: .noSuchDirectory(directory))
        }
    }

    /// Checks each of the files that a command is to write; nil is a file that was not asked for.
    ///
    /// - Throws: ``FileError``, as ``check(_:)`` does.
    package static func check(all paths: [String?]) throws(FileError) {
        for case let path? in paths { try check(path) }
    }

    /// The path for one of several parts. The name of the part stands before the extension: "run.json" becomes
    /// "run-1-real.json".
    ///
    /// - Parameter part: the name of the part; nil if there is only one.
    package static func path(_ path: String, part: String?) -> String {
        part.map { Text.path(path, part: $0) } ?? path
    }

    /// The absolute path of a file, with all symbolic links resolved.
    static func target(of path: String) throws(FileError) -> String {
        guard let resolved = realpath(path, nil) else { throw FileError(.write, path, errno: errno) }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func replace(
        _ path: String, with bytes: [UInt8], mode: mode_t?, saying name: String
    ) throws(FileError) {
        let partial = FilePathText.temporary(beside: path)
        let descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode ?? 0o666)
        guard descriptor >= 0 else { throw FileError(.write, name, errno: errno) }
        var failure: Int32?
        // The umask has changed the mode of the new file. A mode that is asked for is set exactly.
        if let mode, fchmod(descriptor, mode) != 0 { failure = errno }
        if failure == nil { failure = put(bytes, into: descriptor) }
        if failure == nil, fsync(descriptor) != 0 { failure = errno }
        if close(descriptor) != 0, failure == nil { failure = errno }
        if failure == nil, rename(partial, path) != 0 { failure = errno }
        if let failure {
            unlink(partial)
            throw FileError(.write, name, errno: failure)
        }
    }

    private static func writeThrough(_ bytes: [UInt8], to path: String) throws(FileError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(.write, path, errno: errno) }
        let failure = put(bytes, into: descriptor)
        close(descriptor)
        if let failure { throw FileError(.write, path, errno: failure) }
    }

    /// Writes all of `bytes`.
    ///
    /// - Returns: the error number (errno) if that fails, else nil.
    static func put(_ bytes: [UInt8], into descriptor: Int32) -> Int32? {
        bytes.withUnsafeBytes { buffer -> Int32? in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = OperatingSystem.write(descriptor, UnsafeRawBufferPointer(rebasing: rest))
                if count < 0 {
                    if errno == EINTR { continue }
                    return errno
                }
                rest = rest.dropFirst(count)
            }
            return nil
        }
    }
}
