import Trace

/// What a CertificateVerify signs (RFC 8446 section 4.4.3).
public enum SignedTranscript {
    /// 64 spaces, then whose signature it is and in what protocol, a zero, and the hash of all messages so far.
    ///
    /// What a server of TLS 1.2 signs begins with 32 octets that the client chooses and 32 that the server draws. The spaces stand in the
    /// place of both, so a client cannot get a signature there that is valid here. The text names the side: a server's signature cannot be
    /// sent back to it as a client's.
    public static func octets(of side: Role, _ transcriptHash: [UInt8]) -> [UInt8] {
        [UInt8](repeating: 0x20, count: 64) + Array("TLS 1.3, \(side) CertificateVerify".utf8) + [0] + transcriptHash
    }
}
