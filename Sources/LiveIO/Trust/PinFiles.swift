import PKI
import TrustLab

/// The pins of an app, which a person names by files or in base 64.
package enum PinFiles {
    /// A pin that a person has named.
    package enum Named: Hashable, Sendable {
        /// The certificates of a file, in DER.
        case certificates([[UInt8]])
        /// The digest of a key, and the key if a file has it.
        case key(PublicKeyPin, SubjectKey?)
    }

    /// The most octets of a file. No file with a key is larger.
    private static let limit = 4 << 20

    /// The pin that `text` is in base 64, or else the certificates, the key or the certificate request in the file at this path.
    ///
    /// - Throws: ``CertificateFiles/Failure`` if the text is neither a pin nor such a file, and ``FileError`` for a file that cannot be
    ///   read.
    package static func read(_ text: String) throws -> Named {
        let problem: PublicKeyPin.Problem
        do throws(PublicKeyPin.Problem) {
            return .key(try PublicKeyPin(base64: text), nil)
        } catch { problem = error }
        if case .digestOfNothing = problem { throw CertificateFiles.Failure(path: text, why: "\(problem)") }
        do {
            if let key = try self.key(text) { return .key(key.pin, key.key) }
            return .certificates(try certificates(in: try InputFile.read(text, limit: limit), of: text))
        } catch let error as FileError where error.reason == .noSuchFile {
            throw CertificateFiles.Failure(path: text, why: "there is no such file, and as a pin \(problem)")
        }
    }

    /// The certificates in the octets of the file at `path`, each of which can be read: a pin of anything else would fit no server.
    ///
    /// - Throws: ``CertificateFiles/Failure`` for octets that are not such certificates.
    package static func certificates(
        in octets: [UInt8], of path: String
    ) throws(CertificateFiles.Failure) -> [[UInt8]] {
        let certificates = try CertificateFiles.certificates(in: octets, of: path)
        for der in certificates {
            do {
                _ = try PublicKeyPin(ofCertificate: der)
            } catch {
                throw CertificateFiles.Failure(path: path, why: "neither a certificate nor a key is in it (\(error))")
            }
        }
        return certificates
    }

    /// The pin of the key, or of the key of the certificate request, in a PEM file. Nil for a file with certificates, and for a file
    /// that is not PEM.
    ///
    /// - Throws: ``CertificateFiles/Failure`` for a key that cannot be read, and ``FileError``.
    package static func key(_ path: String) throws -> KeyFilePin? {
        let octets = try InputFile.read(path, limit: limit)
        guard !CertificateOctets.isPEM(octets) else { return nil }
        do throws(KeyFilePin.Problem) {
            return try KeyFilePin(pem: String(decoding: octets, as: UTF8.self))
        } catch { throw CertificateFiles.Failure(path: path, why: error.explanation(path)) }
    }
}
