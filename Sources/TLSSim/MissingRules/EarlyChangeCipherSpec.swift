/// A flaw for the museum: a ChangeCipherSpec is accepted before there is a master secret (CVE-2014-0224).
extension Session {
    /// WRONG: keys from an empty master secret come into force, and stay (against RFC 5246 section 7.1).
    ///
    /// - Parameter negotiated: what the hellos have settled; nil before that, and after the key exchange.
    /// - Returns: whether the keys have come into force. False for an endpoint that keeps the rule.
    mutating func changesEarly(_ negotiated: Negotiated?) -> Bool {
        guard missingRules.contains(.refusingEarlyChangeCipherSpec), earlySchedule == nil, let negotiated else {
            return false
        }
        let schedule = negotiated.schedule(resuming: [])
        earlySchedule = schedule
        receiveChangeCipherSpec(schedule)
        return true
    }
}

extension ClientState {
    /// What the hellos have settled; nil before the ServerHello and after the key exchange.
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
    /// What the hellos have settled; nil before the ServerHello and after the key exchange.
    var negotiated: Negotiated? {
        if case .expectClientKeyExchange(let state) = self { state.negotiated } else { nil }
    }
}
