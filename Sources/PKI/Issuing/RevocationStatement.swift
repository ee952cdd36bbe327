import Crypto
internal import SwiftASN1
internal import X509

/// What an issuer says of a certificate when asked whether it still stands by it: an OCSP response (RFC 6960 section 4.2.1),
/// which a server may staple to its handshake.
package enum RevocationStatement {
    /// An OCSPResponse in DER that says that a certificate has been revoked because its key is no longer secret.
    ///
    /// - Parameters:
    ///   - serialNumber: the content of the certificate's serial number.
    ///   - revoked: when, in seconds since 1970.
    ///   - time: when this is said; it stands for a week.
    /// - Throws: ``TrustError``.
    package static func revoked(
        serialNumber: [UInt8], by issuer: Issuer, since revoked: Int64, at time: Int64
    ) throws(TrustError) -> [UInt8] {
        let issuerKey = SubjectKeyInfo(issuer.key.publicKey).identifier
        let algorithm = SigningAlgorithm(usualFor: issuer.key)
        do {
            var data = DER.Serializer()
            try data.appendConstructedNode(identifier: .sequence) { data in
                try data.serialize(explicitlyTaggedWithTagNumber: 2, tagClass: .contextSpecific) {
                    try $0.serialize(ASN1OctetString(contentBytes: issuerKey[...]))
                }
                try data.serialize(generalized(time))
                try data.appendConstructedNode(identifier: .sequence) { responses in
                    try responses.appendConstructedNode(identifier: .sequence) { single in
                        try serialize(serialNumber, of: issuer, issuerKey, into: &single)
                        let revokedInfo = ASN1Identifier(tagWithNumber: 1, tagClass: .contextSpecific)
                        try single.appendConstructedNode(identifier: revokedInfo) { info in
                            try info.serialize(generalized(revoked))
                            info.serialize(explicitlyTaggedWithTagNumber: 0, tagClass: .contextSpecific) {
                                // keyCompromise (RFC 5280 section 5.3.1).
                                $0.appendPrimitiveNode(identifier: .enumerated) { $0.append(1) }
                            }
                        }
                        try single.serialize(generalized(time))
                        try single.serialize(explicitlyTaggedWithTagNumber: 0, tagClass: .contextSpecific) {
                            try $0.serialize(generalized(time + 7 * 86_400))
                        }
                    }
                }
            }
            let signature = try algorithm.sign(data.serializedBytes, with: issuer.key)
            var basic = DER.Serializer()
            try basic.appendConstructedNode(identifier: .sequence) { basic in
                basic.serializeRawBytes(data.serializedBytes)
                try algorithm.serialize(into: &basic)
                try basic.serialize(ASN1BitString(bytes: signature[...]))
            }
            return try envelope(basic.serializedBytes)
        } catch let error as TrustError {
            throw error
        } catch {
            throw .cannotIssue("\(error)")
        }
    }

    /// OCSPResponse: successful, and the BasicOCSPResponse.
    private static func envelope(_ basic: [UInt8]) throws -> [UInt8] {
        var response = DER.Serializer()
        try response.appendConstructedNode(identifier: .sequence) { response in
            response.appendPrimitiveNode(identifier: .enumerated) { $0.append(0) }
            try response.serialize(explicitlyTaggedWithTagNumber: 0, tagClass: .contextSpecific) { tagged in
                try tagged.appendConstructedNode(identifier: .sequence) { bytes in
                    let type: ASN1ObjectIdentifier = [1, 3, 6, 1, 5, 5, 7, 48, 1, 1]
                    try bytes.serialize(type)
                    try bytes.serialize(ASN1OctetString(contentBytes: basic[...]))
                }
            }
        }
        return response.serializedBytes
    }

    /// CertID: hashes of the issuer's name and key, and the serial number. SHA-1 only names here and protects nothing.
    private static func serialize(
        _ serialNumber: [UInt8], of issuer: Issuer, _ issuerKey: [UInt8], into serializer: inout DER.Serializer
    ) throws {
        let name = HashAlgorithm.sha1.hash(DER.octets { try $0.serialize(issuer.name) })
        try serializer.appendConstructedNode(identifier: .sequence) { identifier in
            try identifier.appendConstructedNode(identifier: .sequence) { algorithm in
                let sha1: ASN1ObjectIdentifier = [1, 3, 14, 3, 2, 26]
                try algorithm.serialize(sha1)
                try algorithm.serialize(ASN1Null())
            }
            try identifier.serialize(ASN1OctetString(contentBytes: name[...]))
            try identifier.serialize(ASN1OctetString(contentBytes: issuerKey[...]))
            identifier.appendPrimitiveNode(identifier: .integer) { $0 += serialNumber }
        }
    }

    private static func generalized(_ time: Int64) throws -> GeneralizedTime {
        let date = CertificateTime.calendar(time)
        return try GeneralizedTime(
            year: date.year, month: date.month, day: date.day, hours: date.hours, minutes: date.minutes,
            seconds: date.seconds, fractionalSeconds: 0)
    }
}
