import Trace

/// certificate_authorities: the names of the authorities that the sender trusts (RFC 8446 section 4.2.4).
enum CertificateAuthoritiesExtension {
    private static let rule = Citation.rfc(8446, "4.2.4")

    static func code<C: Coder>(_ names: inout [[UInt8]], with coder: inout C) throws(C.Failure) {
        try coder.vector(
            "tls.handshake.dnames", .octets(2, allowed: 3...65_535, name: "tls.handshake.dnames_len"), cite: rule
        ) { list throws(C.Failure) in
            try list.opaques(
                "tls.handshake.dname", &names, in: "tls.handshake.dname_entry",
                length: .octets(2, allowed: 1...65_535, name: "tls.handshake.dname_len"), cite: rule)
        }
    }
}
