/// A folder of files that other people handed in, and that cannot be trusted: an entry may be a link or a device.
package struct UntrustedFolder: ~Copyable {
    /// An entry of the folder.
    package enum Found: Sendable {
        /// A file with these octets.
        case file([UInt8])
        /// A link, a folder, a device, or anything else that is not an ordinary file.
        case other
        /// A file with more octets than allowed.
        case tooLarge
        /// A file that cannot be read.
        case unreadable
    }

    private let descriptor: Int32
    private let names: [[UInt8]]

    /// Opens a folder. Its entries are sorted by the octets of their names, so that they do not depend on the file system's order.
    ///
    /// - Throws: ``FileError`` if the folder cannot be read.
    package init(_ path: String) throws(FileError) {
        let found = try Folder.octetNames(in: path).sorted { $0.lexicographicallyPrecedes($1) }
        let opened = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else { throw FileError(.read, path, errno: errno) }
        (names, descriptor) = (found, opened)
    }

    deinit { close(descriptor) }

    /// Calls `body` with each entry. In a name that is not UTF-8 the wrong octets are replaced.
    ///
    /// - Parameter limit: the most octets of a file.
    /// - Throws: what `body` throws.
    package func forEach(limit: Int, _ body: (_ name: String, _ found: Found) throws -> Void) rethrows {
        for name in names { try body(String(decoding: name, as: UTF8.self), look(at: name, limit: limit)) }
    }

    private func look(at name: [UInt8], limit: Int) -> Found {
        let path = name.map { CChar(bitPattern: $0) } + [0]
        var status = stat()
        // Opening a device can have effects, so the kind of the entry is checked first. It is checked again when the entry is open,
        // because it may have been replaced meanwhile.
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
