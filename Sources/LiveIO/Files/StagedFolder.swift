/// A folder of files that is written beside its place and then moved there. Another program sees the old files or the new files. If
/// writing fails, nothing has changed.
package struct StagedFolder: ~Copyable {
    /// The path to which the folder is moved in the end.
    private let place: String
    /// The path at which the folder is written.
    private let staged: String
    /// Whether the folder is still at ``staged``.
    private var isOpen = true
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
        let beside = FilePathText.temporary(beside: path)
        guard mkdir(beside, 0o777) == 0 else { throw FileError(.write, place, errno: errno) }
        self.place = path
        staged = beside
    }

    deinit { if isOpen { Folder.remove(staged) } }

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
