/// How long records may be, in octets.
public enum RecordLimits {
    /// A record's header: type, version, length.
    public static let header = 5
    /// The longest plaintext of a record (RFC 5246 section 6.2.1, RFC 8446 section 5.1).
    public static let plaintext = 1 << 14
    /// The longest fragment that TLS 1.2 protects (RFC 5246 section 6.2.3).
    public static let ciphertext12 = plaintext + 2048
    /// The longest inner plaintext of TLS 1.3, the type and the padding included (RFC 8446 section 5.4).
    public static let innerPlaintext = plaintext + 1
    /// The longest fragment that TLS 1.3 protects: content, type, padding, and 255 octets for what a cipher adds (RFC 8446 section 5.2).
    public static let ciphertext13 = plaintext + 256
}
