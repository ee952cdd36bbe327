import Trace

/// record_size_limit: the longest inner plaintext that the sender can take, the octet of the type included (RFC 8449 section 4).
enum RecordSizeLimitExtension {
    /// The limits that take effect: from the least that a side may send to the largest inner plaintext of TLS 1.3.
    static let allowed: ClosedRange<UInt16> = 64...UInt16(RecordLimits.innerPlaintext)

    private static let rule = Citation.rfc(8449, "4")

    static func code<C: Coder>(_ limit: inout UInt16, with coder: inout C) throws(C.Failure) {
        try coder.integer("tls.record_size_limit", &limit, cite: rule) { "\($0) octets" }
    }
}

extension [HelloExtension] {
    /// record_size_limit, but never more than the largest inner plaintext of TLS 1.3; nil without the extension.
    var recordSizeLimit: UInt16? {
        for case .recordSizeLimit(let limit) in self {
            return Swift.min(limit, RecordSizeLimitExtension.allowed.upperBound)
        }
        return nil
    }

    /// Checks record_size_limit, if it is there.
    ///
    /// - Throws: ``TLS13Violation/recordSizeLimitTooSmall(_:)``.
    func checkRecordSizeLimit() throws(TLSError) {
        guard let recordSizeLimit, recordSizeLimit < RecordSizeLimitExtension.allowed.lowerBound else { return }
        throw .tls13(.recordSizeLimitTooSmall(recordSizeLimit))
    }
}
