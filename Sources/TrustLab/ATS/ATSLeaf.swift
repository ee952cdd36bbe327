import Crypto
import PKI
internal import SwiftASN1
import Trace
internal import X509

/// What App Transport Security and Apple's rules for certificates (HT210176) look at in a server's certificate.
public struct ATSLeaf: Hashable, Sendable {
    /// The certified key.
    public enum Key: Hashable, Sendable {
        /// RSA, with the bits of its modulus.
        case rsa(bits: Int)
        /// On an elliptic curve, with the bits of its field.
        case ellipticCurve(bits: Int)
        /// Another, by its name.
        case other(String)
    }

    /// The key.
    public let key: Key
    /// What it is signed with: "sha256WithRSAEncryption".
    public let signatureAlgorithm: String
    /// The bits of the hash in that signature; nil where it is not known.
    public let hashBits: Int?
    /// The first second of validity, since 1970.
    public let notBefore: Int64
    /// The last.
    public let notAfter: Int64
    /// Whether there is a name in subjectAltName that can be a host's: a dNSName or an iPAddress.
    public let hasHostNames: Bool
    /// The common name, which is not looked at.
    public let commonName: String?
    /// Whether extKeyUsage lists serverAuth; nil where there is no such extension.
    public let allowsServers: Bool?
    /// From how many different logs it carries a signed certificate timestamp (RFC 6962 section 3.3). The timestamps are
    /// counted and not verified.
    public let transparencyLogs: Int

    /// The whole days of its life.
    public var days: Int64 {
        let (seconds, overflow) = notAfter.subtractingReportingOverflow(notBefore)
        return overflow ? .max : (seconds + 86_399) / 86_400
    }

    /// Reads a certificate in DER.
    ///
    /// - Throws: ``TrustError/malformedCertificate(_:)``.
    public init(_ der: [UInt8]) throws(TrustError) {
        let structure = try CertificateStructure(der)
        key = structure.atsKey
        signatureAlgorithm = AlgorithmNames.name(structure.signatureAlgorithm)
        hashBits = structure.signatureHashBits(in: der)
        notBefore = structure.notBefore
        notAfter = structure.notAfter
        commonName = CertificateStructure.attribute(.RDNAttributeType.commonName, of: structure.subject)
        let extensions = structure.extensions
        hasHostNames = extensions.contains { item in
            guard item.oid == .X509ExtensionID.subjectAlternativeName,
                let names = try? SubjectAlternativeNames(item)
            else { return false }
            return names.contains { name in
                switch name {
                case .dnsName, .ipAddress: true
                default: false
                }
            }
        }
        allowsServers = extensions.first { $0.oid == .X509ExtensionID.extendedKeyUsage }.map { item in
            (try? ExtendedKeyUsage(item))?.contains(.serverAuth) ?? false
        }
        transparencyLogs =
            extensions.first { $0.oid == CertificateStructure.timestampList }.map {
                CertificateStructure.logs(inTimestampList: Array($0.value)).count
            } ?? 0
    }
}

extension CertificateStructure {
    /// The extension with the list of signed certificate timestamps (RFC 6962 section 3.3).
    fileprivate static let timestampList: ASN1ObjectIdentifier = [1, 3, 6, 1, 4, 1, 11129, 2, 4, 2]

    fileprivate var atsKey: ATSLeaf.Key {
        if let key = try? certifiedKey() {
            switch key {
            case .rsa(let key): return .rsa(bits: key.n.bitWidth)
            case .ecdsa: break
            }
        }
        let ecPublicKey: ASN1ObjectIdentifier = [1, 2, 840, 10045, 2, 1]
        guard keyAlgorithm == ecPublicKey, let bits = fieldBits else {
            return .other(AlgorithmNames.name(keyAlgorithm))
        }
        return .ellipticCurve(bits: bits)
    }

    /// The bits of the field of a key on a curve, by the name of its curve (RFC 5480 section 2.1.1.1), or else by the octets
    /// of a coordinate.
    private var fieldBits: Int? {
        let curves: [ASN1ObjectIdentifier: Int] = [
            [1, 2, 840, 10045, 3, 1, 1]: 192, [1, 3, 132, 0, 33]: 224, [1, 2, 840, 10045, 3, 1, 7]: 256,
            [1, 3, 132, 0, 10]: 256, [1, 3, 132, 0, 34]: 384, [1, 3, 132, 0, 35]: 521,
        ]
        do {
            var parts = try Parts(try DER.parse(publicKeyInfo))
            var algorithm = try Parts(try parts.next())
            _ = try algorithm.next()
            if let curve = try? ASN1ObjectIdentifier(derEncoded: try algorithm.next()), let bits = curves[curve] {
                return bits
            }
            let point = try ASN1BitString(derEncoded: try parts.next()).bytes
            guard let form = point.first else { return nil }
            // SEC 1 section 2.3.3: 4 and both coordinates, or 2 or 3 and one.
            return (form == 4 ? (point.count - 1) / 2 : point.count - 1) * 8
        } catch {
            return nil
        }
    }

    /// The bits of the hash that was signed.
    fileprivate func signatureHashBits(in der: [UInt8]) -> Int? {
        let hashes: [ASN1ObjectIdentifier: Int] = [
            [1, 2, 840, 113549, 1, 1, 2]: 128, [1, 2, 840, 113549, 1, 1, 4]: 128, [1, 2, 840, 113549, 1, 1, 5]: 160,
            [1, 2, 840, 113549, 1, 1, 14]: 224, [1, 2, 840, 113549, 1, 1, 11]: 256,
            [1, 2, 840, 113549, 1, 1, 12]: 384, [1, 2, 840, 113549, 1, 1, 13]: 512, [1, 2, 840, 10045, 4, 1]: 160,
            [1, 2, 840, 10045, 4, 3, 1]: 224, [1, 2, 840, 10045, 4, 3, 2]: 256, [1, 2, 840, 10045, 4, 3, 3]: 384,
            [1, 2, 840, 10045, 4, 3, 4]: 512,
            // RFC 8032: Ed25519 hashes with SHA-512 by itself.
            [1, 3, 101, 112]: 512,
        ]
        let pss: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 1, 10]
        return signatureAlgorithm == pss ? CertificateStructure.pssHashBits(in: der) : hashes[signatureAlgorithm]
    }

    /// The hash that the parameters of RSASSA-PSS name; SHA-1 unless they do (RFC 4055 section 3.1).
    private static func pssHashBits(in der: [UInt8]) -> Int? {
        let hashes: [ASN1ObjectIdentifier: Int] = [
            [1, 3, 14, 3, 2, 26]: 160, [2, 16, 840, 1, 101, 3, 4, 2, 4]: 224, [2, 16, 840, 1, 101, 3, 4, 2, 1]: 256,
            [2, 16, 840, 1, 101, 3, 4, 2, 2]: 384, [2, 16, 840, 1, 101, 3, 4, 2, 3]: 512,
        ]
        do {
            var outer = try Parts(try DER.parse(der))
            _ = try outer.next()
            var algorithm = try Parts(try outer.next())
            _ = try algorithm.next()
            var parameters = try Parts(try algorithm.next())
            let hash = try parameters.optional(contextTag: 0) { node in
                var identifier = try Parts(node)
                return try ASN1ObjectIdentifier(derEncoded: try identifier.next())
            }
            guard let hash else { return 160 }
            return hashes[hash]
        } catch {
            return nil
        }
    }

    /// The logs in a SignedCertificateTimestampList (RFC 6962 section 3.3), by their identifiers and without repetitions.
    ///
    /// - Parameter value: the extension's value: the list in an OCTET STRING. What is damaged counts for nothing.
    static func logs(inTimestampList value: [UInt8]) -> [[UInt8]] {
        guard let list = try? ASN1OctetString(derEncoded: value).bytes else { return [] }
        let cite = Citation.rfc(6962, "3.3")
        var reader = ByteReader(Array(list), recording: false)
        var logs: [[UInt8]] = []
        do throws(ParseError) {
            try reader.vector("sct_list", .octets(2), cite: cite) { reader throws(ParseError) in
                while reader.remaining > 0 {
                    try reader.vector("serialized_sct", .octets(2), cite: cite) { reader throws(ParseError) in
                        let version = try reader.integer("version", as: UInt8.self, cite: cite)
                        let log = try reader.octets("log_id", count: 32, cite: cite)
                        _ = try reader.rest("timestamp", cite: cite)
                        if version == 0, !logs.contains(log) { logs.append(log) }
                    }
                }
            }
            try reader.finish("sct_list", cite: cite)
            return logs
        } catch {
            return []
        }
    }
}
