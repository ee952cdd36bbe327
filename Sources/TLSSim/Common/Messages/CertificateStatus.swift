import Trace

/// An OCSP response about the server's certificate, which the server has fetched and staples to the handshake (RFC 6066 section 8).
public struct CertificateStatus: SelfContainedBody {
    /// certificate_status, 22 (RFC 6066 section 8).
    public static let type = HandshakeType.certificateStatus

    /// status_type 1, OCSP: the only type that RFC 6066 defines.
    public static let ocsp: UInt8 = 1

    /// An OCSPResponse in DER (RFC 6960 section 4.2.1).
    public var response: [UInt8]

    private static let rule = Citation.rfc(6066, "8")

    /// A message without a response, for a reader that fills it.
    public static let blank = CertificateStatus(response: [])

    /// Reads or writes the type of the status, which must be ocsp, and the response.
    ///
    /// - Throws: the coder's failure: another type, an empty response, or octets after it.
    public mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
        let start = coder.offset
        var type = Self.ocsp
        try Self.code(statusType: &type, with: &coder)
        try coder.require(
            type == Self.ocsp, Self.typeName, at: start, "status type \(type); only 1, ocsp, exists", cite: Self.rule)
        try coder.opaque(
            "tls.handshake.ocsp_response", &response, in: "tls.handshake.ocsp_response_value",
            length: .octets(3, allowed: 1...0xff_ffff, name: "tls.handshake.ocsp_response_len"), cite: Self.rule)
        try coder.finish("tls.handshake.certificate_status", cite: Self.rule)
    }

    private static let typeName = "tls.handshake.extensions_status_request_type"

    /// Reads or writes the type of status: the first octet of a CertificateStatus, and of a request for one.
    static func code<C: Coder>(statusType type: inout UInt8, with coder: inout C) throws(C.Failure) {
        try coder.integer(typeName, &type, cite: rule) { $0 == ocsp ? "1 ocsp" : String($0) }
    }
}
