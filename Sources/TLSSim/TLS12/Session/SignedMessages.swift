/// The messages for CertificateVerify of TLS 1.2: its signature covers the messages themselves, and not the transcript's hash (RFC 5246
/// section 7.4.8).
extension Transcript {
    /// Keeps the messages from now on, together with those that were not hashed yet. CertificateVerify signs them with a hash that need
    /// not be the hash of the suite.
    mutating func keepMessages() {
        messages = messages ?? pending
    }

    /// Returns the kept messages and stops keeping them.
    mutating func takeMessages() -> [UInt8] {
        defer { messages = nil }
        return messages ?? []
    }

    /// Stops keeping the messages.
    mutating func forgetMessages() {
        messages = nil
    }
}
