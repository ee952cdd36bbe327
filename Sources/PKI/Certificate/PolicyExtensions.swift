internal import SwiftASN1

/// A policy of the issuer, and what the subject calls it (RFC 5280 section 4.2.1.5).
struct PolicyMapping: Hashable, Sendable {
    let issuer: ASN1ObjectIdentifier
    let subject: ASN1ObjectIdentifier

    /// SEQUENCE { issuerDomainPolicy OBJECT IDENTIFIER, subjectDomainPolicy OBJECT IDENTIFIER }
    init(_ node: ASN1Node) throws {
        var parts = try Parts(node, tagged: .sequence)
        issuer = try ASN1ObjectIdentifier(derEncoded: try parts.next())
        subject = try ASN1ObjectIdentifier(derEncoded: try parts.next())
    }
}

/// After how many further certificates a policy is required, and after how many none may be mapped (RFC 5280 section
/// 4.2.1.11).
struct PolicyConstraints: Hashable, Sendable {
    let requireExplicitPolicy: Int?
    let inhibitPolicyMapping: Int?

    private struct Wrong: Error {}

    /// SEQUENCE { requireExplicitPolicy [0] INTEGER OPTIONAL, inhibitPolicyMapping [1] INTEGER OPTIONAL }, not empty
    init(_ node: ASN1Node) throws {
        var values: [UInt: Int] = [:]
        var last: UInt?
        for part in try KnownExtensions.list(node, { $0 }) {
            let tag = part.identifier
            guard tag.tagClass == .contextSpecific, tag.tagNumber <= 1, last.map({ $0 < tag.tagNumber }) ?? true,
                case .primitive(let octets) = part.content, let first = octets.first, first < 0x80
            else { throw Wrong() }
            last = tag.tagNumber
            values[tag.tagNumber] = octets.drop { $0 == 0 }.count <= 4 ? octets.reduce(0) { $0 << 8 | Int($1) } : .max
        }
        requireExplicitPolicy = values[0]
        inhibitPolicyMapping = values[1]
    }
}
