import PKI
import TLSSim
import Trace

/// An end of HTTPS: a TLS endpoint, and the application that sends requests or answers through it.
package struct HTTPSEnd: TLSUser, Application {
    package var end: TLSEnd
    package let judge: ChainJudge
    private let exchange: Exchange
    /// The octets that TLS has delivered and that are not answered yet.
    package private(set) var plaintext: [UInt8] = []
    private var hasAnswered = false
    private var hasClosed = false

    /// An end before its connection is open.
    package init(tls: TLSEnd, judge: ChainJudge, exchange: Exchange) {
        end = tls
        self.judge = judge
        self.exchange = exchange
    }

    private var side: Role { end.tls.role }

    /// Runs TLS over the connection, and HTTP over TLS.
    package mutating func handle(_ event: ApplicationEvent) -> [ApplicationAction] {
        switch event {
        case .connected:
            // The client's application has handed over its early request before the handshake begins.
            let isEarly = side == .client && exchange.isEarly
            return (isEarly ? [.supply(Knowledge.earlyData, exchange.request)] : []) + [take(.start)]
        case .read(let octets): return [take(.bytes(octets))]
        case .ended:
            let end = take(.transportEnded)
            guard side == .server || exchange.closesFirst == .server, !hasClosed else { return [end] }
            return [end, .later(.close, after: Visit.closingDelay)]
        case .prompted(.answer(let octets)): return say([octets])
        case .prompted(.close): return sayGoodbye()
        case .started, .prompted, .saw: return []
        }
    }

    package mutating func react(to output: Output) -> [ApplicationAction] {
        switch output {
        case .plaintext(let octets), .earlyPlaintext(let octets):
            plaintext += octets
            return []
        case .established where side == .client:
            let isAccepted = end.earlyData == .accepted
            return [.begin(exchange.isEarly ? .tls13(.answer(accepted: isAccepted)) : .conversation)]
                + (exchange.updatesKeys ? [carryOut(end.tls.updateKeys(request: true))] : [])
                + (isAccepted ? [] : say([exchange.request]))
        case .failed: return hangUp()
        default: return []
        }
    }

    /// Closes the connection after a fatal alert, as both sides must (RFC 5246 section 7.2.2).
    private mutating func hangUp() -> [ApplicationAction] {
        guard !hasClosed else { return [] }
        hasClosed = true
        return [.close]
    }

    /// What the application does after new data: the server answers a complete request, and the side that closes first closes after a
    /// complete answer.
    package mutating func settle() -> [ApplicationAction] {
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
        guard exchange.closesFirst == .server, end.version != nil, !hasClosed else { return [] }
        return [.begin(exchange.isCut ? .cutOff : .goodbyeOfServer)] + sayGoodbye()
    }

    /// Sends data of the application. Each part becomes records of its own.
    private mutating func say(_ parts: [[UInt8]]) -> [ApplicationAction] {
        var actions = [ApplicationAction.supply(Knowledge.applicationData, parts.flatMap { $0 })]
        for (index, part) in parts.enumerated() {
            if exchange.isCut, side == .server, index == 1 { actions.append(.cue) }
            actions.append(take(.send(part)))
        }
        return actions
    }

    /// Sends close_notify, so that the end of the data is authenticated, and then calls TCP's CLOSE. Does nothing the second time.
    private mutating func sayGoodbye() -> [ApplicationAction] {
        guard !hasClosed else { return [] }
        hasClosed = true
        return [take(.close), .close]
    }
}
