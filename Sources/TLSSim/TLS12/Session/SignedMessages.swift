/// What TLS 1.2 does with the transcript besides hashing it: the signature in CertificateVerify is over the messages themselves (RFC 5246
/// section 7.4.8).
extension Transcript {
    /// Keeps the messages from now on, those included of which no hash was taken yet: CertificateVerify is a signature over
    /// them whose hash need not be the suite's (RFC 5246 section 7.4.8).
    mutating func keepMessages() {
        messages = messages ?? pending
    }

    /// The messages that were kept, which are kept no longer.
    mutating func takeMessages() -> [UInt8] {
        defer { messages = nil }
        return messages ?? []
    }

    /// Keeps the messages no longer.
    mutating func forgetMessages() {
        messages = nil
    }
}
