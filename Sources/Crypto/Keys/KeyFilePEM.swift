internal import SwiftASN1

/// The algorithms of the keys that this module reads.
enum KeyAlgorithm {
    /// RSA (RFC 8017).
    case rsa
    /// Elliptic curves (RFC 5915).
    case ellipticCurve
    /// Ed25519 (RFC 8410).
    case ed25519

    /// The identifier in a PrivateKeyInfo or a SubjectPublicKeyInfo.
    var identifier: OID {
        switch self {
        case .rsa: .rsaEncryption
        case .ellipticCurve: .ecPublicKey
        case .ed25519: .ed25519
        }
    }

    /// The name in a message.
    var name: String {
        switch self {
        case .rsa: "RSA"
        case .ellipticCurve: "elliptic curves"
        case .ed25519: "Ed25519"
        }
    }
}

extension PEMDocument {
    /// The first key of a text.
    ///
    /// - Parameters:
    ///   - wanted: "private key" or "public key", for the error.
    ///   - forms: the labels of such a key, each with the function that reads its DER. Documents with other labels are
    ///     skipped.
    /// - Throws: ``KeyFileError/noSuchKey(wanted:found:)`` if there is no document with such a label; ``KeyFileError`` for
    ///   other faults.
    static func first<Key>(
        _ wanted: String, in text: String, for algorithm: KeyAlgorithm,
        _ forms: [String: ([UInt8]) throws(KeyFileError) -> Key]
    ) throws(KeyFileError) -> Key {
        let documents = try keys(in: text, for: algorithm)
        for document in documents {
            if let read = forms[document.discriminator] { return try read(document.derBytes) }
        }
        throw .noSuchKey(wanted: wanted, found: documents.map(\.discriminator))
    }

    /// The documents of a text. A label that shows an encrypted key, or a key for another algorithm, is an error.
    private static func keys(in text: String, for algorithm: KeyAlgorithm) throws(KeyFileError) -> [PEMDocument] {
        // OpenSSL's older form of an encrypted key has the usual label, and this header (RFC 1421 section 4.6.1.1).
        guard !text.contains("Proc-Type: 4,ENCRYPTED") else { throw .encrypted }
        let documents = try parse(text)
        for document in documents {
            switch document.discriminator {
            case "ENCRYPTED PRIVATE KEY": throw .encrypted
            case "EC PRIVATE KEY", "EC PARAMETERS":
                guard algorithm == .ellipticCurve else {
                    throw .otherAlgorithm(KeyAlgorithm.ellipticCurve.name, wanted: algorithm.name)
                }
            case "RSA PRIVATE KEY", "RSA PUBLIC KEY":
                guard algorithm == .rsa else { throw .otherAlgorithm(KeyAlgorithm.rsa.name, wanted: algorithm.name) }
            case "DSA PRIVATE KEY": throw .otherAlgorithm("DSA", wanted: algorithm.name)
            default: continue
            }
        }
        return documents
    }

    private static func parse(_ text: String) throws(KeyFileError) -> [PEMDocument] {
        // Some editors begin a text with a byte order mark.
        let text = text.unicodeScalars.first == "\u{feff}" ? String(text.unicodeScalars.dropFirst()) : text
        do {
            let documents = try parseMultiple(pemString: text)
            if !documents.isEmpty { return documents }
        } catch {
            throw .malformedPEM
        }
        throw text.contains("-----BEGIN") ? .malformedPEM : .notPEM
    }

    /// A PEM text. It ends with a line end, as OpenSSL writes it.
    static func text(_ label: String, _ octets: [UInt8]) -> String {
        PEMDocument(type: label, derBytes: octets).pemString + "\n"
    }
}
