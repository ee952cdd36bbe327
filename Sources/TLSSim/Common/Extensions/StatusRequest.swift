import Trace

/// The client's wish for an OCSP response with the certificate: CertificateStatusRequest (RFC 6066 section 8).
public struct StatusRequest: Hashable, Sendable {
    /// ResponderIDs the client trusts, as one block of octets with inner lengths; empty for any known to the server.
    public var responders: [UInt8]
    /// OCSP extensions in DER; empty for none.
    public var extensions: [UInt8]

    /// A request with these parts.
    public init(responders: [UInt8] = [], extensions: [UInt8] = []) {
        self.responders = responders
        self.extensions = extensions
    }

    private static let rule = Citation.rfc(6066, "8")
    private static let type = "tls.handshake.extensions_status_request_type"
    private static let parts = [
        (
            "tls.handshake.extensions_status_request_responder_ids",
            "tls.handshake.extensions_status_request_responder_ids_len"
        ),
        ("tls.handshake.extensions_status_request_exts", "tls.handshake.extensions_status_request_exts_len"),
    ]

    func write(to writer: inout ByteWriter) {
        writer.integer(Self.type, CertificateStatus.ocsp, cite: Self.rule) { _ in "1 ocsp" }
        for ((name, length), octets) in zip(Self.parts, [responders, extensions]) {
            writer.vector(name, lengthOctets: 2, lengthName: length, cite: Self.rule) {
                if !octets.isEmpty { $0.octets(name + "_octets", octets, cite: Self.rule) }
            }
        }
    }

    static func read(from reader: inout ByteReader) throws(ParseError) -> StatusRequest {
        _ = try reader.integer(type, as: UInt8.self, cite: rule, describe: { $0 == 1 ? "1 ocsp" : String($0) })
        var read: [[UInt8]] = []
        for (name, length) in parts {
            read.append(
                try reader.vector(name, lengthOctets: 2, lengthName: length, cite: rule) {
                    reader throws(ParseError) in
                    reader.remaining == 0 ? [] : try reader.rest(name + "_octets", cite: rule)
                })
        }
        return StatusRequest(responders: read[0], extensions: read[1])
    }
}
