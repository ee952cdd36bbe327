/// Reading a whole file that the user named.
package enum InputFile {
    /// The octets of the file at `path`, at most `limit` of them.
    ///
    /// The limit also holds for what has no size beforehand, such as a pipe.
    /// - Throws: ``FileError``, also for a file that is larger than `limit`: half a file is no file.
    package static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(.read, path, errno: errno) }
        defer { close(descriptor) }
        return try read(descriptor, path: path, limit: limit)
    }

    /// The octets that are left of an open file; `path` is its name for readers.
    static func read(_ descriptor: Int32, path: String, limit: Int) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while bytes.count <= limit {
            let count = buffer.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw FileError(.read, path, errno: errno)
            }
            if count == 0 { return bytes }
            bytes += buffer.prefix(count)
        }
        throw FileError(.read, path, .tooLarge(limit: limit))
    }
}

/// read(2), which the enum's own `read` would hide.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
