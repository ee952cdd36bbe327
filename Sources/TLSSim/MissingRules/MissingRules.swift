/// The rules of the handshake that an endpoint does not keep. The museum and the explorer show by them what each rule is worth.
/// Every other endpoint keeps all rules, and the set is empty.
package struct MissingRules: OptionSet, Hashable, Sendable {
    /// A bit for each rule.
    package let rawValue: UInt16

    /// The rules of these bits.
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// To compare verify_data with what was computed (RFC 5246 section 7.4.9).
    package static let comparingFinished = MissingRules(rawValue: 1)
    /// To refuse a ChangeCipherSpec before the key exchange (RFC 5246 section 7.1).
    package static let refusingEarlyChangeCipherSpec = MissingRules(rawValue: 2)
    /// Of a client: to refuse a Finished in place of ServerKeyExchange (RFC 5246 section 7.3).
    package static let awaitingServerKeyExchange = MissingRules(rawValue: 4)
    /// Of a client: to refuse a Finished in place of ServerHelloDone (RFC 5246 section 7.3).
    package static let awaitingServerHelloDone = MissingRules(rawValue: 8)
    /// Of a client: to verify the signature of ServerKeyExchange (RFC 5246 section 7.4.3).
    package static let verifyingServerKeyExchange = MissingRules(rawValue: 16)
    /// Of a server of TLS 1.2: to refuse a ChangeCipherSpec in place of CertificateVerify (RFC 5246 section 7.4.8).
    package static let awaitingCertificateVerify = MissingRules(rawValue: 32)
    /// In TLS 1.2: to refuse application data in place of Finished (RFC 5246 section 7.4.9).
    package static let refusingDataBeforeFinished = MissingRules(rawValue: 64)
    /// To hash both hellos with the other messages (RFC 5246 section 7.4.9, RFC 8446 section 4.4.1).
    package static let hashingHellos = MissingRules(rawValue: 128)
    /// To hash the messages with a whole hash function: 16 bits of it are kept after each message.
    package static let hashingWhole = MissingRules(rawValue: 256)
    /// In TLS 1.3: to hash the first hello and the HelloRetryRequest with the second hello (RFC 8446 section 4.4.1).
    package static let hashingRetry = MissingRules(rawValue: 512)
    /// Of a client of TLS 1.3: to refuse a second HelloRetryRequest (RFC 8446 section 4.1.4).
    package static let refusingSecondRetry = MissingRules(rawValue: 1024)
    /// Of a client of TLS 1.3: to refuse a Finished in place of Certificate (RFC 8446 section A.1).
    package static let awaitingCertificate = MissingRules(rawValue: 2048)
    /// Of a client of TLS 1.3: to verify the signature of CertificateVerify (RFC 8446 section 4.4.3).
    package static let verifyingCertificateVerify = MissingRules(rawValue: 4096)
    /// Of a server: to refuse a ChangeCipherSpec in place of ClientKeyExchange (RFC 5246 section 7.3).
    package static let awaitingClientKeyExchange = MissingRules(rawValue: 8192)
    /// Of a server: to refuse application data in place of Finished (RFC 5246 section 7.3).
    package static let awaitingFinished = MissingRules(rawValue: 16_384)
}

/// WRONG: parameters of which the signature was not verified (against RFC 5246 section 7.4.3). Whose they are is not known.
struct UncheckedParameters: Hashable, Sendable {
    /// Nil for a client that keeps the rule.
    init?(_ missing: MissingRules) {
        guard missing.contains(.verifyingServerKeyExchange) else { return nil }
    }
}

/// WRONG: a Finished of which verify_data was not compared, or that did not come (against RFC 5246 section 7.4.9). It proves nothing.
struct UncheckedFinished: Hashable, Sendable {
    /// Nil for an endpoint that keeps the rule.
    init?(_ missing: MissingRules, without rule: MissingRules = .comparingFinished) {
        guard missing.contains(rule) else { return nil }
    }
}
