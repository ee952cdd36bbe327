/// Which file a path names. Two paths that differ may name the same file, by a link or by another spelling.
package enum FileIdentity: Hashable, Sendable {
    /// A file or folder that is there: its device and its number on the device.
    case existing(device: UInt64, number: UInt64)
    /// A file that is not there: its folder, and its name in the folder.
    case new(device: UInt64, folder: UInt64, name: String)

    /// The file at a path. Nil for standard input and output, for a path that is neither a file nor a folder, such as /dev/null or a pipe, and
    /// for a path in a folder that is not there.
    package init?(_ path: String) {
        guard path != "-", !path.isEmpty else { return nil }
        var status = stat()
        if stat(path, &status) == 0 {
            guard [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else { return nil }
            self = .existing(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
            return
        }
        guard errno == ENOENT, stat(FilePathText.directory(of: path), &status) == 0 else { return nil }
        self = .new(
            device: UInt64(truncatingIfNeeded: status.st_dev), folder: UInt64(status.st_ino),
            name: FilePathText.name(of: path))
    }

    /// Whether this is one of the files that stand beside `path` with a part in their names: of "run.json" every "run-off.json".
    ///
    /// - Returns: the name of the file; nil if it is none of them.
    package func isPart(of path: String) -> String? {
        let folder = FilePathText.directory(of: path)
        // What stands before a part, and what stands behind it. No file name has the octet 0.
        let model = FilePathText.name(of: OutputFile.path(path, part: "\0")).split(
            separator: "\0", omittingEmptySubsequences: false)
        guard let before = model.first, let behind = model.last else { return nil }
        func fits(_ name: String) -> Bool {
            name.count > before.count + behind.count && name.hasPrefix(before) && name.hasSuffix(behind)
        }
        switch self {
        case .new(let device, let number, let name):
            guard fits(name), case .existing(device, number)? = FileIdentity(folder) else { return nil }
            return name
        case .existing:
            let names = (try? Folder.names(in: folder)) ?? []
            return names.filter(fits).sorted().first { FileIdentity("\(folder)/\($0)") == self }
        }
    }

    /// Whether the file is there.
    package var exists: Bool { if case .existing = self { true } else { false } }
}
