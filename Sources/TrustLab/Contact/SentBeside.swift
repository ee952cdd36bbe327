import PKI

/// What a server sends beside its certificates.
package struct SentBeside: Hashable, Sendable {
    /// The stapled OCSP response in DER (RFC 6066 section 8). Nil if the server stapled none, or if none was seen.
    package var response: [UInt8]?
    /// The timestamps of logs (RFC 6962 section 3.3.1).
    package var timestamps: SentTimestamps

    /// What was seen of a server.
    package init(response: [UInt8]?, timestamps: SentTimestamps) {
        self.response = response
        self.timestamps = timestamps
    }
}
