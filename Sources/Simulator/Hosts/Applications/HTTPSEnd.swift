import PKI
import TLSSim
import Trace

/// An end of HTTPS: a TLS, and the application that asks or answers through it.
package struct HTTPSEnd: Application {
    /// Which end it is.
    private let side: Role
    /// Its TLS.
    package private(set) var end: TLSEnd
    /// How it decides about the other side's chain.
    private let judge: ChainJudge
    private let exchange: Exchange
    /// What has come out of TLS and was not answered.
    package private(set) var plaintext: [UInt8] = []
    /// All that has come out of TLS, as early data and after the handshake.
    package private(set) var read: (early: [UInt8], data: [UInt8]) = ([], [])
    /// What is left of its TLS session for a later connection.
    private(set) var session: ResumableSession?
    /// The first ticket of TLS 1.3 that it was given.
    package private(set) var ticket: TLS13.Ticket?
    /// What it has made of the other side's chain.
    package private(set) var verdict: Verdict?
    /// The version of the completed handshake; nil before.
    package private(set) var version: ProtocolVersion?
    /// Why its TLS has given up.
    package private(set) var failure: TLSError?
    /// What has become of the client's early data.
    package private(set) var earlyData = EarlyDataOutcome.none
    private var hasAnswered = false
    private var hasClosed = false

    /// An end that has done nothing yet.
    package init(_ side: Role, _ end: TLSEnd, judge: ChainJudge, _ exchange: Exchange) {
        self.side = side
        self.end = end
        self.judge = judge
        self.exchange = exchange
    }

    /// The side that it is.
    package var role: Role? { side }
    /// The state of its TLS.
    package var state: String? { end.tls.state }

    /// Speaks TLS over the connection, and HTTP within.
    package mutating func handle(_ event: ApplicationEvent) -> [Deed] {
        switch event {
        case .connected:
            // The client's application has handed its request over before there is a connection of TLS.
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

    /// Gives TLS an input.
    private mutating func step(_ input: Input) -> Deed { carryOut(end.take(input)) }

    /// What TLS wants done, and what follows from it.
    private mutating func carryOut(_ outputs: [Output]) -> Deed {
        var thereupon: [Deed] = []
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
            thereupon.append(step(.verdict(verdict)))
        }
        if opened != nil, side == .client {
            let isAccepted = earlyData == .accepted
            thereupon.append(
                .begin(exchange.isEarly ? .tls13(.answer(accepted: isAccepted)) : .conversation))
            if exchange.updatesKeys { thereupon.append(carryOut(end.tls.updateKeys(request: true))) }
            if !isAccepted { thereupon += say([exchange.request]) }
        }
        if hasFailed { thereupon += hangUp() }
        return .outputs(outputs, thereupon: thereupon + converse())
    }

    /// RFC 5246 section 7.2.2: upon a fatal alert, both sides close the connection.
    private mutating func hangUp() -> [Deed] {
        guard !hasClosed else { return [] }
        hasClosed = true
        return [.close]
    }

    /// The server answers a complete request, and the side that closes first says goodbye after a complete answer.
    private mutating func converse() -> [Deed] {
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

    /// The server closes, where it closes first: behind its answer, and not before the handshake is complete.
    private mutating func sayGoodbyeAfterAnswer() -> [Deed] {
        guard exchange.closesFirst == .server, version != nil, !hasClosed else { return [] }
        return [.begin(exchange.isCut ? .cutOff : .goodbyeOfServer)] + sayGoodbye()
    }

    /// The application writes; each part becomes records of its own.
    private mutating func say(_ parts: [[UInt8]]) -> [Deed] {
        var deeds = [Deed.supply(Knowledge.applicationData, parts.flatMap { $0 })]
        for (index, part) in parts.enumerated() {
            if exchange.isCut, side == .server, index == 1 { deeds.append(.cue) }
            deeds.append(step(.send(part)))
        }
        return deeds
    }

    /// close_notify first, so that the end of the data is authenticated; then TCP's CLOSE.
    private mutating func sayGoodbye() -> [Deed] {
        guard !hasClosed else { return [] }
        hasClosed = true
        return [step(.close), .close]
    }
}
