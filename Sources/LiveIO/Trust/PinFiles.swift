import PKI
import TrustLab

/// What an app has pinned, as a person names it.
package enum PinFiles {
    /// A pin that was named.
    package enum Named: Hashable, Sendable {
        /// A file of certificates, in DER.
        case certificates([[UInt8]])
        /// The digest of a key.
        case key(PublicKeyPin)
    }

    /// No file with a key is longer.
    private static let limit = 4 << 20

    /// The certificates, the key or the request in the file of that name, or the pin in base 64.
    ///
    /// - Throws: ``CertificateFiles/Failure`` where the text is neither, and ``FileError`` for a file that cannot be read.
    package static func read(_ text: String) throws -> Named {
        let problem: PublicKeyPin.Problem
        do throws(PublicKeyPin.Problem) {
            return .key(try PublicKeyPin(base64: text))
        } catch { problem = error }
        if case .digestOfNothing = problem { throw CertificateFiles.Failure(path: text, why: "\(problem)") }
        do {
            if let key = try self.key(text) { return .key(key.pin) }
            return .certificates(try CertificateFiles.certificates(text))
        } catch let error as FileError where error.reason == .noSuchFile {
            throw CertificateFiles.Failure(path: text, why: "there is no such file, and as a pin \(problem)")
        }
    }

    /// The pin of the key in a file of PEM; nil for a file with certificates, and for one that is no PEM.
    ///
    /// - Throws: ``CertificateFiles/Failure`` for a key that cannot be read, and ``FileError``.
    package static func key(_ path: String) throws -> KeyFilePin? {
        let text = String(decoding: try InputFile.read(path, limit: limit), as: UTF8.self)
        guard !text.contains("-----BEGIN CERTIFICATE-----") else { return nil }
        do throws(KeyFilePin.Problem) {
            return try KeyFilePin(pem: text)
        } catch { throw CertificateFiles.Failure(path: path, why: "\(error)") }
    }
}
