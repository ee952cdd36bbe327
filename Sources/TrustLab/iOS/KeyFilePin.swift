import Crypto
import PKI
import Trace

/// The pin of a key that is in no certificate yet: a spare key that is kept offline, or the key of a certification request.
package struct KeyFilePin: Hashable, Sendable {
    /// The form in which the key was found.
    package let source: Source
    package let pin: PublicKeyPin
    package let key: SubjectKey

    /// A form in which a file can hold a key. The raw value is the form's name in reports.
    package enum Source: String, Hashable, Sendable, CaseIterable {
        /// A SubjectPublicKeyInfo, or an RSA public key in PKCS#1.
        case publicKey = "public key"
        /// A certification request (RFC 2986).
        case request = "certification request"
        /// A private key. Only its public half is read.
        case privateKey = "private key"
    }

    /// Why there is no pin in a file that should hold a key.
    package enum Problem: Error, Hashable, Sendable {
        /// The octets between BEGIN and END do not fit the label.
        case unreadable(Source)
        /// The public half of the private key cannot be computed here, for this reason.
        case noPublicHalf(KeyFileError)
    }

    /// The PEM labels in the order of the search (RFC 7468 sections 7, 10, 11 and 13, and the labels of OpenSSL).
    private static let labels: [(label: String, source: Source)] = [
        ("PUBLIC KEY", .publicKey), ("RSA PUBLIC KEY", .publicKey), ("CERTIFICATE REQUEST", .request),
        ("NEW CERTIFICATE REQUEST", .request), ("PRIVATE KEY", .privateKey), ("RSA PRIVATE KEY", .privateKey),
        ("EC PRIVATE KEY", .privateKey), ("ENCRYPTED PRIVATE KEY", .privateKey),
    ]

    /// The pin of the key in a PEM text. Nil for a text with neither a key nor a request.
    ///
    /// - Throws: ``Problem`` where the key or the request cannot be used.
    package init?(pem text: String) throws(Problem) {
        guard let (label, source) = KeyFilePin.labels.first(where: { text.contains("-----BEGIN \($0.label)-----") })
        else {
            return nil
        }
        self.source = source
        guard source != .privateKey else {
            let info: [UInt8]
            do throws(KeyFileError) {
                info = try PrivateKey(pem: text).publicKey.spkiDER
            } catch { throw .noPublicHalf(error) }
            guard let key = try? SubjectKey(info: DERElement(info)) else { throw .unreadable(source) }
            (pin, self.key) = (PublicKeyPin(ofInfo: info), key)
            return
        }
        guard let octets = (try? CertificatePEM.decode(text, label: label))?.first,
            let info = try? KeyFilePin.info(octets, label), let key = try? SubjectKey(info: info)
        else { throw .unreadable(source) }
        (pin, self.key) = (PublicKeyPin(ofInfo: Array(info.encoded)), key)
    }

    /// The SubjectPublicKeyInfo in a key or a request, octet for octet.
    private static func info(_ octets: [UInt8], _ label: String) throws -> DERElement {
        switch label {
        case "RSA PUBLIC KEY": return try DERElement(RSAPublicKey(pkcs1DER: octets).spkiDER)
        case "PUBLIC KEY": return try DERElement(octets)
        default:
            // CertificationRequestInfo: version, subject, subjectPKInfo, attributes (RFC 2986 section 4.1).
            var request = try DERElement(octets).parts(.sequence)
            var fields = try request.next().parts(.sequence)
            _ = try fields.next().number()
            _ = try DistinguishedName(try fields.next())
            return try fields.next()
        }
    }
}

extension KeyFilePin.Problem {
    /// The error in a phrase, with a command that helps.
    ///
    /// - Parameter path: the path of the file, for the command.
    package func explanation(_ path: String) -> String {
        switch self {
        case .unreadable(let source): "the \(source.rawValue) cannot be read"
        case .noPublicHalf(let error):
            "the private key cannot be used: \(error). This writes its public key, which can be pinned: "
                + "openssl pkey -in \(path.shellWord) -pubout"
        }
    }
}

extension KeyFilePin.Source: Wording {
    package var english: String { rawValue }

    package var chinese: String {
        switch self {
        case .publicKey: "公钥"
        case .request: "证书请求"
        case .privateKey: "私钥"
        }
    }
}
