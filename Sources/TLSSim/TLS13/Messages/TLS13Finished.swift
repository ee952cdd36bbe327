import Trace

extension TLS13 {
    /// Proof that the sender has the handshake's secrets and has seen the same messages (RFC 8446 section 4.4.4).
    public struct Finished: SelfContainedBody {
        /// finished, 20 (RFC 8446 section 4).
        public static let type = HandshakeType.finished

        /// HMAC(finished_key, Transcript-Hash), as long as the suite's hash. The state machine, which knows the suite, checks the length.
        public var verifyData: [UInt8]

        /// A message without verify_data.
        public static let blank = Finished(verifyData: [])

        /// verify_data, as long as the hash of the suite (RFC 8446 section 4.4.4).
        public mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
            try coder.rest("tls.handshake.verify_data", &verifyData, cite: .rfc(8446, "4.4.4"))
        }
    }
}
