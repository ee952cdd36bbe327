import PKI
import TrustLab

/// What an app has pinned, as a person names it.
public enum PinFiles {
    /// A pin that was named.
    public enum Named: Hashable, Sendable {
        /// A file of certificates, in DER.
        case certificates([[UInt8]])
        /// The digest of a key.
        case key(PublicKeyPin)
    }

    /// The certificates in the file of that name, or the pin in base 64.
    ///
    /// - Throws: ``CertificateFiles/Failure`` where the text is neither, and ``FileError`` for a file that cannot be read.
    public static func read(_ text: String) throws -> Named {
        let problem: PublicKeyPin.Problem
        do throws(PublicKeyPin.Problem) {
            return .key(try PublicKeyPin(base64: text))
        } catch { problem = error }
        if case .digestOfNothing = problem { throw CertificateFiles.Failure(path: text, why: "\(problem)") }
        do {
            return .certificates(try CertificateFiles.certificates(text))
        } catch let error as FileError where error.reason == .noSuchFile {
            throw CertificateFiles.Failure(path: text, why: "there is no such file, and as a pin \(problem)")
        }
    }
}
