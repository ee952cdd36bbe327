internal import SwiftASN1

/// What a stapled OCSP response says, read without any check of who says it (RFC 6960 section 4.2.1).
///
/// Nothing is decided by it here: no signature is verified and no date compared.
public struct StapledResponse: Hashable, Sendable {
    /// How the request went: 0 successful, 1 malformedRequest, 2 internalError, 3 tryLater, 5 sigRequired, 6 unauthorized.
    public let status: Int
    /// What is said of each certificate asked about; empty where the request was not successful.
    public let certificates: [CertificateState]

    /// What a responder can say of a certificate.
    public enum CertificateState: String, Hashable, Sendable {
        /// Not revoked.
        case good
        /// Revoked.
        case revoked
        /// Nothing is known of it.
        case unknown
    }

    /// Reads an OCSPResponse in DER.
    ///
    /// - Throws: ``TrustError/malformedStatus(_:)`` with the part at fault.
    public init(_ der: [UInt8]) throws(TrustError) {
        var part = "OCSPResponse"
        do {
            var outer = try Parts(try DER.parse(der))
            part = "responseStatus"
            status = try StapledResponse.enumerated(try outer.next())
            part = "responseBytes"
            certificates =
                try outer.optional(contextTag: 0) { node in
                    var bytes = try Parts(node)
                    _ = try bytes.next()
                    part = "BasicOCSPResponse"
                    let basic = try ASN1OctetString(derEncoded: try bytes.next())
                    var response = try Parts(try DER.parse(Array(basic.bytes)))
                    var data = try Parts(try response.next())
                    part = "tbsResponseData"
                    _ = try data.optional(contextTag: 0, \.identifier)
                    // responderID, producedAt.
                    _ = try data.next()
                    _ = try data.next()
                    part = "responses"
                    return try StapledResponse.states(try data.next())
                } ?? []
        } catch {
            throw .malformedStatus("\(part) cannot be read")
        }
    }

    private struct Wrong: Error {}

    private static func enumerated(_ node: ASN1Node) throws -> Int {
        guard node.identifier == .enumerated, case .primitive(let octets) = node.content, octets.count == 1,
            let octet = octets.first
        else { throw Wrong() }
        return Int(octet)
    }

    /// certStatus, the second part of each SingleResponse: [0] good, [1] revoked, [2] unknown.
    private static func states(_ node: ASN1Node) throws -> [CertificateState] {
        var list = try Parts(node)
        var states: [CertificateState] = []
        while let single = list.nextIfAny() {
            var parts = try Parts(single)
            _ = try parts.next()
            let status = try parts.next().identifier
            guard status.tagClass == .contextSpecific else { throw Wrong() }
            switch status.tagNumber {
            case 0: states.append(.good)
            case 1: states.append(.revoked)
            case 2: states.append(.unknown)
            default: throw Wrong()
            }
        }
        return states
    }
}
