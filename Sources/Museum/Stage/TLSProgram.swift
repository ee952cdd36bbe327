import Crypto
import PKI
import Simulator
import TLSSim
import Trace

/// How a TLS deals with an input; for a TLS that breaks a rule outside its states.
package typealias TLSVariant = @Sendable (inout TLSEnd, Input) -> [Output]

/// A victim's program that speaks through TLS: it says lines when it may, and answers what it hears.
package struct TLSProgram: Application {
    /// Its TLS.
    package private(set) var end: TLSEnd
    private let side: Role
    private let judge: ChainJudge
    private let variant: TLSVariant?
    private let says: [[UInt8]]
    private let answers: (@Sendable ([UInt8]) -> Reply)?
    private let talks: Talk?
    /// What it has heard, whole.
    package private(set) var heard: [UInt8] = []
    /// Why its TLS has given up.
    package private(set) var failure: TLSError?
    /// The alert that it has sent with that.
    package private(set) var alert: AlertDescription?
    /// What the handshake has settled; nil before its end.
    package private(set) var parameters: SecurityParameters?
    /// The session that it could resume.
    package private(set) var session: ResumableSession?
    /// The first ticket of TLS 1.3 that it was given.
    package private(set) var ticket: TLS13.Ticket?
    /// What it has made of the other side's chain.
    package private(set) var verdict: Verdict?
    /// Whether the other side has said close_notify.
    package private(set) var peerHasClosed = false
    /// Compressions of the MAC's hash that what it was told last has cost it.
    package private(set) var work = 0
    private var hasClosed = false

    /// What a program says that looks at its channel: asked when the handshake is complete, and whenever it hears something.
    package typealias Talk = @Sendable (SecurityParameters, [UInt8]) -> Reply

    /// What a program says to what it has heard.
    package enum Reply: Sendable {
        /// Nothing: the message is not whole, or needs no answer.
        case nothing
        /// These messages, a record each at least.
        case says([[UInt8]])
        /// The same, and then goodbye.
        case ends([[UInt8]])
    }

    /// A program that has done nothing yet.
    ///
    /// - Parameters:
    ///   - judge: how it decides about the other side's chain.
    ///   - says: what it says when the handshake is complete.
    ///   - answers: what it says to all that it has heard so far, asked whenever it hears something.
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

    /// The side that it is.
    package var role: Role? { side }
    /// The state of its TLS.
    package var state: String? { end.tls.state }

    /// Speaks TLS over the connection.
    package mutating func handle(_ event: ApplicationEvent) -> [Deed] {
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

    private mutating func close() -> [Deed] {
        guard !hasClosed else { return [] }
        hasClosed = true
        return [.close]
    }

    private mutating func take(_ input: Input) -> Deed {
        carryOut(variant?(&end, input) ?? end.take(input))
    }

    private mutating func carryOut(_ outputs: [Output]) -> Deed {
        var thereupon: [Deed] = []
        for output in outputs {
            switch output {
            case .plaintext(let octets), .earlyPlaintext(let octets):
                heard += octets
                thereupon += reply()
            case .judge(let chain):
                let verdict = judge.verdict(on: chain)
                self.verdict = verdict
                thereupon.append(take(.verdict(verdict)))
            case .established(let parameters):
                self.parameters = parameters
                thereupon += says.map { take(.send($0)) }
                if talks != nil { thereupon += reply() }
            case .resumable(let session): self.session = session
            case .ticket(let new): ticket = ticket ?? new
            case .peerClosed:
                peerHasClosed = true
                thereupon += [take(.close)] + close()
            case .failed(let error, let alert):
                failure = error
                self.alert = alert
                thereupon += close()
            default: break
            }
        }
        return .outputs(outputs, thereupon: thereupon)
    }

    private mutating func reply() -> [Deed] {
        switch parameters.flatMap({ talks?($0, heard) }) ?? answers?(heard) ?? .nothing {
        case .nothing: return []
        case .says(let messages): return messages.map { take(.send($0)) }
        case .ends(let messages): return messages.map { take(.send($0)) } + [take(.close)] + close()
        }
    }
}
