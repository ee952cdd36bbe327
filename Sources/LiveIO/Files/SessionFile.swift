import TLSSim

/// A file in which a client keeps the one session that it can resume.
public struct SessionFile: Sendable {
    private let path: String

    /// The most octets that are read.
    private static let limit = 1 << 20

    /// The file at `path`, whether it is there or not.
    public init(_ path: String) { self.path = path }

    /// The session in it; nil where there is no file, or none in it.
    ///
    /// - Throws: ``FileError``, or ``CertificateFiles/Failure`` for a text that is no session.
    public func load() throws -> ResumableSession? {
        let octets: [UInt8]
        do {
            octets = try InputFile.read(path, limit: Self.limit)
        } catch {
            guard error.reason == .noSuchFile else { throw error }
            return nil
        }
        guard !octets.isEmpty else { return nil }
        do {
            return try ResumableSession(text: String(decoding: octets, as: UTF8.self))
        } catch { throw CertificateFiles.Failure(path: path, why: "\(error)") }
    }

    /// Keeps a new session among what a client puts out, and forgets one that is no good any more.
    ///
    /// - Throws: ``FileError``.
    public func keep(_ outputs: [Output]) throws(FileError) {
        for output in outputs {
            switch output {
            case .resumable(let session): try OutputFile.write(Array(session.text.utf8), to: path, for: .ownerOnly)
            case .forget: try OutputFile.write([], to: path, for: .ownerOnly)
            default: break
            }
        }
    }
}
