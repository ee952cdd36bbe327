import Crypto
import PKI

/// The client's states. The enum is indirect, so that a state is passed as a reference and the configuration is not copied.
indirect enum ClientState: RoleState {
    case start(ClientStart)
    case expectServerHello(ExpectServerHello)
    case expectCertificate(ExpectCertificate)
    case judging(JudgingChain)
    case expectCertificateStatus(ExpectCertificateStatus)
    case expectServerKeyExchange(ExpectServerKeyExchange)
    case expectServerHelloDone(ExpectServerHelloDone)
    case expectNewSessionTicket(ExpectNewSessionTicket)
    case expectChangeCipherSpec(ClientExpectChangeCipherSpec)
    case expectFinished(ClientExpectFinished)
    case traffic(Traffic)

    var name: String {
        switch self {
        case .start: "Start"
        case .expectServerHello: "ExpectServerHello"
        case .expectCertificate: "ExpectCertificate"
        case .judging: "JudgingChain"
        case .expectCertificateStatus: "ExpectCertificateStatus"
        case .expectServerKeyExchange: "ExpectServerKeyExchange"
        case .expectServerHelloDone: "ExpectServerHelloDone"
        case .expectNewSessionTicket: "ExpectNewSessionTicket"
        case .expectChangeCipherSpec: "ExpectChangeCipherSpec"
        case .expectFinished: "ExpectFinished"
        case .traffic: "Traffic"
        }
    }

    var isFinishing: Bool { if case .expectFinished = self { true } else { false } }

    var phase: EndpointPhase {
        switch self {
        case .start: .idle
        case .judging: .judging
        case .traffic: .traffic
        case .expectServerHello, .expectCertificate, .expectCertificateStatus, .expectServerKeyExchange,
            .expectServerHelloDone, .expectNewSessionTicket, .expectChangeCipherSpec, .expectFinished:
            .handshake
        }
    }

    func started<R: RandomSource>(_ session: inout Session, using random: inout R) throws(TLSError) -> ClientState {
        guard case .start(let state) = self else { return self }
        return try state.start(&session, using: &random)
    }

    func receive<R: RandomSource>(
        _ message: HandshakeMessage, _ session: inout Session, using random: inout R
    ) throws(TLSError) -> ClientState {
        // RFC 5246 section 7.4.1.1: a HelloRequest during the handshake is ignored, and no transcript contains it. After the handshake it is
        // refused with a warning.
        if message.type == .helloRequest {
            _ = try session.read(message, HelloRequest.read)
            if case .traffic = self {
                try session.send(Alert(.warning, .noRenegotiation))
                session.emit(.renegotiationRequested)
            }
            return self
        }
        switch (self, message.type) {
        case (.expectServerHello(let state), .serverHello): return try state.receive(message, &session)
        case (.expectCertificate(let state), .certificate): return try state.receive(message, &session)
        case (.expectCertificateStatus(let state), .certificateStatus): return try state.receive(message, &session)
        case (.expectCertificateStatus(let state), _):
            return try state.next.receive(message, &session, using: &random)
        case (.expectServerKeyExchange(let state), .serverKeyExchange): return try state.receive(message, &session)
        case (.expectServerHelloDone(let state), .certificateRequest):
            return try state.receive(request: message, &session)
        case (.expectServerHelloDone(let state), .serverHelloDone):
            return try state.receive(message, &session, using: &random)
        case (.expectNewSessionTicket(let state), .newSessionTicket): return try state.receive(message, &session)
        case (.expectFinished(let state), .finished): return try state.receive(message, &session)
        case (.expectChangeCipherSpec(let state), .finished) where session.earlySchedule != nil:
            return try state.next.receive(message, &session)
        case (_, .finished): return try skipped(to: message, &session)
        default: throw .unexpected(message: message.name, awaiting: name)
        }
    }

    func changeCipherSpec(_ session: inout Session) throws(TLSError) -> ClientState? {
        guard case .expectChangeCipherSpec(let state) = self else {
            if session.changesEarly(negotiated) { return self }
            throw .unexpected(message: "ChangeCipherSpec", awaiting: name)
        }
        session.receiveChangeCipherSpec(state.agreement.schedule)
        return .expectFinished(state.next)
    }

    func judged(_ verdict: Verdict, _ session: inout Session) throws(TLSError) -> ClientState {
        guard case .judging(let state) = self else { return self }
        return try state.judged(verdict, &session)
    }
}
