import Trace

/// How a connection's first sequence number is chosen (RFC 9293 3.4.1, RFC 6528).
///
/// ISN = M + F(localip, localport, remoteip, remoteport, secretkey). M is a clock with a tick of 4 microseconds. By M each
/// incarnation of a connection starts beyond the last one, so old duplicates lie outside its window. F is a pseudorandom function.
/// By F the number of one connection says nothing about that of another: an attacker who does not see the segments cannot guess it.
public enum InitialSequenceNumber: Hashable, Sendable {
    /// The number by the formula, where F is SipHash-2-4 with this key.
    case generated(secret: SipHash.Key)
    /// WRONG: the formula with F(localip, localport, secretkey). One connection reveals the number of the next (against RFC 6528 3).
    case generatedForAll(secret: SipHash.Key)
    /// Always this number. It is for examples with round numbers. On a real network an attacker who knows the number in advance can
    /// send segments in the connection's name.
    case forced(SequenceNumber)
    /// The clock M alone, as in RFC 793: safe from old duplicates, and easy to guess, since the clock is known.
    case clock
    /// The number of 4.3BSD: a counter that grows by 64,000 with each connection and by 128,000 each second. Morris showed in 1985, with
    /// 4.2BSD and its steps of 64 and 128, that the number of one connection reveals that of the next. `connections` is the number of
    /// connections opened so far.
    case counted(connections: UInt32)

    /// The step of the counter of ``counted(connections:)`` for each connection.
    static let step = 64_000

    /// A chosen number, with the parts from which it was computed.
    public enum Choice: Hashable, Sendable {
        /// The sum of the clock M and the hash F.
        case generated(clock: UInt32, hash: UInt32)
        /// The number that the settings force.
        case forced(SequenceNumber)
        /// The clock M.
        case clock(UInt32)
        /// The counter after `connections` connections.
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

    /// The key of the hash F; a key of zeros if the number is made without a hash.
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
    /// A listening connection has opened a connection: if a counter gives the initial numbers, it is increased.
    mutating func countOpening() {
        if case .counted(let connections) = configuration.isn {
            configuration.isn = .counted(connections: connections &+ 1)
        }
    }
}
