import Trace

/// A signature and its scheme (RFC 5246 section 4.7).
enum DigitallySigned {
    /// The names of the fields. They are those of Wireshark, which has different names for the signatures of client and server.
    struct Names {
        let signature: String
        let vector: String
        let length: String

        static let server = Names(
            signature: "tls.handshake.sig", vector: "tls.handshake.sig_value", length: "tls.handshake.sig_len")
        static let client = Names(
            signature: "tls.handshake.client_cert_vrfy.sig", vector: "tls.handshake.client_cert_vrfy.sig_value",
            length: "tls.handshake.client_cert_vrfy.sig_len")
    }

    private static let schemeRule = Citation.rfc(5246, "7.4.1.4.1")
    private static let rule = Citation.rfc(5246, "4.7")

    static func code<C: Coder>(
        scheme: inout SignatureScheme, signature: inout [UInt8], names: Names, with coder: inout C
    ) throws(C.Failure) {
        try coder.codePoint("tls.handshake.sig_hash_alg", &scheme, cite: schemeRule)
        try coder.opaque(
            names.signature, &signature, in: names.vector, length: .octets(2, name: names.length), cite: rule)
    }
}
