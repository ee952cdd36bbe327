import Trace

/// extended_master_secret: the master secret shall be bound to the whole handshake; always empty (RFC 7627 section 5.1).
enum ExtendedMasterSecretExtension {
    private static let rule = Citation.rfc(7627, "5.1")

    static func code<C: Coder>(with coder: inout C) throws(C.Failure) {
        try coder.finish("tls.handshake.extended_master_secret", cite: rule)
    }
}
