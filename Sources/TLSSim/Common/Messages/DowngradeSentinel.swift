extension ServerHello {
    /// The sign that a TLS 1.3 server leaves in its random when it answers with an older version (RFC 8446 section 4.1.3):
    /// true for TLS 1.2, false for an older one, nil if there is none.
    ///
    /// A client that offers TLS 1.3 refuses an answer with it. One that offers TLS 1.2 at most does not act on it: the sign for 1.2 is what
    /// every TLS 1.3 server must answer it with, and an answer below 1.2 is refused for its version alone.
    var downgradeSentinel: Bool? {
        switch Array(random.suffix(8)) {
        case Self.sentinelOfTLS12: true
        case [0x44, 0x4f, 0x57, 0x4e, 0x47, 0x52, 0x44, 0]: false
        default: nil
        }
    }

    /// "DOWNGRD" and 1: the end of the random of a TLS 1.3 server that answers with TLS 1.2.
    package static let sentinelOfTLS12: [UInt8] = [0x44, 0x4f, 0x57, 0x4e, 0x47, 0x52, 0x44, 1]
}
