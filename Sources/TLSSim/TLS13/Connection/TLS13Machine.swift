import Crypto
import PKI
import Trace

extension TLS13: SpokenVersion {
    static let readsBehindClose = false

    static func idling(at type: HandshakeType, in phase: EndpointPhase) -> TLSError.Idling? {
        switch type {
        case .keyUpdate: .keyUpdates
        case .newSessionTicket: .tickets
        case .certificateRequest: .certificateRequests
        default: nil
        }
    }
}

extension Machine where Version == TLS13 {
    /// A client that has not started.
    init(_ configuration: TLS13.ClientConfiguration) {
        let start = TLS13.ClientStart(configuration: configuration)
        self.init(.client, in: .client(.start(start)), with: configuration.common)
    }

    /// A server that waits for a ClientHello.
    init(_ configuration: TLS13.ServerConfiguration) {
        let start = TLS13.ExpectClientHello(configuration: configuration)
        self.init(.server, in: .server(.expectClientHello(start)), with: configuration.common)
        guard session.tracing else { return }
        session.story.externalName = configuration.externalPSK?.identity
        session.story.ticketName = configuration.ticketKey?.name
    }

    /// A machine in a given state, and with a given session: a test begins in the middle of a recorded handshake.
    init(
        _ role: Role, in state: EndpointState<TLS13>, with common: TLS13.CommonConfiguration,
        continuing session: TLS13.Session? = nil
    ) {
        var session = session ?? TLS13.Session(role, tracing: common.tracing)
        session.paddingMultiple = max(1, common.paddingMultiple)
        session.alertLevel = common.alertLevel
        session.now = common.now
        if !common.missingRules.isEmpty { session.missingRules = common.missingRules }
        self.init(in: state, with: session)
    }

    /// As ``TLSEndpoint/earlyParameters``.
    var earlyParameters: SecurityParameters? {
        if case .server(let state) = current { state.earlyParameters } else { nil }
    }

    /// A client's first hello, and the number of octets sent with it; nil before the hello and after an answer. Nil also with early data,
    /// which excludes a fallback to TLS 1.2 (section D.3).
    var helloWithoutAnswer: (hello: ClientHello, sent: Int)? {
        guard case .client(.expectServerHello(let state)) = current, state.retry == nil, state.early == .none else {
            return nil
        }
        return (state.hello, session.outbox.sent)
    }

    /// As ``TLSEndpoint/handle(_:replays:using:)``. Without a register a server accepts no early data.
    mutating func handle<R: RandomSource>(
        _ input: Input, replays: inout TLS13.ReplayRegister?, using random: inout R
    ) -> [Output] {
        swap(&session.replays, &replays)
        defer { swap(&session.replays, &replays) }
        return handle(input, using: &random)
    }

    /// The protection of the records that it writes; nil if it writes in clear. A test seals records with it that a machine never writes.
    var writing: TrafficProtection? { session.outgoing }

    /// As ``TLSEndpoint/updateKeys(request:)``. A server may update its keys while it answers early data: it has sent its Finished.
    mutating func updateKeys(request: Bool) -> [Output] {
        guard current.mayWrite, !session.hasClosed else { return [] }
        return proceed { machine throws(TLSError) in
            try machine.session.sendAfterwards(KeyUpdate(isRequested: request))
            machine.session.updateWriting()
        }
    }

    /// Asks the client for a certificate after the handshake (section 4.6.2). Does nothing if the client has not offered
    /// post_handshake_auth, or before the handshake is complete.
    mutating func requestCertificate<R: RandomSource>(using random: inout R) -> [Output] {
        guard case .server(.traffic(var traffic)) = current, var late = traffic.lateServer else { return [] }
        return proceed { machine throws(TLSError) in
            try late.ask(&machine.session, using: &random)
            traffic.lateServer = late
            machine.current = .server(.traffic(traffic))
        }
    }
}

extension TLS13 {
    /// The part of a configuration that both roles have.
    public struct CommonConfiguration: Hashable, Sendable {
        /// Every inner plaintext is padded to a multiple of this many octets; 1 for no padding.
        public var paddingMultiple: Int
        /// The longest inner plaintext that this side accepts, in octets, with type and padding: 64 to 16,385 (RFC 8449 section 4). Nil for
        /// no limit: a client does not offer the extension, a server does not answer it.
        public var recordSizeLimit: UInt16?
        /// The time in milliseconds since 1970.
        public var now: Int64
        /// The implementation of the arithmetic on elliptic curves.
        public var arithmetic: CurveArithmetic
        /// Whether the outputs include the trace.
        public var tracing: Bool
        /// The level of error alerts. Section 6.2 requires fatal. Warning is for runs that show that the reader ignores the level.
        package var alertLevel = AlertLevel.fatal
        /// The rules of the handshake that this side does not keep.
        package var missingRules: MissingRules = []

        /// A configuration of these parts.
        public init(
            paddingMultiple: Int = 1, now: Int64 = 0, arithmetic: CurveArithmetic = .lesson, tracing: Bool = true
        ) {
            self.paddingMultiple = paddingMultiple
            self.now = now
            self.arithmetic = arithmetic
            self.tracing = tracing
        }
    }
}

extension AlertOctets {
    /// The description in an alert, whose level TLS 1.3 ignores (RFC 8446 section 6).
    ///
    /// - Throws: ``TLSError/malformed(_:)`` for anything but two octets.
    static func name(in octets: [UInt8]) throws(TLSError) -> AlertDescription {
        var alert = AlertOctets()
        var reader = ByteReader(octets, recording: false)
        do {
            try alert.code(with: &reader)
            try reader.finish("tls.alert_message", cite: .rfc(8446, "6"))
        } catch {
            throw .malformed(error)
        }
        return alert.name
    }
}
