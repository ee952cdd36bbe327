import Trace

/// Why a file could not be read or written, in words that say what to do about it.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was being done with a file.
    package enum Operation: String, Hashable, Sendable {
        /// Its octets were wanted.
        case read
        /// Octets were to be put into it.
        case write
    }

    /// What stood in the way.
    package enum Reason: Hashable, Sendable {
        /// The directory that the file should be in does not exist.
        case noSuchDirectory(String)
        /// There is no such file.
        case noSuchFile
        /// The user may not do this.
        case permissionDenied
        /// The path names a directory, where a file is needed.
        case isDirectory
        /// The path is "-", which means standard output where a command can write a result there. This one cannot.
        case isStandardOutput
        /// The file is larger than what makes sense here; the limit in octets.
        case tooLarge(limit: Int)
        /// A file of that name is there, and stays as it is.
        case exists
        /// The disk or the user's share of it is full.
        case noSpace
        /// Anything else, with the operating system's number for it (errno).
        case other(Int32)
    }

    /// The path, as the user gave it.
    package let path: String
    /// What was being done.
    package let operation: Operation
    /// What stood in the way.
    package let reason: Reason

    /// `operation` on `path` failed for `reason`.
    package init(_ operation: Operation, _ path: String, _ reason: Reason) {
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
        self.init(operation, path, reason)
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

/// The two parts of a path, by its last slash.
enum FilePathText {
    /// What the file is in: "." for a bare name.
    static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// What follows the last slash.
    static func name(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return path }
        return String(path[path.index(after: slash)...])
    }
}
