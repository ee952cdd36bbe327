import Crypto
import PKI
import Trace

/// Certificates and keys in files that the user names.
package enum CertificateFiles {
    /// What is wrong with such a file, or with another thing that the user has named.
    package struct Failure: Error, CustomStringConvertible {
        /// The path of the file, or the name of the other thing.
        package let path: String
        /// What is wrong, in a phrase.
        package let why: String

        /// The failure `why` of `path`.
        package init(path: String, why: String) {
            self.path = path
            self.why = why
        }

        /// "chain.pem: why".
        package var description: String { "\(path.legible): \(why)" }
    }

    /// The most octets of a file that are read. No chain and no list of roots is larger.
    private static let limit = 4 << 20

    /// The PEM files in which systems keep the authorities that they trust.
    private static let systemRoots = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
        "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
    ]

    /// The authorities of the system.
    private static func systemStore() throws(Failure) -> TrustStore {
        for path in systemRoots {
            guard let octets = try? InputFile.read(path, limit: limit),
                let anchors = try? CertificatePEM.decode(String(decoding: octets, as: UTF8.self))
            else { continue }
            // Systems trust some authorities whose certificates this program cannot read. They are left out.
            return TrustStore(anchors: anchors)
        }
        throw Failure(path: "--ca", why: "the system's authorities were not found; name a PEM file with yours")
    }

    /// The authorities in the files at `paths`; those of the system if `paths` is empty.
    ///
    /// - Throws: ``FileError``, or ``Failure`` for a file without certificates, and if the system's authorities are not found.
    package static func store(_ paths: [String]) throws -> TrustStore {
        guard !paths.isEmpty else { return try systemStore() }
        let anchors = try paths.flatMap { try certificates($0) }
        do {
            return try TrustStore(readable: anchors)
        } catch { throw Failure(path: paths.joined(separator: ", "), why: "\(error)") }
    }

    /// The chain in one file and the key in another.
    ///
    /// - Throws: ``FileError``, or ``Failure`` with the path of the file that is wrong.
    package static func identity(certificates: String, key: String) throws -> Identity {
        let chain = try self.certificates(certificates)
        let privateKey = try self.key(key) { text throws(KeyFileError) in try PrivateKey(pem: text) }
        do {
            return try Identity(chain: chain, key: privateKey)
        } catch {
            throw Failure(
                path: certificates, why: error == .keyMismatch ? "\(error) (the key is in \(key))" : "\(error)")
        }
    }

    /// The key in a PEM file.
    ///
    /// - Parameter read: reads the key out of the text of the file.
    /// - Throws: ``FileError``, or ``Failure`` for a file without such a key. A file of another form is named.
    package static func key<Key>(
        _ path: String, _ read: (String) throws(KeyFileError) -> Key
    ) throws -> Key {
        let octets = try InputFile.read(path, limit: limit)
        do {
            return try read(String(decoding: octets, as: UTF8.self))
        } catch {
            // A key in PEM that cannot be used has its own reason.
            switch FileForm(of: octets) {
            case .privateKey(_, .pem)? where error != .encrypted: throw Failure(path: path, why: "\(error)")
            case .privateKey(_, .pem)?:
                throw Failure(
                    path: path,
                    why: "the key is encrypted. This unlocks it: openssl pkey -in \(path.shellWord) -out key.pem")
            case let form?: throw Failure(path: path, why: form.explanation(path, wanted: .privateKey))
            case nil: throw Failure(path: path, why: "\(error)")
            }
        }
    }

    /// An OCSP response for a server to staple, in DER.
    ///
    /// - Throws: ``FileError``, or ``Failure`` for a file that is not an OCSP response.
    package static func stapledResponse(_ path: String) throws -> [UInt8] {
        let octets = try InputFile.read(path, limit: 1 << 16)
        do {
            _ = try StapledResponse(octets)
        } catch {
            throw Failure(
                path: path, why: "no OCSP response in DER, as openssl ocsp -respout writes one (\(error))")
        }
        return octets
    }

    /// Writes certificates, given in DER, as PEM that every user may read.
    ///
    /// - Throws: ``FileError``.
    package static func write(_ certificates: [[UInt8]], to path: String) throws {
        try OutputFile.write(Array(CertificatePEM.encode(certificates).utf8), to: path)
    }

    /// The certificates in a file, as DER. The file has certificates in PEM, or one in DER.
    ///
    /// - Throws: ``FileError``, or ``Failure`` for a file without certificates.
    package static func certificates(_ path: String) throws -> [[UInt8]] {
        try certificates(in: try InputFile.read(path, limit: limit), of: path)
    }

    /// The certificates in the octets of the file at `path`.
    ///
    /// - Throws: ``Failure`` for octets without certificates.
    package static func certificates(in octets: [UInt8], of path: String) throws(Failure) -> [[UInt8]] {
        let certificates: [[UInt8]]
        do {
            certificates = try CertificateOctets.certificates(in: octets)
        } catch { throw Failure(path: path, why: error.explanation(path)) }
        // 0x30 is the tag of a SEQUENCE, with which DER begins.
        guard octets.first == 0x30 || CertificateOctets.isPEM(octets) else {
            throw Failure(path: path, why: "\(TrustError.malformedPEM("no -----BEGIN CERTIFICATE-----"))")
        }
        return certificates
    }
}
