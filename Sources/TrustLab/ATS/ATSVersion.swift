import TLSSim

/// Versions of TLS as NSExceptionMinimumTLSVersion names them (Apple, NSAppTransportSecurity).
extension ProtocolVersion {
    /// The version that a value of NSExceptionMinimumTLSVersion names, "TLSv1.0" to "TLSv1.3". Nil for any other text.
    package init?(minimumTLSVersion key: String) {
        guard let version = ProtocolVersion.all.first(where: { $0.minimumTLSVersion == key }) else { return nil }
        self = version
    }

    /// The value of NSExceptionMinimumTLSVersion for the version: "TLSv1.2". Nil for SSL 3.0 and for versions that do not exist.
    package var minimumTLSVersion: String? {
        switch self {
        case .tls10: "TLSv1.0"
        case .tls11: "TLSv1.1"
        case .tls12: "TLSv1.2"
        case .tls13: "TLSv1.3"
        default: nil
        }
    }
}
