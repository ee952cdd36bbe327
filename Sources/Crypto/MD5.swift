internal import SwiftCrypto

/// The hash function MD5 (RFC 1321), which is broken: two messages with the same digest are found in seconds, and in 2008
/// somebody turned a signature for a website's certificate into one for an authority's.
///
/// It is no ``HashAlgorithm``, so that nothing can be protected with it by mistake.
public enum MD5 {
    /// The digest of a message: 16 octets.
    public static func hash(_ message: [UInt8]) -> [UInt8] {
        var function = Insecure.MD5()
        unsafe message.withUnsafeBytes { unsafe function.update(bufferPointer: $0) }
        return unsafe function.finalize().withUnsafeBytes { unsafe Array($0) }
    }

    /// A digest as a signature of PKCS#1 version 1.5 covers it: the DER of a DigestInfo and, before it, as many octets 0xff
    /// as fill `count` octets (RFC 8017 section 9.2).
    ///
    /// - Throws: ``RSAError/intendedEncodedMessageLengthTooShort(count:needed:)``.
    public static func encode(_ digest: [UInt8], count: Int) throws(RSAError) -> [UInt8] {
        let digestInfo: [UInt8] =
            [
                0x30, 0x20, 0x30, 0x0c, 0x06, 0x08, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x02, 0x05, 0x05, 0x00, 0x04,
                0x10,
            ]
            + digest
        guard count >= digestInfo.count + 11 else {
            throw .intendedEncodedMessageLengthTooShort(count: count, needed: digestInfo.count + 11)
        }
        return [0x00, 0x01] + [UInt8](repeating: 0xff, count: count - digestInfo.count - 3) + [0x00] + digestInfo
    }
}
