import Trace

/// Why a file could not be read or written, in words that say what to do about it.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The operation that failed.
    package enum Operation: String, Hashable, Sendable {
        /// The file, or folder, was to be read.
        case read
        /// The file was to be written, or the folder made.
        case write
    }

    /// Why the operation failed.
    package enum Reason: Hashable, Sendable {
        /// The directory that the file should be in does not exist.
        case noSuchDirectory(String)
        case noSuchFile
        /// The user lacks the permission, or the file system is read-only.
        case permissionDenied
        /// The path names a directory, where a file is needed.
        case isDirectory
        /// The path is "-". In other commands that means standard output; this command cannot write its result there.
        case isStandardOutput
        /// The file, or a line of it, has more octets than `limit`.
        case tooLarge(limit: Int)
        /// A file of that name exists, and is not replaced.
        case exists
        /// The disk or the user's quota is full.
        case noSpace
        /// Any other reason, with the operating system's number for it (errno).
        case other(Int32)
    }

    /// The path, as the user gave it.
    package let path: String
    /// The operation that failed.
    package let operation: Operation
    /// Why it failed.
    package let reason: Reason

    /// `operation` on `path` failed for `reason`.
    package init(_ operation: Operation, _ path: String, because reason: Reason) {
        self.operation = operation
        self.path = path
        self.reason = reason
    }

    /// The error that the operating system reports as `code`.
    init(_ operation: Operation, _ path: String, errno code: Int32) {
        let reason: Reason =
            switch code {
            case ENOENT:
                operation == .read ? .noSuchFile : .noSuchDirectory(FilePathText.directory(of: path))
            case ENOTDIR: .noSuchDirectory(FilePathText.directory(of: path))
            case EACCES, EPERM, EROFS: .permissionDenied
            case EISDIR: .isDirectory
            case EEXIST: .exists
            case ENOSPC, EDQUOT: .noSpace
            default: .other(code)
            }
        self.init(operation, path, because: reason)
    }

    /// One sentence: "cannot write runs/dh.pcapng: there is no directory runs".
    package var description: String {
        let why =
            switch reason {
            case .noSuchDirectory(let directory): "there is no directory \(directory.legible)"
            case .noSuchFile: "there is no such file"
            case .permissionDenied: "permission denied"
            case .isDirectory: "it is a directory"
            case .isStandardOutput: "this does not go to standard output. Name a file, or ./- for one of that name"
            case .tooLarge(let limit): "it is larger than \(limit) octets"
            case .exists: "it is there already, and is not overwritten"
            case .noSpace: "no space is left"
            case .other(let code): String(cString: strerror(code))
            }
        return "cannot \(operation.rawValue) \(path.legible): \(why)"
    }
}

/// The two parts of a path, which its last slash separates.
enum FilePathText {
    /// The directory of the file: "." for a bare name.
    static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The name of the file: the text behind the last slash.
    static func name(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return path }
        return String(path[path.index(after: slash)...])
    }

    /// The path of a new hidden file or folder in the same directory, in which the new content of `path` is prepared. It ends with
    /// a random text.
    static func temporary(beside path: String) -> String {
        let unique = String(UInt64.random(in: .min ... .max), radix: 36)
        return "\(directory(of: path))/\(temporaryStart(for: path))\(unique)"
    }

    /// The path of a new hidden folder in the same directory. Its name says that it is not finished.
    static func unfinished(beside path: String) -> String { temporary(beside: path) + unfinishedEnd }

    /// Whether a name is one that ``unfinished(beside:)`` may give.
    static func isUnfinished(_ name: String, beside path: String) -> Bool {
        let start = temporaryStart(for: path)
        guard name.hasPrefix(start), name.hasSuffix(unfinishedEnd) else { return false }
        return UInt64(name.dropFirst(start.count).dropLast(unfinishedEnd.count), radix: 36) != nil
    }

    private static let unfinishedEnd = ".unfinished"

    private static func temporaryStart(for path: String) -> String { ".\(name(of: path).prefix(200))." }
}
