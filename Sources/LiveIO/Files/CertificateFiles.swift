import Crypto
import PKI
import Trace

/// Certificates and keys in files that the user names.
package enum CertificateFiles {
    /// What is wrong with one of them.
    package struct Failure: Error, CustomStringConvertible {
        /// The file, or what else the failure is about.
        package let path: String
        /// What is wrong with it, in a phrase.
        package let why: String

        /// `why`, about `path`.
        package init(path: String, why: String) {
            self.path = path
            self.why = why
        }

        /// "chain.pem: why".
        package var description: String { "\(path.legible): \(why)" }
    }

    /// No chain and no list of roots is longer.
    private static let limit = 4 << 20

    /// Where systems keep the authorities that they trust, as one PEM file.
    private static let systemRoots = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
        "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
    ]

    /// The authorities in the file at `path`; those of the system for nil.
    ///
    /// - Throws: ``FileError``, or ``Failure`` for a file without certificates.
    package static func store(_ path: String?) throws -> TrustStore {
        if let path {
            let anchors = try certificates(path)
            do {
                return try TrustStore(readable: anchors)
            } catch { throw Failure(path: path, why: "\(error)") }
        }
        for path in systemRoots {
            guard let text = try? text(path), let anchors = try? CertificatePEM.decode(text) else { continue }
            // Systems trust some authorities whose certificates cannot be read here; those are left out.
            return TrustStore(anchors: anchors)
        }
        throw Failure(path: "--ca", why: "the system's authorities were not found; name a PEM file with yours")
    }

    /// The authorities in the files at `paths`; those of the system where there are none.
    ///
    /// - Throws: ``FileError``, or ``Failure`` for a file without certificates.
    package static func store(_ paths: [String]) throws -> TrustStore {
        guard !paths.isEmpty else { return try store(nil) }
        let anchors = try paths.flatMap { try certificates($0) }
        do {
            return try TrustStore(readable: anchors)
        } catch { throw Failure(path: paths.joined(separator: ", "), why: "\(error)") }
    }

    /// The chain in one file with the key in another.
    ///
    /// - Throws: ``FileError``, or ``Failure`` naming the file that is wrong.
    package static func identity(certificates: String, key: String) throws -> Identity {
        let chain = try self.certificates(certificates)
        let keyOctets = try InputFile.read(key, limit: limit)
        // A SEQUENCE, which no text begins with.
        guard keyOctets.first != 0x30 else {
            let file = key.shellWord
            throw Failure(
                path: key,
                why: "it is DER, where PEM is needed; openssl pkey -inform der -in \(file) -out key.pem converts it")
        }
        let privateKey: PrivateKey
        do {
            privateKey = try PrivateKey(pem: String(decoding: keyOctets, as: UTF8.self))
        } catch { throw Failure(path: key, why: "\(error)") }
        do {
            return try Identity(chain: chain, key: privateKey)
        } catch {
            throw Failure(
                path: certificates, why: error == .keyMismatch ? "\(error) (the key is in \(key))" : "\(error)")
        }
    }

    /// An OCSP response for a server to staple, in DER.
    ///
    /// - Throws: ``FileError``, or ``Failure`` for a file that is none.
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

    /// The certificates in a file: PEM, or one in DER.
    ///
    /// - Throws: ``FileError``, or ``Failure`` for a file without certificates.
    package static func certificates(_ path: String) throws -> [[UInt8]] {
        let octets = try InputFile.read(path, limit: limit)
        // A SEQUENCE, which no text begins with.
        if octets.first == 0x30 { return [octets] }
        do {
            return try CertificatePEM.decode(String(decoding: octets, as: UTF8.self))
        } catch { throw Failure(path: path, why: "\(error)") }
    }

    private static func text(_ path: String) throws -> String {
        String(decoding: try InputFile.read(path, limit: limit), as: UTF8.self)
    }
}
