import Learning
import Trace

/// One connection on which a puppet sends the letters of a word and hears the peer.
struct PeerConversation {
    private let socket: StreamSocket
    private var puppet: any Puppet
    private let patience: LearningPatience
    private let clock = ContinuousClock()
    /// Whether the peer has ended the connection.
    private(set) var isClosed = false
    /// The longest that the peer has taken for an answer, in milliseconds.
    private(set) var slowest = 0
    /// The puppet's side.
    let role: Role
    /// What has passed, if it is recorded.
    private(set) var pieces: [QuestionCapture.Piece] = []
    private let isRecorded: Bool

    init(_ socket: StreamSocket, _ puppet: any Puppet, as role: Role, _ patience: LearningPatience, isRecorded: Bool) {
        (self.socket, self.puppet, self.role, self.patience) = (socket, puppet, role, patience)
        self.isRecorded = isRecorded
    }

    /// The addresses of the connection; nil if the system does not tell them.
    var ends: (client: Endpoint, server: Endpoint)? {
        guard let local = socket.localEnd, let remote = socket.remoteEnd else { return nil }
        return role == .client ? (local, remote) : (remote, local)
    }

    /// The lines of a key log that open what has passed.
    var keyLog: [String] { puppet.keyLog }
    /// The chain that the peer has shown; nil if it has shown none.
    var peerChain: [[UInt8]]? { puppet.peerChain }

    private mutating func record(_ octets: [UInt8], from side: Role) {
        guard isRecorded, !octets.isEmpty else { return }
        pieces.append(QuestionCapture.Piece(at: WallClock.microseconds, from: side, octets: octets))
    }

    /// Sends the messages of a word, and returns the answers up to the end of the connection.
    ///
    /// - Parameters:
    ///   - known: the answers to the first letters, as far as they are known.
    ///   - factor: how many times longer than usual quiet lasts.
    /// - Throws: ``NetworkError/interrupted``.
    mutating func answers(
        to word: [Letter], known: [Answer], factor: Int, until stop: borrowing StopSignal
    ) throws(NetworkError) -> [Answer] {
        var answers: [Answer] = []
        for (place, letter) in word.enumerated() where !isClosed {
            let expected = place < known.count ? known[place] : nil
            answers.append(try answer(to: letter, expected: expected, factor: factor, until: stop))
        }
        return answers
    }

    /// Sends the message of a letter and hears what comes, until nothing has come for the time of quiet.
    ///
    /// - Parameters:
    ///   - expected: the answer, if it is known. Then the puppet waits until it is there, and not for quiet behind it.
    ///   - factor: how many times longer than usual quiet lasts.
    /// - Throws: ``NetworkError/interrupted``.
    private mutating func answer(
        to letter: Letter, expected: Answer?, factor: Int, until stop: borrowing StopSignal
    ) throws(NetworkError) -> Answer {
        puppet.ear.empty()
        let start = clock.now
        try send(puppet.send(letter), until: stop)
        if expected == .silence { return .silence }
        return try hear(expected, since: start, factor: factor, until: stop)
    }

    /// Waits for the first message, which a client sends without being asked.
    mutating func awaitGreeting(until stop: borrowing StopSignal) throws(NetworkError) {
        _ = try hear(Self.greeting, since: clock.now, factor: Self.greetingFactor, until: stop)
        // This was the time that the program took to start.
        slowest = 0
    }

    private static let greeting = Answer([Letter.clientHello.name])
    /// A program that has just been started is slow.
    private static let greetingFactor = 20

    private mutating func hear(
        _ expected: Answer?, since start: ContinuousClock.Instant, factor: Int, until stop: borrowing StopSignal
    ) throws(NetworkError) -> Answer {
        var last = start
        var octets = 0
        let quiet = factor * patience.quiet
        let end = start.advanced(by: .milliseconds(max(patience.longest, 2 * quiet)))
        while !isClosed {
            if let expected, !expected.isClosed, puppet.ear.messages == expected.messages { return expected }
            let pause = puppet.ear.expectsEnd || expected?.isClosed == true ? max(quiet, patience.ending) : quiet
            let now = clock.now
            guard now < end, octets <= patience.most else {
                // A peer that does not stop is left. The answer names the limits, so that it is the same each time.
                isClosed = true
                return .endless(octets: patience.most, milliseconds: patience.longest)
            }
            let left = Self.milliseconds(from: now, to: min(end, last.advanced(by: .milliseconds(pause))))
            guard left > 0 else { break }
            try wait(for: POLLIN, left, until: stop)
            switch socket.receive(most: 1 << 16) {
            case .nothing: continue
            case .end, .broken: isClosed = true
            case .octets(let new):
                octets += new.count
                record(new, from: role.peer)
                puppet.receive(new)
            }
            last = clock.now
            slowest = max(slowest, Self.milliseconds(from: start, to: last))
        }
        return Answer(puppet.ear.messages, isClosed: isClosed)
    }

    private mutating func send(_ octets: [UInt8], until stop: borrowing StopSignal) throws(NetworkError) {
        record(octets, from: role)
        var rest = octets[...]
        let start = clock.now
        while !rest.isEmpty {
            // A peer that has closed or that takes nothing says so when it is heard.
            guard let sent = socket.send(rest), room(start) > 0 else { return }
            rest = rest.dropFirst(sent)
            if !rest.isEmpty { try wait(for: POLLOUT, room(start), until: stop) }
        }
    }

    /// The milliseconds that are left of the longest time of an answer.
    private func room(_ start: ContinuousClock.Instant) -> Int {
        Self.milliseconds(from: clock.now, to: start.advanced(by: .milliseconds(patience.longest)))
    }

    private func wait(for events: Int32, _ milliseconds: Int, until stop: borrowing StopSignal) throws(NetworkError) {
        var waiting = [
            pollfd(fd: socket.descriptor, events: Int16(events), revents: 0),
            pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        _ = poll(&waiting, 2, Int32(clamping: max(0, milliseconds)))
        if waiting[1].revents != 0 { throw .interrupted }
    }

    /// The whole milliseconds between two instants, rounded up.
    private static func milliseconds(from start: ContinuousClock.Instant, to end: ContinuousClock.Instant) -> Int {
        Int(((end - start) / .milliseconds(1)).rounded(.up))
    }
}

extension StreamSocket {
    /// Makes the end of the connection a reset, so that a server that serves one client at a time is free at once.
    func discard() {
        var value = linger(l_onoff: 1, l_linger: 0)
        _ = setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
    }
}
