import PKI
import TLSSim
import Trace

/// An end of HTTPS: a TLS endpoint, and the application that sends requests or answers through it.
package struct HTTPSEnd: Application {
    /// Whether it is the client or the server.
    private let side: Role
    package private(set) var end: TLSEnd
    /// Evaluates the certificate chain of the other side.
    private let judge: ChainJudge
    private let exchange: Exchange
    /// The octets that TLS has delivered and that are not answered yet.
    package private(set) var plaintext: [UInt8] = []
    /// All octets that TLS has delivered: as early data, and as data under the keys of the handshake.
    package private(set) var read: (early: [UInt8], data: [UInt8]) = ([], [])
    /// The TLS 1.2 session that a later connection can resume; nil if there is none.
    private(set) var session: ResumableSession?
    /// The first ticket of TLS 1.3 that it has received; nil if none.
    package private(set) var ticket: TLS13.Ticket?
    /// Its verdict on the chain of the other side; nil before one was received.
    package private(set) var verdict: Verdict?
    /// The version of the completed handshake; nil before its end.
    package private(set) var version: ProtocolVersion?
    /// The error with which its TLS has failed; nil if it has not.
    package private(set) var failure: TLSError?
    /// Whether the server has accepted the client's early data.
    package private(set) var earlyData = EarlyDataOutcome.none
    private var hasAnswered = false
    private var hasClosed = false

    /// An end before its connection is open.
    package init(_ side: Role, tls: TLSEnd, judge: ChainJudge, exchange: Exchange) {
        self.side = side
        end = tls
        self.judge = judge
        self.exchange = exchange
    }

    /// Whether it is the client or the server.
    package var role: Role? { side }
    package var state: String? { end.tls.state }

    /// Runs TLS over the connection, and HTTP over TLS.
    package mutating func handle(_ event: ApplicationEvent) -> [ApplicationAction] {
        switch event {
        case .connected:
            // The client's application has handed over its early request before the handshake begins.
            let isEarly = side == .client && exchange.isEarly
            return (isEarly ? [.supply(Knowledge.earlyData, exchange.request)] : []) + [step(.start)]
        case .read(let octets): return [step(.bytes(octets))]
        case .ended:
            let end = step(.transportEnded)
            guard side == .server || exchange.closesFirst == .server, !hasClosed else { return [end] }
            return [end, .later(.close, after: Visit.closingDelay)]
        case .prompted(.answer(let octets)): return say([octets])
        case .prompted(.close): return sayGoodbye()
        case .started, .prompted, .saw: return []
        }
    }

    /// Gives TLS an input, and returns what follows.
    private mutating func step(_ input: Input) -> ApplicationAction { carryOut(end.take(input)) }

    /// The action that carries out the outputs of TLS, with the actions of the application that follow.
    private mutating func carryOut(_ outputs: [Output]) -> ApplicationAction {
        var then: [ApplicationAction] = []
        var opened: ProtocolVersion?
        var hasFailed = false
        var chain: [[UInt8]]?
        for output in outputs {
            switch output {
            case .plaintext(let octets):
                plaintext += octets
                read.data += octets
            case .earlyPlaintext(let octets):
                plaintext += octets
                read.early += octets
            case .earlyData(let outcome): earlyData = outcome
            case .judge(let certificates): chain = certificates
            case .established(let parameters): opened = parameters.version
            case .resumable(let session): self.session = session
            case .forget: session = nil
            case .ticket(let new): ticket = ticket ?? new
            case .failed(let error, _):
                failure = error
                hasFailed = true
            default: break
            }
        }
        version = opened ?? version
        if let chain {
            let verdict = judge.verdict(on: chain)
            self.verdict = verdict
            then.append(step(.verdict(verdict)))
        }
        if opened != nil, side == .client {
            let isAccepted = earlyData == .accepted
            then.append(
                .begin(exchange.isEarly ? .tls13(.answer(accepted: isAccepted)) : .conversation))
            if exchange.updatesKeys { then.append(carryOut(end.tls.updateKeys(request: true))) }
            if !isAccepted { then += say([exchange.request]) }
        }
        if hasFailed { then += hangUp() }
        return .outputs(outputs, then: then + converse())
    }

    /// Closes the connection after a fatal alert, as both sides must (RFC 5246 section 7.2.2).
    private mutating func hangUp() -> [ApplicationAction] {
        guard !hasClosed else { return [] }
        hasClosed = true
        return [.close]
    }

    /// What the application does after new data: the server answers a complete request, and the side that closes first closes after a
    /// complete answer.
    private mutating func converse() -> [ApplicationAction] {
        switch side {
        case .server where HTTPExchange.isComplete(plaintext):
            let octets = plaintext
            plaintext = []
            guard let response = exchange.response else { return [.wait(for: octets)] }
            let answer = say(response)
            hasAnswered = true
            return answer + sayGoodbyeAfterAnswer()
        case .server where hasAnswered: return sayGoodbyeAfterAnswer()
        case .client where exchange.closesFirst == .client && !hasClosed && HTTPExchange.isComplete(plaintext):
            return [.begin(.goodbye)] + sayGoodbye()
        default: return []
        }
    }

    /// Closes, if the server is the side that closes first: after its answer, and not before the handshake is complete.
    private mutating func sayGoodbyeAfterAnswer() -> [ApplicationAction] {
        guard exchange.closesFirst == .server, version != nil, !hasClosed else { return [] }
        return [.begin(exchange.isCut ? .cutOff : .goodbyeOfServer)] + sayGoodbye()
    }

    /// Sends data of the application. Each part becomes records of its own.
    private mutating func say(_ parts: [[UInt8]]) -> [ApplicationAction] {
        var actions = [ApplicationAction.supply(Knowledge.applicationData, parts.flatMap { $0 })]
        for (index, part) in parts.enumerated() {
            if exchange.isCut, side == .server, index == 1 { actions.append(.cue) }
            actions.append(step(.send(part)))
        }
        return actions
    }

    /// Sends close_notify, so that the end of the data is authenticated, and then calls TCP's CLOSE. Does nothing the second time.
    private mutating func sayGoodbye() -> [ApplicationAction] {
        guard !hasClosed else { return [] }
        hasClosed = true
        return [step(.close), .close]
    }
}
