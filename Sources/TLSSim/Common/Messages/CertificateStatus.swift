import Trace

/// What the certificate's issuer says about it today, fetched by the server and stapled to the handshake (RFC 6066 section 8).
public struct CertificateStatus: HandshakeBody {
    public static let type = HandshakeType.certificateStatus

    /// 1 for OCSP, the only kind there is.
    public static let ocsp: UInt8 = 1

    /// An OCSPResponse in DER (RFC 6960 section 4.2.1).
    public var response: [UInt8]

    /// A message with that response.
    public init(response: [UInt8]) {
        self.response = response
    }

    private static let rule = Citation.rfc(6066, "8")

    public func write(to writer: inout ByteWriter) {
        writer.integer("tls.handshake.extensions_status_request_type", Self.ocsp, cite: Self.rule) { _ in "1 ocsp" }
        writer.vector(
            "tls.handshake.ocsp_response_value", lengthOctets: 3, lengthName: "tls.handshake.ocsp_response_len",
            cite: Self.rule
        ) {
            $0.octets("tls.handshake.ocsp_response", response, cite: Self.rule)
        }
    }

    /// Reads a body.
    public static func read(from reader: inout ByteReader) throws(ParseError) -> CertificateStatus {
        let start = reader.offset
        let type = try reader.integer(
            "tls.handshake.extensions_status_request_type", as: UInt8.self, cite: rule,
            describe: { $0 == ocsp ? "1 ocsp" : String($0) })
        guard type == ocsp else {
            throw ParseError(
                "tls.handshake.extensions_status_request_type", at: start,
                .value("status type \(type); only 1, ocsp, exists"), cite: rule)
        }
        let response = try reader.vector(
            "tls.handshake.ocsp_response_value", lengthOctets: 3, allowed: 1...0xff_ffff,
            lengthName: "tls.handshake.ocsp_response_len", cite: rule
        ) { reader throws(ParseError) in try reader.rest("tls.handshake.ocsp_response", cite: rule) }
        try reader.finish("tls.handshake.certificate_status", cite: rule)
        return CertificateStatus(response: response)
    }
}
