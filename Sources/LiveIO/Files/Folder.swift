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
        guard let folder = opendir(path) else { throw FileError(.read, path, errno: errno) }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { octets in
                String(decoding: octets.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Makes a folder, and with `parents` those above it that are missing; one that is there already stays as it is then.
    ///
    /// - Throws: ``FileError``: permission denied, a file of that name, without `parents` anything of that name.
    package static func make(_ path: String, parents: Bool = false) throws(FileError) {
        if parents {
            if kind(of: path) == .folder { return }
            let above = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
            if !above.isEmpty { try make(above, parents: true) }
        }
        guard mkdir(path, 0o777) == 0 || parents && errno == EEXIST && kind(of: path) == .folder else {
            throw FileError(.write, path, errno: errno)
        }
    }
}
