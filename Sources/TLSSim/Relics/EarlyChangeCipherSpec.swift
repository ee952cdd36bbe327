/// A TLS that takes a ChangeCipherSpec before there is a master secret (CVE-2014-0224).
extension Session {
    /// WRONG: the keys of an empty master secret come into force, and stay (against RFC 5246 section 7.1).
    ///
    /// - Parameter negotiated: what the hellos have settled; nil where they have not, or where it is too late.
    /// - Returns: whether that has happened. Not where the rule is kept.
    mutating func changesEarly(_ negotiated: Negotiated?) -> Bool {
        guard !refusesEarlyChangeCipherSpec, earlySchedule == nil, let negotiated else { return false }
        let schedule = KeySchedule(
            resuming: [], clientRandom: negotiated.clientRandom, serverRandom: negotiated.serverRandom,
            suite: negotiated.suite, encryptThenMAC: negotiated.encryptThenMAC)
        earlySchedule = schedule
        receiveChangeCipherSpec(schedule)
        return true
    }
}

extension ClientState {
    /// What the hellos have settled, between them and the key exchange.
    var negotiated: Negotiated? {
        switch self {
        case .expectCertificate(let state): state.negotiated
        case .expectCertificateStatus(let state): state.negotiated
        case .expectServerKeyExchange(let state): state.negotiated
        case .expectServerHelloDone(let state): state.negotiated
        case .start, .expectServerHello, .judging, .expectNewSessionTicket, .expectChangeCipherSpec, .expectFinished,
            .traffic:
            nil
        }
    }
}

extension ServerState {
    /// What the hellos have settled, between them and the key exchange.
    var negotiated: Negotiated? {
        if case .expectClientKeyExchange(let state) = self { state.negotiated } else { nil }
    }
}
