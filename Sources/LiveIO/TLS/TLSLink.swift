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
    /// Octets at the front of `unsent` that have gone.
    private var sent = 0
    private var received = 0
    private var lastActivity: Instant
    /// When the peer last brought the connection a step forward.
    private var lastStep: Instant
    /// Whether it has brought it any.
    private var hasStepped = false
    /// How often something was read since then.
    private var readsSinceStep = 0
    private var isEstablished = false
    /// Since when nothing more will be sent: close_notify or a fatal alert has been.
    private var silentSince: Instant?
    private var hasEndedSending = false
    private var hasReachedEnd = false
    private var failure: TLSEnding?
    /// How it has ended, once it has.
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

    /// What is done with chains, and who is shown what happens.
    struct Company {
        let judge: (Role, [[UInt8]]) async -> Verdict
        let watch: (TLSSight) throws -> Void
        /// What all connections know of early data that has been taken; nil where none is taken.
        let replays: ReplayMemory?
    }

    private var hasUnsent: Bool { sent < unsent.count }

    /// Whether it is worth waiting for octets: a peer that takes nothing is not read from either.
    var wantsInput: Bool { !hasReachedEnd && unsent.count - sent <= (limits.unsent ?? .max) }
    /// Whether octets wait for room.
    var wantsOutput: Bool { hasUnsent }

    /// Whether all is said: it only waits for the other side's last octets.
    var isOver: Bool { endpoint.isOver || (silentSince != nil && !hasUnsent) }

    /// What counts when room is wanted for a new connection. The flight of an honest peer comes in a few pieces; what is unread of one that
    /// sends more of them does not count.
    func standing(hasUnread: Bool) -> LinkStanding {
        LinkStanding(
            isOver: isOver, hasSpoken: received > 0, lastStep: lastStep,
            isExpendableFrom: lastStep + (hasStepped ? limits.nextGrace : limits.grace),
            mayHaveStepped: hasUnread && wantsInput && readsSinceStep < 4)
    }

    // MARK: Events

    /// The connection is there.
    mutating func start(_ company: Company, at now: Instant) async throws {
        try await step(.start, company, at: now)
    }

    /// Something may be read or written.
    mutating func serve(_ company: Company, at now: Instant) async throws {
        try flush(at: now)
        guard ending == nil, wantsInput else { return }
        switch stream.receive(most: limits.reading) {
        case .nothing: break
        case .octets(let octets):
            lastActivity = now
            readsSinceStep += 1
            received += octets.count
            // What comes after a failure is thrown away; that it is read keeps the system from resetting the connection
            // before the alert has arrived.
            if !endpoint.isOver { try await step(.bytes(octets), received: octets, company, at: now) }
        case .end:
            hasReachedEnd = true
            if silentSince == nil || application.awaitsGoodbye, !endpoint.isOver {
                try await step(.transportEnded, company, at: now)
            }
        case .broken(let code):
            // A peer that has been told goodbye may hang up in any way, if nothing more is expected of it.
            ending = failure ?? (silentSince == nil ? .broken(code) : unanswered)
        }
        try flush(at: now)
    }

    /// Time has passed.
    mutating func tick(_ company: Company, at now: Instant) async throws {
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
            for next in try steps(for: .silence) { try await step(next, company, at: now) }
            try flush(at: now)
        }
    }

    /// How it has ended if the other side has not answered our close_notify with its own.
    private var unanswered: TLSEnding {
        application.awaitsGoodbye && !endpoint.isOver ? .gaveUp(.noGoodbye) : .closed
    }

    /// Since when the other side's goodbye is waited for. A server may have much to send before its own: each octet of it counts as a sign
    /// that it is still there.
    private var quietSince: Instant? {
        silentSince.map { failure == nil && application.awaitsGoodbye ? max($0, lastActivity) : $0 }
    }

    /// When ``tick(_:at:)`` is due.
    var deadline: Instant {
        if let quietSince { return quietSince + limits.closing }
        if !isEstablished { return opened + limits.handshake }
        return lastActivity + (hasUnsent ? limits.idle : application.patience)
    }

    /// The program is to end: says goodbye if it can be said without waiting.
    mutating func stop(_ company: Company, at now: Instant) async throws {
        guard ending == nil else { return }
        if isEstablished, silentSince == nil { try await step(.close, company, at: now) }
        try flush(at: now)
        ending = ending ?? failure ?? .stopped
    }

    /// The program ends, and its TCP with it: hands over what is left, and ends our stream behind it.
    mutating func finish() {
        while hasUnsent, let count = stream.send(unsent[sent...]), count > 0 { sent += count }
        guard !hasUnsent, !hasEndedSending else { return }
        hasEndedSending = true
        stream.endSending()
    }

    // MARK: Doing what the machine wants done

    /// Gives the endpoint an input, and those that follow from it.
    private mutating func step(
        _ first: Input, received: [UInt8] = [], _ company: Company, at now: Instant
    ) async throws {
        try await step(.input(first), received: received, company, at: now)
    }

    private mutating func step(
        _ first: Step, received: [UInt8] = [], _ company: Company, at now: Instant
    ) async throws {
        let before = stage
        var waiting = [first]
        var arrived = received
        // Never taken from the front: octets that arrive at once may be thousands of records.
        var next = 0
        while next < waiting.count {
            let step = waiting[next]
            next += 1
            let outputs =
                switch step {
                case .input(let input): handle(input, company.replays)
                case .updateKeys(let request): endpoint.updateKeys(request: request)
                }
            try company.watch(.stepped(number, received: arrived, outputs))
            arrived = []
            if case .input(.close) = step, silentSince == nil { silentSince = now }
            for output in outputs {
                switch output {
                case .bytes(let octets): unsent += octets
                case .plaintext(let octets): waiting += try steps(for: .received(octets))
                case .earlyPlaintext(let octets):
                    waiting += try steps(for: .receivedEarly(octets, endpoint.earlyParameters))
                case .judge(let chain):
                    waiting.append(.input(.verdict(await company.judge(endpoint.role, chain))))
                case .established(let parameters):
                    isEstablished = true
                    waiting += try steps(for: .established(parameters))
                case .peerClosed:
                    // RFC 5246 section 7.2.1: answered with a close_notify of our own, once the application has had its say.
                    waiting += try steps(for: .peerClosed) + [.input(.close)]
                case .failed(let error, let alert):
                    failure = .failed(error, alert: alert)
                    silentSince = silentSince ?? now
                default: break
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

    /// What changes when the connection comes a step forward.
    private var stage: Stage {
        Stage(state: endpoint.state, requests: application.requests, isSilent: silentSince != nil)
    }

    private struct Stage: Hashable {
        let state: String
        let requests: Int
        let isSilent: Bool
    }

    /// What the endpoint is to do.
    private enum Step {
        case input(Input)
        case updateKeys(request: Bool)
    }

    private mutating func steps(for event: TLSApplicationEvent) throws -> [Step] {
        try application.react(to: event).map { action in
            switch action {
            case .send(let octets): .input(.send(octets))
            case .updateKeys(let request): .updateKeys(request: request)
            case .close: .input(.close)
            }
        }
    }

    /// Sends what there is room for, then ends our stream if nothing more will ever be sent; ends the connection if nothing
    /// more can come of it.
    private mutating func flush(at now: Instant) throws {
        while hasUnsent, ending == nil {
            guard let count = stream.send(unsent[sent...]) else {
                // What arrived before it broke may say why.
                if wantsInput, stream.hasUnread { return }
                ending = failure ?? (silentSince == nil ? .broken(stream.breakage) : unanswered)
                return
            }
            guard count > 0 else { break }
            lastActivity = now
            sent += count
        }
        guard !hasUnsent else {
            // Moving what is left to the front costs no more than what has gone meanwhile.
            if sent >= unsent.count - sent {
                unsent.removeFirst(sent)
                sent = 0
            }
            return
        }
        unsent = []
        sent = 0
        guard ending == nil, silentSince != nil else { return }
        if !hasEndedSending {
            hasEndedSending = true
            stream.endSending()
        }
        // Both sides have said goodbye, or the other has hung up.
        if hasReachedEnd || (endpoint.isOver && failure == nil) { ending = failure ?? .closed }
    }
}
