import Trace

/// How a connection's first sequence number is chosen (RFC 9293 3.4.1, RFC 6528).
///
/// ISN = M + F(localip, localport, remoteip, remoteport, secretkey). M, a clock of 4 microseconds a tick, makes each incarnation
/// of a connection start beyond the last one, so that old duplicates fall outside its window. F, a pseudorandom function, makes
/// the number of one connection say nothing about that of another: it cannot be guessed without seeing the segments.
public enum InitialSequenceNumber: Hashable, Sendable {
    /// By the formula, F being SipHash-2-4 under this key.
    case generated(secret: SipHash.Key)
    /// WRONG: the same with F(localip, localport, secretkey), so that one connection tells the number of the next (against RFC 6528 3).
    case generatedForAll(secret: SipHash.Key)
    /// Always this number. For examples that want round numbers; on a real network a number that is known in advance lets others
    /// send segments in the connection's name.
    case forced(SequenceNumber)
    /// The clock M alone, as in RFC 793: safe from old duplicates, and easy to guess, since the clock is known.
    case clock
    /// As 4.2BSD did (Morris, 1985): a counter that grows by 64,000 with each connection and twice that each second. The
    /// number of one connection tells that of the next. `connections` says how many have been opened.
    case counted(connections: UInt32)

    /// The step of the counter of ``counted(connections:)`` for each connection.
    static let step = 64_000

    /// A chosen number, with the parts it was made of.
    public enum Choice: Hashable, Sendable {
        /// The sum of the clock M and the hash F.
        case generated(clock: UInt32, hash: UInt32)
        /// The number that the settings force.
        case forced(SequenceNumber)
        /// The clock M.
        case clock(UInt32)
        /// A counter after that many connections.
        case counted(UInt32, connections: UInt32)

        /// The initial sequence number.
        public var number: SequenceNumber {
            switch self {
            case .generated(let clock, let hash): SequenceNumber(clock &+ hash)
            case .forced(let number): number
            case .clock(let clock): SequenceNumber(clock)
            case .counted(let value, _): SequenceNumber(value)
            }
        }
    }

    /// The key under which it hashes; where it does not, one that everybody knows.
    public var secret: SipHash.Key {
        switch self {
        case .generated(let secret), .generatedForAll(let secret): secret
        case .forced, .clock, .counted: SipHash.Key(low: 0, high: 0)
        }
    }

    /// Chooses the number for a connection from `local` to `remote` that is opened at `now`.
    public func choose(local: Socket, remote: Socket, at now: Instant) -> Choice {
        switch self {
        case .forced(let number): return .forced(number)
        case .clock: return .clock(UInt32(truncatingIfNeeded: now.microseconds / 4))
        case .counted(let connections):
            let seconds = UInt32(truncatingIfNeeded: now.microseconds / 1_000_000)
            let step = UInt32(Self.step)
            return .counted(1 &+ seconds &* (2 &* step) &+ connections &* step, connections: connections)
        case .generated(let secret), .generatedForAll(let secret):
            let clock = UInt32(truncatingIfNeeded: now.microseconds / 4)
            let sockets = self == .generated(secret: secret) ? [local, remote] : [local]
            let hash = SipHash.hash(sockets.flatMap(\.octets), key: secret)
            return .generated(clock: clock, hash: UInt32(truncatingIfNeeded: hash))
        }
    }
}

extension Connection {
    /// A connection was made of this one, which listens. Where a counter gives the numbers, the next has the next number.
    mutating func countOpening() {
        if case .counted(let connections) = configuration.isn {
            configuration.isn = .counted(connections: connections &+ 1)
        }
    }
}
