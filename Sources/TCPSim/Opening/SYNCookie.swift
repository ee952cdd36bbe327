import Trace

/// SYN cookies (D. J. Bernstein, 1996; RFC 4987 3.6): a SYN,ACK for which nothing is remembered.
///
/// A listener that keeps a connection for each SYN can be filled by SYNs sent in the name of hosts that do not exist.
/// With a cookie it keeps nothing: what it would have to remember is in its own initial sequence number, and the third segment of
/// the handshake brings that back as SEG.ACK - 1. A sender that has not received the SYN,ACK has to guess it.
///
/// ```
///  31      27 26   24 23                               0
/// | counter  |  MSS  |  hash of sockets, ISNs, counter  |
/// ```
///
/// A sequence number has room for little, and what it has no room for is lost:
///
/// - the options of the SYN. The other side's MSS is rounded down to one of eight, and window scaling, SACK and timestamps are
///   not used on the connection;
/// - the retransmission of the SYN,ACK, since there is no timer. If it is lost, the other side's SYN comes again. If the third
///   segment is lost, only the other side believes in the connection: the first data it sends repeats the acknowledgment, but
///   where the listener would have to speak first, both wait for ever;
/// - data on the SYN, which is not acknowledged and has to come again;
/// - the clock in the sequence number (RFC 9293 3.4.1), which keeps it beyond those of the last connection.
///
/// A cookie does not say either whether it has come before. ``SpentCookies`` remembers that, once a connection was open.
public struct SYNCookies: Hashable, Sendable {
    /// When they are used.
    public enum Use: String, Hashable, Sendable, CaseIterable {
        /// When no further connection may wait.
        case whenFull = "full"
        /// For each SYN.
        case always
    }

    /// When they are used.
    public var use: Use
    /// The key of the hash, SipHash-2-4.
    public var key: SipHash.Key

    /// Cookies under this key.
    public init(_ use: Use, key: SipHash.Key) {
        self.use = use
        self.key = key
    }

    /// How long the counter shows the same number.
    static let period = TimeSpan.seconds(64)
    /// For how long a cookie may be valid: as long as the counter has moved on by no more than one.
    static let lifetime = period * 2

    /// The values of the MSS that a cookie can express, in octets: the smallest that RFC 791's least MTU of 68 allows, RFC 9293's
    /// default, and those of common links.
    public static let segmentSizes: [UInt16] = [28, 256, 536, 1_024, 1_440, 1_460, 4_312, 8_960]

    /// A cookie and what it says.
    public struct Cookie: Hashable, Sendable {
        /// The sequence number of the SYN,ACK.
        public let number: SequenceNumber
        /// The counter when it was made: periods of 64 seconds since the start.
        public let counter: UInt64
        /// The MSS it remembers, in octets.
        public let segmentSize: UInt16
    }

    /// The cookie that answers `syn`.
    public func cookie(
        for syn: Segment, from remote: Socket, to local: Socket, at now: Instant
    ) -> Cookie {
        let announced = syn.maximumSegmentSize ?? UInt16(TransmissionControlBlock.defaultMSS)
        let index = Self.segmentSizes.lastIndex { $0 <= announced } ?? 0
        return cookie(
            Self.counter(at: now), index, first: syn.sequence, remote: remote, local: local)
    }

    /// The cookie that `acknowledgment` brings back; nil if it is none, not for these sockets and this first sequence number, or
    /// older than two minutes.
    public func cookie(
        in acknowledgment: Segment, from remote: Socket, to local: Socket, at now: Instant
    ) -> Cookie? {
        let number = acknowledgment.acknowledgment - 1
        let age = (Self.counter(at: now) &- UInt64(number.rawValue >> 27)) & 31
        guard age <= 1, age <= Self.counter(at: now) else { return nil }
        let cookie = cookie(
            Self.counter(at: now) - age, Int(number.rawValue >> 24 & 7), first: acknowledgment.sequence - 1,
            remote: remote, local: local)
        return cookie.number == number ? cookie : nil
    }

    /// How many periods have passed since the start.
    static func counter(at now: Instant) -> UInt64 {
        UInt64(max(0, now.microseconds / period.microseconds))
    }

    private func cookie(
        _ counter: UInt64, _ index: Int, first: SequenceNumber, remote: Socket, local: Socket
    ) -> Cookie {
        var identity = local.octets + remote.octets
        identity += (0..<4).map { UInt8(truncatingIfNeeded: first.rawValue >> (8 * $0)) }
        identity += (0..<8).map { UInt8(truncatingIfNeeded: counter >> (8 * UInt64($0))) }
        let place = UInt32(truncatingIfNeeded: index) & 7
        identity.append(UInt8(place))
        let hash = UInt32(truncatingIfNeeded: SipHash.hash(identity, key: key)) & 0xff_ffff
        let number = UInt32(truncatingIfNeeded: counter & 31) << 27 | place << 24 | hash
        return Cookie(
            number: SequenceNumber(number), counter: counter, segmentSize: Self.segmentSizes[Int(place)])
    }
}

extension Connection {
    /// The SYN,ACK of a listening connection that carries `cookie`. The MSS is the only option: to others no answer could be
    /// remembered.
    func synAck(answering syn: Segment, _ cookie: SYNCookies.Cookie) -> Segment {
        Segment(
            sourcePort: local.port, destinationPort: syn.sourcePort, sequence: cookie.number,
            acknowledgment: syn.sequence + 1, control: [.syn, .ack], window: UInt16(clamping: freeReceiveBuffer()),
            options: [.maximumSegmentSize(configuration.mss)])
    }

    /// Makes of a listening connection the one that `acknowledgment` completes: as if it had received the SYN and sent the
    /// SYN,ACK, and had the acknowledgment before it.
    mutating func resume(
        by acknowledgment: Segment, from source: IPv4Address, _ cookie: SYNCookies.Cookie, at now: Instant
    ) -> [Action] {
        var turn = Turn(now: now, isTracing: configuration.tracing)
        turn.note(.cookie(.accepted(cookie, sequence: acknowledgment.sequence)))
        tcb.remote = Socket(source, acknowledgment.sourcePort)
        var syn = acknowledgment
        syn.sequence = acknowledgment.sequence - 1
        syn.control = .syn
        syn.options = [.maximumSegmentSize(cookie.segmentSize)]
        syn.payload = []
        // What a SYN would be said to bring is known already from the note above.
        var silent = Turn(now: now, isTracing: false)
        synchronize(with: syn, &silent)
        tcb.sending = SendSequenceSpace(initial: cookie.number)
        tcb.sending.next += 1
        enter(.synReceived, &turn)
        var actions = turn.actions
        handle(.segmentArrives(acknowledgment, from: source), at: now, into: &actions)
        return actions
    }
}
