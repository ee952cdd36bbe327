import Trace

/// The octets that a CertificateVerify signs (RFC 8446 section 4.4.3).
public enum SignedTranscript {
    /// 64 spaces, a text that names the protocol and the side, a zero, and the hash of all messages so far.
    ///
    /// A server of TLS 1.2 signs octets that begin with the two randoms, 32 octets of the client and 32 of the server. The spaces stand in
    /// their place, so a signature that a client gets in TLS 1.2 is not valid here. The text names the side, so a server's signature cannot
    /// be sent back to it as a client's.
    public static func octets(of side: Role, _ transcriptHash: [UInt8]) -> [UInt8] {
        [UInt8](repeating: 0x20, count: 64) + Array("TLS 1.3, \(side) CertificateVerify".utf8) + [0] + transcriptHash
    }
}
