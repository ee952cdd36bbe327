/// A file, or standard input, that is read piece by piece, so that it may be larger than memory.
package struct InputStream: ~Copyable {
    /// The largest number of octets of a piece. A piece is so large that the system call for it costs little.
    private let piece: Int
    /// The most pieces that are read after a signal, and the longest wait for each, in milliseconds.
    private static let mostLastPieces = 16
    private static let patience: Int32 = 200
    private let path: String
    private let descriptor: Int32
    private let isOwned: Bool
    /// The size of the file in octets; nil for an input without a known size, such as a pipe.
    package let size: Int?
    /// The number of octets read so far.
    package private(set) var offset = 0
    /// The number of pieces that were read after a signal.
    private var lastPieces = 0

    /// Opens the file at `path`; "-" is standard input.
    ///
    /// - Parameter piece: the largest number of octets of a piece.
    /// - Throws: ``FileError``: there is no such file, permission denied, a directory.
    package init(_ path: String, piece: Int = 1 << 20) throws(FileError) {
        self.piece = piece
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

    /// The next octets; empty at the end of the file.
    ///
    /// - Throws: ``FileError`` if the file cannot be read.
    package mutating func next() throws(FileError) -> [UInt8] {
        let size = piece
        while true {
            var failure: Int32 = 0
            let piece = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                let read = OperatingSystem.read(descriptor, into: UnsafeMutableRawBufferPointer(buffer))
                if read < 0 { failure = errno }
                count = max(0, read)
            }
            if failure == EINTR { continue }
            if failure != 0 { throw FileError(.read, path, errno: failure) }
            offset += piece.count
            return piece
        }
    }

    /// The next octets; empty at the end of the file. After a signal there are no more; but of a pipe the last octets of its writer,
    /// which has got the signal as well, are still read.
    ///
    /// - Returns: the octets; nil after a signal.
    /// - Throws: ``FileError`` if the input cannot be read.
    package mutating func next(until stop: borrowing StopSignal) throws(FileError) -> [UInt8]? {
        OperatingSystem.waitUntilOneIsReadable(descriptor, stop.descriptor)
        guard stop.isRaised else { return try next() }
        guard size == nil, lastPieces < Self.mostLastPieces,
            OperatingSystem.isReadable(descriptor, within: Self.patience)
        else { return nil }
        lastPieces += 1
        return try next()
    }
}
