/// A folder of files that other people handed in: each may be anything.
package struct StrangersFolder: ~Copyable {
    /// What was found under a name.
    package enum Found: Sendable {
        /// A file with these octets.
        case file([UInt8])
        /// A link, a folder, a device, or anything else that is no ordinary file.
        case other
        /// A file of more octets than allowed.
        case tooLarge
        /// A file that cannot be read.
        case unreadable
    }

    private let descriptor: Int32
    private let names: [[UInt8]]

    /// Opens a folder. What is in it is looked at in the order of the octets of the names, whatever the file system's order is.
    ///
    /// - Throws: ``FileError``
    package init(_ path: String) throws(FileError) {
        let found = try Folder.octetNames(in: path).sorted { $0.lexicographicallyPrecedes($1) }
        let opened = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else { throw FileError(.read, path, errno: errno) }
        (names, descriptor) = (found, opened)
    }

    deinit { close(descriptor) }

    /// Hands over what is under each name. A name that is no UTF-8 is repaired for readers.
    package func forEach(limit: Int, _ body: (_ name: String, _ found: Found) throws -> Void) rethrows {
        for name in names { try body(String(decoding: name, as: UTF8.self), look(at: name, limit: limit)) }
    }

    private func look(at name: [UInt8], limit: Int) -> Found {
        let path = name.map { CChar(bitPattern: $0) } + [0]
        var status = stat()
        // To open a device may do something: it is looked at first, and again when it is open, since it may have been replaced.
        guard fstatat(descriptor, path, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return .unreadable }
        guard status.st_mode & S_IFMT == S_IFREG else { return .other }
        let file = openat(descriptor, path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return .unreadable }
        defer { close(file) }
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return .other }
        guard status.st_size <= limit else { return .tooLarge }
        do throws(FileError) {
            return .file(try InputFile.read(file, path: String(decoding: name, as: UTF8.self), limit: limit))
        } catch {
            return if case .tooLarge = error.reason { .tooLarge } else { .unreadable }
        }
    }
}
