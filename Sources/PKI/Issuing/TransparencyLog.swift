import Crypto

/// A log of Certificate Transparency. It promises with a signature to publish a certificate (RFC 6962).
package struct TransparencyLog: Sendable {
    /// The key with which the log signs its promises.
    package let key: EllipticCurvePrivateKey

    /// The log that has this key.
    package init(key: EllipticCurvePrivateKey) {
        self.key = key
    }

    /// SHA-256 of the log's key (RFC 6962 section 3.2).
    package var identifier: [UInt8] { HashAlgorithm.sha256.hash(SubjectKeyInfo(curve: key.publicKey).info) }

    /// The octets that the log signs for a certificate (RFC 6962 section 3.2): the hash of the issuer's key, and the certificate
    /// before the promises were added.
    ///
    /// - Parameters:
    ///   - content: the TBSCertificate without the extension for promises.
    ///   - time: the time of the promise, in seconds since 1970.
    package static func signedData(content: [UInt8], issuer: SubjectKeyInfo, time: Int64) -> [UInt8] {
        signedData(
            content: content, issuerKey: issuer.info, milliseconds: UInt64(clamping: time &* 1000), extensions: [])
    }

    /// The octets that the log signs for a certificate, with extensions of the log (RFC 6962 section 3.2).
    ///
    /// - Parameters:
    ///   - content: the TBSCertificate without the extension for promises.
    ///   - issuerKey: SubjectPublicKeyInfo in DER.
    ///   - milliseconds: the time of the promise, in milliseconds since 1970.
    ///   - extensions: the extensions of the log, as they stand in the promise.
    package static func signedData(
        content: [UInt8], issuerKey: [UInt8], milliseconds: UInt64, extensions: [UInt8]
    ) -> [UInt8] {
        // precert_entry: the issuer's key, and the certificate.
        let entry = [0, 1] + HashAlgorithm.sha256.hash(issuerKey) + integer(Int64(content.count), count: 3) + content
        return signedData(entry: entry, milliseconds, extensions)
    }

    /// The octets that the log signs for a whole certificate, to be sent beside it (RFC 6962 section 3.2).
    ///
    /// - Parameters:
    ///   - certificate: the certificate in DER, with fewer than 2^24 octets.
    ///   - milliseconds: the time of the promise, in milliseconds since 1970.
    ///   - extensions: the extensions of the log, as they stand in the promise.
    static func signedData(whole certificate: [UInt8], milliseconds: UInt64, extensions: [UInt8]) -> [UInt8] {
        // x509_entry: the certificate.
        signedData(
            entry: [0, 0] + integer(Int64(certificate.count), count: 3) + certificate, milliseconds, extensions)
    }

    private static func signedData(entry: [UInt8], _ milliseconds: UInt64, _ extensions: [UInt8]) -> [UInt8] {
        // The fields: v1, certificate_timestamp, the time, the entry with its type, the extensions.
        [0, 0] + integer(Int64(truncatingIfNeeded: milliseconds), count: 8) + entry
            + integer(Int64(extensions.count), count: 2) + extensions
    }

    /// The log's promise for a certificate: a SignedCertificateTimestamp (RFC 6962 section 3.2).
    ///
    /// - Parameters:
    ///   - content: the TBSCertificate without the extension for promises.
    ///   - time: the time of the promise, in seconds since 1970.
    package func promise(content: [UInt8], issuer: SubjectKeyInfo, time: Int64) -> [UInt8] {
        promise(signing: TransparencyLog.signedData(content: content, issuer: issuer, time: time), time: time)
    }

    /// The log's promise for a whole certificate in DER, at a time in seconds since 1970. A server sends it beside the certificate.
    package func promise(whole certificate: [UInt8], time: Int64) -> [UInt8] {
        let data = TransparencyLog.signedData(
            whole: certificate, milliseconds: UInt64(clamping: time &* 1000), extensions: [])
        return promise(signing: data, time: time)
    }

    private func promise(signing data: [UInt8], time: Int64) -> [UInt8] {
        let signature = ECDSA.sign(data, hash: .sha256, with: key).der
        // [0, 0, 4, 3]: no extensions; sha256 and ecdsa (RFC 5246 section 7.4.1.4.1).
        return [0] + identifier + TransparencyLog.integer(time * 1000, count: 8) + [0, 0, 4, 3]
            + TransparencyLog.integer(Int64(signature.count), count: 2) + signature
    }

    /// The extension with the promises of several logs (RFC 6962 section 3.3).
    package static func promises(
        of logs: [TransparencyLog], content: [UInt8], issuer: SubjectKeyInfo, time: Int64
    ) -> CertificateExtension {
        let list = list(of: logs.map { $0.promise(content: content, issuer: issuer, time: time) })
        return CertificateExtension(
            .signedCertificateTimestampList, critical: false, value: DERWriter.octetString(list))
    }

    /// A SignedCertificateTimestampList of these promises (RFC 6962 section 3.3).
    package static func list(of promises: [[UInt8]]) -> [UInt8] {
        let list = promises.flatMap { integer(Int64($0.count), count: 2) + $0 }
        return integer(Int64(list.count), count: 2) + list
    }

    /// A number in `count` octets, the most significant first.
    private static func integer(_ value: Int64, count: Int) -> [UInt8] {
        Array(value.octets.suffix(count))
    }
}
