/// Folders of the file system, and their contents.
package enum Folder {
    /// The kind of thing at a path.
    package enum Kind: Sendable {
        case folder
        /// A file, or anything else that is not a folder.
        case file
    }

    /// The kind of the thing at `path`; nil if nothing is there, or nothing that this user may see.
    package static func kind(of path: String) -> Kind? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
    }

    /// The names in a folder, in no particular order.
    ///
    /// - Throws: ``FileError``: no such folder, permission denied.
    package static func names(in path: String) throws(FileError) -> [String] {
        try octetNames(in: path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The names in a folder as octets: a name need not be UTF-8.
    static func octetNames(in path: String) throws(FileError) -> [[UInt8]] {
        guard let folder = opendir(path) else { throw FileError(.read, path, errno: errno) }
        defer { closedir(folder) }
        var names: [[UInt8]] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { octets in Array(octets.prefix { $0 != 0 }) }
            if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
        }
        return names
    }

    /// Makes a folder.
    ///
    /// - Parameters:
    ///   - parents: whether to make the missing folders above it, too. A folder that exists already is then no error.
    ///   - audience: the users who may read the folder. Missing folders above it are for everyone.
    /// - Throws: ``FileError``: permission denied, a file of that name, without `parents` anything of that name.
    package static func make(
        _ path: String, parents: Bool = false, for audience: OutputFile.Audience = .everyone
    ) throws(FileError) {
        if parents {
            if kind(of: path) == .folder { return }
            let above = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
            if !above.isEmpty { try make(above, parents: true) }
        }
        let mode: mode_t = audience == .ownerOnly ? 0o700 : 0o777
        guard mkdir(path, mode) == 0 || parents && errno == EEXIST && kind(of: path) == .folder else {
            throw FileError(.write, path, errno: errno)
        }
    }

    /// The paths of all files in a folder and in the folders below it. A symbolic link counts as a file and is not followed.
    ///
    /// - Throws: ``FileError``: no such folder, permission denied.
    package static func tree(_ path: String) throws(FileError) -> [String] {
        var paths: [String] = []
        for name in try names(in: path).sorted() {
            if isOwnFolder("\(path)/\(name)") {
                paths += try tree("\(path)/\(name)").map { "\(name)/\($0)" }
            } else {
                paths.append(name)
            }
        }
        return paths
    }

    /// Removes a folder and its contents. A symbolic link is removed, and the file that it names stays. Errors are ignored.
    static func remove(_ path: String) {
        for name in (try? names(in: path)) ?? [] {
            let inner = "\(path)/\(name)"
            if isOwnFolder(inner) { remove(inner) } else { unlink(inner) }
        }
        rmdir(path)
    }

    /// Whether the path names a folder itself, and not a link to a folder.
    private static func isOwnFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
