/// A folder of files that is written beside its place and then moved there: who looks sees the old files or the new ones, and where writing
/// fails, nothing has changed.
package struct StagedFolder: ~Copyable {
    /// Where it belongs.
    private let place: String
    /// Where it is written.
    private let staged: String
    /// Whether it is still there.
    private var isOpen = true
    /// The files that were written, in that order.
    package private(set) var files: [String] = []

    /// A new folder for `place`.
    ///
    /// - Throws: ``FileError``
    package init(for place: String) throws(FileError) {
        var path = place
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        if let resolved = realpath(path, nil) {
            path = String(cString: resolved)
            free(resolved)
        }
        let parent = FilePathText.directory(of: path)
        try Folder.make(parent, parents: true)
        let unique = String(UInt64.random(in: .min ... .max), radix: 36)
        let beside = "\(parent)/.\(FilePathText.name(of: path).prefix(200)).\(unique)"
        guard mkdir(beside, 0o777) == 0 else { throw FileError(.write, place, errno: errno) }
        self.place = path
        staged = beside
    }

    deinit { if isOpen { Folder.remove(staged) } }

    /// Makes a folder in it.
    package func make(_ path: String, for audience: OutputFile.Audience = .everyone) throws(FileError) {
        try Folder.make("\(staged)/\(path)", for: audience)
    }

    /// Writes a file.
    package mutating func write(
        _ text: String, to path: String, for audience: OutputFile.Audience = .everyone
    ) throws(FileError) {
        try stream(path, for: audience).append(Array(text.utf8))
    }

    /// A file that is written piece by piece.
    package mutating func stream(
        _ path: String, for audience: OutputFile.Audience = .everyone
    ) throws(FileError) -> StreamedFile {
        files.append(path)
        return try StreamedFile("\(staged)/\(path)", for: audience)
    }

    /// Moves it to its place.
    ///
    /// - Parameter old: the files that stood there and go. All others that stood there stay.
    /// - Throws: ``FileError``, also where a file that is to stay has the name of a new one.
    package consuming func commit(replacing old: Set<String> = []) throws(FileError) {
        let previous = staged + ".old"
        guard Folder.kind(of: place) != nil else { return try move(staged, to: place) }
        let kept = try Folder.tree(place).filter { !old.contains($0) }
        for path in kept where Folder.kind(of: "\(staged)/\(path)") != nil {
            throw FileError(.write, "\(place)/\(path)", .exists)
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
