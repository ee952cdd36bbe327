import Crypto
package import SwiftASN1
package import X509

/// What is to be signed: everything in a certificate but the signature (RFC 5280 section 4.1.2), as raw as a bad authority
/// or an attacker could write it.
///
/// The X.509 library puts together only what is in order. To see who refuses the rest, and why, it has to be made first.
package struct TBSCertificate {
    /// 1 to 3; version 1 has no extensions, whatever the list says.
    package var version = 3
    /// The content of the INTEGER: two's complement, so that a first bit of 1 makes it negative.
    package var serialNumber: [UInt8]
    package var algorithm: SigningAlgorithm
    package var issuer: DistinguishedName
    /// Seconds since 1970.
    package var notBefore: Int64
    /// Seconds since 1970.
    package var notAfter: Int64
    package var subject: DistinguishedName
    package var key: SubjectKeyInfo
    /// In this order, and more than once each if need be.
    package var extensions: [Certificate.Extension]

    /// Its DER encoding.
    ///
    /// - Throws: ``TrustError/timeOutOfRange(_:)``, ``TrustError/cannotIssue(_:)``.
    package func encoded() throws(TrustError) -> [UInt8] {
        for time in [notBefore, notAfter] where !CertificateTime.expressible.contains(time) {
            throw .timeOutOfRange(time)
        }
        do {
            var serializer = DER.Serializer()
            try serializer.appendConstructedNode(identifier: .sequence) { fields in
                if version > 1 {
                    try fields.serialize(version - 1, explicitlyTaggedWithTagNumber: 0, tagClass: .contextSpecific)
                }
                fields.appendPrimitiveNode(identifier: .integer) { $0 += serialNumber }
                try algorithm.serialize(into: &fields)
                try fields.serialize(issuer)
                try fields.appendConstructedNode(identifier: .sequence) { validity in
                    try TBSCertificate.serialize(time: notBefore, into: &validity)
                    try TBSCertificate.serialize(time: notAfter, into: &validity)
                }
                try fields.serialize(subject)
                fields.serializeRawBytes(key.info)
                guard version == 3, !extensions.isEmpty else { return }
                try fields.serialize(explicitlyTaggedWithTagNumber: 3, tagClass: .contextSpecific) { tagged in
                    try tagged.appendConstructedNode(identifier: .sequence) { list in
                        for item in extensions { try list.serialize(item) }
                    }
                }
            }
            return serializer.serializedBytes
        } catch {
            throw .cannotIssue("\(error)")
        }
    }

    /// The certificate: this and a signature by `key`.
    ///
    /// - Throws: ``TrustError``.
    package func signed(by key: PrivateKey) throws(TrustError) -> [UInt8] {
        let content = try encoded()
        let signature = try algorithm.sign(content, with: key)
        do {
            var serializer = DER.Serializer()
            try serializer.appendConstructedNode(identifier: .sequence) { certificate in
                certificate.serializeRawBytes(content)
                try algorithm.serialize(into: &certificate)
                try certificate.serialize(ASN1BitString(bytes: signature[...]))
            }
            return serializer.serializedBytes
        } catch {
            throw .cannotIssue("\(error)")
        }
    }

    /// UTCTime, with two digits for the year, until 2049; GeneralizedTime from 2050 on (RFC 5280 section 4.1.2.5).
    private static func serialize(time: Int64, into serializer: inout DER.Serializer) throws {
        let date = CertificateTime.calendar(time)
        if (1950..<2050).contains(date.year) {
            try serializer.serialize(
                UTCTime(
                    year: date.year, month: date.month, day: date.day, hours: date.hours, minutes: date.minutes,
                    seconds: date.seconds))
        } else {
            try serializer.serialize(
                GeneralizedTime(
                    year: date.year, month: date.month, day: date.day, hours: date.hours, minutes: date.minutes,
                    seconds: date.seconds, fractionalSeconds: 0))
        }
    }

    // MARK: Extensions

    /// Puts an extension in the place of those with its identifier, or behind all others.
    package mutating func set(_ item: Certificate.Extension) {
        let place = extensions.firstIndex { $0.oid == item.oid } ?? extensions.count
        remove(item.oid)
        extensions.insert(item, at: min(place, extensions.count))
    }

    /// Takes every extension with that identifier away.
    package mutating func remove(_ identifier: ASN1ObjectIdentifier) {
        extensions.removeAll { $0.oid == identifier }
    }
}
