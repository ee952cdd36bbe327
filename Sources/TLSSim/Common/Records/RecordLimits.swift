/// The lengths of a record's parts, in octets.
public enum RecordLimits {
    /// A record's header: type, version, length.
    public static let header = 5
    /// The longest plaintext of a record (RFC 5246 section 6.2.1, RFC 8446 section 5.1).
    public static let plaintext = 1 << 14
    /// The longest inner plaintext of TLS 1.3, the type and the padding included (RFC 8446 section 5.4).
    public static let innerPlaintext = plaintext + 1
}
