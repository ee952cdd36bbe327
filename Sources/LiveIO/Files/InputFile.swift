/// Reading a whole file that the user named.
package enum InputFile {
    /// The octets of the file at `path`.
    ///
    /// - Parameter limit: the most octets of the file. It also holds for a file without a known size, such as a pipe.
    /// - Throws: ``FileError``, also for a file that is larger than `limit`: a part of a file is of no use.
    package static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(.read, path, errno: errno) }
        defer { close(descriptor) }
        return try read(descriptor, path: path, limit: limit)
    }

    /// The octets of an open file from its current offset on; `path` is its name in an error.
    static func read(_ descriptor: Int32, path: String, limit: Int) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while bytes.count <= limit {
            let count = buffer.withUnsafeMutableBytes { OperatingSystem.read(descriptor, into: $0) }
            if count < 0 {
                if errno == EINTR { continue }
                throw FileError(.read, path, errno: errno)
            }
            if count == 0 { return bytes }
            bytes += buffer.prefix(count)
        }
        throw FileError(.read, path, because: .tooLarge(limit: limit))
    }
}
