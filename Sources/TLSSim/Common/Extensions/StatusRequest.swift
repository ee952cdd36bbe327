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

    mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
        var status = CertificateStatus.ocsp
        try CertificateStatus.code(statusType: &status, with: &coder)
        try coder.vector(
            "tls.handshake.extensions_status_request_responder_ids",
            .octets(2, name: "tls.handshake.extensions_status_request_responder_ids_len"), cite: Self.rule
        ) { list throws(C.Failure) in
            guard list.continues(ifWriting: !responders.isEmpty) else { return }
            try list.rest(
                "tls.handshake.extensions_status_request_responder_ids_octets", &responders, cite: Self.rule)
        }
        try coder.vector(
            "tls.handshake.extensions_status_request_exts",
            .octets(2, name: "tls.handshake.extensions_status_request_exts_len"), cite: Self.rule
        ) { list throws(C.Failure) in
            guard list.continues(ifWriting: !extensions.isEmpty) else { return }
            try list.rest("tls.handshake.extensions_status_request_exts_octets", &extensions, cite: Self.rule)
        }
    }
}
