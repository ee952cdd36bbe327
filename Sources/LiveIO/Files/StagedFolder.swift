/// A folder of files that is written beside its place and then moved there. Another program sees the old files or the new files. If
/// writing fails, nothing has changed.
package struct StagedFolder: ~Copyable {
    /// The path to which the folder is moved in the end.
    private let place: String
    /// The path at which the folder is written.
    private let staged: String
    /// Whether the folder is still at ``staged``.
    private var isOpen = true
    /// Holds a lock on the folder while it is written. The system gives it back when the program ends, in whatever way.
    private let lock: Int32
    /// Removes the folder when Ctrl-C ends the program.
    private var guardian: Interruption?
    /// The paths of the files that were written, in the order of writing.
    package private(set) var files: [String] = []

    /// Makes a new folder for `place`, and the missing folders above `place`.
    ///
    /// - Throws: ``FileError`` if a folder cannot be made.
    package init(for place: String) throws(FileError) {
        var path = place
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        if let resolved = realpath(path, nil) {
            path = String(cString: resolved)
            free(resolved)
        }
        try Folder.make(FilePathText.directory(of: path), parents: true)
        Self.removeLeftovers(of: path)
        let beside = FilePathText.unfinished(beside: path)
        guard mkdir(beside, 0o777) == 0 else { throw FileError(.write, place, errno: errno) }
        self.place = path
        staged = beside
        lock = open(beside, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if lock >= 0 { _ = flock(lock, LOCK_EX | LOCK_NB) }
        guardian = Interruption {
            Folder.remove(beside)
            StreamedFile.warn("Stopped. Nothing was written to \(place.legible).\n")
        }
    }

    deinit {
        if isOpen { Folder.remove(staged) }
        if lock >= 0 { close(lock) }
    }

    /// Removes what an earlier run for the same place has left, because it was ended before it could remove it itself. The folder of a
    /// run that goes on has a lock.
    private static func removeLeftovers(of path: String) {
        let directory = FilePathText.directory(of: path)
        for name in (try? Folder.names(in: directory)) ?? [] where FilePathText.isUnfinished(name, beside: path) {
            let left = "\(directory)/\(name)"
            let lock = open(left, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard lock >= 0 else { continue }
            if flock(lock, LOCK_EX | LOCK_NB) == 0 { Folder.remove(left) }
            close(lock)
        }
    }

    /// Makes a folder inside this one.
    ///
    /// - Throws: ``FileError``, as ``Folder/make(_:parents:for:)`` does.
    package func make(_ path: String, for audience: OutputFile.Audience = .everyone) throws(FileError) {
        try Folder.make("\(staged)/\(path)", for: audience)
    }

    /// Writes a file at a path inside this folder.
    ///
    /// - Throws: ``FileError`` if the file cannot be written.
    package mutating func write(
        _ text: String, to path: String, for audience: OutputFile.Audience = .everyone
    ) throws(FileError) {
        try stream(path, for: audience).append(Array(text.utf8))
    }

    /// A new file at a path inside this folder, which is written piece by piece.
    ///
    /// - Throws: ``FileError`` if the file cannot be opened.
    package mutating func stream(
        _ path: String, for audience: OutputFile.Audience = .everyone
    ) throws(FileError) -> StreamedFile {
        files.append(path)
        return try StreamedFile("\(staged)/\(path)", for: audience)
    }

    /// Moves the folder to its place.
    ///
    /// - Parameter old: the paths of files at the place that are removed. All other files at the place stay.
    /// - Throws: ``FileError``, also if a file that is to stay has the path of a new file.
    package consuming func commit(replacing old: Set<String> = []) throws(FileError) {
        // From here on the folder may be in its place.
        guardian = nil
        let previous = staged + ".old"
        guard Folder.kind(of: place) != nil else { return try move(staged, to: place) }
        let kept = try Folder.tree(place).filter { !old.contains($0) }
        for path in kept where Folder.kind(of: "\(staged)/\(path)") != nil {
            throw FileError(.write, "\(place)/\(path)", because: .exists)
        }
        guard rename(place, previous) == 0 else { throw FileError(.write, place, errno: errno) }
        guard rename(staged, place) == 0 else {
            let code = errno
            rename(previous, place)
            throw FileError(.write, place, errno: code)
        }
        isOpen = false
        for path in kept {
            try Folder.make("\(place)/\(FilePathText.directory(of: path))", parents: true)
            guard rename("\(previous)/\(path)", "\(place)/\(path)") == 0 else {
                throw FileError(.write, "\(place)/\(path)", errno: errno)
            }
        }
        Folder.remove(previous)
    }

    private mutating func move(_ from: String, to path: String) throws(FileError) {
        guard rename(from, path) == 0 else { throw FileError(.write, path, errno: errno) }
        isOpen = false
    }
}
