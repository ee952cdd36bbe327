import Trace

/// signature_algorithms: the signatures that the sender can verify, preferred first (RFC 5246 section 7.4.1.4.1).
/// signature_algorithms_cert is the same list for signatures on certificates (RFC 8446 section 4.2.3).
enum SignatureAlgorithmsExtension {
    private static let rule = Citation.rfc(5246, "7.4.1.4.1")

    static func code<C: Coder>(_ schemes: inout [SignatureScheme], with coder: inout C) throws(C.Failure) {
        try coder.vector(
            "tls.handshake.sig_hash_algs",
            .octets(2, allowed: 2...65_534, unit: 2, name: "tls.handshake.sig_hash_alg_len"), cite: rule
        ) { list throws(C.Failure) in
            try list.codePoints("tls.handshake.sig_hash_alg", &schemes, cite: rule)
        }
    }
}
