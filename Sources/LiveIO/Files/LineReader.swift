/// The lines of a file that may be larger than memory.
package struct LineReader: ~Copyable {
    private var stream: InputStream
    private let path: String
    private let longest: Int
    /// Octets that were read and do not end a line yet.
    private var rest: [UInt8] = []
    private var isAtEnd = false
    /// The number of lines that ``next()`` has returned so far.
    package private(set) var line = 0

    /// Opens the file at `path`; "-" is standard input.
    ///
    /// - Parameter longest: the most octets of a line.
    /// - Throws: ``FileError``, as ``InputStream`` does.
    package init(_ path: String, longest: Int) throws(FileError) {
        stream = try InputStream(path)
        self.path = path
        self.longest = longest
    }

    /// The next lines without their line feeds: all lines that end in the next piece of the file. Empty at the end of the file.
    ///
    /// - Throws: ``FileError``, also for a line that is longer than the limit and does not end in the piece that was read.
    package mutating func next() throws(FileError) -> [ArraySlice<UInt8>] {
        while !isAtEnd {
            let piece = try stream.next()
            isAtEnd = piece.isEmpty
            guard let end = piece.lastIndex(of: 0x0a) else {
                rest += piece
                guard rest.count <= longest else { throw FileError(.read, path, because: .tooLarge(limit: longest)) }
                continue
            }
            let whole = rest + piece[...end]
            rest = Array(piece[(end + 1)...])
            let lines = whole.dropLast().split(separator: 0x0a, omittingEmptySubsequences: false)
            line += lines.count
            return lines
        }
        defer { rest = [] }
        line += rest.isEmpty ? 0 : 1
        return rest.isEmpty ? [] : [rest[...]]
    }
}
