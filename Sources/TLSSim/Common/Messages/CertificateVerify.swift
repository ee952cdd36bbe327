import Trace

/// The client's signature over all handshake messages before this one: proof that it owns its certificate's key (RFC 5246
/// section 7.4.8).
///
/// Anyone can copy a certificate. Only the owner of its key can sign this handshake, whose randoms never come again.
public struct CertificateVerify: SelfContainedBody {
    /// certificate_verify, 15 (RFC 5246 section 7.4).
    public static let type = HandshakeType.certificateVerify

    /// How the messages are signed.
    public var scheme: SignatureScheme
    /// The signature.
    public var signature: [UInt8]

    /// A message without a signature, for a reader to fill.
    public static let blank = CertificateVerify(scheme: SignatureScheme(rawValue: 0), signature: [])

    /// Reads or writes the algorithms and the signature.
    ///
    /// - Throws: the coder's failure: a length that does not fit, or octets after the signature.
    public mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
        try DigitallySigned.code(&scheme, &signature, .client, with: &coder)
        try coder.finish("tls.handshake.certificate_verify", cite: Self.rule)
    }

    private static let rule = Citation.rfc(5246, "7.4.8")
}
