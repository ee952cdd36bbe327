import Trace

/// record_size_limit: the longest inner plaintext that the sender can take, the octet of the type included (RFC 8449 section 4).
enum RecordSizeLimitExtension {
    static let type = ExtensionType(28, "record_size_limit")

    private static let rule = Citation.rfc(8449, "4")

    static func code<C: Coder>(_ limit: inout UInt16, with coder: inout C) throws(C.Failure) {
        try coder.integer("tls.record_size_limit", &limit, cite: rule) { "\($0) octets" }
    }
}
