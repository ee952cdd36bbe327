/// A file, or standard input, that is read piece by piece: it may be larger than memory.
package struct InputStream: ~Copyable {
    /// Octets of a piece: large enough that asking the system for it costs little.
    private static let piece = 1 << 20

    private let path: String
    private let descriptor: Int32
    private let isOwned: Bool
    /// The size of the file; nil for what has none beforehand, such as a pipe.
    package let size: Int?
    /// Octets read so far.
    package private(set) var offset = 0

    /// Opens the file at `path`; "-" is standard input.
    ///
    /// - Throws: ``FileError``: there is no such file, permission denied, a directory.
    package init(_ path: String) throws(FileError) {
        self.path = path == "-" ? "standard input" : path
        isOwned = path != "-"
        descriptor = isOwned ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO
        guard descriptor >= 0 else {
            size = nil
            throw FileError(.read, path, errno: errno)
        }
        var status = stat()
        size = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }

    deinit { if isOwned { close(descriptor) } }

    /// The next octets; none at the end.
    ///
    /// - Throws: ``FileError``.
    package mutating func next() throws(FileError) -> [UInt8] {
        while true {
            var failure: Int32 = 0
            let piece = [UInt8](unsafeUninitializedCapacity: Self.piece) { buffer, count in
                let read = systemRead(descriptor, buffer.baseAddress, buffer.count)
                if read < 0 { failure = errno }
                count = max(0, read)
            }
            if failure == EINTR { continue }
            if failure != 0 { throw FileError(.read, path, errno: failure) }
            offset += piece.count
            return piece
        }
    }
}

/// read(2), under a name that hides no method.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
