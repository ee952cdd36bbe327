internal import SwiftASN1

/// The algorithms that this module reads keys for.
enum KeyAlgorithm {
    /// RSA (RFC 8017).
    case rsa
    /// Elliptic curves (RFC 5915).
    case ellipticCurve

    /// The identifier in a PrivateKeyInfo or a SubjectPublicKeyInfo.
    var identifier: OID {
        switch self {
        case .rsa: .rsaEncryption
        case .ellipticCurve: .ecPublicKey
        }
    }

    /// The name in a message.
    var name: String {
        switch self {
        case .rsa: "RSA"
        case .ellipticCurve: "elliptic curves"
        }
    }
}

extension PEMDocument {
    /// The documents of a text, if there may be a key of this algorithm among them.
    static func keys(in text: String, for algorithm: KeyAlgorithm) throws(KeyFileError) -> [PEMDocument] {
        // OpenSSL's older encrypted form keeps the label and adds this header (RFC 1421 section 4.6.1.1).
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

    /// What the documents of a text are labelled as, in their order.
    static func labels(in text: String) throws(KeyFileError) -> [String] {
        try parse(text).map(\.discriminator)
    }

    private static func parse(_ text: String) throws(KeyFileError) -> [PEMDocument] {
        do {
            let documents = try parseMultiple(pemString: text)
            if !documents.isEmpty { return documents }
        } catch {
            throw .malformedPEM
        }
        throw text.contains("-----BEGIN") ? .malformedPEM : .notPEM
    }

    /// A PEM text, with the line end at its end that OpenSSL's have.
    static func text(_ label: String, _ octets: [UInt8]) -> String {
        PEMDocument(type: label, derBytes: octets).pemString + "\n"
    }
}
