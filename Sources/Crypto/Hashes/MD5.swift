internal import SwiftCrypto

/// MD5 (RFC 1321), with which certificates were signed until 2008, when one was forged with a collision. It is not among the
/// hash functions of TLS 1.2 (``HashAlgorithm``): it is here to be recognised in old certificates and in what relies on it
/// still.
public enum MD5 {
    /// The digest, 16 octets.
    public static func hash(_ message: [UInt8]) -> [UInt8] { Array(Insecure.MD5.hash(data: message)) }

    /// What stands before the digest in a DigestInfo (RFC 8017 section 9.2, note 1).
    static let digestInfoPrefix: [UInt8] = [
        0x30, 0x20, 0x30, 0x0c, 0x06, 0x08, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x02, 0x05, 0x05, 0x00, 0x04, 0x10,
    ]
}
