import Trace

/// TLS 1.2 (RFC 5246) for the ``Machine``.
enum TLS12: SpokenVersion {
    typealias Session = TLSSim.Session
    typealias ClientState = TLSSim.ClientState
    typealias ServerState = TLSSim.ServerState

    static let readsBehindClose = true

    /// Requests to renegotiate have no effect: a HelloRequest, and a ClientHello after the handshake.
    static func idling(at type: HandshakeType, in phase: EndpointPhase) -> TLSError.Idling? {
        type == .helloRequest || (type == .clientHello && phase == .traffic) ? .renegotiations : nil
    }
}

extension Machine where Version == TLS12 {
    /// A client that has not started.
    init(_ configuration: Client.Configuration) {
        self.init(in: .client(.start(ClientStart(configuration: configuration))), with: Session(configuration))
    }

    /// A client that has sent its hello already. The hello also offered TLS 1.3, and the server has chosen TLS 1.2.
    ///
    /// - Parameters:
    ///   - hello: the hello that was sent.
    ///   - sent: the length of what was sent, in octets, with the header of the record.
    init(_ configuration: Client.Configuration, after hello: ClientHello, sent: Int) {
        let offered = configuration.offerableSession
        var session = Session(configuration)
        session.goOn(after: hello, sent: sent, offering: offered, keepingMessages: configuration.identity != nil)
        let state = ExpectServerHello(
            configuration: configuration, hello: hello.forTLS12(configuration), offered: offered)
        self.init(in: .client(.expectServerHello(state)), with: session)
    }

    /// A server that waits for a ClientHello.
    init(_ configuration: Server.Configuration) {
        var session = Session(
            .server, tracing: configuration.tracing, recordLimit: configuration.recordLimit, now: configuration.now,
            without: configuration.missingRules, configuration.recordRules)
        session.story.requiresCertificate = configuration.clientAuthentication.isRequired
        self.init(in: .server(.expectClientHello(ExpectClientHello(configuration: configuration))), with: session)
    }
}

extension Session {
    fileprivate init(_ configuration: Client.Configuration) {
        self.init(
            .client, tracing: configuration.tracing, recordLimit: configuration.recordLimit, now: configuration.now,
            without: configuration.missingRules, configuration.recordRules)
        story.hasCertificate = configuration.identity != nil
    }
}
