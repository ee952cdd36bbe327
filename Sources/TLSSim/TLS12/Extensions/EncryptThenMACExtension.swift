import Trace

/// encrypt_then_mac: the MAC of CBC suites shall cover the ciphertext; always empty (RFC 7366 section 2).
enum EncryptThenMACExtension {
    private static let rule = Citation.rfc(7366, "2")

    static func code<C: Coder>(with coder: inout C) throws(C.Failure) {
        try coder.finish("tls.handshake.encrypt_then_mac", cite: rule)
    }
}
