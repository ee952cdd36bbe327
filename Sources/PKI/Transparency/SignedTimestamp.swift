import Crypto
import Trace

/// A log's promise to publish a certificate: a SignedCertificateTimestamp (RFC 6962 section 3.2).
package struct SignedTimestamp: Hashable, Sendable {
    /// The identifier of the log: the SHA-256 of its key.
    package let log: [UInt8]
    /// The time of the promise, in milliseconds since 1970.
    package let time: UInt64
    /// The extensions of the log. The signature covers them too.
    let extensions: [UInt8]
    /// HashAlgorithm and SignatureAlgorithm of RFC 5246 section 7.4.1.4.1.
    let algorithm: [UInt8]
    let signature: [UInt8]

    /// The largest number of timestamps that are examined. Real certificates have two to five.
    static let most = 16

    /// The timestamps in a certificate; empty if the certificate has no list of timestamps or the list is damaged. Timestamps of
    /// another version than 1 are left out.
    package static func list(in certificate: CertificateStructure) -> [SignedTimestamp] {
        certificate.extensions.first { $0.identifier == .signedCertificateTimestampList }
            .map { list(inExtension: $0.value) } ?? []
    }

    /// The timestamps in an extension: SignedCertificateTimestampList in an OCTET STRING (RFC 6962 section 3.3).
    package static func list(inExtension value: [UInt8]) -> [SignedTimestamp] {
        (try? DERElement(value).octetString()).map { list(inVector: Array($0)) } ?? []
    }

    /// The timestamps in a SignedCertificateTimestampList, as the extension of TLS has it (RFC 6962 section 3.3). Empty for a damaged list.
    static func list(inVector list: [UInt8]) -> [SignedTimestamp] {
        let cite = Citation.rfc(6962, "3.3")
        var reader = ByteReader(list, recording: false)
        var timestamps: [SignedTimestamp] = []
        do throws(ParseError) {
            try reader.vector("sct_list", .octets(2), cite: cite) { reader throws(ParseError) in
                while reader.remaining > 0 {
                    try reader.vector("serialized_sct", .octets(2), cite: cite) { reader throws(ParseError) in
                        guard try reader.integer("version", as: UInt8.self, cite: cite) == 0 else {
                            _ = try reader.rest("another version", cite: cite)
                            return
                        }
                        timestamps.append(try SignedTimestamp(&reader, cite))
                    }
                }
            }
            try reader.finish("sct_list", cite: cite)
            return timestamps
        } catch {
            return []
        }
    }

    private init(_ reader: inout ByteReader, _ cite: Citation) throws(ParseError) {
        log = try reader.octets("log_id", count: 32, cite: cite)
        time = try reader.integer("timestamp", as: UInt64.self, cite: cite)
        extensions = try reader.vector("extensions", .octets(2), cite: cite) { reader throws(ParseError) in
            try reader.rest("extensions", cite: cite)
        }
        algorithm = try reader.octets("algorithm", count: 2, cite: cite)
        signature = try reader.vector("signature", .octets(2), cite: cite) { reader throws(ParseError) in
            try reader.rest("signature", cite: cite)
        }
    }

    /// The octets that the log has signed: its promise for the issuer's key and for the certificate before the promises were
    /// added (RFC 6962 section 3.2). Nil for a certificate without promises, and for one too large for the promise's format.
    func signedData(_ certificate: CertificateStructure, issuer: CertificateStructure) -> [UInt8]? {
        guard let content = certificate.contentBeforeTimestamps, content.count < 1 << 24 else { return nil }
        return TransparencyLog.signedData(
            content: content, issuerKey: issuer.publicKeyInfo, milliseconds: time, extensions: extensions)
    }

    /// The octets that the log has signed in a timestamp outside the certificate: its promise for the whole certificate, whatever the
    /// issuer's key (RFC 6962 section 3.2). Nil for a certificate too large for the promise's format.
    func signedData(whole certificate: CertificateStructure) -> [UInt8]? {
        guard certificate.der.count < 1 << 24 else { return nil }
        return TransparencyLog.signedData(whole: certificate.der, milliseconds: time, extensions: extensions)
    }

    /// The algorithm of the log's signature: RSA or ECDSA with SHA-256 (RFC 6962 section 2.1.4); nil for another algorithm.
    var signatureAlgorithm: SignatureAlgorithm? {
        switch algorithm {
        case [4, 1]: .sha256WithRSA
        case [4, 3]: .ecdsaWithSHA256
        default: nil
        }
    }
}

extension CertificateStructure {
    /// tbsCertificate without the list of timestamps, as the logs saw it in the precertificate (RFC 6962 section 3.1). Nil for a
    /// certificate without such a list.
    package var contentBeforeTimestamps: [UInt8]? {
        guard let content = try? DERElement(filling: tbs, of: der), var parts = try? content.parts else { return nil }
        var before: [UInt8] = []
        while let part = parts.nextIfAny() {
            guard part.isTagged(.context(3)) else {
                before += part.encoded
                continue
            }
            guard var inner = try? part.parts, let list = try? inner.next(), let items = try? list.list({ $0 }),
                let known = try? items.map({ (try CertificateExtension($0).identifier, $0.encoded) }),
                known.contains(where: { $0.0 == .signedCertificateTimestampList })
            else { return nil }
            let rest = known.filter { $0.0 != .signedCertificateTimestampList }.map { Array($0.1) }
            return DERWriter.sequence(
                before, rest.isEmpty ? [] : DERWriter.tagged(3, DERWriter.sequence(rest)))
        }
        return nil
    }
}
