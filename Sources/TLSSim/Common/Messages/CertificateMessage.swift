import Trace

/// The sender's chain: its own certificate first, each following one certifying the one before it (RFC 5246 section 7.4.2).
public struct CertificateMessage: HandshakeBody {
    public static let type = HandshakeType.certificate

    /// DER, leaf first. The root may be left out: whoever does not have it already cannot be helped by being sent it.
    public var chain: [[UInt8]]

    /// A message with that chain.
    public init(chain: [[UInt8]]) {
        self.chain = chain
    }

    private static let rule = Citation.rfc(5246, "7.4.2")

    public func write(to writer: inout ByteWriter) {
        writer.vector("tls.handshake.certificates", lengthOctets: 3, cite: Self.rule) { writer in
            for certificate in chain {
                writer.vector(
                    "tls.handshake.certificate_entry", lengthOctets: 3, lengthName: Self.lengthName, cite: Self.rule
                ) {
                    $0.octets("tls.handshake.certificate", certificate, cite: Self.rule)
                }
            }
        }
    }

    private static let lengthName = "tls.handshake.certificate_length"

    /// Reads a body. An empty list parses; whether it is acceptable is for the state machine to say.
    public static func read(from reader: inout ByteReader) throws(ParseError) -> CertificateMessage {
        let chain: [[UInt8]] = try reader.vector("tls.handshake.certificates", lengthOctets: 3, cite: rule) {
            reader throws(ParseError) in
            var list: [[UInt8]] = []
            while reader.remaining > 0 {
                list.append(
                    try reader.vector(
                        "tls.handshake.certificate_entry", lengthOctets: 3, allowed: 1...0xff_ffff,
                        lengthName: lengthName, cite: rule
                    ) { reader throws(ParseError) in try reader.rest("tls.handshake.certificate", cite: rule) })
            }
            return list
        }
        try reader.finish("tls.handshake.certificates", cite: rule)
        return CertificateMessage(chain: chain)
    }
}
