/// The rules of the handshake that an endpoint of TLS 1.2 does not keep. The museum and the tests show by them what each rule is worth.
/// Every other endpoint keeps all rules, and the set is empty.
package struct MissingRules: OptionSet, Hashable, Sendable {
    /// A bit for each rule.
    package let rawValue: UInt8

    /// The rules of these bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

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
    /// Of a server: to refuse a ChangeCipherSpec in place of ClientKeyExchange (RFC 5246 section 7.3).
    package static let awaitingClientKeyExchange = MissingRules(rawValue: 32)
    /// Of a server: to refuse application data in place of Finished (RFC 5246 section 7.3).
    package static let awaitingFinished = MissingRules(rawValue: 64)
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
