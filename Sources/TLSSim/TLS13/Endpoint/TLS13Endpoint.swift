import Crypto
import PKI
import Trace

extension TLS13 {
    /// One end of a connection of TLS 1.3: a value that takes what happens and says what to do (RFC 8446 section 4).
    ///
    /// It takes the inputs and gives the outputs of ``TLSEndpoint``, so that the same drivers serve both. A state is a type that owns what is
    /// known by then; its handler returns the next one.
    public struct Endpoint: Hashable, Sendable {
        /// Which end it is.
        public let role: Role

        private var current: State
        private var session: Session
        private var waitingData: [UInt8] = []
        private var idleCount = 0
        private var peerHasClosed = false

        /// Records and messages in a row that lead nowhere and are put up with: empty records, ChangeCipherSpecs, KeyUpdates. No RFC has a
        /// limit; OpenSSL takes 32.
        public static let idleLimit = 32

        /// A client that has not started.
        public init(_ configuration: ClientConfiguration) {
            self.init(.client, .client(.start(ClientStart(configuration: configuration))), configuration.common)
        }

        /// A server that waits for a ClientHello.
        public init(_ configuration: ServerConfiguration) {
            self.init(
                .server, .server(.expectClientHello(ExpectClientHello(configuration: configuration))),
                configuration.common)
            guard session.tracing else { return }
            session.story.externalName = configuration.externalPSK?.identity
            session.story.ticketName = configuration.ticketKey?.name
        }

        /// An end in a state of the caller's choice, with what has happened so far: tests begin in the middle of a recorded handshake.
        init(_ role: Role, _ state: State, _ common: CommonConfiguration, going session: Session? = nil) {
            self.role = role
            current = state
            self.session = session ?? Session(role, tracing: common.tracing)
            self.session.paddingMultiple = max(1, common.paddingMultiple)
            self.session.alertLevel = common.alertLevel
            self.session.now = common.now
        }

        /// The name of the state, which says what is awaited: "ExpectServerHello".
        public var state: String { current.name }

        /// Whether it has ended, well or not: whatever happens, it has nothing more to say.
        public var isOver: Bool { current.phase == .ended }

        /// What a server has agreed on with a client whose early data it may answer now, before the client's Finished (section 2.3); nil
        /// otherwise. Who the other side is has not been proved again by then: the early data may be a copy (section 8).
        public var earlyParameters: SecurityParameters? {
            guard case .server(let state) = current else { return nil }
            return state.earlyParameters
        }

        /// A client's first hello and how many octets have gone with it; nil where none is out or an answer has come. With early data there
        /// is no way back to TLS 1.2 (section D.3).
        var helloWithoutAnswer: (hello: ClientHello, sent: Int)? {
            guard case .client(.expectServerHello(let state)) = current, state.retry == nil, state.early == .none else {
                return nil
            }
            return (state.hello, session.sent)
        }

        /// Tells the time, in milliseconds since 1970. An endpoint that is not told stays at the time of its configuration.
        public mutating func set(time: Int64) { session.now = time }

        /// Takes one input and returns what is to be done, in order. Never traps, whatever arrives.
        public mutating func handle<R: RandomSource>(_ input: Input, using random: inout R) -> [Output] {
            guard current.phase != .ended else { return [] }
            do {
                try take(input, using: &random)
            } catch {
                fail(error)
            }
            return session.drain()
        }

        /// Takes one input as ``handle(_:using:)`` does. A server looks up in `replays` whether early data is a copy, and enters there what it
        /// accepts. Without a register it accepts none.
        public mutating func handle<R: RandomSource>(
            _ input: Input, replays: inout ReplayRegister, using random: inout R
        ) -> [Output] {
            var register: ReplayRegister? = replays
            // It changes hands, so that there is never a second one to be copied.
            replays = ReplayRegister(.none, start: 0)
            swap(&session.replays, &register)
            let outputs = handle(input, using: &random)
            swap(&session.replays, &register)
            if let register { replays = register }
            return outputs
        }

        /// The keys that it writes with; nil where it writes in clear. Tests make records with them that a machine does not make.
        var writing: TrafficProtection? { session.outgoing }

        /// Changes the keys of what this side writes, and asks the peer to do the same if `request` (section 4.6.3). Nothing happens
        /// before this side's Finished: a server that answers early data is behind its own.
        public mutating func updateKeys(request: Bool) -> [Output] {
            guard current.mayWrite, !session.hasClosed else { return [] }
            do {
                try session.sendAfterwards(KeyUpdate(isRequested: request))
                session.updateWriting()
            } catch { fail(error) }
            return session.drain()
        }

        /// Asks the client for a certificate after the handshake (section 4.6.2). Nothing happens where the client has not offered that, or
        /// before the handshake is complete.
        public mutating func requestCertificate<R: RandomSource>(using random: inout R) -> [Output] {
            guard case .server(.traffic(var traffic)) = current, var late = traffic.lateServer else { return [] }
            do {
                try late.ask(&session, using: &random)
                traffic.lateServer = late
                current = .server(.traffic(traffic))
            } catch { fail(error) }
            return session.drain()
        }

        private mutating func take<R: RandomSource>(_ input: Input, using random: inout R) throws(TLSError) {
            switch input {
            case .start:
                guard current.phase == .idle else { return }
                enter(try current.start(&session, using: &random))
            case .bytes(let octets):
                session.append(octets)
                try pump(using: &random)
            case .verdict(let verdict):
                guard current.phase == .judging else { return }
                enter(try current.judged(verdict, &session, using: &random))
                try sendWaiting()
                try pump(using: &random)
            case .send(let data):
                guard current.mayWrite else { return waitingData.append(contentsOf: data) }
                try session.send(data: data)
            case .close:
                try session.send(Alert(.warning, .closeNotify))
                if peerHasClosed || !current.mayWrite { enter(.ended("Closed")) }
            case .transportEnded:
                if let missing = session.missing { throw .truncatedRecord(missing: missing) }
                guard session.joiner.isEmpty else { throw .truncatedMessage }
                guard !peerHasClosed else { return }
                guard current.phase == .traffic else { throw .closedDuringHandshake }
                throw .truncated
            }
        }

        /// Works through everything that has arrived, until it is used up or a chain has to be judged first.
        private mutating func pump<R: RandomSource>(using random: inout R) throws(TLSError) {
            while current.phase != .judging, current.phase != .ended, !peerHasClosed {
                if let message = try session.joiner.next() {
                    try receive(message, using: &random)
                } else if let content = try session.next() {
                    try receive(content)
                } else {
                    return
                }
            }
        }

        private mutating func receive<R: RandomSource>(
            _ message: HandshakeMessage, using random: inout R
        ) throws(TLSError) {
            guard session.joiner.isEmpty || message.type?.endsItsRecord != true else {
                throw .tls13(.octetsBehind(message.nameInTLS13))
            }
            if message.type == .keyUpdate { try idle(.keyUpdates) }
            if message.type == .newSessionTicket { try idle(.tickets) }
            if message.type == .certificateRequest { try idle(.certificateRequests) }
            enter(try current.receive(message, &session, using: &random))
            try sendWaiting()
        }

        /// Data that the application has handed over too early goes out as soon as it may.
        private mutating func sendWaiting() throws(TLSError) {
            guard current.mayWrite, !waitingData.isEmpty else { return }
            let data = waitingData
            waitingData = []
            try session.send(data: data)
        }

        private mutating func receive(_ content: IncomingRecords.Content) throws(TLSError) {
            // Section 5.1: nothing comes between the parts of a message, not even what is dropped.
            guard content.type == .handshake || session.joiner.isEmpty else { throw .splitOverKeyChange }
            switch content.type {
            case .handshake: session.joiner.append(content.octets)
            case .changeCipherSpec:
                // Section 5: dropped between the first ClientHello and the peer's Finished.
                guard current.toleratesChangeCipherSpec else { throw .tls13(.changeCipherSpecOutOfPlace) }
                try idle(.changeCipherSpecs)
            case .alert: try receive(alert: content.octets)
            case .applicationData:
                if let next = try current.taking(early: content.octets, &session) {
                    if content.octets.isEmpty { try idle(.emptyRecords) } else { idleCount = 0 }
                    return enter(next)
                }
                guard current.takesData else {
                    throw .unexpected(message: "application data", awaiting: current.name)
                }
                guard !content.octets.isEmpty else { return try idle(.emptyRecords) }
                idleCount = 0
                session.tell(data: content.octets)
                session.emit(.plaintext(content.octets))
            }
        }

        /// Section 6: the level means nothing. close_notify and user_canceled are no errors, every other alert is.
        private mutating func receive(alert octets: [UInt8]) throws(TLSError) {
            switch try AlertOctets.name(in: octets) {
            case .closeNotify:
                guard current.phase == .traffic else { throw .closedDuringHandshake }
                peerHasClosed = true
                session.story.peerHasClosed = true
                session.emit(.peerClosed)
                if session.hasClosed { enter(.ended("Closed")) }
            case .userCanceled: try idle(.warnings)
            case let name: throw .peerAlert(name)
            }
        }

        private mutating func idle(_ what: TLSError.Idling) throws(TLSError) {
            idleCount += 1
            guard idleCount <= Self.idleLimit else { throw .flood(what, limit: Self.idleLimit) }
        }

        private mutating func enter(_ next: State) {
            let before = current.name
            current = next
            let after = current.name
            if after != before { session.trace(.entered(after, from: before)) }
        }

        private mutating func fail(_ error: TLSError) {
            let alert = session.hasClosed ? nil : error.alert
            session.story.error = error
            if let alert {
                // If even the alert cannot be written there is nothing left to tell the peer.
                try? session.send(Alert(session.alertLevel, alert))
            }
            session.flush()
            session.emit(.failed(error, alert: alert))
            enter(.ended("Failed"))
        }
    }

    /// What both ends are told before they start.
    public struct CommonConfiguration: Hashable, Sendable {
        /// The inner plaintext of every protected record is filled up to a multiple of so many octets; 1 for no padding.
        public var paddingMultiple: Int
        /// The longest inner plaintext that this side takes, in octets, type and padding included: 64 to 16,385 (RFC 8449 section 4). Nil says
        /// nothing about it: a client does not offer the extension, a server does not answer it.
        public var recordSizeLimit: UInt16?
        /// The time in milliseconds since 1970.
        public var now: Int64
        /// Whose arithmetic does the work on elliptic curves.
        public var arithmetic: CurveArithmetic
        /// Whether to trace.
        public var tracing: Bool
        /// The level of the alerts that tell of an error. Section 6.2 wants fatal; the other one is for runs that show that the reader does
        /// not look at it.
        package var alertLevel = AlertLevel.fatal

        /// A configuration of these parts.
        public init(
            paddingMultiple: Int = 1, recordSizeLimit: UInt16? = nil, now: Int64 = 0,
            arithmetic: CurveArithmetic = .lesson, tracing: Bool = true
        ) {
            self.paddingMultiple = paddingMultiple
            self.recordSizeLimit = recordSizeLimit.map {
                min(max($0, RecordSizeLimitExtension.allowed.lowerBound), RecordSizeLimitExtension.allowed.upperBound)
            }
            self.now = now
            self.arithmetic = arithmetic
            self.tracing = tracing
        }
    }
}

extension AlertOctets {
    /// What an alert says, whose level TLS 1.3 does not look at (RFC 8446 section 6).
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
