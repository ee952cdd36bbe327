import Trace

/// renegotiation_info: verify_data of the handshake before a renegotiation; empty in an initial handshake (RFC 5746 section 3.2).
enum RenegotiationInfoExtension {
    private static let rule = Citation.rfc(5746, "3.2")

    static func code<C: Coder>(_ verifyData: inout [UInt8], with coder: inout C) throws(C.Failure) {
        try coder.opaque(
            "tls.handshake.renegotiated_connection", &verifyData, in: "tls.handshake.extensions_reneg_info",
            length: .octets(1, name: "tls.handshake.extensions_reneg_info_len"), cite: rule)
    }
}
