import Trace

/// The client's request for an OCSP response about the certificate: CertificateStatusRequest (RFC 6066 section 8).
public struct StatusRequest: Hashable, Sendable {
    /// The ResponderIDs that the client trusts, as octets with their inner lengths; empty if any responder known to the server will do.
    public var responders: [UInt8]
    /// The OCSP extensions in DER; empty if there are none.
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
