import Trace

/// cookie: octets that the client returns in its second hello, so that the server need not remember the first (RFC 8446 section 4.2.2).
enum CookieExtension {
    private static let rule = Citation.rfc(8446, "4.2.2")

    static func code<C: Coder>(_ cookie: inout [UInt8], with coder: inout C) throws(C.Failure) {
        try coder.opaque(
            "tls.handshake.cookie", &cookie, in: "tls.handshake.cookie_value",
            length: .octets(2, allowed: 1...65_535, name: "tls.handshake.cookie_length"), cite: rule)
    }
}

extension [HelloExtension] {
    /// The cookie of a HelloRetryRequest, or the one that a second ClientHello returns; nil if there is none.
    var cookie: [UInt8]? {
        for case .cookie(let cookie) in self { return cookie }
        return nil
    }
}
