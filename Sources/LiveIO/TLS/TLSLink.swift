import Crypto
import PKI
import TLSSim
import Trace

/// One connection: a stream of octets, the TLS endpoint on top of it, and the application on top of that.
struct TLSLink<Application: TLSApplication> {
    let number: Int
    let stream: any OctetStream
    private var endpoint: TLSEndpoint
    private var application: Application
    private var random = SystemRandomSource()
    private let opened: Instant
    private let limits: TLSLimits

    private var unsent: [UInt8] = []
    /// The number of octets at the front of `unsent` that are sent already.
    private var sent = 0
    /// The number of octets received.
    private var received = 0
    /// When octets last came from the peer, or went to it, or the application was last told of silence.
    private var lastActivity: Instant
    /// When the peer last made a step; see ``LinkStanding/lastStep``.
    private var lastStep: Instant
    /// Whether the peer has made a step since the connection began.
    private var hasStepped = false
    /// How often something was read since the last step.
    private var readsSinceStep = 0
    private var isEstablished = false
    /// When this side sent close_notify or a fatal alert, behind which nothing more is sent; nil before.
    private var silentSince: Instant?
    private var hasEndedSending = false
    private var hasReachedEnd = false
    /// The failure of TLS, if it has failed. The connection ends with it later.
    private var failure: TLSEnding?
    /// The data that was sent, in pieces.
    private var ledger = SendingLedger()
    /// Whether nothing more can be sent, because the connection is broken. What has arrived before can still be read.
    private var isCut = false
    /// When to ask again whether the other side has taken the data; nil if that is not waited for.
    private var nextLook: Instant?
    /// How the connection has ended; nil before its end.
    private(set) var ending: TLSEnding?

    init(
        number: Int, stream: any OctetStream, endpoint: TLSEndpoint, application: Application, limits: TLSLimits,
        at now: Instant
    ) {
        self.number = number
        self.stream = stream
        self.endpoint = endpoint
        self.application = application
        self.limits = limits
        opened = now
        lastActivity = now
        lastStep = now
    }

    /// The surroundings of a link, which all links share.
    struct Context {
        /// Judges the chain of the other side.
        let judge: (Role, [[UInt8]]) async -> Verdict
        /// Is called with every observation.
        let watch: (TLSSight) throws -> Void
        /// The register of early data that has been accepted; nil if none is accepted.
        let replays: ReplayMemory?
    }

    /// How many octets of data the other side has not acknowledged. An acknowledgment may arrive at any time, so the number that the ending
    /// tells is not asked for again.
    var untaken: Int {
        switch ending {
        case .closedEarly(let untaken), .brokenEarly(let untaken): return untaken
        default: break
        }
        return ledger.untaken(waiting: unsent.count - sent, unacknowledged: stream.unacknowledged ?? 0)
    }

    /// Whether octets wait to be sent.
    var hasUnsent: Bool { sent < unsent.count }

    /// Whether the link waits for octets. It does not read from a peer that does not take what is sent.
    var wantsInput: Bool { !hasReachedEnd && unsent.count - sent <= (limits.unsent ?? .max) }

    /// Whether nothing more will be sent, and the link only waits for the last octets of the other side.
    var isOver: Bool { endpoint.isOver || (silentSince != nil && !hasUnsent) }

    /// The properties that decide whether the connection is closed to make room. A flight of an honest peer comes in a few pieces, so
    /// unread octets no longer count after the fourth read since the last step.
    func standing(hasUnread: Bool) -> LinkStanding {
        LinkStanding(
            isOver: isOver, hasSpoken: received > 0, lastStep: lastStep,
            isExpendableFrom: lastStep + (hasStepped ? limits.nextGrace : limits.grace),
            mayHaveStepped: hasUnread && wantsInput && readsSinceStep < 4)
    }

    // MARK: Events

    /// Begins the handshake of a client.
    mutating func start(_ context: Context, at now: Instant) async throws {
        try await step(.start, context, at: now)
    }

    /// Reads and writes what is possible now.
    mutating func serve(_ context: Context, at now: Instant) async throws {
        try flush(at: now)
        guard ending == nil, wantsInput else { return }
        switch stream.receive(most: limits.reading) {
        case .nothing: break
        case .octets(let octets):
            lastActivity = now
            readsSinceStep += 1
            received += octets.count
            // Octets that come after a failure are discarded. They are read, because the system would otherwise reset the connection
            // before the alert has arrived.
            if !endpoint.isOver { try await step(.bytes(octets), received: octets, context, at: now) }
        // The end of the stream behind a break is no end that the other side has sent.
        case .end where isCut: ending = failure ?? cutOff(stream.breakage)
        case .end:
            hasReachedEnd = true
            if silentSince == nil || application.awaitsGoodbye, !endpoint.isOver {
                try await step(.transportEnded, context, at: now)
            }
        case .broken(let code): ending = failure ?? cutOff(code)
        }
        try flush(at: now)
    }

    /// Checks the limits, and tells the application of silence, when time has passed.
    mutating func tick(_ context: Context, at now: Instant) async throws {
        guard ending == nil else { return }
        if let nextLook, now >= nextLook { try flush(at: now) }
        guard ending == nil else { return }
        if !isEstablished, received > limits.handshakeOctets || now - opened >= limits.handshake {
            ending = failure ?? .gaveUp(received > limits.handshakeOctets ? .endlessHandshake : .slowHandshake)
        } else if received > limits.octets {
            ending = .gaveUp(.endlessData)
        } else if let quietSince, now - quietSince >= limits.closing {
            ending = failure ?? unanswered
        } else if hasUnsent, now - lastActivity >= limits.idle {
            ending = .gaveUp(.takesNothing)
        } else if isEstablished, silentSince == nil, !hasUnsent, now - lastActivity >= application.patience {
            lastActivity = now
            for next in try steps(for: .silence) { try await step(next, context, at: now) }
            try flush(at: now)
        }
    }

    /// How the connection ends if the other side does not answer our close_notify with its own.
    private var unanswered: TLSEnding {
        application.awaitsGoodbye && !endpoint.isOver ? .gaveUp(.noGoodbye) : closed
    }

    /// How the connection ends if both sides have closed it: in good order, if the other side has taken all data.
    private var closed: TLSEnding {
        let untaken = untaken
        return untaken > 0 ? .closedEarly(untaken: untaken) : .closed
    }

    /// How the connection ends if it is broken. A peer that has received our close_notify may end the connection in any way, if nothing
    /// more is expected of it.
    private func cutOff(_ code: Int32) -> TLSEnding {
        if endpoint.isOver { return closed }
        let untaken = untaken
        guard silentSince == nil || untaken > 0 else { return unanswered }
        return isEstablished && untaken > 0 && code != ETIMEDOUT ? .brokenEarly(untaken: untaken) : .broken(code)
    }

    /// Since when the link waits for the other side's close_notify; nil if it does not. A server may have much to send before: each of its
    /// octets shows that it is still there, and the wait begins anew.
    private var quietSince: Instant? {
        silentSince.map { failure == nil && application.awaitsGoodbye ? max($0, lastActivity) : $0 }
    }

    /// When ``tick(_:at:)`` has to be called.
    var deadline: Instant {
        if let nextLook { return nextLook }
        if let quietSince { return quietSince + limits.closing }
        if !isEstablished { return opened + limits.handshake }
        return lastActivity + (hasUnsent ? limits.idle : application.patience)
    }

    /// Sends close_notify, if that is possible without waiting, because the program is to end.
    mutating func stop(_ context: Context, at now: Instant) async throws {
        guard ending == nil else { return }
        if isEstablished, silentSince == nil { try await step(.close, context, at: now) }
        try flush(at: now)
        ending = ending ?? failure ?? .stopped
    }

    /// Gives TCP the octets that wait, as far as there is room, and ends our stream behind the last.
    mutating func finish() {
        while hasUnsent, let count = stream.send(unsent[sent...]), count > 0 { sent += count }
        guard !hasUnsent, !hasEndedSending else { return }
        hasEndedSending = true
        stream.endSending()
    }

    // MARK: Inputs and outputs of the endpoint

    /// Gives the endpoint an input, and the inputs that follow from its outputs.
    private mutating func step(
        _ first: Input, received: [UInt8] = [], _ context: Context, at now: Instant
    ) async throws {
        try await step(.input(first), received: received, context, at: now)
    }

    private mutating func step(
        _ first: Step, received: [UInt8] = [], _ context: Context, at now: Instant
    ) async throws {
        let before = stage
        var waiting = [first]
        var arrived = received
        // The place in `waiting`. Removing elements from the front would be slow: one read can bring thousands of records.
        var next = 0
        while next < waiting.count {
            let step = waiting[next]
            next += 1
            let outputs =
                switch step {
                case .input(let input): handle(input, context.replays)
                case .updateKeys(let request): endpoint.updateKeys(request: request)
                }
            try context.watch(.stepped(number, received: arrived, outputs))
            arrived = []
            let before = ledger.written
            if case .input(.close) = step, silentSince == nil { silentSince = now }
            for output in outputs {
                switch output {
                case .bytes(let octets):
                    ledger.written += octets.count
                    // On a connection that is broken nothing can be sent.
                    if isCut { ledger.lost += octets.count } else { unsent += octets }
                case .plaintext(let octets): waiting += try steps(for: .received(octets))
                case .earlyPlaintext(let octets):
                    waiting += try steps(for: .receivedEarly(octets, endpoint.earlyParameters))
                case .judge(let chain):
                    waiting.append(.input(.verdict(await context.judge(endpoint.role, chain))))
                case .established(let parameters):
                    isEstablished = true
                    waiting += try steps(for: .established(parameters))
                case .peerClosed:
                    // RFC 5246 section 7.2.1: we answer with our own close_notify, behind what the application still sends.
                    waiting += try steps(for: .peerClosed) + [.input(.close)]
                case .failed(let error, let alert):
                    failure = .failed(error, alert: alert)
                    silentSince = silentSince ?? now
                default: break
                }
            }
            if case .input(.send(let data)) = step, ledger.written > before {
                ledger.add(data.count)
                if ledger.isFull {
                    ledger.prune(waiting: unsent.count - sent, unacknowledged: stream.unacknowledged ?? 0)
                }
            }
        }
        guard stage != before else { return }
        lastStep = now
        hasStepped = true
        readsSinceStep = 0
    }

    private mutating func handle(_ input: Input, _ replays: ReplayMemory?) -> [Output] {
        endpoint.set(time: WallClock.microseconds / 1_000)
        guard let replays else { return endpoint.handle(input, using: &random) }
        return endpoint.handle(input, replays: &replays.register, using: &random)
    }

    /// The stage of the connection. The peer has made a step if it differs from the stage before.
    private var stage: Stage {
        Stage(state: endpoint.state, requests: application.requests, isSilent: silentSince != nil)
    }

    private struct Stage: Hashable {
        let state: String
        let requests: Int
        let isSilent: Bool
    }

    /// A call of the endpoint.
    private enum Step {
        case input(Input)
        case updateKeys(request: Bool)
    }

    /// The calls that the application asks for when it gets an event.
    private mutating func steps(for event: TLSApplicationEvent) throws -> [Step] {
        try application.react(to: event).flatMap { action -> [Step] in
            switch action {
            // In pieces of a record each, so that it is known which of them the other side has taken.
            case .send(let octets):
                stride(from: 0, to: octets.count, by: RecordLimits.plaintext).map { start in
                    .input(.send(Array(octets[start..<min(start + RecordLimits.plaintext, octets.count)])))
                }
            case .updateKeys(let request): [.updateKeys(request: request)]
            case .close: [.input(.close)]
            }
        }
    }

    /// Sends as many octets as there is room for. Then ends our stream if nothing more will be sent, and ends the connection if the
    /// other side has also finished.
    private mutating func flush(at now: Instant) throws {
        nextLook = nil
        while hasUnsent, ending == nil {
            guard let count = stream.send(unsent[sent...]) else {
                // Octets that arrived before the connection broke may be an answer, or say why. They are read to their end.
                isCut = true
                ledger.lost = unsent.count - sent
                unsent = []
                sent = 0
                if hasReachedEnd { ending = failure ?? cutOff(stream.breakage) }
                return
            }
            guard count > 0 else { break }
            lastActivity = now
            sent += count
        }
        guard !hasUnsent else {
            // The octets that are left are moved to the front only if they are no more than those that were sent meanwhile, so that the
            // cost of moving stays proportional to that of sending.
            if sent >= unsent.count - sent {
                unsent.removeFirst(sent)
                sent = 0
            }
            return
        }
        unsent = []
        sent = 0
        guard ending == nil, silentSince != nil else { return }
        if !hasEndedSending, !isCut {
            hasEndedSending = true
            stream.endSending()
        }
        // Both sides have sent close_notify, or the other side has ended its stream.
        guard hasReachedEnd || (endpoint.isOver && failure == nil) else { return }
        // The system's TCP may still have data that the other side has not taken, and that it may refuse.
        if failure == nil, untaken > 0, !isCut, let silentSince, now - silentSince < limits.closing {
            nextLook = now + .milliseconds(10)
        } else {
            ending = failure ?? closed
        }
    }
}
