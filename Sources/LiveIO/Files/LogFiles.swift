import PKI

/// Logs of Certificate Transparency in files that the user names.
package enum LogFiles {
    /// The most octets of a file that are read. The published list of all logs has some hundred thousand.
    private static let limit = 4 << 20

    /// The logs in a file: a list in JSON, or the key of one log in PEM or DER. A log with a key alone is named after the file.
    ///
    /// - Throws: ``FileError``, or ``CertificateFiles/Failure`` for a file without logs.
    package static func logs(_ path: String) throws -> [KnownLog] {
        let octets = try InputFile.read(path, limit: limit)
        do {
            return try KnownLog.list(octets, named: path)
        } catch { throw CertificateFiles.Failure(path: path, why: "\(error)") }
    }
}
