import Crypto

// Keys in PEM. The labels of each algorithm and their structures stand beside the structures' readers, in Crypto.

extension RSAPrivateKey {
    /// The first private key in a PEM text, in either form. Certificates and public keys in the text are skipped.
    ///
    /// - Throws: ``KeyFileError``.
    public init(pem text: String) throws(KeyFileError) {
        self = try PEM.first(
            "private key", in: text, for: .rsa,
            ["RSA PRIVATE KEY": Self.init(pkcs1DER:), "PRIVATE KEY": Self.init(pkcs8DER:)])
    }

    /// The PKCS#1 structure as PEM, with the label RSA PRIVATE KEY.
    public var pkcs1PEM: String { PEM("RSA PRIVATE KEY", pkcs1DER).text }

    /// The PKCS#8 structure as PEM, with the label PRIVATE KEY, the form that OpenSSL writes nowadays.
    public var pkcs8PEM: String { PrivateKey.rsa(self).pkcs8PEM }
}

extension RSAPublicKey {
    /// The first public key in a PEM text, in either form.
    ///
    /// - Throws: ``KeyFileError``.
    public init(pem text: String) throws(KeyFileError) {
        self = try PEM.first(
            "public key", in: text, for: .rsa,
            ["RSA PUBLIC KEY": Self.init(pkcs1DER:), "PUBLIC KEY": Self.init(spkiDER:)])
    }

    /// The PKCS#1 structure as PEM, with the label RSA PUBLIC KEY.
    public var pkcs1PEM: String { PEM("RSA PUBLIC KEY", pkcs1DER).text }

    /// The SubjectPublicKeyInfo structure as PEM, with the label PUBLIC KEY.
    public var spkiPEM: String { PEM("PUBLIC KEY", spkiDER).text }
}

extension EllipticCurvePrivateKey {
    /// The first private key in a PEM text, in either form. Parameters, certificates and public keys in the text are
    /// skipped.
    ///
    /// - Throws: ``KeyFileError``.
    public init(pem text: String) throws(KeyFileError) {
        self = try PEM.first(
            "private key", in: text, for: .ellipticCurve,
            ["EC PRIVATE KEY": Self.init(sec1DER:), "PRIVATE KEY": Self.init(pkcs8DER:)])
    }

    /// The structure of SEC 1 as PEM, with the label EC PRIVATE KEY.
    public var sec1PEM: String { PEM("EC PRIVATE KEY", sec1DER).text }

    /// The PKCS#8 structure as PEM, with the label PRIVATE KEY, the form that OpenSSL writes nowadays.
    public var pkcs8PEM: String { PrivateKey.ecdsa(self).pkcs8PEM }
}

extension EllipticCurvePublicKey {
    /// The first public key in a PEM text.
    ///
    /// - Throws: ``KeyFileError``.
    public init(pem text: String) throws(KeyFileError) {
        self = try PEM.first("public key", in: text, for: .ellipticCurve, ["PUBLIC KEY": Self.init(spkiDER:)])
    }

    /// The SubjectPublicKeyInfo structure as PEM, with the label PUBLIC KEY.
    public var spkiPEM: String { PEM("PUBLIC KEY", spkiDER).text }
}

extension Ed25519PrivateKey {
    /// The first private key in a PEM text. Certificates and public keys in the text are skipped.
    ///
    /// - Throws: ``KeyFileError``.
    public init(pem text: String) throws(KeyFileError) {
        self = try PEM.first("private key", in: text, for: .ed25519, ["PRIVATE KEY": Self.init(pkcs8DER:)])
    }

    /// The PKCS#8 structure as PEM, with the label PRIVATE KEY, as OpenSSL writes it.
    public var pkcs8PEM: String { PrivateKey.ed25519(self).pkcs8PEM }
}

extension PrivateKey {
    /// The first private key in a PEM text: PKCS#1, SEC 1 or PKCS#8.
    ///
    /// - Throws: ``KeyFileError``.
    public init(pem text: String) throws(KeyFileError) {
        do {
            self = .rsa(try RSAPrivateKey(pem: text))
            return
        } catch { try PrivateKey.passOver(error) }
        do {
            self = .ecdsa(try EllipticCurvePrivateKey(pem: text))
            return
        } catch { try PrivateKey.passOver(error) }
        do {
            self = .ed25519(try Ed25519PrivateKey(pem: text))
        } catch { throw PrivateKey.last(error) }
    }

    /// The PKCS#8 structure as PEM, with the label PRIVATE KEY.
    public var pkcs8PEM: String { PEM("PRIVATE KEY", pkcs8DER).text }
}

extension PEM {
    /// The first key of a text.
    ///
    /// - Parameters:
    ///   - wanted: "private key" or "public key", for the error.
    ///   - forms: the labels of such a key, each with the function that reads its DER. Blocks with other labels are
    ///     skipped.
    /// - Throws: ``KeyFileError/noSuchKey(wanted:found:)`` if there is no block with such a label; ``KeyFileError`` for
    ///   other faults.
    fileprivate static func first<Key>(
        _ wanted: String, in text: String, for algorithm: KeyFileAlgorithm,
        _ forms: [String: ([UInt8]) throws(KeyFileError) -> Key]
    ) throws(KeyFileError) -> Key {
        let blocks = try keys(in: text, for: algorithm)
        for block in blocks {
            if let read = forms[block.label] { return try read(block.octets) }
        }
        throw .noSuchKey(wanted: wanted, found: blocks.map(\.label))
    }

    /// The blocks of a text. A label that shows an encrypted key, or a key for another algorithm, is an error.
    private static func keys(in text: String, for algorithm: KeyFileAlgorithm) throws(KeyFileError) -> [PEM] {
        // OpenSSL's older form of an encrypted key has the usual label, and this header (RFC 1421 section 4.6.1.1).
        guard !text.contains("Proc-Type: 4,ENCRYPTED") else { throw .encrypted }
        guard let blocks = try? PEM.blocks(in: text) else { throw .malformedPEM }
        guard !blocks.isEmpty else { throw text.contains("-----BEGIN") ? .malformedPEM : .notPEM }
        for block in blocks {
            switch block.label {
            case "ENCRYPTED PRIVATE KEY": throw .encrypted
            case "EC PRIVATE KEY", "EC PARAMETERS":
                guard algorithm == .ellipticCurve else {
                    throw .otherAlgorithm(KeyFileAlgorithm.ellipticCurve.name, wanted: algorithm.name)
                }
            case "RSA PRIVATE KEY", "RSA PUBLIC KEY":
                guard algorithm == .rsa else {
                    throw .otherAlgorithm(KeyFileAlgorithm.rsa.name, wanted: algorithm.name)
                }
            case "DSA PRIVATE KEY": throw .otherAlgorithm("DSA", wanted: algorithm.name)
            default: continue
            }
        }
        return blocks
    }
}
