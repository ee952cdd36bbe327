/// What stands at a path, and what is in a folder.
package enum Folder {
    /// What a path names.
    package enum Kind: Sendable {
        /// A folder.
        case folder
        /// A file, or anything else that is no folder.
        case file
    }

    /// What `path` names; nil where there is nothing, or nothing that this user may see.
    package static func kind(of path: String) -> Kind? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
    }

    /// The names of what is in a folder, in no order.
    ///
    /// - Throws: ``FileError``: no such folder, permission denied.
    package static func names(in path: String) throws(FileError) -> [String] {
        try octetNames(in: path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The same as octets: a name may be no UTF-8.
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

    /// Makes a folder, and with `parents` those above it that are missing; one that is there already stays as it is then.
    ///
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

    /// The paths of all that is in a folder and in those below it, but for folders. A symbolic link is one of them, and is not followed.
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

    /// Removes a folder with all that is in it. A symbolic link is removed, and what it points to stays.
    static func remove(_ path: String) {
        for name in (try? names(in: path)) ?? [] {
            let inner = "\(path)/\(name)"
            if isOwnFolder(inner) { remove(inner) } else { unlink(inner) }
        }
        rmdir(path)
    }

    /// Whether a folder itself stands there, and no link to one.
    private static func isOwnFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
