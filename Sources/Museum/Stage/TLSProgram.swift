import Crypto
import PKI
import Simulator
import TLSSim
import Trace

/// Handles an input in place of ``TLSEnd/take(_:)``, for a TLS that breaks a rule outside its state machine.
package typealias TLSVariant = @Sendable (inout TLSEnd, Input) -> [Output]

/// A program that speaks TLS. It sends its messages when the handshake is complete, and answers what it receives.
package struct TLSProgram: Application {
    /// The program's TLS.
    package private(set) var end: TLSEnd
    private let side: Role
    private let judge: ChainJudge
    private let variant: TLSVariant?
    private let says: [[UInt8]]
    private let answers: (@Sendable ([UInt8]) -> Reply)?
    private let talks: Talk?
    /// All octets of application data that the program has received.
    package private(set) var heard: [UInt8] = []
    /// The error with which its TLS has failed; nil if it has not.
    package private(set) var failure: TLSError?
    /// The alert that its TLS has sent because of ``failure``; nil if it has sent none.
    package private(set) var alert: AlertDescription?
    /// The parameters that the handshake has agreed on; nil before the end of the handshake.
    package private(set) var parameters: SecurityParameters?
    /// The session that the program can resume; nil if there is none.
    package private(set) var session: ResumableSession?
    /// The first ticket of TLS 1.3 that the program has received; nil if it has received none.
    package private(set) var ticket: TLS13.Ticket?
    /// The verdict on the peer's chain; nil before the chain has arrived.
    package private(set) var verdict: Verdict?
    /// The number of compressions of the MAC's hash function that the last event has cost.
    package private(set) var work = 0
    private var hasClosed = false

    /// The reply of a program that depends on the parameters of its connection, from these and from all octets received so
    /// far. It is asked when the handshake is complete and at each arrival of application data.
    package typealias Talk = @Sendable (SecurityParameters, [UInt8]) -> Reply

    /// A program's reply to the octets that it has received.
    package enum Reply: Sendable {
        /// No reply: the message is not complete, or it needs no answer.
        case nothing
        /// These messages. Each begins a new record.
        case says([[UInt8]])
        /// These messages, and then close_notify and the close of the connection.
        case ends([[UInt8]])
    }

    /// A program that has not started yet.
    ///
    /// - Parameters:
    ///   - side: client or server.
    ///   - end: its TLS.
    ///   - judge: judges the peer's chain.
    ///   - says: the messages that it sends when the handshake is complete.
    ///   - variant: a TLS that breaks a rule; nil for the TLS without mistakes.
    ///   - answers: gives the reply to all octets received so far, at each arrival of application data; nil for a program
    ///     that does not answer.
    ///   - talks: replaces `answers` after the handshake, for a program whose replies depend on the connection's parameters.
    package init(
        _ side: Role, _ end: TLSEnd, judge: ChainJudge, says: [[UInt8]] = [], variant: TLSVariant? = nil,
        answers: (@Sendable ([UInt8]) -> Reply)? = nil, talks: Talk? = nil
    ) {
        self.side = side
        self.end = end
        self.judge = judge
        self.says = says
        self.variant = variant
        self.answers = answers
        self.talks = talks
    }

    /// Client or server.
    package var role: Role? { side }
    /// The state of the program's TLS.
    package var state: String? { end.tls.state }

    /// Gives the event to the program's TLS, and returns the actions that follow.
    package mutating func handle(_ event: ApplicationEvent) -> [ApplicationAction] {
        let before = end.tls.work
        defer { work = end.tls.work - before }
        switch event {
        case .connected: return [take(.start)]
        case .read(let octets): return [take(.bytes(octets))]
        case .ended: return [take(.transportEnded)] + close()
        case .prompted(.answer(let octets)): return [take(.send(octets))]
        case .prompted(.close): return [take(.close)] + close()
        case .started, .prompted, .saw: return []
        }
    }

    private mutating func close() -> [ApplicationAction] {
        guard !hasClosed else { return [] }
        hasClosed = true
        return [.close]
    }

    private mutating func take(_ input: Input) -> ApplicationAction {
        carryOut(variant?(&end, input) ?? end.take(input))
    }

    private mutating func carryOut(_ outputs: [Output]) -> ApplicationAction {
        var then: [ApplicationAction] = []
        for output in outputs {
            switch output {
            case .plaintext(let octets), .earlyPlaintext(let octets):
                heard += octets
                then += reply()
            case .judge(let chain):
                let verdict = judge.verdict(on: chain)
                self.verdict = verdict
                then.append(take(.verdict(verdict)))
            case .established(let parameters):
                self.parameters = parameters
                then += says.map { take(.send($0)) }
                if talks != nil { then += reply() }
            case .resumable(let session): self.session = session
            case .ticket(let new): ticket = ticket ?? new
            case .peerClosed: then += [take(.close)] + close()
            case .failed(let error, let alert):
                failure = error
                self.alert = alert
                then += close()
            default: break
            }
        }
        return .outputs(outputs, then: then)
    }

    private mutating func reply() -> [ApplicationAction] {
        switch parameters.flatMap({ talks?($0, heard) }) ?? answers?(heard) ?? .nothing {
        case .nothing: return []
        case .says(let messages): return messages.map { take(.send($0)) }
        case .ends(let messages): return messages.map { take(.send($0)) } + [take(.close)] + close()
        }
    }
}
