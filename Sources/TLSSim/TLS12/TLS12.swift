import Trace

/// TLS 1.2 (RFC 5246), as the loop that all versions share needs it.
enum TLS12: SpokenVersion {
    typealias Session = TLSSim.Session
    typealias ClientState = TLSSim.ClientState
    typealias ServerState = TLSSim.ServerState

    static let readsBehindClose = true

    /// Wishes to begin again lead nowhere: neither HelloRequest nor, once there is traffic, ClientHello.
    static func idling(at type: HandshakeType, in phase: EndpointPhase) -> TLSError.Idling? {
        type == .helloRequest || (type == .clientHello && phase == .traffic) ? .renegotiations : nil
    }
}

extension Machine where Version == TLS12 {
    /// A client that has not started.
    init(_ configuration: Client.Configuration) {
        self.init(.client, .client(.start(ClientStart(configuration: configuration))), Session(configuration))
    }

    /// A client whose hello is out already: it offered TLS 1.3 as well, and the answer is of TLS 1.2.
    ///
    /// - Parameters:
    ///   - hello: what was sent.
    ///   - sent: how many octets it was, record header included.
    init(_ configuration: Client.Configuration, after hello: ClientHello, sent: Int) {
        let offered = configuration.offerableSession
        var session = Session(configuration)
        session.goOn(after: hello, sent: sent, offering: offered, keepingMessages: configuration.identity != nil)
        let state = ExpectServerHello(
            configuration: configuration, hello: hello.forTLS12(configuration), offered: offered)
        self.init(.client, .client(.expectServerHello(state)), session)
    }

    /// A server that waits for a ClientHello.
    init(_ configuration: Server.Configuration) {
        var session = Session(
            .server, tracing: configuration.tracing, recordLimit: configuration.recordLimit, now: configuration.now)
        session.comparesFinished = configuration.comparesFinished
        session.refusesEarlyChangeCipherSpec = configuration.refusesEarlyChangeCipherSpec
        session.records.rules = configuration.recordRules
        session.story.requiresCertificate = configuration.clientAuthentication.isRequired
        self.init(.server, .server(.expectClientHello(ExpectClientHello(configuration: configuration))), session)
    }
}

extension Session {
    fileprivate init(_ configuration: Client.Configuration) {
        self.init(
            .client, tracing: configuration.tracing, recordLimit: configuration.recordLimit, now: configuration.now)
        comparesFinished = configuration.comparesFinished
        refusesEarlyChangeCipherSpec = configuration.refusesEarlyChangeCipherSpec
        records.rules = configuration.recordRules
        story.hasCertificate = configuration.identity != nil
    }
}
