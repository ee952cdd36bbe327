import Trace

/// The sender's chain: its own certificate first. Each further certificate certifies the one before it (RFC 5246 section 7.4.2).
public struct CertificateMessage: SelfContainedBody {
    /// certificate, 11 (RFC 5246 section 7.4).
    public static let type = HandshakeType.certificate

    /// The certificates in DER, leaf first. The root may be left out: a client that does not trust a root already does not trust it because
    /// it was sent.
    public var chain: [[UInt8]]

    /// A message with that chain.
    public init(chain: [[UInt8]]) { self.chain = chain }

    private static let rule = Citation.rfc(5246, "7.4.2")

    /// A message without certificates, for a reader that fills it.
    public static let blank = CertificateMessage(chain: [])

    /// Reads or writes the list of certificates. An empty list has the right form; the state machine decides whether it is acceptable.
    ///
    /// - Throws: the coder's failure: a length that does not fit, an empty certificate, or octets after the list.
    public mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
        try coder.vector("tls.handshake.certificates", .octets(3), cite: Self.rule) { list throws(C.Failure) in
            try list.opaques(
                "tls.handshake.certificate", &chain, in: "tls.handshake.certificate_entry",
                length: .octets(3, allowed: 1...0xff_ffff, name: "tls.handshake.certificate_length"), cite: Self.rule)
        }
        try coder.finish("tls.handshake.certificates", cite: Self.rule)
    }
}
