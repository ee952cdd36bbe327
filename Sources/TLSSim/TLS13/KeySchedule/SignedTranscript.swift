import Trace

/// What a CertificateVerify signs (RFC 8446 section 4.4.3).
public enum SignedTranscript {
    /// 64 spaces, then whose signature it is and in what protocol, a zero, and the hash of all messages so far.
    ///
    /// The spaces end what an older protocol could have the same key sign, where the beginning can be chosen. The text tells the two
    /// sides apart: a server's signature cannot be sent back to it as a client's.
    public static func octets(of side: Role, _ transcriptHash: [UInt8]) -> [UInt8] {
        [UInt8](repeating: 0x20, count: 64) + Array("TLS 1.3, \(side) CertificateVerify".utf8) + [0] + transcriptHash
    }
}
