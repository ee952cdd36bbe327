/// The extension signed_certificate_timestamp (RFC 6962 section 3.3.1). Its body is kept as octets.
extension HelloExtension {
    /// The question of a client for timestamps of logs. Its body is empty.
    public static let timestampRequest = HelloExtension.other(
        type: ExtensionType.signedCertificateTimestamp.rawValue, body: [])
}

extension [HelloExtension] {
    /// The timestamps of logs that a server has sent: a SignedCertificateTimestampList. Empty in the question of a client. Nil if there is no
    /// such extension.
    public var timestamps: [UInt8]? {
        for case .other(ExtensionType.signedCertificateTimestamp.rawValue, let body) in self { return body }
        return nil
    }
}
