import Crypto
import PKI

/// The server's states.
indirect enum ServerState: RoleState {
    case expectClientHello(ExpectClientHello)
    case expectClientCertificate(ExpectClientCertificate)
    case judging(JudgingClientChain)
    case expectClientKeyExchange(ExpectClientKeyExchange)
    case expectCertificateVerify(ExpectCertificateVerify)
    case expectChangeCipherSpec(ServerExpectChangeCipherSpec)
    case expectFinished(ServerExpectFinished)
    case traffic(Traffic)

    var name: String {
        switch self {
        case .expectClientHello: "ExpectClientHello"
        case .expectClientCertificate: "ExpectCertificate"
        case .judging: "JudgingChain"
        case .expectClientKeyExchange: "ExpectClientKeyExchange"
        case .expectCertificateVerify: "ExpectCertificateVerify"
        case .expectChangeCipherSpec: "ExpectChangeCipherSpec"
        case .expectFinished: "ExpectFinished"
        case .traffic: "Traffic"
        }
    }

    var isFinishing: Bool { if case .expectFinished = self { true } else { false } }

    var phase: EndpointPhase {
        switch self {
        case .judging: .judging
        case .traffic: .traffic
        case .expectClientHello, .expectClientCertificate, .expectClientKeyExchange, .expectCertificateVerify,
            .expectChangeCipherSpec, .expectFinished:
            .handshake
        }
    }

    func receive<R: RandomSource>(
        _ message: HandshakeMessage, _ session: inout Session, using random: inout R
    ) throws(TLSError) -> ServerState {
        switch (self, message.type) {
        case (.expectClientHello(let state), .clientHello): return try state.receive(message, &session, using: &random)
        case (.expectClientCertificate(let state), .certificate): return try state.receive(message, &session)
        case (.expectClientKeyExchange(let state), .clientKeyExchange):
            return try state.receive(message, &session, using: &random)
        case (.expectCertificateVerify(let state), .certificateVerify): return try state.receive(message, &session)
        case (.expectFinished(let state), .finished): return try state.receive(message, &session, using: &random)
        case (.expectChangeCipherSpec(let state), .finished) where session.earlySchedule != nil:
            return try state.next.receive(message, &session, using: &random)
        case (.traffic, .clientHello):
            // RFC 5246 section 7.2.2: a renegotiation is refused with a warning, and the connection continues.
            try session.send(Alert(.warning, .noRenegotiation))
            return self
        default: throw .unexpected(message: message.name, awaiting: name)
        }
    }

    func changeCipherSpec(_ session: inout Session) throws(TLSError) -> ServerState? {
        guard case .expectChangeCipherSpec(let state) = skippingProof(session.missingRules) else {
            if session.changesEarly(negotiated) { return self }
            if let next = skippedKeyExchange(&session) { return next }
            throw .unexpected(message: "ChangeCipherSpec", awaiting: name)
        }
        session.receiveChangeCipherSpec(state.agreement.schedule)
        return .expectFinished(state.next)
    }

    func receive(data: [UInt8], _ session: inout Session) throws(TLSError) -> ServerState {
        try (skippedFinished(&session) ?? self).deliver(data, &session)
    }

    func judged(_ verdict: Verdict, _ session: inout Session) throws(TLSError) -> ServerState {
        guard case .judging(let state) = self else { return self }
        return try state.judged(verdict, &session)
    }
}
