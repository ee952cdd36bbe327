import PKI

/// Logs of Certificate Transparency in files that the user names.
package enum LogFiles {
    /// Lists of all logs have some hundred thousand octets.
    private static let limit = 4 << 20

    /// The logs in a file: a list in JSON, or one log's key in PEM or DER, which is called as the file is.
    ///
    /// - Throws: ``FileError``, or ``CertificateFiles/Failure`` for a file without logs.
    package static func logs(_ path: String) throws -> [KnownLog] {
        let octets = try InputFile.read(path, limit: limit)
        do {
            return try KnownLog.list(octets, named: path)
        } catch { throw CertificateFiles.Failure(path: path, why: "\(error)") }
    }
}
