import Trace

/// A signature over the handshake messages so far: the proof that the sender owns the key of its certificate. In TLS 1.2 only a client
/// sends it (RFC 5246 section 7.4.8), in TLS 1.3 a server too (RFC 8446 section 4.4.3).
///
/// Anyone can copy a certificate. Only the owner of its key can sign this handshake, whose randoms are never used again.
public struct CertificateVerify: SelfContainedBody {
    /// certificate_verify, 15 (RFC 5246 section 7.4).
    public static let type = HandshakeType.certificateVerify

    /// The scheme of the signature.
    public var scheme: SignatureScheme
    /// The signature.
    public var signature: [UInt8]

    /// A message without a signature, for a reader that fills it.
    public static let blank = CertificateVerify(scheme: SignatureScheme(rawValue: 0), signature: [])

    /// Reads or writes the algorithms and the signature.
    ///
    /// - Throws: the coder's failure: a length that does not fit, or octets after the signature.
    public mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
        try DigitallySigned.code(scheme: &scheme, signature: &signature, names: .client, with: &coder)
        try coder.finish("tls.handshake.certificate_verify", cite: Self.rule)
    }

    private static let rule = Citation.rfc(5246, "7.4.8")
}
