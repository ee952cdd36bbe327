import Trace

/// The client's signature over all handshake messages before this one: proof that it owns its certificate's key (RFC 5246
/// section 7.4.8).
///
/// Anyone can copy a certificate. Only the owner of its key can sign this handshake, whose randoms never come again.
public struct CertificateVerify: HandshakeBody {
    public static let type = HandshakeType.certificateVerify

    /// How the messages are signed.
    public var scheme: SignatureScheme
    /// The signature.
    public var signature: [UInt8]

    /// A message of these parts.
    public init(scheme: SignatureScheme, signature: [UInt8]) {
        self.scheme = scheme
        self.signature = signature
    }

    public func write(to writer: inout ByteWriter) {
        DigitallySigned(scheme: scheme, signature: signature).write(
            to: &writer, prefix: DigitallySigned.clientPrefix)
    }

    /// Reads a body.
    public static func read(from reader: inout ByteReader) throws(ParseError) -> CertificateVerify {
        let signed = try DigitallySigned.read(from: &reader, prefix: DigitallySigned.clientPrefix)
        try reader.finish("tls.handshake.certificate_verify", cite: .rfc(5246, "7.4.8"))
        return CertificateVerify(scheme: signed.scheme, signature: signed.signature)
    }
}
