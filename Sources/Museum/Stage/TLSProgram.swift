import Crypto
import PKI
import Simulator
import TLSSim
import Trace

/// Handles an input in place of ``TLSEnd/take(_:)``, for a TLS that breaks a rule outside its state machine.
package typealias TLSVariant = @Sendable (inout TLSEnd, Input) -> [Output]

/// A program that speaks TLS. It sends its messages when the handshake is complete, and answers what it receives.
package struct TLSProgram: TLSUser, Application {
    package var end: TLSEnd
    package let judge: ChainJudge
    private let variant: TLSVariant?
    private let says: [[UInt8]]
    private let answers: (@Sendable ([UInt8]) -> Reply)?
    private let talks: Talk?
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
    ///   - end: its TLS.
    ///   - judge: judges the peer's chain.
    ///   - says: the messages that it sends when the handshake is complete.
    ///   - variant: a TLS that breaks a rule; nil for the TLS without mistakes.
    ///   - answers: gives the reply to all octets received so far, at each arrival of application data; nil for a program
    ///     that does not answer.
    ///   - talks: replaces `answers` after the handshake, for a program whose replies depend on the connection's parameters.
    package init(
        _ end: TLSEnd, judge: ChainJudge, says: [[UInt8]] = [], variant: TLSVariant? = nil,
        answers: (@Sendable ([UInt8]) -> Reply)? = nil, talks: Talk? = nil
    ) {
        self.end = end
        self.judge = judge
        self.says = says
        self.variant = variant
        self.answers = answers
        self.talks = talks
    }

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

    package mutating func outputs(of input: Input) -> [Output] { variant?(&end, input) ?? end.take(input) }

    package mutating func react(to output: Output) -> [ApplicationAction] {
        switch output {
        case .plaintext, .earlyPlaintext: return reply()
        case .established: return says.map { take(.send($0)) } + (talks == nil ? [] : reply())
        case .peerClosed: return [take(.close)] + close()
        case .failed: return close()
        default: return []
        }
    }

    private mutating func reply() -> [ApplicationAction] {
        switch end.parameters.flatMap({ talks?($0, end.heard) }) ?? answers?(end.heard) ?? .nothing {
        case .nothing: return []
        case .says(let messages): return messages.map { take(.send($0)) }
        case .ends(let messages): return messages.map { take(.send($0)) } + [take(.close)] + close()
        }
    }
}
