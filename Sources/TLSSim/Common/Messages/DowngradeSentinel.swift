extension ServerHello {
    /// The sentinel at the end of the random, by which a server of TLS 1.3 shows that it answers with an older version (RFC 8446 section
    /// 4.1.3): true for the sentinel of TLS 1.2, false for the one of older versions, nil if the random ends with neither.
    ///
    /// A client that offers TLS 1.3 refuses an answer with a sentinel. A client that offers only TLS 1.2 ignores it: every TLS 1.3 server
    /// must answer such a client with the sentinel of TLS 1.2, and an answer with an older version is refused because of the version.
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
