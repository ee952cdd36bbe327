import Trace

/// The proof that the sender has seen the same handshake and has the same master secret (RFC 5246 section 7.4.9).
public struct Finished: SelfContainedBody {
    /// finished, 20 (RFC 5246 section 7.4).
    public static let type = HandshakeType.finished

    /// The length of verify_data in octets, for all suites of TLS 1.2. A suite could define another length, but none does.
    public static let verifyDataLength = 12

    /// PRF(master_secret, finished_label, Hash(handshake_messages)) [0..11].
    public var verifyData: [UInt8]

    /// A message with that verify_data.
    public init(verifyData: [UInt8]) {
        self.verifyData = verifyData
    }

    private static let rule = Citation.rfc(5246, "7.4.9")

    /// A message without verify_data, for a reader that fills it.
    public static let blank = Finished(verifyData: [])

    /// Reads or writes the ``verifyDataLength`` octets of verify_data.
    ///
    /// - Throws: the coder's failure: fewer octets, or more.
    public mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
        try coder.octets(
            "tls.handshake.verify_data", &verifyData, count: Self.verifyDataLength, cite: Self.rule)
        try coder.finish("tls.handshake.verify_data", cite: Self.rule)
    }
}
